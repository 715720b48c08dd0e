// The 0x88 board: a 16x8 array in which one bit test detects the edge, and in which the difference
// of two squares alone determines how they lie to each other. Threats are found by looking from the
// enemy's pieces to the king through tables by that difference.
#pragma once

#include <bit>
#include <cstdint>

#include "gen/chess/board/board.h"
#include "gen/chess/board/keys.h"
#include "gen/chess/board/move.h"
#include "gen/chess/board/move_parts.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/x88/lines.h"

namespace plylab::chess {

/// A chess position on a 0x88 board with piece lists, by the Rules of gen/chess/board/setup.h.
///
/// A piece keeps its slot in the list from the first move to the last; sets of slots, one for each
/// type of piece, say which slots are alive. So making and unmaking a move never reorder the list.
template <class Rules>
class X88Of {
 public:
  using Move = chess::Move;
  using MoveList = Moves;
  using Packed = chess::Packed;

  /// What make() cannot recompute.
  struct Undo {
    Key key;
    std::uint32_t castlers;
    unsigned halfmove_clock;
    std::uint8_t en_passant;
    std::int8_t captured;
  };

  explicit X88Of(const typename Rules::Start& start);

  Color side_to_move() const { return side_; }

  /// All legal moves, in no particular order.
  Moves generate() const;
  /// How many legal moves there are.
  unsigned count() const;

  // Parts of the moves, see ListsParts.
  Moves captures() const;
  Moves quiet_moves() const;
  Moves evasions() const;
  Moves checks() const;
  Moves pseudo_legal() const;
  bool is_legal(Move move) const;

  /// Plays a legal move.
  Undo make(Move move);
  /// Takes back the move that make() played last and gave `undo` for.
  void unmake(Move move, const Undo& undo);

  /// Passes the turn, as no rule allows: for null-move searches. The side must not be in check.
  Undo make_null();
  /// Takes the pass back that make_null() gave `undo` for.
  void unmake_null(const Undo& undo);

  Key key() const { return key_; }
  Packed packed() const { return pack(setup()); }

  /// Mate or stalemate, if there is no legal move.
  Outcome terminal_outcome() const { return checkers() != 0 ? Outcome::loss : Outcome::draw; }
  /// Whether it is a draw by the fifty-move rule or for want of mating material.
  bool drawn_by_rule() const { return halfmove_clock_ >= 100 || insufficient_material(); }

  const Variant& variant() const { return tables_.variant(); }
  Piece piece_on(Square square) const { return piece_of(board_[widen(square)]); }
  /// Bit s: the piece on s gives check.
  std::uint64_t checkers() const;
  /// The position with its clocks.
  Setup setup() const;
  unsigned halfmove_clock() const { return halfmove_clock_; }

  /// Calls visit(Piece, Square) for each piece.
  template <class Visitor>
  void for_each_piece(Visitor&& visit) const {
    for_each_square(alive(), [&](int square) { visit(piece_of(board_[square]), narrow(square)); });
  }

 private:
  template <Color us, class Sink>
  class KingDanger;
  template <Color us, class Sink>
  class Generator;

  /// The content of a square: slot << 3 | type. Black's slots have bit 4 set, which is the sign:
  /// a white piece is positive, a black one negative, an empty square zero.
  using Cell = std::int8_t;

  /// A set of slots: White's in the low half, Black's in the high half.
  using Slots = std::uint32_t;

  /// Squares of this board are ints: the file in bits 0–2, the rank in bits 4–6.
  static constexpr int widen(Square square) { return square + (square & 56); }
  static constexpr Square narrow(int square) {
    return static_cast<Square>((square + (square & 7)) >> 1);
  }
  static constexpr bool on_board(int square) { return (square & 0x88) == 0; }
  static constexpr std::uint8_t nowhere = 0x88;

  static constexpr PieceType type_of(Cell cell) { return static_cast<PieceType>(cell & 7); }
  static constexpr int slot_of(Cell cell) { return (cell >> 3) & 31; }
  static constexpr Piece piece_of(Cell cell) {
    return make_piece(cell < 0 ? black : white, type_of(cell));
  }
  template <Color color>
  static constexpr bool has(Cell cell) {
    return color == white ? cell > 0 : cell < 0;
  }

  static constexpr int king_slot(Color color) { return color == white ? 0 : 16; }
  static constexpr Slots army(Color color) { return color == white ? 0xffff : 0xffff0000; }
  static constexpr Slots single(int slot) { return Slots{1} << slot; }

  /// Calls visit(square) for each piece in the set.
  template <class Visitor>
  void for_each_square(Slots slots, Visitor visit) const {
    for (; slots != 0; slots &= slots - 1)
      visit(int{square_[static_cast<unsigned>(std::countr_zero(slots))]});
  }
  Slots alive() const;
  bool insufficient_material() const;
  bool attacked_past(int goal, Color by, int from, int to, int taken) const;
  bool gives_check(Move move) const;
  Slots en_passant_captors(int passed) const;
  template <class Occupied>
  bool reaches(int from, int to, Occupied occupied) const;
  template <class Sink>
  void generate_into(Sink& sink) const;
  template <MovePart part>
  Moves list_part() const;

  void restore(const Undo& undo);
  void move_piece(int from, int to);
  void move_both(int king_from, int king_to, int rook_from, int rook_to);
  void change_type(int square, PieceType from, PieceType to);

  Key key_;
  Cell board_[128] = {};          ///< always empty off the board
  std::uint8_t square_[32] = {};  ///< by slot; slots 0 and 16 are the kings'
  Slots slots_[8] = {};           ///< by type: the slots of the living pieces
  Slots castlers_ = 0;            ///< the rooks that may still castle
  unsigned halfmove_clock_;
  unsigned fullmove_;
  std::uint8_t en_passant_ = nowhere;
  Color side_;
  [[no_unique_address]] x88::LineTables<Rules> tables_;
};

using X88 = X88Of<Orthodox>;

static_assert(ChessPosition<X88> && ListsParts<X88>);

/// Whether the piece on `from` attacks the other square while `occupied` says what stands in the
/// way.
template <class Rules>
template <class Occupied>
bool X88Of<Rules>::reaches(int from, int to, Occupied occupied) const {
  const x88::Line way = tables_.line(piece_of(board_[from]), from, to);
  if (!way.carries(piece_of(board_[from]))) return false;
  int square = from + way.step;
  while (square != to && !occupied(square)) square += way.step;
  return square == to;
}

}  // namespace plylab::chess
