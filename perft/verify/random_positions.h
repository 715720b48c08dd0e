// Positions of seeded random games, the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"

namespace plylab::perft::verify {

/// Draws one of the legal moves; there must be one. Half of the draws prefer special moves
/// (castling, promotion, e.p. or a double step), a quarter prefer checks, because these are rare in
/// random play.
chess::Move draw_move(const chess::Setup& setup, const std::vector<chess::Move>& moves,
                      std::uint64_t& seed);

/// Different positions of random games from the normal array, or from the arrays of Chess960. Calls
/// `goes_on`, if given, before each game with the number of positions so far; it returns whether to
/// continue.
std::vector<chess::Setup> random_positions(
    std::size_t number, std::uint64_t seed, bool chess960,
    const std::function<bool(std::size_t drawn)>& goes_on = {});

}  // namespace plylab::perft::verify
