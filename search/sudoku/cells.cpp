#include <array>
#include <bit>
#include <utility>

#include "search/sudoku/solvers.h"

namespace plylab::search::sudoku {
namespace {

using plylab::sudoku::box_of;
using plylab::sudoku::cells;
using plylab::sudoku::column_of;
using plylab::sudoku::row_of;

using Digits = unsigned;  // bit n: the digit n
constexpr Digits all_digits = 0b1111111110;

/// One search. OnStep is called for each step.
template <class OnStep>
class CellSearch {
 public:
  CellSearch(const Grid& puzzle, const Limits& limits, OnStep on_step)
      : limits_(limits), on_step_(std::move(on_step)), grid_(puzzle) {
    rows_.fill(all_digits);
    columns_.fill(all_digits);
    boxes_.fill(all_digits);
    for (std::size_t cell = 0; cell < cells; ++cell)
      if (grid_[cell] == 0)
        empty_[empty_count_++] = static_cast<std::uint8_t>(cell);
      else
        flip(cell, 1U << grid_[cell]);
  }

  Result run() {
    result_.complete = search(0);
    return std::move(result_);
  }

 private:
  Digits candidates(std::size_t cell) const {
    return rows_[row_of(cell)] & columns_[column_of(cell)] & boxes_[box_of(cell)];
  }

  /// Removes the digit from the candidates of the cell's units, or restores it.
  void flip(std::size_t cell, Digits digit) {
    rows_[row_of(cell)] ^= digit;
    columns_[column_of(cell)] ^= digit;
    boxes_[box_of(cell)] ^= digit;
  }

  /// The index in empty_ of the cell to fill next.
  std::size_t choose() const {
    std::size_t best = 0;
    int min = 10;
    for (std::size_t i = 0; i < empty_count_ && min > 1; ++i) {
      const int count = std::popcount(candidates(empty_[i]));
      if (count >= min) continue;
      min = count;
      best = i;
    }
    return best;
  }

  bool stopped() const { return limits_.stop != nullptr && *limits_.stop; }

  /// Whether all solutions from here were found.
  bool search(int depth) {
    if (empty_count_ == 0) return note_solution(depth);
    const std::size_t place = choose();
    const std::size_t cell = empty_[place];
    const Digits choice = candidates(cell);
    if (choice == 0) {
      ++result_.dead_ends;
      on_step_(Step{Step::Kind::dead_end, depth, cell}, grid_);
      return !stopped();
    }
    const bool forced = std::has_single_bit(choice);
    std::swap(empty_[place], empty_[--empty_count_]);
    bool complete = true;
    for (Digits left = choice; left != 0 && complete; left &= left - 1) {
      const int digit = std::countr_zero(left);
      ++(forced ? result_.forced : result_.tried);
      on_step_(Step{forced ? Step::Kind::forced : Step::Kind::tried, depth, cell, digit, choice},
               grid_);
      grid_[cell] = static_cast<std::uint8_t>(digit);
      flip(cell, 1U << digit);
      complete = search(depth + (forced ? 0 : 1));
      flip(cell, 1U << digit);
    }
    grid_[cell] = 0;
    ++empty_count_;
    return complete;
  }

  bool note_solution(int depth) {
    ++result_.solutions;
    if (result_.found.size() < limits_.kept) result_.found.push_back(grid_);
    on_step_(Step{Step::Kind::solution, depth}, grid_);
    return result_.solutions != limits_.solutions && !stopped();
  }

  const Limits& limits_;
  OnStep on_step_;
  Grid grid_;
  std::array<Digits, 9> rows_, columns_, boxes_;  // the digits that they lack
  std::array<std::uint8_t, cells> empty_{};       // the first empty_count_ are empty
  std::size_t empty_count_ = 0;
  Result result_;
};

}  // namespace

Result search_cells(const Grid& puzzle, const Limits& limits,
                    const std::function<void(const Step&, const Grid&)>& on_step) {
  if (repeats_a_digit(puzzle)) return {};
  if (on_step) return CellSearch(puzzle, limits, on_step).run();
  return CellSearch(puzzle, limits, [](const Step&, const Grid&) {}).run();
}

}  // namespace plylab::search::sudoku
