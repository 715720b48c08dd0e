// Whole numbers of 128 bits, which the compilers have and the standard has not.
#pragma once

#include <cstdint>

namespace plylab {

/// A whole number from 0 to 2^128 − 1. It wraps as all unsigned numbers do; Count does not.
__extension__ typedef unsigned __int128 Uint128;

/// The upper 64 bits of a product: a·b / 2^64, rounded down.
constexpr std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>(Uint128{a} * b >> 64);
}

}  // namespace plylab
