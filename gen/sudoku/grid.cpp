#include "gen/sudoku/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/text.h"

namespace plylab::sudoku {
namespace {

char letter(std::uint8_t digit) { return digit == 0 ? '.' : static_cast<char>('0' + digit); }

}  // namespace

std::size_t clues(const Grid& grid) {
  return cells - static_cast<std::size_t>(std::count(grid.begin(), grid.end(), 0));
}

// Without branches: which cells are empty is hard to predict.
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
  return repeated > 1;  // bit 0 stands for empty cells
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

namespace {

/// The digit for each character: 0 for '.', and `no_digit` for characters that cannot be in a cell.
constexpr std::uint8_t no_digit = 0xFF;
constexpr std::array<std::uint8_t, 256> make_digits() {
  std::array<std::uint8_t, 256> digits{};
  digits.fill(no_digit);
  digits['.'] = 0;
  for (unsigned digit = 0; digit <= 9; ++digit)
    digits['0' + digit] = static_cast<std::uint8_t>(digit);
  return digits;
}
constexpr std::array<std::uint8_t, 256> digits = make_digits();

/// Reads line by line; keeps the rows of an unfinished puzzle.
class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) {}

  Puzzles read(std::string_view text) {
    while (!text.empty()) {
      ++line_;
      if (read_plain_puzzle(text)) continue;
      const std::string_view line = trimmed(take_line(text));
      attempt([&] { read_line(line); });
    }
    attempt([&] {
      if (rows_ > 0) fail("the text ends after {} of the nine rows of a puzzle", rows_);
    });
    return std::move(found_);
  }

 private:
  /// Reports an error and drops the puzzle that is being read.
  template <class Read>
  void attempt(Read read) {
    try {
      read();
    } catch (const InputError& error) {
      found_.problems.emplace_back(error.what());
      rows_ = 0;
    }
  }

  template <class... Values>
  [[noreturn]] void fail(fmt::format_string<Values...> what, Values&&... values) const {
    throw InputError(
        fmt::format("{}:{}: {}", file_, line_, fmt::format(what, std::forward<Values>(values)...)));
  }

  /// Takes a line of exactly 81 cells, the usual form, which read_line() would read ten times
  /// slower. Returns false and takes nothing for any other line.
  bool read_plain_puzzle(std::string_view& text) {
    if (rows_ > 0 || rows_left_out_ > 0 || text.size() < cells) return false;
    Puzzle puzzle{{}, line_};
    std::uint8_t all = 0;
    for (std::size_t cell = 0; cell < cells; ++cell)
      all |= puzzle.grid[cell] = digits[static_cast<unsigned char>(text[cell])];
    if ((all & 0xF0) != 0) return false;
    std::string_view rest = text.substr(cells);
    if (!rest.empty() && rest.front() != '\n' && rest.front() != '\r') return false;
    take_line(rest);
    text = rest;
    found_.puzzles.push_back(puzzle);
    return true;
  }

  void read_line(std::string_view line) {
    const bool is_gap = line.empty() || line.front() == '#' || line.back() == ':';
    if (is_gap) rows_left_out_ = 0;
    if (line.empty() || line.front() == '#') return refuse_inside("an empty line or a comment");
    if (is_gap) return refuse_inside("a heading");
    if (line.find_first_not_of("+-|") == std::string_view::npos) return;  // a border
    std::string row(line);
    std::erase_if(row, [](char letter) { return letter == '|' || letter == ' '; });
    const bool is_left_out = rows_left_out_ > 0 && row.size() != cells;
    if (rows_ > 0 || is_left_out || row.size() == 9 || line.front() == '|')
      read_row(row);
    else
      read_puzzle(take_until(line, " \t,;#"));
  }

  void refuse_inside(const char* what) const {
    if (rows_ > 0) fail("{} after {} of the nine rows of a puzzle", what, rows_);
  }

  void read_puzzle(std::string_view line) {
    if (line.size() != cells) fail("a puzzle in one line has 81 cells, this one {}", line.size());
    Puzzle puzzle{{}, line_};
    std::transform(line.begin(), line.end(), puzzle.grid.begin(),
                   [&](char letter) { return digit_of(letter); });
    found_.puzzles.push_back(puzzle);
  }

  void read_row(std::string_view row) {
    if (rows_left_out_ > 0) {
      --rows_left_out_;
      return;
    }
    rows_left_out_ = 8 - rows_;  // if this one is wrong
    if (row.size() != 9) fail("a row has nine cells, this one {}", row.size());
    if (rows_ == 0) puzzle_ = {{}, line_};
    std::transform(row.begin(), row.end(), puzzle_.grid.begin() + 9 * rows_,
                   [&](char letter) { return digit_of(letter); });
    rows_left_out_ = 0;
    if (++rows_ < 9) return;
    found_.puzzles.push_back(puzzle_);
    rows_ = 0;
  }

  std::uint8_t digit_of(char letter) const {
    const std::uint8_t digit = digits[static_cast<unsigned char>(letter)];
    if (digit == no_digit)
      fail("'{}' is not a cell: write a digit, or '.' for an empty cell", letter);
    return digit;
  }

  const std::string& file_;
  std::size_t line_ = 0;
  Puzzle puzzle_{};  // of which rows_ have been read
  int rows_ = 0;
  int rows_left_out_ = 0;  // that are still to come of a drawing with a wrong one
  Puzzles found_;
};

}  // namespace

Puzzles read_puzzles(std::string_view text, const std::string& file) {
  return Reader(file).read(text);
}

}  // namespace plylab::sudoku
