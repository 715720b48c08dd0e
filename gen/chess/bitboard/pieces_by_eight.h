// Counting the calm moves of eight pieces at a time, for kernels with wide registers.
//
// Such a kernel's Compass has, beside what compass.h asks for,
//   Row                  a GCC vector of 64 signed bytes, one a square
//   Numbers::row         its numbers as such; Numbers::dot(Row) is the sum of products with one
//   load(const Bits*, count)  as many, no more than eight, zero in the other lanes
//   store(Lanes, Bits*)
//   for_each_pair(Mask, Lanes a, Lanes b, f)   calls f(i, d) for the lanes i, of these, in which a
//                        has a single square that lane d of b has
//   counts(Lanes)        how many lanes have each square
//   equal(Lanes, Bits)   the lanes that are the number
//   look_up(Lanes, ByType)    the table's lane of that number
//   value_at(Lanes, Row)      the byte of the single square in each lane
//   popcount(Lanes)      the number of bits in each lane
//   multiply(Lanes, Lanes)    lane by lane, the low 32 bits as signed numbers
//   sum(Lanes)           of all lanes, as signed numbers
//   append(Mask, Lanes, Bits*)   stores these lanes side by side
#pragma once

#include "gen/chess/bitboard/king_watch.h"
#include "gen/chess/bitboard/move_values.h"
#include "gen/chess/bitboard/target_sets.h"

namespace plylab::chess {

template <class Compass>
concept ByEight = requires {
  typename Compass::Row;
};

/// The sum over the calm moves of all pieces but pawns; the others go to the sink. `passed` is how
/// many moves they have if we pass.
template <ByEight Compass, class Sets, Color Us>
[[gnu::always_inline]] inline std::int64_t count_by_eight(const Planes& parent, Sets& sets,
                                                          const KingWatch<Compass, Us>& king,
                                                          const MoveValues<Compass, Us>& values,
                                                          std::int64_t passed, auto&& sink) {
  using Lanes = typename Compass::Lanes;
  std::int64_t mended = 0;
  Lanes sum{};
  typename Compass::Row to{};  // how many calm moves go to each square
  for (unsigned i = 0; i < sets.size; i += 8) {
    const unsigned left = sets.size - i;
    const Lanes from = Compass::load(sets.from + i, left);
    const Lanes targets = Compass::load(sets.targets + i, left);
    const Lanes type = Compass::types(parent, from);
    const Lanes disturbing = Compass::look_up(type, king.disturbs);
    Lanes calm = Compass::keep(~Compass::meet(from, disturbing), targets & ~disturbing);
    calm &= ~Compass::keep(Compass::meet(from, Compass::all(values.pawn_ways)),
                           values.between_pawn_ways(from));
    const Lanes taken = values.pawns_attacking(from) & calm;
    sum += Compass::popcount(taken) + 3 * Compass::popcount(taken & values.seventh_rank);
    // Which pieces a slider attacks, and in which direction, is known long before what is calm: so
    // the end of this loop, which is hard to predict, is found early.
    const auto no_knight = ~Compass::equal(type, knight) & Compass::meet(targets, targets);
    alignas(64) Bits sets_left[8];
    Compass::store(calm, sets_left);
    Compass::for_each_pair(no_knight, from, values.attacks(), [&](unsigned lane, int d) {
      mended += values.along(d, first_square(sets.from[i + lane]), sets_left[lane]);
    });
    sum += Compass::multiply(Compass::popcount(calm),
                             Compass::value_at(from, values.value.row) + static_cast<Bits>(passed));
    to += Compass::counts(calm);
    const Lanes rest = targets & ~calm;
    sink.add_pieces(Compass::meet(rest, rest), from, rest, type);
  }
  return mended + Compass::sum(sum) - values.value.dot(to);
}

}  // namespace plylab::chess
