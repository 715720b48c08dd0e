// Sets of squares in 64 bits: bit s stands for Square s.
#pragma once

#include <bit>
#include <cstdint>

#include "gen/chess/board/board.h"

namespace plylab::chess {

using Bits = std::uint64_t;

constexpr Bits bit(Square square) { return Bits{1} << square; }
constexpr Square first_square(Bits bits) { return static_cast<Square>(std::countr_zero(bits)); }
constexpr bool has_one(Bits bits) { return bits != 0 && (bits & (bits - 1)) == 0; }

/// Walks a set: for (Square s : each(bits)) …
class each {
 public:
  constexpr explicit each(Bits bits) : bits_(bits) {}
  constexpr each begin() const { return *this; }
  constexpr each end() const { return each(0); }
  constexpr Square operator*() const { return first_square(bits_); }
  constexpr each& operator++() {
    bits_ &= bits_ - 1;
    return *this;
  }
  constexpr bool operator!=(each other) const { return bits_ != other.bits_; }

 private:
  Bits bits_;
};

inline constexpr Bits file_a = 0x0101010101010101;
inline constexpr Bits file_h = file_a << 7;

constexpr Bits rank_bits(int rank) { return Bits{0xff} << (8 * rank); }

/// All squares shifted by one to the side, from White's view, without wrapping around the edge.
constexpr Bits shift_east(Bits bits) { return (bits & ~file_h) << 1; }
constexpr Bits shift_west(Bits bits) { return (bits & ~file_a) >> 1; }

/// All squares one rank on, seen by the given side.
constexpr Bits shift_forward(Color color, Bits bits) {
  return color == white ? bits << 8 : bits >> 8;
}

}  // namespace plylab::chess
