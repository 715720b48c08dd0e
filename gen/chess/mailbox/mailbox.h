// The mailbox: the board as an array with a rim that stops every move, and lists of the pieces.
#pragma once

#include <array>
#include <cstdint>

#include "gen/chess/board/keys.h"
#include "gen/chess/board/move_parts.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/mailbox/cells.h"

namespace plylab::chess {

/// A chess position on a 12x12 mailbox with piece lists, by the Rules of gen/chess/board/setup.h.
///
/// Each piece keeps its *slot* 0–15 in its side's list from the start to its capture; the kings
/// have slot 0. Which slots are alive, and which hold the pieces of a type, say masks of 16 bits:
/// taking a piece off the list and putting it back is a matter of one bit.
template <class Rules>
class MailboxOf {
 public:
  using Move = chess::Move;
  using MoveList = Moves;
  using Packed = chess::Packed;

  struct Undo {
    Key key;
    unsigned halfmove_clock;
    mailbox::Occupant captured;
    std::uint8_t en_passant;
    std::uint8_t castling;
  };

  explicit MailboxOf(const typename Rules::Start& start);

  Color side_to_move() const { return side_; }
  Moves generate() const;
  unsigned count() const;

  // Parts of the moves, see ListsParts.
  Moves captures() const;
  Moves quiet_moves() const;
  Moves evasions() const;
  Moves checks() const;
  Moves pseudo_legal() const;
  bool is_legal(Move move) const;

  Undo make(Move move);
  void unmake(Move move, const Undo& undo);

  /// Passes the turn, as no rule allows: for null-move searches. The side must not be in check.
  Undo make_null();
  void unmake_null(const Undo& undo);

  Key key() const { return key_; }
  Packed packed() const { return pack(setup()); }
  Outcome terminal_outcome() const { return checkers() != 0 ? Outcome::loss : Outcome::draw; }
  bool drawn_by_rule() const { return halfmove_clock_ >= 100 || insufficient_material(); }
  bool insufficient_material() const;
  const Variant& variant() const { return tables_.variant(); }

  Piece piece_on(Square square) const {
    return mailbox::piece_of(board_[mailbox::cell_of(square)]);
  }
  std::uint64_t checkers() const;
  Setup setup() const;
  unsigned halfmove_clock() const { return halfmove_clock_; }

  /// Calls visit(piece, square) for every piece on the board.
  template <class Visitor>
  void for_each_piece(Visitor&& visit) const {
    for (Color color : {white, black})
      for (int slot : all(color)) {
        const Cell cell = cells_[index(color)][slot];
        visit(mailbox::piece_of(board_[cell]), mailbox::square_of(cell));
      }
  }

 private:
  using Cell = mailbox::Cell;
  using Occupant = mailbox::Occupant;
  using Bits = mailbox::Bits;

  template <Color us, class Local>
  class KingDanger;
  template <Color us, class Sink>
  class Generator;

  static constexpr unsigned castling_place(Color color, CastlingSide castling_side) {
    return 2 * index(color) + index(castling_side);
  }

  Bits all(Color color) const { return {slots_[make_piece(color, no_type)]}; }
  Cell king_cell(Color color) const { return cells_[index(color)][0]; }
  bool attacks(Cell cell, Cell target) const;
  bool attacked(Cell target, Color by) const;
  bool attacked_past(Cell goal, Color by, Cell from, Cell to, Cell taken) const;
  bool gives_check(Move move) const;
  bool may_take_en_passant(Cell from, Cell target) const;
  template <MovePart part>
  Moves list_part() const;
  void allow_castling(Color color, CastlingSide castling_side);
  void hash(Piece piece, Square square) { key_ ^= keys.piece[piece][square]; }
  void hash_en_passant();
  void put(Occupant occupant, Cell cell);
  void toggle(Occupant occupant);
  Occupant promote(Occupant occupant, PieceType type);
  void restore(const Undo& undo);
  void castle(Move move, bool forth);
  void lose_castling(unsigned rights);
  void allow_en_passant(Cell target);

  Key key_;
  Occupant board_[144];          ///< what stands on each cell
  std::uint8_t cells_[2][16]{};  ///< by colour and slot: the piece's cell
  /// By piece: the slots of the pieces alive, as bits; with no_type those of the whole colour.
  std::array<std::uint16_t, 16> slots_{};
  unsigned halfmove_clock_;
  unsigned fullmove_;
  Color side_;
  std::uint8_t en_passant_ = 0;       ///< the passed cell, if a capture there is legal, or 0
  std::uint8_t castling_ = 0;         ///< the rights, at castling_place
  std::uint8_t castling_lost_[64]{};  ///< the rights that end when a move touches the square
  CastlingRooks castling_rooks_;      ///< those of the setup
  /// By castling_place: the cells that must be empty, at most five, and a zero as the end.
  std::uint8_t castling_rooms_[4][6]{};
  [[no_unique_address]] mailbox::LineTables<Rules> tables_;
};

using Mailbox = MailboxOf<Orthodox>;

static_assert(ChessPosition<Mailbox> && ListsParts<Mailbox>);

}  // namespace plylab::chess
