// The variants of chess whose mates solvers look for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/board/setup.h"

namespace plylab::search::mate {

/// Their names as games.
std::vector<std::string> variant_names();

/// A position of a variant, as read_position() of gen/game/read_position.h takes it. Throws
/// InputError for a name that is no variant's, and for a text that is no position.
chess::VariantSetup read_variant(std::string_view game, std::string_view text);

}  // namespace plylab::search::mate
