#include "perft/cluster/count_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "perft/command_tables.h"
#include "reports/columns.h"

namespace plylab::perft::cluster {

using reports::Table;

namespace {

/// Says of a table's figures what they are of, unless that is all.
void note_missing(Table& table, const Plan& plan, const Known& known) {
  if (!known.result.complete)
    table.notes.push_back(
        fmt::format("{} of {} units are not counted yet: all figures are of the others",
                    plan.units - known.units, plan.units));
}

}  // namespace

Table count_table(const Plan& plan, const Known& known, double seconds) {
  Table table{"count",
              "Count",
              {reports::columns::position,
               reports::columns::depth,
               {"frontier", "", "the ply of the frontier", 0},
               {"positions", "", "of the frontier, different ones", 0},
               {"units", "", "into which they are divided", 0},
               {"finished", "", "of the units", 0},
               {"leaves", "", "legal move paths, full and higher ones together", 0}},
              {},
              {}};
  if (plan.with_higher) {
    table.columns.push_back({"full", "", "legal move paths of that length", 0});
    table.columns.push_back({"higher", "", "games that are over before", 0});
  }
  table.columns.push_back({"thread_seconds", "s", "of all threads of all calls together", 3});
  table.columns.push_back({"seconds", "s", "of this call, from its start", 3});
  const Result& result = known.result;
  std::vector<reports::Cell> row{plan.position, plan.depth,  plan.ply,           plan.positions,
                                 plan.units,    known.units, cell(result.leaves)};
  if (plan.with_higher) {
    row.push_back(cell(result.leaves - result.higher));
    row.push_back(cell(result.higher));
  }
  row.push_back(result.seconds);
  row.push_back(seconds);
  table.add(std::move(row));
  note_missing(table, plan, known);
  return table;
}

Table divide_table(const Plan& plan, const Known& known) {
  const Result& result = known.result;
  Table table{
      "divide",
      fmt::format("Divide {}", plan.depth),
      {{"move", "", "the root move; total is their sum", 0}, {"leaves", "", "below the move", 0}},
      {},
      {}};
  if (plan.with_higher)
    table.columns.push_back({"higher", "", "of these, games that are over before the depth", 0});
  const auto add = [&](const std::string& move, Count leaves, Count higher) {
    std::vector<reports::Cell> row{move, cell(leaves)};
    if (plan.with_higher) row.push_back(cell(higher));
    table.add(std::move(row));
  };
  for (const RootMove& move : result.branches) add(move.move, move.leaves, move.higher);
  add("total", result.leaves, result.higher);
  note_missing(table, plan, known);
  return table;
}

Table workers_table(const Known& known) {
  Table table{"workers",
              "Workers",
              {{"host", "", "the machine's name"},
               {"program", "", "its version"},
               reports::columns::generator,
               {"kernel", "", "of the generator"},
               {"units", "", "counted there", 0},
               {"leaves", "", "in these", 0},
               {"thread_seconds", "s", "of all threads together", 3},
               {"rate", "M leaves/s", "leaves a second of a thread", 1}},
              {},
              {}};
  for (const auto& [worker, done] : known.workers)
    table.add({worker.host, worker.program, worker.generator,
               worker.kernel.empty() ? reports::Cell() : reports::Cell(worker.kernel), done.units,
               cell(done.leaves), done.seconds, rate(done.leaves, done.seconds)});
  return table;
}

/// The statistics, by whoever counted them.
Table statistics_table(const CountableGame& game, const Plan& plan, const Known& known,
                       std::size_t convention) {
  std::set<std::string> names;
  for (const auto& [worker, done] : known.workers) names.insert(worker.generator);
  Table table{
      "statistics", "Statistics", statistics_columns(game), {}, convention_notes(game, convention)};
  if (!known.result.kinds.empty())
    table.add(statistics_row(game, fmt::format("{}", fmt::join(names, ", ")), plan.depth,
                             known.result, convention));
  note_missing(table, plan, known);
  return table;
}

}  // namespace plylab::perft::cluster
