#include "suites/sudoku/trace.h"

#include <fmt/format.h>

#include <algorithm>

namespace plylab::suites::sudoku {
namespace {

using plylab::sudoku::column_of;
using plylab::sudoku::drawing_of;
using plylab::sudoku::row_of;
using search::sudoku::Grid;
using search::sudoku::Step;

std::string name_of(Step::Kind kind) {
  switch (kind) {
    case Step::Kind::forced:
      return "must-be";
    case Step::Kind::tried:
      return "try";
    case Step::Kind::dead_end:
      return "dead-end";
    case Step::Kind::solution:
      break;
  }
  return "solution";
}

std::string digits_of(unsigned candidates) {
  std::string digits;
  for (int digit = 1; digit <= 9; ++digit)
    if ((candidates >> digit & 1) != 0) digits += static_cast<char>('0' + digit);
  return digits;
}

std::string line_of(const Step& step) {
  std::string line =
      fmt::format("{:{}}{:<9}{},{} = {}", "", std::max(1, 2 * step.depth), name_of(step.kind),
                  row_of(step.cell) + 1, column_of(step.cell) + 1,
                  step.kind == Step::Kind::dead_end ? "?" : fmt::format("{}", step.digit));
  if (step.kind != Step::Kind::tried) return line;
  const std::string digits = digits_of(step.candidates);
  return line + fmt::format(" from {{{}}}:#{}", digits, digits.size());
}

void add_drawing(std::vector<std::string>& lines, const std::string& title, const Grid& grid) {
  lines.push_back(title);
  for (const std::string& line : drawing_of(grid)) lines.push_back("  " + line);
  lines.emplace_back();
}

}  // namespace

void Trace::add(const Step& step, const Grid& grid) {
  cut_ = steps_.size() == most_steps;
  if (!cut_) steps_.emplace_back(step, step.kind == Step::Kind::solution ? grid : Grid{});
}

std::vector<std::string> Trace::lines(const Grid& puzzle) const {
  std::vector<std::string> lines;
  add_drawing(lines, "PROBLEM:", puzzle);
  for (const auto& [step, grid] : steps_) {
    if (step.kind != Step::Kind::solution) {
      lines.push_back(line_of(step));
      continue;
    }
    lines.emplace_back();
    add_drawing(lines, "SOLUTION:", grid);
  }
  return lines;
}

void Trace::add_to(reports::Table& table, const std::string& where) const {
  for (const auto& [step, grid] : steps_)
    if (step.kind == Step::Kind::solution)
      table.add({where, step.depth, name_of(step.kind), {}, {}, {}, {}});
    else
      table.add({where, step.depth, name_of(step.kind), row_of(step.cell) + 1,
                 column_of(step.cell) + 1,
                 step.kind == Step::Kind::dead_end ? reports::Cell() : reports::Cell(step.digit),
                 digits_of(step.candidates)});
}

reports::Table trace_table() {
  return {"trace",
          "Trace",
          {{"where", "", "file and line"},
           {"depth", "", "how many digits were tried before", 0},
           {"step", "", "must-be, try, dead-end or solution"},
           {"row", "", "from above, from 1", 0},
           {"column", "", "from the left, from 1", 0},
           {"digit", "", "that is put there", 0},
           {"candidates", "", "the digits that row, column and box allow"}},
          {},
          {},
          reports::Readers::programs};
}

}  // namespace plylab::suites::sudoku
