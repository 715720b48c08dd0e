// What a position may tell of the next plies at once.
#pragma once

#include <cstdint>

namespace plylab {

/// The paths of two or three moves from a position, and the games from there that are over before.
struct ShortPaths {
  std::uint64_t full = 0;
  std::uint64_t early = 0;

  ShortPaths& operator+=(const ShortPaths& other) {
    full += other.full;
    early += other.early;
    return *this;
  }
};

}  // namespace plylab
