// Positions of seeded random games, the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"

namespace plylab::perft::verify {

/// Draws one of the legal moves, of which there must be any: every second time a special one
/// (castling, promotion, e.p. or a double step) and every fourth time a check, where there is one,
/// so that what is rare in play at random is common here.
chess::Move draw_move(const chess::Setup& setup, const std::vector<chess::Move>& moves,
                      std::uint64_t& seed);

/// Different positions of random games from the normal array, or from the arrays of Chess960.
/// `goes_on`, if there is one, is asked after each game whether more are wanted, and told how many
/// positions there are.
std::vector<chess::Setup> random_positions(
    std::size_t number, std::uint64_t seed, bool chess960,
    const std::function<bool(std::size_t drawn)>& goes_on = {});

}  // namespace plylab::perft::verify
