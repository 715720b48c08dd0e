// Moves as text, both ways: UCI ("e7e8q") and SAN ("exd8=Q+").
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gen/chess/fen.h"
#include "gen/chess/move.h"
#include "gen/input_error.h"
#include "gen/position.h"

namespace plylab::chess {

/// The members of a chess generator that notation rests on.
template <class P>
concept Board = requires(P p, const P c, Square square, Move move) {
  { c.side_to_move() } -> std::same_as<Color>;
  { c.generate() } -> std::same_as<Moves>;
  { c.count() } -> std::same_as<unsigned>;
  { p.make(move) } -> std::same_as<typename P::Undo>;
  { c.piece_on(square) } -> std::same_as<Piece>;
  { c.checkers() } -> std::same_as<std::uint64_t>;  // bit s: the piece on s gives check
  { c.fen() } -> std::same_as<Fen>;                 // e.p. square only where legal, as in Setup
};

/// A move text that names no legal move, or more than one; what() quotes it and says why.
class MoveError : public InputError {
 public:
  using InputError::InputError;
};

/// The move in UCI: castling as the king's destination.
std::string to_uci(Move move);

/// SAN without the suffix for check and mate; `legal` are all legal moves of the position.
std::string san_stem(const Squares& squares, const Moves& legal, Move move);

/// Finds the legal move that a text in SAN, long algebraic or UCI names. Generous about what real
/// files contain: move numbers, missing or wrong x, + and #, "e.p.", 0-0, "e8Q", "!?" and
/// superfluous or missing disambiguation as long as one move fits. Throws MoveError.
Move find_move(const Squares& squares, const Moves& legal, std::string_view text);

/// The move in SAN (PGN standard 8.2.3), with + or #. `move` must be legal.
template <Board P>
std::string to_san(const P& position, Move move) {
  std::string text = san_stem(position.fen().squares, position.generate(), move);
  P after = position;
  after.make(move);
  if (after.checkers() != 0) text += after.count() == 0 ? '#' : '+';
  return text;
}

/// The legal move that the text names in SAN, long algebraic or UCI. Throws MoveError.
template <Board P>
Move parse_move(const P& position, std::string_view text) {
  return find_move(position.fen().squares, position.generate(), text);
}

/// The hooks that Position asks for.
template <Board P>
std::string move_text(const P&, Move move) {
  return to_uci(move);
}

template <Board P>
std::optional<Move> move_from_text(const P& position, std::string_view text) {
  for (Move move : position.generate())
    if (to_uci(move) == text) return move;
  return std::nullopt;
}

}  // namespace plylab::chess
