// The legal moves of the mailbox.
#include <cstdlib>
#include <type_traits>

#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/mailbox/sinks.h"

namespace plylab::chess {

using namespace mailbox;

namespace {

// Types of this file alone: the compiler then sees all calls of the generator, and inlines more.
struct Counter : CountingSink {};
struct Lister : ListingSink {
  using ListingSink::ListingSink;
};

}  // namespace

/// Generates the legal moves of `us`, the side to move, into the sink.
///
/// One look around the king tells the checks, the pins and its safe steps; after that every piece
/// moves without asking whether it may.
template <class Rules>
template <Color us, class Sink>
class MailboxOf<Rules>::Generator {
 public:
  Generator(const MailboxOf& mailbox, Sink sink)
      : box_(mailbox), sink_(sink), king_(mailbox.king_cell(us)) {}

  Sink run() {
    look_around();
    move_king();
    if (checks_ == 0) {
      castle();
      move_freely();
      for (int slot : Bits{pinned_}) move_pinned(cell(slot));
    } else if (checks_ == 1) {
      parry();
    }
    if (checks_ <= 1 && box_.en_passant_ != 0) take_en_passant();
    return sink_;
  }

 private:
  static constexpr bool is_fairy = std::is_same_v<Rules, Fairy>;
  static constexpr Color them = !us;
  static constexpr Piece our_pawn = make_piece(us, pawn);
  static constexpr Piece their_pawn = make_piece(them, pawn);
  static constexpr Piece their_knight = make_piece(them, knight);
  static constexpr Piece their_king = make_piece(them, king);
  static constexpr Cell forward = pawn_step(us);

  static bool is_ours(Occupant occupant) { return (occupant & owned_by(us)) != 0; }
  static bool is_enemy(Occupant occupant) { return (occupant & owned_by(them)) != 0; }
  static bool may_enter(Occupant occupant) { return (occupant & closed_to(us)) == 0; }
  static bool is_at_home(Cell cell) { return us == white ? cell < 4 * up : cell >= 8 * up; }
  static bool promotes_from(Cell cell) { return us == white ? cell >= 8 * up : cell < 4 * up; }

  Occupant occupant(Cell cell) const { return box_.board_[cell]; }
  Cell cell(int slot) const { return box_.cells_[index(us)][slot]; }
  Cell their_cell(int slot) const { return box_.cells_[index(them)][slot]; }
  unsigned theirs(PieceType type) const { return box_.slots_[make_piece(them, type)]; }
  unsigned ours(PieceType type) const { return box_.slots_[make_piece(us, type)]; }

  const Line& line(Piece piece, Cell from, Cell to) const {
    return box_.ground_.line(piece, from, to);
  }

  unsigned slot_bit(Cell cell) const { return 1u << slot_of(occupant(cell)); }

  /// The first cell on the way that is not empty; the rim, if no other.
  Cell first_met(Cell from, Cell step) const {
    do from += step;
    while (occupant(from) == 0);
    return from;
  }

  /// Finds checks, pins and the king's safe steps.
  void look_around() {
    if (box_.ground_.kings_move())
      for (unsigned place = 0; place < 8; ++place)
        if (may_enter(occupant(king_ + king_steps[place]))) safe_ |= 1u << place;

    for (Cell side : {-1, 1}) {
      const Cell from = king_ + forward + side;
      if (piece_of(occupant(from)) == their_pawn) note_check(from);
    }
    if (safe_ != 0) {
      for (int slot : Bits{theirs(pawn)}) forbid(near_king(their_cell(slot), their_pawn));
      forbid(near_king(box_.king_cell(them), their_king));
    }
    unsigned sliders = theirs(bishop) | theirs(rook) | theirs(queen);
    if constexpr (is_fairy) {
      sliders |= theirs(knight);  // perhaps of one leap
    } else {
      for (int slot : Bits{theirs(knight)}) {
        const Cell from = their_cell(slot);
        if (line(their_knight, from, king_).carries(their_knight)) note_check(from);
        forbid(near_king(from, their_knight));
      }
    }
    for (int slot : Bits{sliders}) {
      const Cell from = their_cell(slot);
      const Piece piece = piece_of(occupant(from));
      const Line& line = this->line(piece, from, king_);
      if (line.carries(piece)) look_along(line, from);
      for (int near : Bits{near_king(from, piece) & safe_})
        if (box_.attacks(from, king_ + king_steps[near])) forbid(1u << near);
    }
  }

  /// A line leads from an enemy to the king: a check, a pin or neither.
  void look_along(const Line& line, Cell from) {
    const Cell met = first_met(from, line.step);
    if (met == king_) {
      note_check(from);
      forbid(line.king_bit);  // beyond the king, which does not block
    } else if (is_ours(occupant(met)) && first_met(met, line.step) == king_) {
      pinned_ |= slot_bit(met);
    }
  }

  void note_check(Cell from) {
    ++checks_;
    checker_ = from;
  }

  void forbid(unsigned steps) { safe_ &= ~steps; }

  /// The steps of the king that lead to where an enemy attacks, other pieces not regarded.
  unsigned near_king(Cell from, Piece piece) const {
    return box_.ground_.near_king(piece, from, king_);
  }

  void move_king() {
    for (int near : Bits{safe_}) {
      const Cell to = king_ + king_steps[near];
      sink_.add(king_, to, occupant(to) != 0 ? MoveKind::capture : MoveKind::quiet);
    }
  }

  /// Castles where that is legal, in Chess960 too. The rook may bare the king by leaving only if it
  /// is pinned now, by a slider behind it on the back rank.
  void castle() {
    for (CastlingSide castling_side : {CastlingSide::queenside, CastlingSide::kingside}) {
      if ((box_.castling_ >> castling_place(us, castling_side) & 1) == 0) continue;
      const Cell rook_cell = cell_of(box_.castling_rooks_[index(us)][index(castling_side)]);
      if (has_room(castling_side) && (slot_bit(rook_cell) & pinned_) == 0 &&
          is_safe_way(cell_of(castled_king(us, castling_side))))
        sink_.add(king_, rook_cell,
                  castling_side == CastlingSide::queenside ? MoveKind::castle_queenside
                                                           : MoveKind::castle_kingside);
    }
  }

  /// Whether nobody stands where king and rook pass or arrive.
  bool has_room(CastlingSide castling_side) const {
    const std::uint8_t* cell = box_.castling_rooms_[castling_place(us, castling_side)];
    while (*cell != 0 && occupant(*cell) == 0) ++cell;
    return *cell == 0;
  }

  /// Whether no enemy attacks the king's way along the back rank, its end included.
  bool is_safe_way(Cell goal) const {
    const Line& line = this->line(no_piece, king_, goal);
    Cell cell = king_;
    if (cell != goal && occupant(cell + line.step) == 0) {  // a step that has been looked at
      if ((safe_ & line.king_bit) == 0) return false;
      cell += line.step;
    }
    while (cell != goal)
      if (box_.attacked(cell += line.step, them)) return false;
    return true;
  }

  void move_freely() {
    for (int slot : Bits{ours(pawn) & ~pinned_}) {
      const Cell from = cell(slot);
      push(from);
      take(from, from + forward - 1);
      take(from, from + forward + 1);
    }
    for (int slot : Bits{ours(knight) & ~pinned_}) move_knight(cell(slot));
    slide_all<up + 1, up - 1, -up + 1, -up - 1>(ours(bishop) | ours(queen));
    slide_all<up, 1, -1, -up>(ours(rook) | ours(queen));
  }

  void move_knight(Cell from) {
    if constexpr (is_fairy) {
      for (Cell leap : box_.ground_.leaps())
        box_.ground_.knights_ride() ? slide(from, leap) : enter(from, from + leap);
    } else {
      for (Cell jump : knight_jumps) enter(from, from + jump);
    }
  }

  template <Cell... steps>
  void slide_all(unsigned sliders) {
    for (int slot : Bits{sliders & ~pinned_}) (slide(cell(slot), steps), ...);
  }

  /// A pinned piece keeps to the line of its pin.
  void move_pinned(Cell from) {
    const Line& line = box_.ground_.pin_line(king_, from);
    const Piece piece = piece_of(occupant(from));
    if (is_fairy && type_of(piece) == knight) {
      move_pinned_knight(from, line.step);
    } else if (type_of(piece) == pawn) {
      if (std::abs(line.step) == up) push(from);
      for (Cell side : {-1, 1})
        if (std::abs(line.step) == std::abs(forward + side)) take(from, from + forward + side);
    } else if (line.carries(piece)) {
      slide(from, line.step);
      slide(from, -line.step);
    }
  }

  /// It may leap on its line, but not over the pinning piece nor over the king.
  void move_pinned_knight(Cell from, Cell step) {
    Cell to = king_;
    do {
      to += step;
      if (to != from && box_.attacks(from, to)) enter(from, to);
    } while (to == from || occupant(to) == 0);
  }

  /// Out of the one check by other pieces than the king: the checker is taken or its line closed.
  void parry() {
    const Cell step = line(piece_of(occupant(checker_)), checker_, king_).step;
    for (Cell target = checker_; target != king_; target += step) {
      const unsigned movers = ours(bishop) | ours(rook) | ours(queen) | ours(knight);
      for (int slot : Bits{movers & ~pinned_})
        if (box_.attacks(cell(slot), target)) enter(cell(slot), target);
      if (target == checker_) {
        for (Cell side : {-1, 1})
          if (is_free_pawn(target - forward + side)) take(target - forward + side, target);
      } else {
        const Cell behind = target - forward;
        add_pawn_move(is_free_pawn(behind), behind, target, MoveKind::quiet);
        if (occupant(behind) == 0 && is_free_pawn(behind - forward) && is_at_home(behind - forward))
          sink_.add(behind - forward, target, MoveKind::double_push);
      }
    }
  }

  bool is_free_pawn(Cell cell) const {
    return piece_of(occupant(cell)) == our_pawn && (slot_bit(cell) & pinned_) == 0;
  }

  void take_en_passant() {
    for (Cell side : {-1, 1}) {
      const Cell from = box_.en_passant_ - forward + side;
      if (box_.may_take_en_passant(from, box_.en_passant_))
        sink_.add(from, box_.en_passant_, MoveKind::en_passant);
    }
  }

  void enter(Cell from, Cell to) {
    sink_.add_if(may_enter(occupant(to)), from, to,
                 occupant(to) != 0 ? MoveKind::capture : MoveKind::quiet);
  }

  void slide(Cell from, Cell step) {
    Cell to = from + step;
    for (; occupant(to) == 0; to += step) sink_.add(from, to, MoveKind::quiet);
    sink_.add_if(is_enemy(occupant(to)), from, to, MoveKind::capture);
  }

  void push(Cell from) {
    const Cell once = from + forward;
    const Cell twice = once + forward;
    add_pawn_move(occupant(once) == 0, from, once, MoveKind::quiet);
    sink_.add_if(is_at_home(from) && (occupant(once) | occupant(twice)) == 0, from, twice,
                 MoveKind::double_push);
  }

  void take(Cell from, Cell to) {
    add_pawn_move(is_enemy(occupant(to)), from, to, MoveKind::capture);
  }

  void add_pawn_move(bool condition, Cell from, Cell to, MoveKind kind) {
    if (promotes_from(from)) {
      if (condition) sink_.promote(from, to, kind);
    } else {
      sink_.add_if(condition, from, to, kind);
    }
  }

  const MailboxOf& box_;
  Sink sink_;
  const Cell king_;
  unsigned safe_ = 0;    ///< bit i: the king may take king_steps[i]
  unsigned pinned_ = 0;  ///< the slots of our pinned pieces
  int checks_ = 0;
  Cell checker_ = 0;
};

template <class Rules>
Moves MailboxOf<Rules>::generate() const {
  Moves moves;
  if (side_ == white)
    Generator<white, Lister>(*this, Lister(moves)).run();
  else
    Generator<black, Lister>(*this, Lister(moves)).run();
  return moves;
}

template <class Rules>
unsigned MailboxOf<Rules>::count() const {
  return side_ == white ? Generator<white, Counter>(*this, Counter()).run().count()
                        : Generator<black, Counter>(*this, Counter()).run().count();
}

// These two stand beside the generator, because in another file they slow it down.

/// Whether the piece on the cell attacks the target, which need not hold an enemy.
template <class Rules>
bool MailboxOf<Rules>::attacks(Cell cell, Cell target) const {
  const Line& line = ground_.line(piece_of(board_[cell]), cell, target);
  if (!line.carries(piece_of(board_[cell]))) return false;
  do cell += line.step;
  while (cell != target && board_[cell] == 0);
  return cell == target;
}

template <class Rules>
bool MailboxOf<Rules>::attacked(Cell target, Color by) const {
  for (int slot : all(by))
    if (attacks(cells_[index(by)][slot], target)) return true;
  return false;
}

template Moves MailboxOf<Orthodox>::generate() const;
template unsigned MailboxOf<Orthodox>::count() const;
template bool MailboxOf<Orthodox>::attacks(Cell, Cell) const;
template bool MailboxOf<Orthodox>::attacked(Cell, Color) const;
template Moves MailboxOf<Fairy>::generate() const;
template unsigned MailboxOf<Fairy>::count() const;
template bool MailboxOf<Fairy>::attacks(Cell, Cell) const;
template bool MailboxOf<Fairy>::attacked(Cell, Color) const;

}  // namespace plylab::chess
