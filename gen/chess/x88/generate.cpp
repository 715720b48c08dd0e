// The legal moves of X88.
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "gen/chess/x88/x88.h"

namespace plylab::chess {

using namespace x88;

namespace {

/// Takes moves and counts them.
class Counter {
 public:
  static constexpr bool examines_king = true;
  static constexpr bool takes(MoveKind) { return true; }
  void add(Move) { ++count_; }
  void add_if(bool condition, Move) { count_ += condition; }
  unsigned count() const { return count_; }

 private:
  unsigned count_ = 0;
};

/// Takes moves and lists those of a part. For pseudo-legal moves the king is not examined.
template <MovePart part, bool examine_king = true>
class Lister {
 public:
  static constexpr bool examines_king = examine_king;
  static constexpr bool takes(MoveKind kind) { return is_in(part, kind); }

  explicit Lister(Moves& moves) : moves_(moves) {}
  void add(Move move) {
    if (takes(move.kind())) moves_.add(move);
  }
  void add_if(bool condition, Move move) {
    if (condition) add(move);
  }

 private:
  Moves& moves_;
};

}  // namespace

/// The checks, the pins and the steps of the king of `us`, the side to move: found by looking from
/// the enemy's pieces to the king and to the squares around him. If the sink does not ask for that,
/// the whole zone is open, and there are no checks and no pins.
template <class Rules>
template <Color us, class Sink>
class X88Of<Rules>::KingDanger {
 public:
  explicit KingDanger(const X88Of& of) : position(of), king(of.square_[king_slot(us)]) {
    open_zone();
    if constexpr (!Sink::examines_king) return;
    look_with_leapers<pawn>();
    if constexpr (std::is_same_v<Rules, Fairy>)
      look_with_sliders<knight>();  // perhaps of one leap
    else
      look_with_leapers<knight>();
    open &= ~attacked_zone(make_piece(!us, chess::king), position.square_[king_slot(!us)]);
    look_with_sliders<bishop>();
    look_with_sliders<rook>();
    look_with_sliders<queen>();
  }

  CastlingSide castling_side_of(int rook_from) const {
    return rook_from < king ? CastlingSide::queenside : CastlingSide::kingside;
  }

  /// The squares of the zone that the king must not find attacked when he castles with the rook.
  unsigned castling_way(int rook_from) const {
    return x88::castling_ways[index(castling_side_of(rook_from))][king & 7];
  }

  const X88Of& position;
  const int king;
  unsigned open = x88::centre;  ///< the king's zone so far as he may go there, and `centre`
  unsigned steps = 0;           ///< the squares around the king without own pieces
  Slots castlers = 0;           ///< the rooks that may castle and have room for it
  unsigned checks = 0;
  int checker = nowhere;
  Slots pinned = 0;
  int pin_step[16];  ///< for pinned pieces: the way from the pinner to the king

 private:
  Cell cell(int square) const { return position.board_[square]; }
  unsigned attacked_zone(Piece piece, int from) const {
    return position.tables_.attacked_zone(piece, from, king);
  }
  Slots enemy(PieceType type) const { return position.slots_[type] & army(!us); }

  /// Opens the squares where the king may go if no enemy attacks them.
  void open_zone() {
    for (unsigned i = 0; i < 8; ++i) {
      const int to = king + x88::zone_steps[i];
      if (on_board(to)) open |= unsigned{!has<us>(cell(to))} << i;
    }
    if (!position.tables_.kings_move()) open = x88::centre;
    steps = open & x88::around;
    position.for_each_square(position.castlers_ & army(us), [this](int rook_from) {
      if (!has_room(rook_from)) return;
      castlers |= single(slot_of(cell(rook_from)));
      open |= castling_way(rook_from);
    });
  }

  /// Whether no other piece stands on the squares that king and rook leave, pass or reach when they
  /// castle. The whole back rank is looked at as one word.
  bool has_room(int rook_from) const {
    std::uint64_t rank;
    std::memcpy(&rank, position.board_ + (king & 0x70), sizeof rank);
    return (rank & x88::castling_rooms[king & 7][rook_from & 7]) == 0;
  }

  void add_check(int from) {
    ++checks;
    checker = from;
  }

  template <PieceType type>
  void look_with_leapers() {
    unsigned attacked = 0;
    position.for_each_square(enemy(type), [&](int from) {
      const unsigned zone = attacked_zone(make_piece(!us, type), from);
      attacked |= zone;
      if ((zone & x88::centre) != 0) add_check(from);
    });
    open &= ~attacked | x88::centre;
  }

  template <PieceType type>
  void look_with_sliders() {
    position.for_each_square(enemy(type), [this](int from) {
      unsigned attacked = attacked_zone(make_piece(!us, type), from) & open;
      if ((attacked & x88::centre) != 0) look_to_king(from);
      for (attacked &= ~x88::centre; attacked != 0; attacked &= attacked - 1) {
        const int target = king + x88::zone_steps[std::countr_zero(attacked)];
        const auto occupied = [this](int square) {
          return cell(square) != 0 && square != king;  // he cannot hide behind himself
        };
        if (position.reaches(from, target, occupied)) open &= ~(attacked & -attacked);
      }
    });
  }

  /// Finds the check or the pin that a slider gives on its line to the king.
  void look_to_king(int from) {
    const int step = position.tables_.line(piece_of(cell(from)), from, king).step;
    const int first = next_piece(from, step);
    if (first == king) return add_check(from);
    if (has<!us>(cell(first)) || next_piece(first, step) != king) return;
    const int slot = slot_of(cell(first));
    pinned |= single(slot);
    pin_step[slot & 15] = step;
  }

  /// The first piece that stands from the square in the step's direction. There must be one.
  int next_piece(int square, int step) const {
    do square += step;
    while (cell(square) == 0);
    return square;
  }
};

/// Finds the legal moves of one side and hands them to the sink. What threatens its king, which
/// settles checks, pins and the king's own moves, comes first.
template <class Rules>
template <Color us, class Sink>
class X88Of<Rules>::Generator {
 public:
  Generator(const X88Of& position, Sink& sink) : sink_(sink), danger_(position) {}

  void run() {
    king_moves();
    if (danger_.checks > 1) return;
    if (danger_.checks == 1) {
      evasions();
    } else {
      free_moves();
      pinned_moves();
      castling();
    }
    if (danger_.position.en_passant_ != nowhere) en_passant();
  }

  /// The same where it is known that there is a check.
  void run_in_check() {
    king_moves();
    if (danger_.checks > 1) return;
    evasions();
    if (danger_.position.en_passant_ != nowhere) en_passant();
  }

  /// With a king that has not been examined: all moves but for what may happen to it.
  void run_pseudo_legal() {
    king_moves();
    free_moves();
    castling();
    const int to = danger_.position.en_passant_;
    if (to == nowhere) return;
    for (const int from : {to - ahead - 1, to - ahead + 1})
      if (on_board(from) && cell(from) != 0 && piece_of(cell(from)) == make_piece(us, pawn))
        add(from, to, MoveKind::en_passant);
  }

 private:
  static constexpr bool is_fairy = std::is_same_v<Rules, Fairy>;
  static constexpr int ahead = forward_step(us);

  Cell cell(int square) const { return danger_.position.board_[square]; }
  Line line(Piece piece, int from, int to) const {
    return danger_.position.tables_.line(piece, from, to);
  }
  Slots own(PieceType type) const { return danger_.position.slots_[type] & army(us); }

  static bool on_second_rank(int square) { return square >> 4 == (us == white ? 1 : 6); }
  static bool on_seventh_rank(int square) { return square >> 4 == (us == white ? 6 : 1); }

  template <class Visitor>
  void for_each(Slots slots, Visitor visit) const {
    danger_.position.for_each_square(slots, visit);
  }

  /// Whether the piece on `from` attacks the other square.
  bool reaches(int from, int to) const {
    return danger_.position.reaches(from, to, [this](int square) { return cell(square) != 0; });
  }

  void king_moves() {
    for (unsigned rest = danger_.open & danger_.steps; rest != 0; rest &= rest - 1) {
      const int to = danger_.king + zone_steps[std::countr_zero(rest)];
      add(danger_.king, to, cell(to) != 0 ? MoveKind::capture : MoveKind::quiet);
    }
  }

  /// A pinned rook must not castle: the pin is along the back rank, and it leaves the king bare.
  void castling() {
    if (!Sink::takes(MoveKind::castle_kingside)) return;
    for_each(danger_.castlers & ~danger_.pinned, [this](int rook_from) {
      if ((~danger_.open & danger_.castling_way(rook_from)) == 0)
        add(danger_.king, rook_from,
            danger_.castling_side_of(rook_from) == CastlingSide::queenside
                ? MoveKind::castle_queenside
                : MoveKind::castle_kingside);
    });
  }

  void en_passant() {
    const int to = danger_.position.en_passant_;
    for_each(danger_.position.en_passant_captors(to),
             [this, to](int from) { add(from, to, MoveKind::en_passant); });
  }

  /// Captures the one checking piece or steps in between, with any piece but the king.
  void evasions() {
    const Slots pawns = own(pawn) & ~danger_.pinned;
    const Slots pieces = (own(knight) | own(bishop) | own(rook) | own(queen)) & ~danger_.pinned;
    for_each(pawns, [this](int from) {
      if (reaches(from, danger_.checker)) add_pawn_move(from, danger_.checker, MoveKind::capture);
    });
    for_each(pieces, [this](int from) {
      if (reaches(from, danger_.checker)) add(from, danger_.checker, MoveKind::capture);
    });
    const int step = line(piece_of(cell(danger_.checker)), danger_.checker, danger_.king).step;
    for (int to = danger_.checker + step; to != danger_.king; to += step) {
      for_each(pawns, [this, to](int from) { push_onto(from, to); });
      for_each(pieces, [this, to](int from) {
        if (reaches(from, to)) add(from, to, MoveKind::quiet);
      });
    }
  }

  /// All moves of the pieces that no pin binds.
  void free_moves() {
    for_each(own(pawn) & ~danger_.pinned, [this](int from) {
      push(from);
      capture_with_pawn(from, ahead - 1);
      capture_with_pawn(from, ahead + 1);
    });
    for_each(own(knight) & ~danger_.pinned, [this](int from) {
      for (int step : danger_.position.tables_.knight_steps())
        if (danger_.position.tables_.knights_ride())
          slide(from, step);
        else
          leap(from, from + step);
    });
    for_each((own(bishop) | own(queen)) & ~danger_.pinned,
             [this](int from) { slide<-17, -15, 15, 17>(from); });
    for_each((own(rook) | own(queen)) & ~danger_.pinned,
             [this](int from) { slide<-16, -1, 1, 16>(from); });
  }

  /// Pinned pieces may move on the line of the pin.
  void pinned_moves() {
    for_each(danger_.pinned, [this](int from) {
      const int step = danger_.pin_step[slot_of(cell(from)) & 15];
      const Piece piece = piece_of(cell(from));
      if (is_fairy && piece == make_piece(us, knight)) {
        leap_on_pin(from, step);
      } else if (piece == make_piece(us, pawn)) {
        if (step == ahead || step == -ahead) push(from);
        if (line(piece, from, from - step).carries(piece)) capture_with_pawn(from, -step);
      } else if (line(piece, from, from + step).carries(piece)) {
        slide(from, step);
        slide(from, -step);
      }
    });
  }

  /// A knight may leap on the line of its pin, but not over the pinning piece nor over the king.
  void leap_on_pin(int from, int step) {
    int to = danger_.king;
    do {
      to -= step;
      if (to != from && reaches(from, to)) leap(from, to);
    } while (to == from || cell(to) == 0);
  }

  void leap(int from, int to) {
    if (on_board(to))
      add_if(!has<us>(cell(to)), from, to, cell(to) != 0 ? MoveKind::capture : MoveKind::quiet);
  }

  /// Slides in all these directions. They are unrolled, for each has a branch history of its own.
  template <int... steps>
  void slide(int from) {
    (slide(from, steps), ...);
  }

  void slide(int from, int step) {
    for (int to = from + step; on_board(to); to += step) {
      const Cell target = cell(to);
      if (target != 0) {
        add_if(has<!us>(target), from, to, MoveKind::capture);
        return;
      }
      add(from, to, MoveKind::quiet);
    }
  }

  void push(int from) {
    if (!Sink::takes(MoveKind::quiet) && !on_seventh_rank(from)) return;
    const int to = from + ahead;
    if (on_seventh_rank(from)) {
      if (cell(to) == 0) add_promotions(from, to, MoveKind::quiet);
      return;
    }
    add_if(cell(to) == 0, from, to, MoveKind::quiet);
    if (on_second_rank(from))
      add_if(cell(to) == 0 && cell(to + ahead) == 0, from, to + ahead, MoveKind::double_push);
  }

  /// Pushes a pawn if that leads to the empty square `to`.
  void push_onto(int from, int to) {
    const int passed = from + ahead;
    if (passed == to)
      add_pawn_move(from, to, MoveKind::quiet);
    else if (passed + ahead == to && on_second_rank(from) && cell(passed) == 0)
      add(from, to, MoveKind::double_push);
  }

  void capture_with_pawn(int from, int step) {
    const int to = from + step;
    if (on_seventh_rank(from)) {
      if (on_board(to) && has<!us>(cell(to))) add_promotions(from, to, MoveKind::capture);
    } else {
      // beyond the edge files there are cells too, always empty
      add_if(has<!us>(cell(to)), from, to, MoveKind::capture);
    }
  }

  void add(int from, int to, MoveKind kind) { sink_.add(Move(narrow(from), narrow(to), kind)); }
  void add_if(bool condition, int from, int to, MoveKind kind) {
    sink_.add_if(condition, Move(narrow(from), narrow(to), kind));
  }
  void add_promotions(int from, int to, MoveKind kind) {
    for (int piece = 0; piece < 4; ++piece)
      add(from, to, static_cast<MoveKind>(static_cast<int>(kind) | 8 | piece));
  }
  void add_pawn_move(int from, int to, MoveKind kind) {
    if (on_seventh_rank(from))
      add_promotions(from, to, kind);
    else
      add(from, to, kind);
  }

  Sink& sink_;
  const KingDanger<us, Sink> danger_;
};

template <class Rules>
template <class Sink>
void X88Of<Rules>::generate_into(Sink& sink) const {
  if (side_ == white)
    Generator<white, Sink>(*this, sink).run();
  else
    Generator<black, Sink>(*this, sink).run();
}

template <class Rules>
template <MovePart part>
Moves X88Of<Rules>::list_part() const {
  Moves moves;
  Lister<part> lister(moves);
  generate_into(lister);
  return moves;
}

template <class Rules>
Moves X88Of<Rules>::generate() const {
  return list_part<MovePart::all>();
}

template <class Rules>
Moves X88Of<Rules>::captures() const {
  return list_part<MovePart::captures>();
}

template <class Rules>
Moves X88Of<Rules>::quiet_moves() const {
  return list_part<MovePart::quiet>();
}

template <class Rules>
Moves X88Of<Rules>::evasions() const {
  using Sink = Lister<MovePart::all>;
  Moves moves;
  Sink lister(moves);
  if (side_ == white)
    Generator<white, Sink>(*this, lister).run_in_check();
  else
    Generator<black, Sink>(*this, lister).run_in_check();
  return moves;
}

template <class Rules>
Moves X88Of<Rules>::pseudo_legal() const {
  using Sink = Lister<MovePart::all, false>;
  Moves moves;
  Sink lister(moves);
  if (side_ == white)
    Generator<white, Sink>(*this, lister).run_pseudo_legal();
  else
    Generator<black, Sink>(*this, lister).run_pseudo_legal();
  return moves;
}

template <class Rules>
unsigned X88Of<Rules>::count() const {
  Counter counter;
  generate_into(counter);
  return counter.count();
}

template Moves X88Of<Orthodox>::generate() const;
template Moves X88Of<Orthodox>::captures() const;
template Moves X88Of<Orthodox>::quiet_moves() const;
template Moves X88Of<Orthodox>::evasions() const;
template Moves X88Of<Orthodox>::pseudo_legal() const;
template unsigned X88Of<Orthodox>::count() const;
template Moves X88Of<Fairy>::generate() const;
template Moves X88Of<Fairy>::captures() const;
template Moves X88Of<Fairy>::quiet_moves() const;
template Moves X88Of<Fairy>::evasions() const;
template Moves X88Of<Fairy>::pseudo_legal() const;
template unsigned X88Of<Fairy>::count() const;

}  // namespace plylab::chess
