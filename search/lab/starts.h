// Starts from the words that people have for them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "search/lab/experiment.h"

namespace plylab::search::lab {

/// A FEN, or "startpos". Throws InputError.
Start start_at_fen(const std::string& fen);

/// All records of a suite, by path or name, named by their ids. A suite with a record that cannot
/// be read is refused: an experiment must not depend on what was skipped. Throws InputError.
std::vector<Start> starts_of_suite(const std::string& suite);

/// Throws InputError, which `where` begins, if two starts of a group are the same, or if there is
/// none: a position that is there twice would count twice in every test.
void check_starts(const Group& group, std::string_view where);

}  // namespace plylab::search::lab
