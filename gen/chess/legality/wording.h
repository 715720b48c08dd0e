// Squares and numbers of pieces in the sentences about a position.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "gen/chess/board/fen.h"
#include "gen/chess/board/names.h"

namespace plylab::chess {

/// "1 piece", "2 pieces".
inline std::string counted(int count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// "a1, b2 and c3".
inline std::string listed(const std::vector<Square>& squares) {
  std::string text;
  for (std::size_t i = 0; i < squares.size(); ++i) {
    if (i > 0) text += i + 1 == squares.size() ? " and " : ", ";
    text += to_string(squares[i]);
  }
  return text;
}

}  // namespace plylab::chess
