// Counting the children of a node together. See DIFFERENCES.md.
#pragma once

#include "gen/chess/bitboard/king_watch.h"
#include "gen/chess/bitboard/move_values.h"
#include "gen/chess/bitboard/target_sets.h"

namespace plylab::chess {

/// Counts the moves of the calm children of a node by differences, and hands the others on.
template <class Kernel, Color Us>
class DifferenceCounter {
  using Compass = typename Kernel::Compass;
  using Lanes = typename Compass::Lanes;
  using Row = typename Compass::Row;
  using Sets = TargetSets<Kernel, Us>;
  static constexpr int up = Us == white ? 8 : -8;

 public:
  [[gnu::always_inline]] DifferenceCounter(const Planes& parent, Bits castling)
      : parent_(parent),
        fill_(Compass::all(~parent.occupied())),
        king_(parent, castling, fill_),
        values_(parent, fill_, king_.pinned, king_.pin_line),
        passed_(king_.moves + values_.moves) {}

  /// The sum over the calm children; the others go to the sink.
  [[gnu::always_inline]] std::int64_t count(Sets& sets, auto&& sink) const {
    std::int64_t total = 0;
    Row to{};  // how many calm moves go to each square
    Lanes of_pieces = count_pieces(sets, sink, to, total);
    total += count_pawns(sets, sink, to);
    if ((sets.promotions | sets.promotions_east | sets.promotions_west) != 0)
      total += count_promotions(sets, sink);
    for (unsigned i = 0; i < sets.specials; ++i) total += count_special(sets.special[i], sink);
    return total + Compass::sum(of_pieces) - Compass::dot(to, values_.value);
  }

 private:
  /// All pieces but pawns, eight at a time: Σ (passed + value[f]).
  [[gnu::always_inline]] Lanes count_pieces(Sets& sets, auto&& sink, Row& to,
                                            std::int64_t& total) const {
    for (unsigned i = 0; i < 8; ++i)
      sets.from[sets.size + i] = sets.targets[sets.size + i] = sets.type[sets.size + i] = 0;
    alignas(64) Bits from_left[Sets::capacity], left[Sets::capacity], type_left[Sets::capacity];
    unsigned lefts = 0;
    Lanes sum{};
    for (unsigned i = 0; i < sets.size; i += 8) {
      const Lanes from = load(sets.from + i), targets = load(sets.targets + i);
      const Lanes type = load(sets.type + i);
      const Lanes disturbing = Compass::look_up(type, king_.disturbs);
      Lanes calm = Compass::keep(~Compass::meet(from, disturbing), targets & ~disturbing);
      const unsigned entangled = Compass::meet(from, Compass::all(values_.entangled)) &
                                 ~Compass::equal(type, knight) & Compass::meet(calm, calm);
      if (entangled != 0) total += mend(entangled, from, calm);

      sum += Compass::multiply(Compass::popcount(calm),
                               Compass::value_at(from, values_.value) + static_cast<Bits>(passed_));
      to += Compass::popcount(Compass::by_square(calm));
      const Lanes rest = targets & ~calm;
      const unsigned some = Compass::meet(rest, rest);
      Compass::append(some, from, from_left + lefts);
      Compass::append(some, rest, left + lefts);
      Compass::append(some, type, type_left + lefts);
      lefts += static_cast<unsigned>(std::popcount(some));
    }
    for (unsigned i = 0; i < lefts; ++i)
      sink.add_pieces(from_left[i], left[i], static_cast<unsigned>(type_left[i]));
    return sum;
  }

  /// What is entangled in some lanes. What cannot be mended is calm no more.
  std::int64_t mend(unsigned lanes, Lanes from, Lanes& calm) const {
    std::int64_t sum = 0;
    alignas(64) Bits sets[8], squares[8];
    store(sets, calm);
    store(squares, from);
    for (; lanes != 0; lanes &= lanes - 1) {
      const int lane = std::countr_zero(lanes);
      const Square square = first_square(squares[lane]);
      sets[lane] &= ~values_.on_pawn_ways(square);
      sum += values_.entanglement(square, sets[lane]);
    }
    calm = load(sets);
    return sum;
  }

  [[gnu::always_inline]] std::int64_t count_pawns(const Sets& sets, auto&& sink, Row& to) const {
    const Bits still = ~king_.pawn_disturbs;
    const auto calm = [&]<int Step>(Bits targets, Bits entangled) {
      return targets & still & stepped<Step>(still & ~entangled);
    };
    // Between the squares of a double push one depends on the other.
    constexpr Bits third_rank = rank_bits(Us == white ? 5 : 2);
    const Bits their_pawns = parent_.pawns() & parent_.of(!Us);
    const Bits push = calm.template operator()<up>(sets.pushes, values_.on_file) &
                      ~(third_rank & stepped<-up>(their_pawns));
    const Bits twice = calm.template operator()<2 * up>(sets.double_pushes, values_.on_file);
    const Bits east = calm.template operator()<up + 1>(sets.captures_east, line_east());
    const Bits west = calm.template operator()<up - 1>(sets.captures_west, line_west());
    sink.template add_pawns<up>(sets.pushes & ~push, pawn);
    sink.template add_pawns<2 * up>(sets.double_pushes & ~twice, pawn);
    sink.template add_pawns<up + 1>(sets.captures_east & ~east, pawn);
    sink.template add_pawns<up - 1>(sets.captures_west & ~west, pawn);

    to += Compass::popcount(Compass::by_square(Lanes{push, twice, east, west}));
    const Row from = Compass::popcount(
        Compass::by_square(Lanes{stepped<-up>(push), stepped<-2 * up>(twice),
                                 stepped<-up - 1>(east), stepped<-up + 1>(west)}));
    const int moves = std::popcount(push | twice) + std::popcount(east) + std::popcount(west);
    // A captured pawn that attacked f does so no more, whatever becomes of f.
    const int mutual =
        std::popcount(east & values_.takers_west) + std::popcount(west & values_.takers_east);
    return Compass::dot(from, values_.value) + mutual + moves * passed_;
  }

  Bits line_east() const { return Us == white ? values_.on_rising : values_.on_falling; }
  Bits line_west() const { return Us == white ? values_.on_falling : values_.on_rising; }

  std::int64_t count_promotions(const Sets& sets, auto&& sink) const {
    // The new piece looks back through the square that it left.
    const Bits still = ~king_.pawn_disturbs & ~Compass::any(Compass::by_square(king_.revealing));
    std::int64_t sum = 0;
    const auto count = [&]<int Step>(Bits targets, Bits entangled, PieceType type) {
      const Bits calm = targets & ~king_.disturbing(type) & stepped<Step>(still & ~entangled);
      for (Square to : each(calm))
        sum += passed_ + values_.at(static_cast<Square>(to - Step)) - values_.at(to);
      sink.template add_pawns<Step>(targets & ~calm, type);
    };
    for (PieceType type : {knight, bishop, rook, queen}) {
      count.template operator()<up>(sets.promotions, values_.on_file, type);
      count.template operator()<up + 1>(sets.promotions_east, line_east(), type);
      count.template operator()<up - 1>(sets.promotions_west, line_west(), type);
    }
    return sum;
  }

  std::int64_t count_special(Move move, auto&& sink) const {
    if (move.is_castle()) {
      constexpr Bits home_rank = rank_bits(Us == white ? 0 : 7);
      const Square king_to = castled_king(Us, move.castling_side());
      const Square rook_to = castled_rook(Us, move.castling_side());
      const Bits kings = bit(move.from()) | bit(king_to), rooks = bit(move.to()) | bit(rook_to);
      if (std::popcount(kings | rooks) == 4 &&
          ((home_rank & (values_.on_rank | king_.watched)) | (kings & king_.disturbing(king)) |
           (rooks & king_.disturbing(rook))) == 0)
        return passed_ + values_.at(move.from()) + values_.at(move.to()) - values_.at(king_to) -
               values_.at(rook_to);
    }
    sink.add(move);
    return 0;
  }

  static void store(Bits* place, Lanes lanes) { *reinterpret_cast<Lanes*>(place) = lanes; }
  static Lanes load(const Bits* place) { return *reinterpret_cast<const Lanes*>(place); }

  const Planes& parent_;
  Fill<Compass> fill_;
  KingWatch<Compass, Us> king_;
  MoveValues<Compass, Us> values_;
  std::int64_t passed_;  // their moves if we pass
};

}  // namespace plylab::chess
