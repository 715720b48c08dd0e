// The n-th root of a fraction, the same to the last bit on every machine.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "gen/base/wide.h"

namespace plylab::tree {

/// x ↦ x^(1/n) on fractions of 2^64: never falling, and exact at 16 knots an octave with straight
/// lines between them, so that the relative error is below 1/8000. std::pow would not do: its last
/// bit depends on the machine. Below 2^−40 the root is held constant.
class Root {
 public:
  /// n is at least 1.
  explicit Root(unsigned n);

  std::uint64_t operator()(std::uint64_t x) const {
    if (x < smallest) return knots_[0];
    const int octave = 63 - std::countl_zero(x);
    const int shift = octave - knot_bits;
    const std::size_t knot = index(octave, x >> shift);
    const std::uint64_t part = x << (64 - shift);  // of the way from this knot to the next
    return knots_[knot] + multiply_high(knots_[knot + 1] - knots_[knot], part);
  }

 private:
  static constexpr int knot_bits = 4;
  static constexpr int first_octave = 24;
  static constexpr std::uint64_t smallest = std::uint64_t{1} << first_octave;

  /// The knot at or below a number in that octave whose top five bits are `top`.
  static constexpr std::size_t index(int octave, std::uint64_t top) {
    return static_cast<std::size_t>(octave - first_octave) << knot_bits | (top & 15);
  }

  std::array<std::uint64_t, ((64 - first_octave) << knot_bits) + 1> knots_{};
};

}  // namespace plylab::tree
