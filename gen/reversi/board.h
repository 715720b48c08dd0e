// What the reversi generators have in common: squares, moves, the packed form.
#pragma once

#include <bit>
#include <cstdint>

#include "gen/game/moves.h"
#include "gen/game/position.h"

namespace plylab::reversi {

/// A set of squares: bit 0 for a1, bit 1 for b1, … bit 63 for h8. Diagrams show a1 in the upper
/// left corner.
using Bits = std::uint64_t;

/// The square of the disc that is put down, 0 to 63, or `pass`.
using Move = std::uint8_t;
inline constexpr Move pass = 64;

constexpr Bits bit(Move square) { return Bits{1} << square; }

/// No position has more moves: four squares are occupied from the start.
using Moves = MoveList<Move, 60>;

/// The discs on the board.
struct Discs {
  Bits black = 0, white = 0;

  Bits& of(Side side) { return side == Side::first ? black : white; }
  Bits of(Side side) const { return side == Side::first ? black : white; }
  Bits all() const { return black | white; }
  friend bool operator==(const Discs&, const Discs&) = default;
};

inline constexpr Bits corners = 0x8100000000000081;

/// The four squares on which the first discs lie.
inline constexpr Bits middle = 0x0000001818000000;

/// Black begins.
inline constexpr Discs starting_array{0x0000000810000000, 0x0000001008000000};

/// The exact packed form of a position, which is also its key. The middle squares are always
/// occupied, so that two of their bits can hold the side to move and whether the game is over.
constexpr Key pack(const Discs& discs, Side side, bool over) {
  constexpr Bits white_moves = bit(27), is_over = bit(28);
  Bits taken = discs.black | discs.white;
  if (side == Side::first) taken &= ~white_moves;
  if (!over) taken &= ~is_over;
  return {taken, discs.black};
}

/// How a game has ended for the side: it wins with more discs, and draws with as many.
inline Outcome outcome_of(const Discs& discs, Side side) {
  const int ahead = std::popcount(discs.of(side)) - std::popcount(discs.of(!side));
  return ahead > 0 ? Outcome::win : ahead < 0 ? Outcome::loss : Outcome::draw;
}

}  // namespace plylab::reversi
