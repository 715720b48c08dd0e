// The legal moves of the mailbox.
#include <cstdlib>
#include <type_traits>

#include "gen/chess/board/move.h"
#include "gen/chess/mailbox/cells.h"
#include "gen/chess/mailbox/mailbox.h"

namespace plylab::chess {

using namespace mailbox;

namespace {

// The sinks of the generator are types of this file alone: the compiler then sees all its calls,
// and inlines more.

/// Counts the moves.
class Counter {
 public:
  static constexpr bool takes(MoveKind) { return true; }
  void add(Cell, Cell, MoveKind) { ++count_; }
  void add_if(bool condition, Cell, Cell, MoveKind) { count_ += condition; }
  void promote(Cell, Cell, MoveKind) { count_ += 4; }
  unsigned count() const { return count_; }

 private:
  unsigned count_ = 0;
};

/// Lists the moves of a part.
template <MovePart part>
class Lister {
 public:
  explicit Lister(Moves& moves) : moves_(moves) {}

  static constexpr bool takes(MoveKind kind) { return is_in(part, kind); }

  void add(Cell from, Cell to, MoveKind kind) {
    if (takes(kind)) moves_.add(Move(square_of(from), square_of(to), kind));
  }
  void add_if(bool condition, Cell from, Cell to, MoveKind kind) {
    if (condition) add(from, to, kind);
  }
  void promote(Cell from, Cell to, MoveKind kind) {
    for (MoveKind promotion :
         {MoveKind::to_knight, MoveKind::to_bishop, MoveKind::to_rook, MoveKind::to_queen})
      add(from, to, static_cast<MoveKind>(static_cast<int>(promotion) | static_cast<int>(kind)));
  }

 private:
  Moves& moves_;
};

/// What the generator of pseudo-legal moves says in place of an examination of the king.
struct Unexamined {};

}  // namespace

/// The checks, the pins and the safe steps of the king of `us`, the side to move: found in one look
/// around. `Local` is a type
/// of this file alone.
template <class Rules>
template <Color us, class Local>
class MailboxOf<Rules>::KingDanger {
 public:
  /// Takes every step of the king for safe, and sees no checks and no pins.
  KingDanger(const MailboxOf& mailbox, Unexamined) : king(mailbox.king_cell(us)), box_(mailbox) {
    open_steps();
  }

  explicit KingDanger(const MailboxOf& mailbox) : king(mailbox.king_cell(us)), box_(mailbox) {
    open_steps();
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
        if (box_.tables_.line(their_knight, from, king).carries(their_knight)) note_check(from);
        forbid(near_king(from, their_knight));
      }
    }
    for (int slot : Bits{sliders}) {
      const Cell from = their_cell(slot);
      const Piece piece = mailbox::piece_of(occupant(from));
      const Line& line = box_.tables_.line(piece, from, king);
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

  /// Takes the steps for safe that no own piece bars.
  void open_steps() {
    if (box_.tables_.kings_move())
      for (unsigned place = 0; place < 8; ++place)
        if ((occupant(king + mailbox::king_steps[place]) & mailbox::closed_to(us)) == 0)
          safe |= 1u << place;
  }

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
    return box_.tables_.near_king(piece, from, king);
  }

  const MailboxOf& box_;
};

/// Generates the legal moves of `us`, the side to move, into the sink.
///
/// What threatens the king, which is examined first, gives the checks, the pins and its safe steps;
/// after that every piece moves without asking whether it may.
template <class Rules>
template <Color us, class Sink>
class MailboxOf<Rules>::Generator {
 public:
  Generator(const MailboxOf& mailbox, Sink sink) : box_(mailbox), sink_(sink), danger_(mailbox) {}
  Generator(const MailboxOf& mailbox, Sink sink, Unexamined unexamined)
      : box_(mailbox), sink_(sink), danger_(mailbox, unexamined) {}

  Sink run() {
    move_king();
    if (danger_.checks == 0) {
      castle();
      move_freely();
      for (int slot : Bits{danger_.pinned}) move_pinned(cell(slot));
    } else if (danger_.checks == 1) {
      parry();
    }
    if (danger_.checks <= 1 && box_.en_passant_ != 0) take_en_passant();
    return sink_;
  }

  /// The same where it is known that there is a check.
  Sink run_in_check() {
    move_king();
    if (danger_.checks > 1) return sink_;
    parry();
    if (box_.en_passant_ != 0) take_en_passant();
    return sink_;
  }

  /// With a king that has not been examined: all moves but for what may happen to it.
  Sink run_pseudo_legal() {
    move_king();
    castle<false>();
    move_freely();
    if (box_.en_passant_ != 0)
      for (Cell side : {-1, 1})
        if (piece_of(occupant(box_.en_passant_ - forward + side)) == our_pawn)
          sink_.add(box_.en_passant_ - forward + side, box_.en_passant_, MoveKind::en_passant);
    return sink_;
  }

 private:
  static constexpr bool is_fairy = std::is_same_v<Rules, Fairy>;
  static constexpr Piece our_pawn = make_piece(us, pawn);
  static constexpr Cell forward = pawn_step(us);

  static bool is_enemy(Occupant occupant) { return (occupant & owned_by(!us)) != 0; }
  static bool may_enter(Occupant occupant) { return (occupant & closed_to(us)) == 0; }
  static bool is_at_home(Cell cell) { return us == white ? cell < 4 * up : cell >= 8 * up; }
  static bool promotes_from(Cell cell) { return us == white ? cell >= 8 * up : cell < 4 * up; }

  Occupant occupant(Cell cell) const { return box_.board_[cell]; }
  Cell cell(int slot) const { return box_.cells_[index(us)][slot]; }
  unsigned ours(PieceType type) const { return box_.slots_[make_piece(us, type)]; }

  const Line& line(Piece piece, Cell from, Cell to) const {
    return box_.tables_.line(piece, from, to);
  }

  void move_king() {
    for (int near : Bits{danger_.safe}) {
      const Cell to = danger_.king + king_steps[near];
      sink_.add(danger_.king, to, occupant(to) != 0 ? MoveKind::capture : MoveKind::quiet);
    }
  }

  /// Castles where that is legal, in Chess960 too. The rook may bare the king by leaving only if it
  /// is pinned now, by a slider behind it on the back rank. Unless `examined`, attacks do not
  /// matter.
  template <bool examined = true>
  void castle() {
    if (!Sink::takes(MoveKind::castle_kingside)) return;
    for (CastlingSide castling_side : {CastlingSide::queenside, CastlingSide::kingside}) {
      if (((box_.castling_ >> castling_place(us, castling_side)) & 1) == 0) continue;
      const Cell rook_cell = cell_of(box_.castling_rooks_[index(us)][index(castling_side)]);
      if (has_room(castling_side) && !danger_.is_pinned(rook_cell) &&
          (!examined || is_safe_way(cell_of(castled_king(us, castling_side)))))
        sink_.add(danger_.king, rook_cell,
                  castling_side == CastlingSide::queenside ? MoveKind::castle_queenside
                                                           : MoveKind::castle_kingside);
    }
  }

  /// Whether the squares that king and rook pass or reach are empty.
  bool has_room(CastlingSide castling_side) const {
    const std::uint8_t* cell = box_.castling_rooms_[castling_place(us, castling_side)];
    while (*cell != 0 && occupant(*cell) == 0) ++cell;
    return *cell == 0;
  }

  /// Whether no enemy attacks the king's way along the back rank, its end included.
  bool is_safe_way(Cell goal) const {
    const Line& line = this->line(no_piece, danger_.king, goal);
    Cell cell = danger_.king;
    if (cell != goal && occupant(cell + line.step) == 0) {  // a step that has been looked at
      if ((danger_.safe & line.king_bit) == 0) return false;
      cell += line.step;
    }
    while (cell != goal)
      if (box_.attacked(cell += line.step, !us)) return false;
    return true;
  }

  void move_freely() {
    for (int slot : Bits{ours(pawn) & ~danger_.pinned}) {
      const Cell from = cell(slot);
      push(from);
      take(from, from + forward - 1);
      take(from, from + forward + 1);
    }
    for (int slot : Bits{ours(knight) & ~danger_.pinned}) move_knight(cell(slot));
    slide_all<up + 1, up - 1, -up + 1, -up - 1>(ours(bishop) | ours(queen));
    slide_all<up, 1, -1, -up>(ours(rook) | ours(queen));
  }

  void move_knight(Cell from) {
    if constexpr (is_fairy) {
      for (Cell leap : box_.tables_.leaps())
        box_.tables_.knights_ride() ? slide(from, leap) : enter(from, from + leap);
    } else {
      for (Cell jump : knight_jumps) enter(from, from + jump);
    }
  }

  template <Cell... steps>
  void slide_all(unsigned sliders) {
    for (int slot : Bits{sliders & ~danger_.pinned}) (slide(cell(slot), steps), ...);
  }

  /// A pinned piece keeps to the line of its pin.
  void move_pinned(Cell from) {
    const Line& line = box_.tables_.pin_line(danger_.king, from);
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
    Cell to = danger_.king;
    do {
      to += step;
      if (to != from && box_.attacks(from, to)) enter(from, to);
    } while (to == from || occupant(to) == 0);
  }

  /// Out of the one check by other pieces than the king: the checker is taken or its line closed.
  void parry() {
    const Cell checker = danger_.checker;
    const Cell step = line(piece_of(occupant(checker)), checker, danger_.king).step;
    for (Cell target = checker; target != danger_.king; target += step) {
      const unsigned movers = ours(bishop) | ours(rook) | ours(queen) | ours(knight);
      for (int slot : Bits{movers & ~danger_.pinned})
        if (box_.attacks(cell(slot), target)) enter(cell(slot), target);
      if (target == checker) {
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
    return piece_of(occupant(cell)) == our_pawn && !danger_.is_pinned(cell);
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
    if (!Sink::takes(MoveKind::quiet) && !promotes_from(from)) return;
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
  const KingDanger<us, Sink> danger_;
};

template <class Rules>
template <MovePart part>
Moves MailboxOf<Rules>::list_part() const {
  using Sink = Lister<part>;
  Moves moves;
  if (side_ == white)
    Generator<white, Sink>(*this, Sink(moves)).run();
  else
    Generator<black, Sink>(*this, Sink(moves)).run();
  return moves;
}

template <class Rules>
Moves MailboxOf<Rules>::generate() const {
  return list_part<MovePart::all>();
}

template <class Rules>
Moves MailboxOf<Rules>::captures() const {
  return list_part<MovePart::captures>();
}

template <class Rules>
Moves MailboxOf<Rules>::quiet_moves() const {
  return list_part<MovePart::quiet>();
}

template <class Rules>
Moves MailboxOf<Rules>::evasions() const {
  using Sink = Lister<MovePart::all>;
  Moves moves;
  if (side_ == white)
    Generator<white, Sink>(*this, Sink(moves)).run_in_check();
  else
    Generator<black, Sink>(*this, Sink(moves)).run_in_check();
  return moves;
}

template <class Rules>
Moves MailboxOf<Rules>::pseudo_legal() const {
  using Sink = Lister<MovePart::all>;
  Moves moves;
  if (side_ == white)
    Generator<white, Sink>(*this, Sink(moves), Unexamined()).run_pseudo_legal();
  else
    Generator<black, Sink>(*this, Sink(moves), Unexamined()).run_pseudo_legal();
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
  const Line& line = tables_.line(piece_of(board_[cell]), cell, target);
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
template Moves MailboxOf<Orthodox>::captures() const;
template Moves MailboxOf<Orthodox>::quiet_moves() const;
template Moves MailboxOf<Orthodox>::evasions() const;
template Moves MailboxOf<Orthodox>::pseudo_legal() const;
template unsigned MailboxOf<Orthodox>::count() const;
template bool MailboxOf<Orthodox>::attacks(Cell, Cell) const;
template bool MailboxOf<Orthodox>::attacked(Cell, Color) const;
template Moves MailboxOf<Fairy>::generate() const;
template Moves MailboxOf<Fairy>::captures() const;
template Moves MailboxOf<Fairy>::quiet_moves() const;
template Moves MailboxOf<Fairy>::evasions() const;
template Moves MailboxOf<Fairy>::pseudo_legal() const;
template unsigned MailboxOf<Fairy>::count() const;
template bool MailboxOf<Fairy>::attacks(Cell, Cell) const;
template bool MailboxOf<Fairy>::attacked(Cell, Color) const;

}  // namespace plylab::chess
