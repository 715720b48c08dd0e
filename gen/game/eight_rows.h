// Boards of eight rows of eight squares as text.
#pragma once

#include <string>

namespace plylab {

/// Eight rows of eight; `sign` says what stands in a row and column, counted from the top left.
std::string eight_rows(auto&& sign) {
  std::string rows;
  for (int row = 0; row < 8; ++row) {
    if (row > 0) rows += '/';
    for (int column = 0; column < 8; ++column) rows += sign(row, column);
  }
  return rows;
}

}  // namespace plylab
