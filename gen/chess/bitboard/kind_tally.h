// Counts the moves of pooled positions by kind. Moves that may give check are recorded, and
// examined one by one.
#pragma once

#include "gen/chess/bitboard/compass.h"
#include "gen/chess/bitboard/kind_sink.h"
#include "gen/chess/bitboard/pool_counter.h"
#include "gen/chess/bitboard/position_pool.h"

namespace plylab::chess {

/// The source of moves that may give check: 0 to 63 is the square of a knight, any other number one
/// of these.
enum CheckSource : unsigned {
  by_slider = 64,  ///< plus the direction, an index into sliding_steps
  by_push = 72,
  by_double_push,
  by_east,  ///< a pawn's capture to that side
  by_west,
  promotion,
  promotion_east,
  promotion_west
};

/// Counts of moves of pooled positions by kind, without checks; moves that may give check are
/// recorded, to examine them one by one.
template <class Kernel>
struct KindSums {
  using V = typename Kernel::Lanes::Vector;
  static constexpr unsigned width = sizeof(V) / sizeof(Bits);
  static constexpr unsigned max_positions = PositionPool<Kernel>::capacity;

  V moves{};
  V by_code[MoveKinds::fixed_by_code]{};  ///< by MoveKinds::Kind; e.p. is counted elsewhere
  V without_moves{};                      ///< positions without a move

  /// Moves that may give check, in the positions of one vector.
  struct Checks {
    std::uint16_t first;  ///< position
    std::uint8_t lanes;   ///< bit i: lane i has such a move
    std::uint8_t source;
  };
  static constexpr unsigned max_checks = 256;
  static constexpr unsigned enough =
      max_checks - 32;  ///< above this the next vector's moves may not fit
  V targets[max_checks];
  Checks checks[max_checks];
  unsigned size = 0;

  // Per position, about the enemy king:
  alignas(64) Bits flights[max_positions];  ///< where it may go
  alignas(64) Bits
      other_attacks[max_positions];  ///< by the enemy's other pieces; 0 if one is pinned
  alignas(64) Bits slider_attacks[max_positions];  ///< what our sliders attack
  /// Per vector, a mask of lanes: a discovered check or a check by castling is possible.
  std::uint8_t may_uncover[max_positions / width];

  KindSums() {}  // leaves the arrays uninitialised
};

/// A Tally by kinds. A move to a square from which the piece attacks the king gives check. A
/// position with a possible discovered check, or a check by a castling rook, is recorded as a
/// whole.
template <class Kernel, Color Us>
class KindTally {
  using Lanes = typename Kernel::Lanes;
  using V = typename Lanes::Vector;
  static constexpr int up = Us == white ? 8 : -8;
  static constexpr Bits home_rank = rank_bits(Us == white ? 0 : 7);

 public:
  using Sum = KindSums<Kernel>;
  struct Line {
    V forth, back;
  };

  KindTally(const Boards<V>& boards, unsigned first, Sum& sum)
      : boards_(boards),
        first_(first),
        sum_(sum),
        size_(sum.size),
        king_(boards.leaper & boards.orthogonal & boards.enemy) {}

  template <int Step>
  void look(V forth, V back) {
    const V see_forth = Slide<Step, V>(king_, V{}, boards_.empty).own;
    const V see_back = Slide<-Step, V>(king_, V{}, boards_.empty).own;
    const V seen = see_forth | see_back;
    if constexpr (Step == 8) file_ = seen;
    if constexpr (Step == 9) rising_ = seen;
    if constexpr (Step == 7) falling_ = seen;
    (Step == 8 || Step == 1 ? straight_ : diagonal_) |= seen;
    (Step == 8 ? screens_on_file_ : screens_) |= (see_forth & back) | (see_back & forth);
    slider_attacks_ |= forth | back;
  }

  static Line line(V forth, V back) { return {forth, back}; }

  void sliders(Line files, Line ranks, Line rising, Line falling) {
    const V queens = all_ones_where<V>((boards_.straights & boards_.diagonals & boards_.own) != 0);
    const V on_straight = straight_ | (diagonal_ & queens);
    const V on_diagonal = diagonal_ | (straight_ & queens);
    constexpr unsigned opposite = 4;
    unsigned source = by_slider;
    const auto add_line = [&](const Line& line, V checking) {
      add(line.forth, checking, source);
      add(line.back, checking, source + opposite);
      ++source;
    };
    add_line(files, on_straight);
    add_line(ranks, on_straight);
    add_line(rising, on_diagonal);
    add_line(falling, on_diagonal);
  }
  void king(V targets, V other_attacks) {
    moves_ += Lanes::popcount(targets);
    captures_ += Lanes::popcount(targets & boards_.enemy);
    other_attacks_ = other_attacks;
  }
  void knights(Square square, V targets) { add(targets, knights_attack(king_), square); }

  void pawns(V push, V double_push, V east, V west) {
    const V checking = sideways(shifted<-up>(king_));
    moves_ += Lanes::popcount(push | double_push | east);  // these have no target in common
    moves_ += Lanes::popcount(west);
    captures_ += Lanes::popcount(east) + Lanes::popcount(west);
    if (Lanes::meet((push | double_push | east | west) & checking, boards_.used) != 0) {
      note(push & checking, by_push);
      note(double_push & checking, by_double_push);
      note(east & checking, by_east);
      note(west & checking, by_west);
    }
    // A pawn that blocks a file opens it only by capturing.
    may_uncover_ = boards_.own & (screens_ | (screens_on_file_ & ~boards_.pawns));
    may_uncover_ |= screens_on_file_ & (shifted<-up - 1>(east) | shifted<-up + 1>(west));
  }
  void promotions(V push, V east, V west) {
    const V captures = Lanes::popcount(east) + Lanes::popcount(west);
    const V all = Lanes::popcount(push) + captures;
    moves_ += 3 * all;
    captures_ += 3 * captures;
    promotions_ = 4 * all;
    // The promoted piece also attacks back through the pawn's former square.
    const V checking = straight_ | diagonal_ | knights_attack(king_);
    note(push & (checking | shifted<up>(file_)), promotion);
    note(east & (checking | shifted<up + 1>(Us == white ? rising_ : falling_)), promotion_east);
    note(west & (checking | shifted<up - 1>(Us == white ? falling_ : rising_)), promotion_west);
  }
  void castle(Square king_square, Square rook_square, V possible) {
    const V one = Lanes::popcount(possible & bit(rook_square));  // one bit for one move
    moves_ += one;
    castles_ += one;
    const Square rook_to = castled_rook(
        Us, rook_square < king_square ? CastlingSide::queenside : CastlingSide::kingside);
    may_uncover_ |= possible & ((king_ & home_rank) | (straight_ & bit(rook_to)));
  }

  void finish() {
    static_assert(MoveKinds::fixed_by_code == 4,
                  "count the new kind in pawns(), promotions() or castle(), and add it here");
    const V used = boards_.used, own = boards_.own;
    sum_.moves += moves_ & used;
    sum_.by_code[MoveKinds::captures] += captures_ & used;
    sum_.by_code[MoveKinds::castles] += castles_ & used;
    sum_.by_code[MoveKinds::promotions] += promotions_ & used;
    sum_.without_moves += all_ones_where<V>(moves_ == 0) & used & 1;

    const V danger = slider_attacks_ | sideways(shifted<up>(boards_.pawns & own)) |
                     knights_attack(boards_.leaper & boards_.diagonal & own) |
                     kings_attack(boards_.leaper & boards_.orthogonal & own);
    const V pinned = (screens_ | screens_on_file_) & boards_.enemy;
    store(kings_attack(king_) & ~boards_.enemy & ~danger, sum_.flights);
    store(other_attacks_ & all_ones_where<V>(pinned == 0), sum_.other_attacks);
    store(slider_attacks_, sum_.slider_attacks);
    sum_.size = size_;
    sum_.may_uncover[first_ / Sum::width] = lanes_with(may_uncover_);
  }

 private:
  void add(V targets, V checking, unsigned source) {
    moves_ += Lanes::popcount(targets);
    captures_ += Lanes::popcount(targets & boards_.enemy);
    note(targets & checking, source);
  }
  /// Always writes: a branch would often be mispredicted.
  void note(V targets, unsigned source) {
    const std::uint8_t lanes = lanes_with(targets);
    sum_.targets[size_] = targets;
    sum_.checks[size_] = {static_cast<std::uint16_t>(first_), lanes,
                          static_cast<std::uint8_t>(source)};
    size_ += lanes != 0;
  }
  std::uint8_t lanes_with(V bits) const {
    return static_cast<std::uint8_t>(Lanes::meet(bits, boards_.used));
  }
  void store(V lanes, Bits* by_position) const {
    *reinterpret_cast<V*>(by_position + first_) = lanes;
  }

  const Boards<V>& boards_;
  const unsigned first_;
  Sum& sum_;
  unsigned size_;  // of the sum, kept in a register: each note() depends on the one before
  const V king_;   // the enemy's
  V file_{}, rising_{}, falling_{}, straight_{}, diagonal_{};  // squares on lines from there
  V screens_on_file_{}, screens_{};  // sole blockers between the king and our sliders
  V slider_attacks_{}, other_attacks_{};
  V may_uncover_{};
  V moves_{}, captures_{}, castles_{}, promotions_{};
};

/// Counts the checks, and the mates among them, in the positions of a pool, in which the side Us is
/// to move.
template <class Kernel, Color Us>
class CheckCounter {
  using Sums = KindSums<Kernel>;

 public:
  CheckCounter(const PositionPool<Kernel>& pool, const Sums& sums, KindCounts& counts)
      : pool_(pool), sums_(sums), counts_(counts) {}

  void count_noted() {
    for (unsigned i = 0; i < sums_.size; ++i) {
      const auto& [first, noted, source] = sums_.checks[i];
      for (unsigned lanes = noted & ~sums_.may_uncover[first / Sums::width] & 0xffu; lanes != 0;
           lanes &= lanes - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
        for (Square to : each(sums_.targets[i][lane])) look_at(first + lane, source, to);
      }
    }
  }

  /// Counts the checks and mates of a position in which a move may uncover a check.
  void count_move_by_move(unsigned position) {
    const Planes planes = pool_.template planes<Us>(position);
    const CheckSquares<Kernel, Us> squares(planes);
    KindSink<Kernel, Us> sink(planes, squares);
    visit_moves<Kernel, Us>(planes, pool_.castling, no_square, sink);
    for (std::size_t kind = MoveKinds::checks; kind < MoveKinds::counted; ++kind)
      counts_.kinds[kind] += sink.counts[kind];
  }

 private:
  static constexpr int up = Us == white ? 8 : -8;

  void look_at(unsigned position, unsigned source, Square to) {
    const Bits diagonal = pool_.diagonal[position], orthogonal = pool_.orthogonal[position],
               leaper = pool_.leaper[position], own = pool_.own[position];
    const Bits all = diagonal | orthogonal | leaper, king = leaper & orthogonal & ~own;
    const auto add = [&](Bits attacked, Move move) {
      if ((attacked & king) != 0) add_check(position, king, attacked, move);
    };
    const auto rook_attacks = [&](Square from) { return Kernel::rook(to, all ^ bit(from) ^ king); };
    const auto bishop_attacks = [&](Square from) {
      return Kernel::bishop(to, all ^ bit(from) ^ king);
    };
    if (source < by_slider) {
      add(leapers.knight[to], Move(static_cast<Square>(source), to));
    } else if (source < by_push) {
      const Square from = next_piece(to, (source - by_slider) ^ 4, all);
      add((rook_attacks(from) & -((orthogonal >> from) & 1)) |
              (bishop_attacks(from) & -((diagonal >> from) & 1)),
          Move(from, to));
    } else {
      constexpr int steps[] = {up, 2 * up, up + 1, up - 1, up, up + 1, up - 1};
      const auto from = static_cast<Square>(to - steps[source - by_push]);
      if (source < promotion) {
        add(pawn_attacks(Us, bit(to)),
            Move(from, to, source == by_double_push ? MoveKind::double_push : MoveKind::quiet));
      } else {
        const Bits straight = rook_attacks(from), diagonals = bishop_attacks(from);
        add(leapers.knight[to], Move(from, to, MoveKind::to_knight));
        add(diagonals, Move(from, to, MoveKind::to_bishop));
        add(straight, Move(from, to, MoveKind::to_rook));
        add(straight | diagonals, Move(from, to, MoveKind::to_queen));
      }
    }
  }

  /// The first piece in a direction. Finds the lowest and the highest bit and
  /// selects without a branch, which would often be mispredicted.
  static Square next_piece(Square square, unsigned direction, Bits all) {
    const Bits seen = compass_rays.from[square][direction] & all;
    const int first = std::countr_zero(seen), last = 63 - std::countl_zero(seen);
    const int backward = -static_cast<int>(direction >> 2);  // all ones or zero
    return static_cast<Square>(first ^ ((first ^ last) & backward));
  }

  /// Counts a check by the moving piece. It is not mate if the king has a flight square or the
  /// piece can be captured, unless that depends on a line that the move opens.
  void add_check(unsigned position, Bits king, Bits attacked, Move move) {
    ++counts_.kinds[MoveKinds::checks];
    const Square from = move.from();
    const Bits lines_of_from = lines.straight[from] | lines.diagonal[from];
    const Bits opened = lines_of_from & -((sums_.slider_attacks[position] >> from) & 1);
    if ((sums_.flights[position] & ~attacked & ~opened) != 0) return;
    // A move that leaves a line through the king may pin the capturer, whichever of the two was
    // nearer the king.
    if ((sums_.other_attacks[position] & bit(move.to())) != 0 && (lines_of_from & king) == 0)
      return;
    counts_.kinds[MoveKinds::mates] += mates(position, move);
  }
  [[gnu::noinline]] bool mates(unsigned position, Move move) const {
    const Planes after = chess::after<Kernel>(pool_.template planes<Us>(position), Us, move);
    return is_mate<Kernel, !Us>(
        after, bit(move.to()),
        move.kind() == MoveKind::double_push ? forward(Us, move.from()) : no_square);
  }

  const PositionPool<Kernel>& pool_;
  const Sums& sums_;
  KindCounts& counts_;
};

}  // namespace plylab::chess
