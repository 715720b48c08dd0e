// What the positions have in common in which a generator dies.
#pragma once

#include <string>
#include <vector>

#include "gen/chess/board/setup.h"

namespace plylab::perft::verify {

/// "without castling rights", "with a white pawn on h7 and without an e.p. square": what all of
/// the FENs have and none of the others. Empty if nothing so simple tells them apart, or if they
/// are fewer than three, which have something in common by chance.
std::string common_to_fens(const std::vector<chess::Setup>& fens,
                           const std::vector<chess::Setup>& others);

}  // namespace plylab::perft::verify
