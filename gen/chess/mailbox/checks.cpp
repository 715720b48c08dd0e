// The pieces that give check, and the pawns that may capture e.p.
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

/// Whether the side to move has a pawn on `from` that may legally capture e.p. on `target`, beside
/// it: whether no line to its king is open when both pawns are gone and one stands on the target.
template <class Rules>
bool MailboxOf<Rules>::may_take_en_passant(Cell from, Cell target) const {
  if (piece_of(board_[from]) != make_piece(side_, pawn)) return false;
  const Cell taken = target - pawn_step(side_);
  const Cell goal = king_cell(side_);
  for (int slot : all(!side_)) {
    Cell cell = cells_[index(!side_)][slot];
    const Line& line = tables_.line(piece_of(board_[cell]), cell, goal);
    if (cell == taken || !line.carries(piece_of(board_[cell]))) continue;
    do cell += line.step;
    while (cell != goal && cell != target && (board_[cell] == 0 || cell == from || cell == taken));
    if (cell == goal) return false;
  }
  return true;
}

template std::uint64_t MailboxOf<Orthodox>::checkers() const;
template bool MailboxOf<Orthodox>::may_take_en_passant(Cell, Cell) const;
template std::uint64_t MailboxOf<Fairy>::checkers() const;
template bool MailboxOf<Fairy>::may_take_en_passant(Cell, Cell) const;

}  // namespace plylab::chess
