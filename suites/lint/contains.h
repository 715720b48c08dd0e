// Whether a move is among those that a record names.
#pragma once

#include <algorithm>
#include <vector>

#include "gen/chess/board/move.h"

namespace plylab::suites::lint {

inline bool contains(const std::vector<chess::Move>& moves, chess::Move move) {
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

}  // namespace plylab::suites::lint
