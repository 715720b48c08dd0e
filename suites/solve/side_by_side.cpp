#include "suites/solve/side_by_side.h"

#include <fmt/format.h>

#include <algorithm>

#include "reports/tables/columns.h"

namespace plylab::suites::solve {

using reports::Cell;

SideBySide::SideBySide(const std::vector<Entrant>& contestants, const ChosenCriterion& criterion,
                       bool timed)
    : criterion_(criterion),
      timed_(timed),
      table_{"side_by_side",
             "Side by side",
             {reports::columns::record, {"goal", "", "what the record asks for", 0}},
             {},
             {fmt::format(
                 "where it is solved (by the criterion {}): after {}, in which iteration; else "
                 "the move at the end, or the fault",
                 criterion.name(), timed ? "how many seconds" : "how many visited nodes")}},
      solved_(contestants.size()),
      asked_(contestants.size()) {
  for (const Entrant& one : contestants) {
    const bool several = std::count_if(contestants.begin(), contestants.end(),
                                       [&](const auto& o) { return o.search == one.search; }) > 1;
    table_.columns.emplace_back(
        several ? fmt::format("{} {}", one.search, one.generator) : one.search, "",
        "when it solved the position, or what it did", 0);
  }
}

void SideBySide::add(const epd::Record& record, const Goal& goal,
                     const std::vector<std::optional<Solution>>& solutions) {
  std::vector<Cell> row{name_of(record), to_string(record, goal)};
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    const bool counts = solutions[i] && criterion_.counts(solutions[i]->assessment);
    row.push_back(counts ? cell_of(record, *solutions[i]) : Cell());
    asked_[i] += counts || !solutions[i];
    solved_[i] += counts && criterion_.solved(solutions[i]->assessment);
  }
  table_.add(std::move(row));
}

Cell SideBySide::cell_of(const epd::Record& record, const Solution& solution) const {
  if (criterion_.solved(solution.assessment)) {
    const auto when = criterion_.when(solution.assessment);
    if (!when) return "solved";
    return timed_ ? fmt::format("{:.2f} s at {}", when->seconds, when->depth)
                  : fmt::format("{} at {}", when->nodes, when->depth);
  }
  if (solution.reply.fault) return name_of(solution.reply.fault->kind());
  if (!solution.reply.move) return {};
  return played_san(record, solution.reply);
}

reports::Table SideBySide::table() const {
  reports::Table table = table_;
  std::vector<Cell> sums{"solved", Cell()};
  for (std::size_t i = 0; i < solved_.size(); ++i)
    sums.emplace_back(fmt::format("{} of {}", solved_[i], asked_[i]));
  table.add(std::move(sums));
  return table;
}

}  // namespace plylab::suites::solve
