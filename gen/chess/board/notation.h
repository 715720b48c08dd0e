// Converts moves to and from text: UCI ("e7e8q") and SAN ("exd8=Q+"). Also the concepts of chess
// boards, with the members that notation, statistics and evaluations need.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gen/base/input_error.h"
#include "gen/chess/board/board.h"
#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"
#include "gen/game/position.h"

namespace plylab::chess {

/// The members of a chess generator that notation needs.
template <class P>
concept Board = requires(P p, const P c, Square square, Move move) {
  { c.side_to_move() } -> std::same_as<Color>;
  { c.generate() } -> std::same_as<Moves>;
  { c.count() } -> std::same_as<unsigned>;
  { p.make(move) } -> std::same_as<typename P::Undo>;
  { c.piece_on(square) } -> std::same_as<Piece>;
  { c.checkers() } -> std::same_as<std::uint64_t>;  // bit s: the piece on s gives check
  { c.setup() } -> std::same_as<Setup>;  // e.p. square only where legal, as in ValidSetup
};

/// A move text that names no legal move, or more than one; what() quotes it and says why.
class MoveError : public InputError {
 public:
  using InputError::InputError;
};

/// The target in the text of a castling move: the king's destination (e1g1), or in UCI's Chess960
/// mode the rook's square (e1h1), because f1g1 may be a step of the king there.
enum class CastlingText : std::uint8_t { destination, takes_rook };

/// The move in UCI.
std::string to_uci(Move move, CastlingText castling = CastlingText::destination);

/// SAN without the suffix for check and mate; `legal` are all legal moves of the position, of which
/// `move` must be one.
std::string san_stem(const Squares& squares, const Moves& legal, Move move);

/// Finds the legal move that a text in SAN, long algebraic or UCI names. It accepts deviations
/// found in real files: move numbers; missing or wrong x, + and #; "e.p.", 0-0, "e8Q" and "!?";
/// superfluous or missing disambiguation, if only one move fits; and the piece letters of other
/// languages, if no move fits in English. Castling may be given by its rook's square, or by the
/// king's destination unless that is a step of the king. Throws MoveError.
Move find_move(const Squares& squares, const Moves& legal, std::string_view text);

/// The move in SAN (PGN standard 8.2.3), with + or #. `move` must be legal.
template <Board P>
std::string to_san(const P& position, Move move) {
  std::string text = san_stem(position.setup().squares, position.generate(), move);
  P after = position;
  after.make(move);
  if (after.checkers() != 0) text += after.count() == 0 ? '#' : '+';
  return text;
}

/// The legal move that the text names in SAN, long algebraic or UCI. Throws MoveError.
template <Board P>
Move parse_move(const P& position, std::string_view text) {
  return find_move(position.setup().squares, position.generate(), text);
}

/// The functions that Position requires. The text is UCI. It writes castling as the king's
/// destination if programs for standard chess can set up the position, and otherwise as taking the
/// rook. It reads both; the king's destination means castling only if the king cannot step there.
inline std::string move_text(const Setup& setup, Move move) {
  const bool chess960 = move.is_castle() && needs_chess960(setup);
  return to_uci(move, chess960 ? CastlingText::takes_rook : CastlingText::destination);
}

template <Board P>
std::string move_text(const P& position, Move move) {
  return move.is_castle() ? move_text(position.setup(), move) : to_uci(move);
}

template <Board P>
std::optional<Move> move_from_text(const P& position, std::string_view text) {
  const Moves legal = position.generate();
  const Square from = parse_square(text.substr(0, 2));
  for (CastlingText castling : {CastlingText::takes_rook, CastlingText::destination})
    for (Move move : legal)
      if (move.from() == from && to_uci(move, castling) == text) return move;
  return std::nullopt;
}

/// A board of chess or of one of its variants.
template <class P>
concept AnyChessPosition = Position<P> && Board<P> &&
    requires(const P c, void visit(Piece, Square)) {
  { c.halfmove_clock() } -> std::same_as<unsigned>;
  { c.for_each_piece(visit) } -> std::same_as<void>;  // in no particular order
  { c.variant() } -> std::same_as<const Variant&>;
};

/// The concept of a chess generator.
template <class P>
concept ChessPosition = AnyChessPosition<P> && std::constructible_from<P, const ValidSetup&>;

}  // namespace plylab::chess
