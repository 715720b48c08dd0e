// Parts of a board's moves, listed without the others, as searches ask for them: captures first,
// evasions in check, checks in the quiescence search, and moves whose legality is tested later.
#pragma once

#include <concepts>
#include <cstdint>

#include "gen/chess/board/move.h"

namespace plylab::chess {

/// Neither a capture nor a promotion.
constexpr bool is_quiet(MoveKind kind) { return (static_cast<unsigned>(kind) & 12) == 0; }
constexpr bool is_quiet(Move move) { return is_quiet(move.kind()); }

/// Which of the legal moves are wanted: all, captures and promotions, or the others.
enum class MovePart : std::uint8_t { all, captures, quiet };

/// Whether a move of the kind is wanted.
constexpr bool is_in(MovePart part, MoveKind kind) {
  return part == MovePart::all || is_quiet(kind) == (part == MovePart::quiet);
}

/// A board that lists parts of its moves by generators of their own, each in no particular order.
template <class P>
concept ListsParts = requires(const P c, Move move) {
  { c.captures() } -> std::same_as<Moves>;      // captures and promotions
  { c.quiet_moves() } -> std::same_as<Moves>;   // the others
  { c.evasions() } -> std::same_as<Moves>;      // all; asked only in check
  { c.checks() } -> std::same_as<Moves>;        // those that give check
  { c.pseudo_legal() } -> std::same_as<Moves>;  // all, and those that leave the king in check
  { c.is_legal(move) } -> std::same_as<bool>;   // of pseudo_legal() whether it is legal
};

/// Captures and promotions, by a generator of their own if the board has one.
template <class P>
Moves captures_of(const P& position) {
  if constexpr (ListsParts<P>) {
    return position.captures();
  } else {
    Moves captures;
    for (const Move move : position.generate())
      if (!is_quiet(move)) captures.add(move);
    return captures;
  }
}

/// All moves of a position in check.
template <class P>
Moves evasions_of(const P& position) {
  if constexpr (ListsParts<P>)
    return position.evasions();
  else
    return position.generate();
}

}  // namespace plylab::chess
