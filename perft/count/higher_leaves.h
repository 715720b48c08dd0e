// Leaves of two sorts: paths of full length, and those that end before because the game is over.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "gen/base/count.h"

namespace plylab::perft {

/// How many leaves lie at full depth, and how many higher.
struct FullAndHigher {
  Count full;
  Count higher;

  FullAndHigher& operator+=(const FullAndHigher& other) {
    full += other.full;
    higher += other.higher;
    return *this;
  }
  FullAndHigher& operator*=(Count factor) {
    full *= factor;
    higher *= factor;
    return *this;
  }
  friend bool operator==(const FullAndHigher&, const FullAndHigher&) = default;
};

/// Calls visit(count) for both.
void for_each_count(FullAndHigher& total, auto&& visit) {
  visit(total.full);
  visit(total.higher);
}
void for_each_count(const FullAndHigher& total, auto&& visit) {
  visit(total.full);
  visit(total.higher);
}

/// The total in one word, as nearly all fit: 63 bits if no leaf lies higher, else 32 and 31.
inline std::optional<std::array<std::uint64_t, 1>> to_words(const FullAndHigher& total) {
  const auto full = total.full.value(), higher = total.higher.value();
  if (higher == 0 && full >> 63 == 0) return {{static_cast<std::uint64_t>(full << 1)}};
  if (full >> 32 != 0 || higher >> 31 != 0) return std::nullopt;
  return {{static_cast<std::uint64_t>(full << 32 | higher << 1 | 1)}};
}
inline void from_words(const std::array<std::uint64_t, 1>& words, FullAndHigher& total) {
  const std::uint64_t word = words[0];
  if ((word & 1) == 0)
    total = {word >> 1, 0};
  else
    total = {word >> 32, word >> 1 & 0x7fffffff};
}

}  // namespace plylab::perft
