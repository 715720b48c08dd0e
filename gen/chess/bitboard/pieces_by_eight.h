// Counting the calm moves of eight pieces at a time, for kernels with wide registers.
//
// Such a kernel's Compass has, beside what compass.h asks for,
//   Row                  a GCC vector of 64 signed bytes, one a square
//   Numbers::row         its numbers as such; Numbers::dot(Row) is the sum of products with one
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
[[gnu::always_inline]] inline std::int64_t count_by_eight(Sets& sets,
                                                          const KingWatch<Compass, Us>& king,
                                                          const MoveValues<Compass, Us>& values,
                                                          std::int64_t passed, auto&& sink) {
  using Lanes = typename Compass::Lanes;
  const auto load = [](const Bits* place) { return *reinterpret_cast<const Lanes*>(place); };
  for (unsigned i = 0; i < 8; ++i)
    sets.from[sets.size + i] = sets.targets[sets.size + i] = sets.type[sets.size + i] = 0;
  alignas(64) Bits from_left[Sets::capacity], left[Sets::capacity], type_left[Sets::capacity];
  unsigned lefts = 0;
  std::int64_t mended = 0;
  Lanes sum{};
  typename Compass::Row to{};  // how many calm moves go to each square
  for (unsigned i = 0; i < sets.size; i += 8) {
    const Lanes from = load(sets.from + i), targets = load(sets.targets + i);
    const Lanes type = load(sets.type + i);
    const Lanes disturbing = Compass::look_up(type, king.disturbs);
    Lanes calm = Compass::keep(~Compass::meet(from, disturbing), targets & ~disturbing);
    const auto entangled = Compass::meet(from, Compass::all(values.entangled)) &
                           ~Compass::equal(type, knight) & Compass::meet(calm, calm);
    if (entangled != 0) {
      alignas(64) Bits sets_left[8];
      *reinterpret_cast<Lanes*>(sets_left) = calm;
      Compass::for_each(entangled, [&](int lane) {
        mended += values.mend(sets.from[i + static_cast<unsigned>(lane)], sets_left[lane]);
      });
      calm = load(sets_left);
    }
    sum += Compass::multiply(Compass::popcount(calm),
                             Compass::value_at(from, values.value.row) + static_cast<Bits>(passed));
    to += Compass::counts(calm);
    const Lanes rest = targets & ~calm;
    const auto some = Compass::meet(rest, rest);
    Compass::append(some, from, from_left + lefts);
    Compass::append(some, rest, left + lefts);
    Compass::append(some, type, type_left + lefts);
    lefts += static_cast<unsigned>(std::popcount(some));
  }
  for (unsigned i = 0; i < lefts; ++i)
    sink.add_pieces(from_left[i], left[i], static_cast<unsigned>(type_left[i]));
  return mended + Compass::sum(sum) - values.value.dot(to);
}

}  // namespace plylab::chess
