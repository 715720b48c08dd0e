// The starts of a group.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/game_options.h"
#include "search/lab/experiment.h"

namespace plylab::search::lab {

/// The positions named, as starts in a game. A suite with a record that cannot be read is refused:
/// an experiment must not depend on what was skipped. Throws InputError.
std::vector<Start> starts_of(const reports::GameOptions& positions, const GameInfo& game);

/// The plies that the first start's game lasts at most; 0 if nobody knows.
int longest(const std::vector<Start>& starts, const GameInfo& game);

/// Throws InputError, which `where` begins, if two starts of a group are the same, or if there is
/// none: a position that is there twice would count twice in every test.
void check_starts(const Group& group, std::string_view where);

}  // namespace plylab::search::lab
