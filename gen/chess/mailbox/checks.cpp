// The pieces that give check, and which moves leave a king attacked.
#include "gen/chess/mailbox/mailbox.h"

namespace plylab::chess {

using namespace mailbox;

template <class Rules>
std::uint64_t MailboxOf<Rules>::checkers() const {
  std::uint64_t squares = 0;
  for (int slot : all(!side_)) {
    const Cell cell = cells_[index(!side_)][slot];
    if (attacks(cell, king_cell(side_))) squares |= std::uint64_t{1} << square_of(cell);
  }
  return squares;
}

/// Whether the side attacks the goal once a piece has gone from one cell to another and what stood
/// on `taken` has left the board. The piece that goes does not count.
template <class Rules>
bool MailboxOf<Rules>::attacked_past(Cell goal, Color by, Cell from, Cell to, Cell taken) const {
  for (int slot : all(by)) {
    Cell cell = cells_[index(by)][slot];
    const Line& line = tables_.line(piece_of(board_[cell]), cell, goal);
    if (cell == taken || cell == from || !line.carries(piece_of(board_[cell]))) continue;
    do cell += line.step;
    while (cell != goal && cell != to && (board_[cell] == 0 || cell == from || cell == taken));
    if (cell == goal) return true;
  }
  return false;
}

/// Whether the side to move has a pawn on `from` that may legally capture e.p. on `target`, beside
/// it: whether no line to its king is open when both pawns are gone and one stands on the target.
template <class Rules>
bool MailboxOf<Rules>::may_take_en_passant(Cell from, Cell target) const {
  return piece_of(board_[from]) == make_piece(side_, pawn) &&
         !attacked_past(king_cell(side_), !side_, from, target, target - pawn_step(side_));
}

template <class Rules>
bool MailboxOf<Rules>::is_legal(Move move) const {
  const Cell king = king_cell(side_);
  if (move.is_castle()) {
    const Cell goal = cell_of(castled_king(side_, move.castling_side()));
    const Cell step = goal < king ? -1 : 1;
    for (Cell cell = king; cell != goal + step; cell += step)
      if (attacked(cell, !side_)) return false;
    MailboxOf next = *this;
    next.make(move);
    return !next.attacked(goal, !side_);
  }
  const Cell from = cell_of(move.from()), to = cell_of(move.to());
  return !attacked_past(from == king ? to : king, !side_, from, to, cell_of(move.captured_on()));
}

template <class Rules>
bool MailboxOf<Rules>::gives_check(Move move) const {
  if (move.is_castle()) {
    MailboxOf next = *this;
    next.make(move);
    return next.checkers() != 0;
  }
  const Cell king = king_cell(!side_), from = cell_of(move.from()), to = cell_of(move.to());
  const Cell taken = cell_of(move.captured_on());
  const Piece piece =
      move.is_promotion() ? make_piece(side_, move.promoted()) : piece_of(board_[from]);
  const Line& line = tables_.line(piece, to, king);
  if (line.carries(piece)) {
    Cell cell = to;
    do cell += line.step;
    while (cell != king && (board_[cell] == 0 || cell == from || cell == taken));
    if (cell == king) return true;
  }
  return attacked_past(king, side_, from, to, taken);
}

template <class Rules>
Moves MailboxOf<Rules>::checks() const {
  Moves checks;
  for (const Move move : generate())
    if (gives_check(move)) checks.add(move);
  return checks;
}

template std::uint64_t MailboxOf<Orthodox>::checkers() const;
template bool MailboxOf<Orthodox>::may_take_en_passant(Cell, Cell) const;
template bool MailboxOf<Orthodox>::is_legal(Move) const;
template Moves MailboxOf<Orthodox>::checks() const;
template std::uint64_t MailboxOf<Fairy>::checkers() const;
template bool MailboxOf<Fairy>::may_take_en_passant(Cell, Cell) const;
template bool MailboxOf<Fairy>::is_legal(Move) const;
template Moves MailboxOf<Fairy>::checks() const;

}  // namespace plylab::chess
