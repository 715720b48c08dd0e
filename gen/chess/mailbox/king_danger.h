// What threatens the king on the mailbox.
#pragma once

#include <type_traits>

#include "gen/chess/mailbox/mailbox.h"

namespace plylab::chess {

/// The checks, the pins and the safe steps of the king of `us`, the side to move: found in one look
/// around. `Local` is a type of the including file alone: the compiler then sees all calls, and
/// inlines more.
template <class Rules>
template <Color us, class Local>
class MailboxOf<Rules>::KingDanger {
 public:
  explicit KingDanger(const MailboxOf& mailbox) : king(mailbox.king_cell(us)), box_(mailbox) {
    if (box_.ground_.kings_move())
      for (unsigned place = 0; place < 8; ++place)
        if ((occupant(king + mailbox::king_steps[place]) & mailbox::closed_to(us)) == 0)
          safe |= 1u << place;

    for (Cell side : {-1, 1}) {
      const Cell from = king + mailbox::pawn_step(us) + side;
      if (mailbox::piece_of(occupant(from)) == their_pawn) note_check(from);
    }
    if (safe != 0) {
      for (int slot : Bits{theirs(pawn)}) forbid(near_king(their_cell(slot), their_pawn));
      forbid(near_king(box_.king_cell(them), their_king));
    }
    unsigned sliders = theirs(bishop) | theirs(rook) | theirs(queen);
    if constexpr (std::is_same_v<Rules, Fairy>) {
      sliders |= theirs(knight);  // perhaps of one leap
    } else {
      for (int slot : Bits{theirs(knight)}) {
        const Cell from = their_cell(slot);
        if (box_.ground_.line(their_knight, from, king).carries(their_knight)) note_check(from);
        forbid(near_king(from, their_knight));
      }
    }
    for (int slot : Bits{sliders}) {
      const Cell from = their_cell(slot);
      const Piece piece = mailbox::piece_of(occupant(from));
      const Line& line = box_.ground_.line(piece, from, king);
      if (line.carries(piece)) look_along(line, from);
      for (int near : Bits{near_king(from, piece) & safe})
        if (box_.attacks(from, king + mailbox::king_steps[near])) forbid(1u << near);
    }
  }

  bool is_pinned(Cell cell) const { return (slot_bit(cell) & pinned) != 0; }

  const Cell king;
  unsigned safe = 0;    ///< bit i: the king may take mailbox::king_steps[i]
  unsigned pinned = 0;  ///< the slots of our pinned pieces
  int checks = 0;
  Cell checker = 0;

 private:
  using Line = mailbox::Line;

  static constexpr Color them = !us;
  static constexpr Piece their_pawn = make_piece(them, pawn);
  static constexpr Piece their_knight = make_piece(them, knight);
  static constexpr Piece their_king = make_piece(them, chess::king);

  Occupant occupant(Cell cell) const { return box_.board_[cell]; }
  Cell their_cell(int slot) const { return box_.cells_[index(them)][slot]; }
  unsigned theirs(PieceType type) const { return box_.slots_[make_piece(them, type)]; }
  unsigned slot_bit(Cell cell) const { return 1u << mailbox::slot_of(occupant(cell)); }

  /// The first cell on the way that is not empty; the rim, if no other.
  Cell first_met(Cell from, Cell step) const {
    do from += step;
    while (occupant(from) == 0);
    return from;
  }

  /// A line leads from an enemy to the king: a check, a pin or neither.
  void look_along(const Line& line, Cell from) {
    const Cell met = first_met(from, line.step);
    if (met == king) {
      note_check(from);
      forbid(line.king_bit);  // beyond the king, which does not block
    } else if ((occupant(met) & mailbox::owned_by(us)) != 0 && first_met(met, line.step) == king) {
      pinned |= slot_bit(met);
    }
  }

  void note_check(Cell from) {
    ++checks;
    checker = from;
  }

  void forbid(unsigned steps) { safe &= ~steps; }

  /// The steps of the king that lead to where an enemy attacks, other pieces not regarded.
  unsigned near_king(Cell from, Piece piece) const {
    return box_.ground_.near_king(piece, from, king);
  }

  const MailboxOf& box_;
};

}  // namespace plylab::chess
