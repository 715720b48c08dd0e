// Counting the children of a node together. See DIFFERENCES.md.
#pragma once

#include "gen/chess/bitboard/king_watch.h"
#include "gen/chess/bitboard/move_values.h"
#include "gen/chess/bitboard/pieces_by_eight.h"
#include "gen/chess/bitboard/target_sets.h"

namespace plylab::chess {

/// Counts the moves of the calm children of a node by differences, and hands the others on.
template <class Kernel, Color Us>
class DifferenceCounter {
  using Compass = typename Kernel::Compass;
  using Lanes = typename Compass::Lanes;
  using Sets = TargetSets<Kernel, Us>;
  static constexpr int up = Us == white ? 8 : -8;

 public:
  [[gnu::always_inline]] DifferenceCounter(const Planes& parent, Bits castling)
      : parent_(parent),
        fill_(~parent.occupied()),
        king_(parent, castling, fill_),
        values_(parent, fill_, king_.pinned, king_.pin_line),
        passed_(king_.moves + values_.moves) {}

  /// The sum over the calm children. The others go to sinks: sets of them, whose number is known
  /// late, to `late`.
  [[gnu::always_inline]] std::int64_t count(Sets& sets, auto&& late, auto&& sink) const {
    std::int64_t total = count_pieces(sets, late) + count_pawns(sets, late);
    if ((sets.promotions | sets.promotions_east | sets.promotions_west) != 0)
      total += count_promotions(sets, sink);
    for (unsigned i = 0; i < sets.specials; ++i) total += count_special(sets.special[i], sink);
    return total;
  }

 private:
  /// All pieces but pawns.
  [[gnu::always_inline]] std::int64_t count_pieces(Sets& sets, auto&& sink) const {
    if constexpr (ByEight<Compass>)
      return count_by_eight(parent_, sets, king_, values_, passed_, sink);
    else
      return count_each_piece(sets, sink);
  }

  std::int64_t count_each_piece(const Sets& sets, auto&& sink) const {
    std::int64_t total = 0;
    for (unsigned i = 0; i < sets.size; ++i) {
      const Bits from = sets.from[i], targets = sets.targets[i];
      const PieceType type = sets.type(i);
      const Bits disturbing = king_.disturbs[type];
      Bits calm = (from & disturbing) != 0 ? Bits{0} : targets & ~disturbing;
      std::int64_t each_way = passed_;
      if ((from & values_.entangled) != 0 && calm != 0) {
        if (type != knight) total += values_.mend(from, calm);
        each_way += values_.value.at(first_square(from));
      }
      total += std::popcount(calm) * each_way - values_.value.sum(calm);
      if (calm != targets) sink.add_pieces(from, targets & ~calm, type);
    }
    return total;
  }

  [[gnu::always_inline]] std::int64_t count_pawns(const Sets& sets, auto&& sink) const {
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

    const int moves = std::popcount(push | twice) + std::popcount(east) + std::popcount(west);
    // A captured pawn that attacked f does so no more, whatever becomes of f.
    const int mutual =
        std::popcount(east & values_.takers_west) + std::popcount(west & values_.takers_east);
    return values_.value.difference(stepped<-up>(push), stepped<-2 * up>(twice),
                                    stepped<-up - 1>(east), stepped<-up + 1>(west), push | twice,
                                    east, west) +
           mutual + moves * passed_;
  }

  Bits line_east() const { return Us == white ? values_.on_rising : values_.on_falling; }
  Bits line_west() const { return Us == white ? values_.on_falling : values_.on_rising; }

  std::int64_t count_promotions(const Sets& sets, auto&& sink) const {
    // The new piece looks back through the square that it left.
    const Bits still = ~king_.pawn_disturbs & ~Compass::united(king_.revealing);
    std::int64_t sum = 0;
    const auto count = [&]<int Step>(Bits targets, Bits entangled, PieceType type) {
      const Bits calm = targets & ~king_.disturbing(type) & stepped<Step>(still & ~entangled);
      for (Square to : each(calm))
        sum += passed_ + values_.value.at(static_cast<Square>(to - Step)) - values_.value.at(to);
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
        return passed_ + values_.value.at(move.from()) + values_.value.at(move.to()) -
               values_.value.at(king_to) - values_.value.at(rook_to);
    }
    sink.add(move);
    return 0;
  }

  const Planes& parent_;
  Fill<Compass> fill_;
  KingWatch<Compass, Us> king_;
  MoveValues<Compass, Us> values_;
  std::int64_t passed_;  // their moves if we pass
};

}  // namespace plylab::chess
