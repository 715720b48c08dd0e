// Iterations beside each other, from made-up records.
#include "search/lab/tables.h"

#include <gtest/gtest.h>

#include "reports/formats/format.h"
#include "tests/search/lab/experiments.h"

namespace plylab::search::lab {
namespace {

// pvs with killers is cut off on b: that takes b away from the row of killers alone in pivot, but
// from all rows in by_depth.
TEST(ByDepth, AveragesOverTheSameStartsWhateverIsCompared) {
  Group group{"g",
              &searchable_chess(),
              {start_named("a"), start_named("b")},
              default_levels(searchable_chess())};
  group.levels[Factor::depth] = {4};
  group.levels[Factor::switches] = {parse_switches("", "table=4"), parse_switches("", "killers")};
  group.levels[Factor::variant] = {std::string("alphabeta"), std::string("pvs")};
  const Experiment experiment{"An example", {group}, {}};
  const auto runs = runs_of(experiment);
  RunRecords records;
  for (const auto& run : runs) {
    const bool is_a = run.start.name == "a";
    const bool complete =
        is_a || to_string(run[Factor::switches]) == "table=4" || run.variant() == "alphabeta";
    RunRecord record{"", 4, {iteration_of(3, 10)}};
    const std::uint64_t nodes = is_a ? 100 : 400;
    if (complete)
      record.iterations.push_back(iteration_of(4, nodes));
    else
      record.unfinished = unfinished_of(4, nodes);
    records.emplace_back(std::move(record));
  }
  const auto pivot = pivot_by_depth(experiment, runs, records, Factor::variant);
  EXPECT_EQ(reports::render({.tables = {pivot}}, reports::Format::text),
            "Nodes by depth and variant: each iteration, geometric means over the starts\n"
            "\n"
            "group       depth  starts  alphabeta  pvs\n"
            "----------  -----  ------  ---------  ---\n"
            "g, table=4      3       2         10   10\n"
            "g, table=4      4       2        200  200\n"
            "g, killers      3       2         10   10\n"
            "g, killers      4       1        100  100\n");
  const auto table = by_depth(experiment, runs, records);
  EXPECT_EQ(table.rows.size(), 8U);
  for (const auto& row : table.rows) {
    const bool last = row[6] == reports::Cell(4);
    EXPECT_EQ(row[7], reports::Cell(std::size_t{last ? 1U : 2U}));
    EXPECT_NEAR(std::get<double>(row[8].value()), last ? 100 : 10, 1e-9);
  }
}

}  // namespace
}  // namespace plylab::search::lab
