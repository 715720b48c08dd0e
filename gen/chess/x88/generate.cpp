// How X88 looks from the pieces to the kings and finds the legal moves.
#include <bit>
#include <cstdint>
#include <cstring>

#include "gen/chess/x88/lines.h"
#include "gen/chess/x88/x88.h"

namespace plylab::chess {

using namespace x88;

namespace {

/// Takes moves and counts them.
class Counter {
 public:
  void add(Move) { ++count_; }
  void add_if(bool condition, Move) { count_ += condition; }
  unsigned count() const { return count_; }

 private:
  unsigned count_ = 0;
};

/// Takes moves and lists them.
class Lister {
 public:
  explicit Lister(Moves& moves) : moves_(moves) {}
  void add(Move move) { moves_.add(move); }
  void add_if(bool condition, Move move) {
    if (condition) moves_.add(move);
  }

 private:
  Moves& moves_;
};

}  // namespace

/// Whether the piece on `from` attacks the other square while `occupied` tells what stands in the
/// way.
template <class Occupied>
bool X88::reaches(int from, int to, Occupied occupied) const {
  const Line way = line(from, to);
  if (!way.carries(piece_of(board_[from]))) return false;
  int square = from + way.step;
  while (square != to && !occupied(square)) square += way.step;
  return square == to;
}

std::uint64_t X88::checkers() const {
  const int king_square = square_[king_slot(side_)];
  const auto occupied = [this](int square) { return board_[square] != 0; };
  std::uint64_t squares = 0;
  for_each_square(alive() & army(!side_), [&](int from) {
    if (reaches(from, king_square, occupied)) squares |= std::uint64_t{1} << narrow(from);
  });
  return squares;
}

/// The pawns that may capture e.p. on the square, which an enemy pawn has just passed. It is rare
/// and takes two pawns off a line at once; so it is judged on the board as it will be.
X88::Slots X88::en_passant_captors(int passed) const {
  const int victim = passed - forward_step(side_);
  const int king_square = square_[king_slot(side_)];
  const Slots enemies = alive() & army(!side_) & ~single(slot_of(board_[victim]));
  Slots captors = 0;
  for (int from : {victim - 1, victim + 1}) {
    if (!on_board(from) || piece_of(board_[from]) != make_piece(side_, pawn)) continue;
    const auto occupied = [&](int square) {
      return square == passed || (board_[square] != 0 && square != from && square != victim);
    };
    bool legal = true;
    for_each_square(enemies,
                    [&](int enemy) { legal = legal && !reaches(enemy, king_square, occupied); });
    if (legal) captors |= single(slot_of(board_[from]));
  }
  return captors;
}

/// Finds the legal moves of one side and hands them to the sink. First it looks from the enemy's
/// pieces to the king, which settles checks, pins and the king's own moves.
template <Color us, class Sink>
class X88::Generator {
 public:
  Generator(const X88& position, Sink& sink)
      : position_(position), sink_(sink), king_(position.square_[king_slot(us)]) {}

  void run() {
    open_zone();
    look_with_leapers<pawn>();
    look_with_leapers<knight>();
    open_ &= ~attacked_zone(make_piece(!us, king), position_.square_[king_slot(!us)], king_);
    look_with_sliders<bishop>();
    look_with_sliders<rook>();
    look_with_sliders<queen>();

    king_moves();
    if (checks_ > 1) return;
    if (checks_ == 1) {
      evasions();
    } else {
      free_moves();
      pinned_moves();
      castling();
    }
    if (position_.en_passant_ != nowhere) en_passant();
  }

 private:
  static constexpr int ahead = forward_step(us);

  Cell cell(int square) const { return position_.board_[square]; }
  Slots own(PieceType type) const { return position_.slots_[type] & army(us); }
  Slots enemy(PieceType type) const { return position_.slots_[type] & army(!us); }

  static bool on_second_rank(int square) { return square >> 4 == (us == white ? 1 : 6); }
  static bool on_seventh_rank(int square) { return square >> 4 == (us == white ? 6 : 1); }

  template <class Visitor>
  void for_each(Slots slots, Visitor visit) const {
    position_.for_each_square(slots, visit);
  }

  /// Whether the piece on `from` attacks the other square.
  bool reaches(int from, int to) const {
    return position_.reaches(from, to, [this](int square) { return cell(square) != 0; });
  }

  /// Opens the squares where the king may go if no enemy minds.
  void open_zone() {
    for (unsigned i = 0; i < 8; ++i) {
      const int to = king_ + zone_steps[i];
      if (on_board(to)) open_ |= unsigned{!has<us>(cell(to))} << i;
    }
    steps_ = open_ & around;
    for_each(position_.castlers_ & army(us), [this](int rook_from) {
      if (!has_room(rook_from)) return;
      castlers_ |= single(slot_of(cell(rook_from)));
      open_ |= castling_way(rook_from);
    });
  }

  /// Whether nobody else stands where king and rook stand, pass or arrive when they castle. The
  /// whole back rank is looked at as one word.
  bool has_room(int rook_from) const {
    std::uint64_t rank;
    std::memcpy(&rank, position_.board_ + (king_ & 0x70), sizeof rank);
    return (rank & castling_rooms[king_ & 7][rook_from & 7]) == 0;
  }

  void add_check(int checker) {
    ++checks_;
    checker_ = checker;
  }

  template <PieceType type>
  void look_with_leapers() {
    unsigned attacked = 0;
    for_each(enemy(type), [&](int from) {
      const unsigned zone = attacked_zone(make_piece(!us, type), from, king_);
      attacked |= zone;
      if ((zone & centre) != 0) add_check(from);
    });
    open_ &= ~attacked | centre;
  }

  template <PieceType type>
  void look_with_sliders() {
    for_each(enemy(type), [this](int from) {
      unsigned attacked = attacked_zone(make_piece(!us, type), from, king_) & open_;
      if ((attacked & centre) != 0) look_to_king(from);
      for (attacked &= ~centre; attacked != 0; attacked &= attacked - 1) {
        const int target = king_ + zone_steps[std::countr_zero(attacked)];
        const auto occupied = [this](int square) {
          return cell(square) != 0 && square != king_;  // he cannot hide behind himself
        };
        if (position_.reaches(from, target, occupied)) open_ &= ~(attacked & -attacked);
      }
    });
  }

  CastlingSide castling_side_of(int rook_from) const {
    return rook_from < king_ ? CastlingSide::queenside : CastlingSide::kingside;
  }

  /// The squares of the zone that the king must not find attacked when he castles with the rook.
  unsigned castling_way(int rook_from) const {
    return castling_ways[index(castling_side_of(rook_from))][king_ & 7];
  }

  /// Finds the check or the pin that a slider gives on its line to the king.
  void look_to_king(int from) {
    const int step = line(from, king_).step;
    const int first = next_piece(from, step);
    if (first == king_) return add_check(from);
    if (has<!us>(cell(first)) || next_piece(first, step) != king_) return;
    const int slot = slot_of(cell(first));
    pinned_ |= single(slot);
    pin_step_[slot & 15] = step;
  }

  /// The first piece that stands from the square in the step's direction. There must be one.
  int next_piece(int square, int step) const {
    do square += step;
    while (cell(square) == 0);
    return square;
  }

  void king_moves() {
    for (unsigned rest = open_ & steps_; rest != 0; rest &= rest - 1) {
      const int to = king_ + zone_steps[std::countr_zero(rest)];
      add(king_, to, cell(to) != 0 ? MoveKind::capture : MoveKind::quiet);
    }
  }

  /// A pinned rook must not castle: the pin is along the back rank, and it leaves the king bare.
  void castling() {
    for_each(castlers_ & ~pinned_, [this](int rook_from) {
      if ((~open_ & castling_way(rook_from)) == 0)
        add(king_, rook_from,
            castling_side_of(rook_from) == CastlingSide::queenside ? MoveKind::castle_queenside
                                                                   : MoveKind::castle_kingside);
    });
  }

  void en_passant() {
    const int to = position_.en_passant_;
    for_each(position_.en_passant_captors(to),
             [this, to](int from) { add(from, to, MoveKind::en_passant); });
  }

  /// Captures the one checking piece or steps in between, with any piece but the king.
  void evasions() {
    const Slots pawns = own(pawn) & ~pinned_;
    const Slots pieces = (own(knight) | own(bishop) | own(rook) | own(queen)) & ~pinned_;
    for_each(pawns, [this](int from) {
      if (reaches(from, checker_)) add_pawn_move(from, checker_, MoveKind::capture);
    });
    for_each(pieces, [this](int from) {
      if (reaches(from, checker_)) add(from, checker_, MoveKind::capture);
    });
    const int step = line(checker_, king_).step;
    for (int to = checker_ + step; to != king_; to += step) {
      for_each(pawns, [this, to](int from) { push_onto(from, to); });
      for_each(pieces, [this, to](int from) {
        if (reaches(from, to)) add(from, to, MoveKind::quiet);
      });
    }
  }

  /// All moves of the pieces that no pin binds.
  void free_moves() {
    for_each(own(pawn) & ~pinned_, [this](int from) {
      push(from);
      capture_with_pawn(from, ahead - 1);
      capture_with_pawn(from, ahead + 1);
    });
    for_each(own(knight) & ~pinned_, [this](int from) {
      for (int step : knight_steps) {
        const int to = from + step;
        if (on_board(to))
          add_if(!has<us>(cell(to)), from, to, cell(to) != 0 ? MoveKind::capture : MoveKind::quiet);
      }
    });
    for_each((own(bishop) | own(queen)) & ~pinned_,
             [this](int from) { slide<-17, -15, 15, 17>(from); });
    for_each((own(rook) | own(queen)) & ~pinned_,
             [this](int from) { slide<-16, -1, 1, 16>(from); });
  }

  /// Pinned pieces may move on the line of the pin.
  void pinned_moves() {
    for_each(pinned_, [this](int from) {
      const int step = pin_step_[slot_of(cell(from)) & 15];
      const Piece piece = piece_of(cell(from));
      if (piece == make_piece(us, pawn)) {
        if (step == ahead || step == -ahead) push(from);
        if (line(from, from - step).carries(piece)) capture_with_pawn(from, -step);
      } else if (line(from, from + step).carries(piece)) {
        slide(from, step);
        slide(from, -step);
      }
    });
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

  const X88& position_;
  Sink& sink_;
  const int king_;
  unsigned open_ = centre;  ///< the king's zone so far as he may go there, and `centre`
  unsigned steps_ = 0;      ///< the squares around the king without own pieces
  Slots castlers_ = 0;      ///< the rooks that may castle and have room for it
  unsigned checks_ = 0;
  int checker_ = nowhere;
  Slots pinned_ = 0;
  int pin_step_[16];  ///< for pinned pieces: the way from the pinner to the king
};

template <class Sink>
void X88::generate_into(Sink& sink) const {
  if (side_ == white)
    Generator<white, Sink>(*this, sink).run();
  else
    Generator<black, Sink>(*this, sink).run();
}

Moves X88::generate() const {
  Moves moves;
  Lister lister(moves);
  generate_into(lister);
  return moves;
}

unsigned X88::count() const {
  Counter counter;
  generate_into(counter);
  return counter.count();
}

}  // namespace plylab::chess
