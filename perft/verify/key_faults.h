// Walks that go wrong in a transposition table: which part of the key would have to be missing.
#pragma once

#include <optional>
#include <string>

#include "perft/verify/counterexample.h"

namespace plylab::perft::verify {

/// Repeats a wrong walk with tables whose keys leave something out, each time something else, and
/// says which of them gives the generator's total: "as if its key left out the castling rights: the
/// position after … is taken for the one after …". None if none does, or if the walk
/// is too large to be repeated.
std::optional<std::string> blamed_key(const Counterexample& walk);

}  // namespace plylab::perft::verify
