// What the obvious search of a Sudoku puzzle did, step by step.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "reports/tables/table.h"
#include "search/sudoku/cells.h"

namespace plylab::suites::sudoku {

/// Takes the steps of one search.
class Trace {
 public:
  /// More steps are not kept: nobody reads them, and a search may take any number.
  static constexpr std::size_t most_steps = 100'000;

  void add(const search::sudoku::Step& step, const search::sudoku::Grid& grid);

  /// In the words of Bik's program: puzzle, steps, and each solution where it is found.
  std::vector<std::string> lines(const search::sudoku::Grid& puzzle) const;

  /// The steps as rows of a table.
  void add_to(reports::Table& table, const std::string& where) const;

  /// Whether there were more steps.
  bool cut() const { return cut_; }

 private:
  std::vector<std::pair<search::sudoku::Step, search::sudoku::Grid>> steps_;
  bool cut_ = false;
};

/// The table that add_to() fills.
reports::Table trace_table();

}  // namespace plylab::suites::sudoku
