// A claim that an explanation makes of a move, with what it takes to check it by the slow rules.
#pragma once

#include <string>
#include <vector>

#include "gen/chess/board/reference.h"
#include "gen/chess/explain/explain.h"

namespace plylab::chess {

/// The squares that a sentence names after its colon, in order.
inline std::vector<Square> named_squares(const std::string& sentence) {
  std::vector<Square> squares;
  for (auto i = sentence.find(": "); i + 1 < sentence.size(); ++i)
    if (const Square square = parse_square(sentence.substr(i, 2)); square != no_square)
      squares.push_back(square);
  return squares;
}

/// A move, its position, and the reason given for its being legal or illegal.
struct Claim {
  const Setup& setup;
  Square from, to;
  bool promotes;
  const Reason& reason;
  std::vector<Square> named = named_squares(reason.sentence);

  Piece on(Square square) const { return setup.squares[square]; }
  bool enemy(Square square) const { return on(square) != no_piece && color_of(on(square)) != us(); }
  Color us() const { return setup.side; }
  Square king_square() const { return find_king(setup.squares, us()); }
  int rank(Square square) const { return rank_for(us(), square); }

  /// The board without some pieces.
  Squares lifted(const std::vector<Square>& squares) const {
    Squares board = setup.squares;
    for (const Square square : squares) board[square] = no_piece;
    return board;
  }
  /// The board with the enemies on some squares turned into harmless pawns of ours, which stand in
  /// the way of the sliders behind them as before.
  Squares disarmed(Squares board, const std::vector<Square>& squares) const {
    for (const Square square : squares) board[square] = make_piece(us(), pawn);
    return board;
  }
  /// The enemies on all squares but one.
  std::vector<Square> other_enemies(Square one) const {
    std::vector<Square> others;
    for (int s = a1; s <= h8; ++s)
      if (s != one && enemy(static_cast<Square>(s))) others.push_back(static_cast<Square>(s));
    return others;
  }
  /// The board after piece and captured piece have gone their way, without a look at the rules.
  Squares moved(bool en_passant) const {
    Squares board = lifted({from});
    if (en_passant) board[make_square(file_of(to), rank_of(from))] = no_piece;
    board[to] = on(from);
    return board;
  }
  bool en_passant() const {
    return type_of(on(from)) == pawn && file_of(from) != file_of(to) && on(to) == no_piece;
  }
  bool check_before() const { return in_check(setup.squares, us()); }
  bool check_after() const { return in_check(moved(en_passant()), us()); }
  /// Whether the piece on the square, with no other enemy left, attacks our king after the move.
  bool is_blamed_justly(Square attacker) const {
    Squares board = moved(en_passant());
    for (const Square square : other_enemies(attacker))
      if (board[square] == on(square)) board[square] = make_piece(us(), pawn);
    return in_check(board, us());
  }
  /// Strictly between on a straight line.
  static bool lies_between(Square first, Square square, Square last) {
    const int f = file_of(square) - file_of(first), r = rank_of(square) - rank_of(first);
    const int files = file_of(last) - file_of(first), ranks = rank_of(last) - rank_of(first);
    const int along = f * files + r * ranks;
    return f * ranks == r * files && along > 0 && along < files * files + ranks * ranks;
  }
};

}  // namespace plylab::chess
