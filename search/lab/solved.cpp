#include "search/lab/solved.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "reports/tables/statistics.h"

namespace plylab::search::lab {
namespace {

using reports::Cell;

/// A level in a block, compared with the baseline.
struct SolvedRow {
  std::string block;
  Level level;
  bool is_baseline;
  std::size_t starts = 0, solved = 0, gained = 0, lost = 0;

  reports::ProportionInterval interval() const { return reports::wilson_interval(solved, starts); }
};

/// The solutions of each start, by its text.
std::map<std::string, std::vector<std::string>> solutions_of(const Group& group) {
  std::map<std::string, std::vector<std::string>> solutions;
  for (const Start& start : group.starts)
    if (!start.best.empty()) solutions.emplace(start.text(), start.best);
  return solutions;
}

bool solves(const RunRecord& record, const std::vector<std::string>& best) {
  const RunIteration* last = record.last_complete();
  return last && std::find(best.begin(), best.end(), last->move) != best.end();
}

Cell beside_baseline(const SolvedRow& row, std::size_t number) {
  return row.is_baseline ? Cell() : Cell(number);
}

}  // namespace

reports::Table solved_table(const Experiment& experiment, const std::vector<Run>& runs,
                            const RunRecords& records, const ComparisonSpec& comparison) {
  std::vector<SolvedRow> rows;
  for (const Group& group : experiment.groups) {
    const auto solutions = solutions_of(group);
    if (solutions.empty()) continue;
    const auto& levels = group.levels[comparison.factor];
    const auto named = std::find_if(levels.begin(), levels.end(), [&](const Level& level) {
      return to_string(level) == comparison.baseline;
    });
    const Level baseline = named == levels.end() ? levels.front() : *named;
    for (const Block& block : blocks_of(group, runs, records, comparison.factor))
      for (const Level& level : levels) {
        SolvedRow row{block.name, level, level == baseline};
        for (const auto& [start, best] : solutions) {
          const RunRecord* ours = block.find(to_string(level), start);
          const RunRecord* theirs = block.find(to_string(baseline), start);
          if (!ours || !theirs) continue;
          const bool we = solves(*ours, best), they = solves(*theirs, best);
          ++row.starts;
          row.solved += we;
          row.gained += we && !they;
          row.lost += they && !we;
        }
        if (row.starts > 0) rows.push_back(std::move(row));
      }
  }
  return reports::table_of<SolvedRow>(
      "solved", "Positions solved: the last iteration chose a best move of the suite",
      {{{"group", "", "what all runs of the row have in common", 0},
        [](const SolvedRow& row) { return row.block; }},
       {{name_of(comparison.factor), "", "what is compared", 0},
        [](const SolvedRow& row) { return cell_of(row.level); }},
       {{"starts", "", "starts with best moves that the baseline has run, too", 0},
        [](const SolvedRow& row) { return row.starts; }},
       {{"solved", "", "of these", 0}, [](const SolvedRow& row) { return row.solved; }},
       {{"rate", "%", "solved / starts", 1},
        [](const SolvedRow& row) {
          return 100 * static_cast<double>(row.solved) / static_cast<double>(row.starts);
        }},
       {{"low", "%", "95 % interval of the rate (Wilson)", 1},
        [](const SolvedRow& row) { return 100 * row.interval().low; }},
       {{"high", "%", "its upper end", 1},
        [](const SolvedRow& row) { return 100 * row.interval().high; }},
       {{"gained", "", "solved here and not by the baseline", 0},
        [](const SolvedRow& row) { return beside_baseline(row, row.gained); }},
       {{"lost", "", "solved by the baseline and not here", 0},
        [](const SolvedRow& row) { return beside_baseline(row, row.lost); }},
       {{"p_mcnemar", "p", "two-sided p-value of McNemar's exact test on gained and lost", 4},
        [](const SolvedRow& row) {
          return row.is_baseline ? Cell() : Cell(mcnemar_test(row.gained, row.lost));
        }}},
      rows);
}

}  // namespace plylab::search::lab
