// What is claimed beside what is measured.
#include "search/lab/claims.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gen/read_file.h"
#include "search/lab/stored_runs.h"
#include "tests/search/lab/experiments.h"
#include "tests/support/input_error_of.h"
#include "tests/support/temporary_file.h"

namespace plylab::search::lab {
namespace {

using ::testing::HasSubstr;

/// Five starts, two variants, to depth 1 and 2; then claims.
std::string experiment_with(const std::string& claims) {
  std::string text = R"toml([factors]
variant = ["alphabeta-soft", "pvs-soft"]
depth = [1, 2]
[[positions]]
name = "trees"
game = "synthetic-tree"
position = "tree(width=2,depth=2)"
seeds = "1..5"
)toml";
  return text + claims;
}

/// A claim about pvs-soft by alphabeta-soft.
std::string claim(const std::string& range) {
  return "[[claims]]\nclaim = 'less'\nsource = 'somebody'\ngroup = 'trees'\nvariant = "
         "'pvs-soft'\nagainst = 'alphabeta-soft'\n" +
         range + "\n";
}

ExperimentFile parsed(const std::string& claims) {
  return parse_experiment(experiment_with(claims), "x.toml", searchable_games());
}

/// Nodes of pvs-soft: those of the other by these factors, start by start, at the deepest.
RunRecords records_of(const std::vector<Run>& runs, const std::vector<double>& factors) {
  RunRecords records;
  std::size_t start = 0;
  for (const Run& run : runs) {
    const bool is_pvs = run[Factor::variant] == "pvs-soft";
    const double factor = !is_pvs ? 1 : run.depth() == 1 ? 9 : factors[start];
    if (is_pvs && run.depth() == 2) ++start;
    const auto nodes = static_cast<std::uint64_t>(1000 * factor);
    records.push_back(
        RunRecord{run.id(), true, {{run.depth(), true, 7, "", {{"nodes", nodes}}, 0.5}}});
  }
  return records;
}

/// Whether a claim agrees with such ratios.
reports::Cell judged(const std::string& range, const std::vector<double>& factors) {
  const ExperimentFile file = parsed(claim(range));
  const auto runs = runs_of(file.experiment);
  const auto table =
      claims_table(file.experiment, runs, records_of(runs, factors), file.comparison);
  EXPECT_EQ(table.rows.size(), 1U);
  EXPECT_EQ(table.rows[0][1], reports::Cell("trees, depth 2"));
  EXPECT_EQ(table.columns[6].name, "agrees");
  return table.rows[0][6];
}

TEST(Claims, AgreeIfTheIntervalLiesWithin) {
  const std::vector<double> less = {0.8, 0.7, 0.75, 0.8, 0.72};
  EXPECT_EQ(judged("at_most = 1", less), reports::Cell("yes"));
  EXPECT_EQ(judged("at_most = 0.5", less), reports::Cell("no"));
  EXPECT_EQ(judged("at_least = 0.6\nat_most = 0.9", less), reports::Cell("yes"));
  EXPECT_EQ(judged("at_least = 1", less), reports::Cell("no"));
  EXPECT_EQ(judged("at_most = 0.75", less), reports::Cell("undecided"));
}

TEST(Claims, AboutEveryStartAreContradictedByOne) {
  const std::vector<double> once_more = {0.2, 0.2, 1.1, 0.2, 0.2};
  EXPECT_EQ(judged("at_most = 1", once_more), reports::Cell("yes"));  // in the mean
  EXPECT_EQ(judged("at_most = 1\non_every_start = true", once_more), reports::Cell("no"));
  EXPECT_EQ(judged("at_most = 1\non_every_start = true", {1, 0.2, 1, 1, 1}), reports::Cell("yes"));
}

TEST(Claims, AreKeptWithTheRuns) {
  const ExperimentFile file = parsed(claim("at_most = 1.5\nmeasure = 'leaves'"));
  const plylab::testing::TemporaryFile runs("", "claims");
  {
    const Journal journal(runs.path(), file.experiment, {.version = "1", .commit = "a"},
                          file.comparison);
  }
  const StoredRuns stored = read_runs(read_file(runs.path()), "x");
  ASSERT_EQ(stored.comparison.claims.size(), 1U);
  EXPECT_EQ(stored.comparison.claims[0].against, "alphabeta-soft");
  EXPECT_EQ(stated(stored.comparison.claims[0]), "at most 1.5");
  EXPECT_EQ(stored.comparison.claims[0].measure, "leaves");
}

TEST(Claims, AreRefusedWhereTheyMakeNoSense) {
  const auto error_of = [](const std::string& claims) {
    return plylab::testing::input_error_of([&] { parsed(claims); });
  };
  EXPECT_THAT(error_of(claim("")), HasSubstr("claims: has neither at_least nor at_most"));
  EXPECT_THAT(error_of(claim("at_most = 1\nmeasure = 'leafs'")), HasSubstr("no 'leafs'"));
  EXPECT_THAT(error_of(claim("at_most = 0")), HasSubstr("must be a number above 0"));
  EXPECT_THAT(error_of(claim("at_most = 2\non_every_start = true")), HasSubstr("is for at_least"));
  EXPECT_THAT(error_of("[[claims]]\nclaim = 'less'\n"), HasSubstr("has no source"));
}

}  // namespace
}  // namespace plylab::search::lab
