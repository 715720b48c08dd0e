// Principal variations while they grow: a triangular table.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <vector>

#include "search/base/value.h"

namespace plylab::search {

/// The best line found below each ply of the current path.
template <class Move>
class PvTable {
 public:
  void clear(int ply) { lengths_[index(ply)] = 0; }

  /// The move is best at the ply; the line below it goes on.
  void extend(int ply, Move move) {
    auto& line = lines_[index(ply)];
    const auto& rest = lines_[index(ply + 1)];
    const std::size_t length = lengths_[index(ply + 1)];
    line[0] = move;
    std::copy_n(rest.begin(), length, line.begin() + 1);
    lengths_[index(ply)] = length + 1;
  }

  /// The line from the ply on.
  std::vector<Move> from(int ply) const {
    const auto& line = lines_[index(ply)];
    return {line.begin(), line.begin() + static_cast<std::ptrdiff_t>(lengths_[index(ply)])};
  }

 private:
  static std::size_t index(int ply) {
    assert(ply >= 0 && ply < max_ply + 2);
    return static_cast<std::size_t>(ply);
  }

  std::array<std::array<Move, max_ply + 1>, max_ply + 2> lines_;
  std::array<std::size_t, max_ply + 2> lengths_{};
};

}  // namespace plylab::search
