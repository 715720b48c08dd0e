#include "gen/sudoku/grid.h"

#include <algorithm>

namespace plylab::sudoku {
namespace {

char letter(std::uint8_t digit) { return digit == 0 ? '.' : static_cast<char>('0' + digit); }

}  // namespace

std::size_t clues(const Grid& grid) {
  return cells - static_cast<std::size_t>(std::count(grid.begin(), grid.end(), 0));
}

// Without branches, since which cells are empty is hard to foresee.
bool repeats_a_digit(const Grid& grid) {
  std::array<unsigned, 9> columns{};
  unsigned repeated = 0;
  for (std::size_t band = 0; band < 3; ++band) {
    std::array<unsigned, 3> boxes{};
    for (std::size_t row = 3 * band; row < 3 * band + 3; ++row) {
      unsigned in_row = 0;
      for (std::size_t column = 0; column < 9; ++column) {
        const unsigned digit = 1U << grid[9 * row + column];
        repeated |= digit & (in_row | columns[column] | boxes[column / 3]);
        in_row |= digit;
        columns[column] |= digit;
        boxes[column / 3] |= digit;
      }
    }
  }
  return repeated > 1;  // bit 0 is the empty cells'
}

std::string to_string(const Grid& grid) {
  std::string text(cells, '.');
  std::transform(grid.begin(), grid.end(), text.begin(), letter);
  return text;
}

std::vector<std::string> drawing_of(const Grid& grid) {
  const std::string border = "+---+---+---+";
  std::vector<std::string> lines{border};
  for (std::size_t row = 0; row < 9; ++row) {
    std::string line;
    for (std::size_t column = 0; column < 9; ++column) {
      if (column % 3 == 0) line += '|';
      line += letter(grid[9 * row + column]);
    }
    lines.push_back(line + '|');
    if (row % 3 == 2) lines.push_back(border);
  }
  return lines;
}

}  // namespace plylab::sudoku
