// Counts two kinds of leaves separately: paths of full length, and early leaves, where the game
// ends before the depth.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "gen/base/count.h"

namespace plylab::perft {

/// The number of leaves at full depth, and of early leaves.
struct FullAndEarly {
  Count full;
  Count early;

  FullAndEarly& operator+=(const FullAndEarly& other) {
    full += other.full;
    early += other.early;
    return *this;
  }
  FullAndEarly& operator*=(Count factor) {
    full *= factor;
    early *= factor;
    return *this;
  }
  friend bool operator==(const FullAndEarly&, const FullAndEarly&) = default;
};

/// Calls visit(count) for both.
void for_each_count(FullAndEarly& total, auto&& visit) {
  visit(total.full);
  visit(total.early);
}
void for_each_count(const FullAndEarly& total, auto&& visit) {
  visit(total.full);
  visit(total.early);
}

/// The total in one word, where nearly all fit: 63 bits without early leaves, otherwise 32 and 31.
inline std::optional<std::array<std::uint64_t, 1>> to_words(const FullAndEarly& total) {
  const auto full = total.full.value(), early = total.early.value();
  if (early == 0 && full >> 63 == 0) return {{static_cast<std::uint64_t>(full << 1)}};
  if (full >> 32 != 0 || early >> 31 != 0) return std::nullopt;
  return {{static_cast<std::uint64_t>((full << 32) | (early << 1) | 1)}};
}
inline void from_words(const std::array<std::uint64_t, 1>& words, FullAndEarly& total) {
  const std::uint64_t word = words[0];
  if ((word & 1) == 0)
    total = {word >> 1, 0};
  else
    total = {word >> 32, (word >> 1) & 0x7fffffff};
}

}  // namespace plylab::perft
