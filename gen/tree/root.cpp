#include "gen/tree/root.h"

#include <cassert>
#include <limits>

namespace plylab::tree {
namespace {

constexpr std::uint64_t one = std::numeric_limits<std::uint64_t>::max();

std::uint64_t power(std::uint64_t base, unsigned n) {
  std::uint64_t result = one;
  for (; n != 0; n >>= 1) {
    if (n & 1) result = multiply_high(result, base);
    base = multiply_high(base, base);
  }
  return result;
}

/// The largest number whose n-th power is at most x, by bisection from a number that is not larger.
std::uint64_t bisect(std::uint64_t x, unsigned n, std::uint64_t low) {
  std::uint64_t high = one;
  while (low < high) {
    const std::uint64_t middle = high - (high - low) / 2;
    if (power(middle, n) <= x)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

}  // namespace

Root::Root(unsigned n) {
  assert(n > 0);
  std::uint64_t last = 0;
  for (int octave = first_octave; octave < 64; ++octave)
    for (std::uint64_t top = 16; top < 32; ++top)
      last = knots_[index(octave, top)] = bisect(top << (octave - knot_bits), n, last);
  knots_.back() = one;
}

}  // namespace plylab::tree
