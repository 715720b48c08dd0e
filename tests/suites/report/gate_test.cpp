// Conditions under which a comparison fails.
#include "suites/report/gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/input_error_of.h"

namespace plylab::suites::report {
namespace {

/// A comparison in which B has so many times the cost.
CostRatio ratio(const std::string& group, double times) {
  return {"search", "nodes", group, search::lab::compare({{{times}, {1}}})};
}

bool any_failed(const std::vector<reports::Check>& checks) {
  return std::any_of(checks.begin(), checks.end(), [](const reports::Check& check) {
    return check.result == reports::CheckResult::failed;
  });
}

/// Whether the gate fails beside these.
bool fails(const std::string& gate, const std::vector<CostRatio>& ratios,
           const std::vector<Solved>& what_was_solved = {}) {
  std::vector<reports::Check> checks;
  gates_table({parse_gate(gate)}, {ratios, what_was_solved}, checks);
  return any_failed(checks);
}

TEST(Gate, IsReadWithAndWithoutAFactor) {
  const Gate gate = parse_gate("  nodes >= 1.02 baseline ");
  EXPECT_EQ(gate.text, "nodes >= 1.02 baseline");
  EXPECT_EQ(gate.measure, "nodes");
  EXPECT_EQ(gate.comparison, ">=");
  EXPECT_DOUBLE_EQ(gate.factor, 1.02);
  EXPECT_DOUBLE_EQ(parse_gate("solved<baseline").factor, 1);
}

TEST(Gate, RefusesEverythingElse) {
  for (const char* text :
       {"", "nodes", "nodes > 1.02", "> baseline", "nodes > baseline 2", "nodes = baseline",
        "nodes > -1 baseline", "nodes > 1,02 baseline", "nodes > 1 baseline or so",
        "nodes > 0 baseline", "nodes < inf baseline", "nodes > baseline above",
        "nodes > baseline above 0", "nodes > baseline in ", "solved < baseline above 2",
        "nodes > baseline below 3"})
    EXPECT_EQ(testing::input_error_of([&] { parse_gate(text); }),
              "--fail-if: '" + std::string(text) +
                  "' is not like \"nodes > 1.02 baseline\", \"solved < baseline\" or \"seconds > "
                  "1.5 baseline above 0.1 in pvs-soft\"");
}

TEST(Gate, ComparesTheRatioOfEachGroup) {
  EXPECT_FALSE(fails("nodes > 1.02 baseline", {ratio("pvs", 1.02), ratio("mtdf", 0.5)}));
  EXPECT_TRUE(fails("nodes > 1.02 baseline", {ratio("pvs", 1.021), ratio("mtdf", 0.5)}));
  EXPECT_TRUE(fails("nodes > 1.02 baseline", {ratio("pvs", 1), ratio("mtdf", 2)}));
  EXPECT_TRUE(fails("nodes >= baseline", {ratio("pvs", 1)}));
  EXPECT_TRUE(fails("nodes <= 0.5 baseline", {ratio("pvs", 0.5)}));
  EXPECT_FALSE(fails("nodes < 0.5 baseline", {ratio("pvs", 0.5)}));
}

TEST(Gate, LeavesOutRowsThatCostLittle) {
  CostRatio times{"solutions", "seconds", "pvs", {}};
  times.pairs = {{{0.003}, {0.001}}, {{1.1}, {1.0}}};
  times.comparison = search::lab::compare(times.pairs);
  EXPECT_TRUE(fails("seconds > 1.5 baseline", {times}));
  EXPECT_FALSE(fails("seconds > 1.5 baseline above 0.01", {times}));
  EXPECT_TRUE(fails("seconds > 1.05 baseline above 0.01", {times}));
  EXPECT_THAT(
      testing::input_error_of([&] { fails("seconds > 0.5 baseline above 2", {times}); }),
      ::testing::HasSubstr("no row of A or B costs more than 2, so the condition can never hold"));
  times.pairs.push_back({{4}, {0.001}});  // dear in one of them is enough
  EXPECT_TRUE(fails("seconds > 1.5 baseline above 0.01", {times}));
}

TEST(Gate, IsOfTheGroupsThatItNames) {
  const std::vector<CostRatio> two = {ratio("pvs, bitboard", 1), ratio("mtdf, bitboard", 3)};
  EXPECT_TRUE(fails("nodes > 2 baseline", two));
  EXPECT_FALSE(fails("nodes > 2 baseline in pvs", two));
  EXPECT_TRUE(fails("nodes > 2 baseline in mtdf, bitboard", two));
  EXPECT_FALSE(fails("solved < baseline in pvs", {}, {{"pvs", 10, 5, 5}, {"mtdf", 10, 5, 4}}));
  EXPECT_EQ(testing::input_error_of([&] { fails("nodes > 2 baseline in sss", two); }),
            "--fail-if: no group with nodes has 'sss' in its name; there are: mtdf, bitboard; pvs, "
            "bitboard");
}

TEST(Gate, CountsWhatWasSolved) {
  EXPECT_TRUE(fails("solved < baseline", {}, {{"pvs", 10, 5, 4}}));
  EXPECT_FALSE(fails("solved < baseline", {}, {{"pvs", 10, 5, 5}}));
  EXPECT_FALSE(fails("solved < 0.8 baseline", {}, {{"pvs", 10, 5, 4}}));
}

TEST(Gate, FailsIfResultsAreMissing) {
  const auto fails_beside = [](std::size_t of_a, std::size_t both, bool complete) {
    std::vector<reports::Check> checks;
    const auto table =
        gates_table({parse_gate("solved < baseline")},
                    {{}, {{"pvs", 10, 5, 5}}, {{"solutions", of_a, both}}, complete}, checks);
    EXPECT_EQ(table.rows.back()[2], reports::Cell(std::size_t{5}));  // a count is no "5.000"
    EXPECT_EQ(table.rows.back()[4], reports::Cell(5.0));             // the limit
    return any_failed(checks);
  };
  EXPECT_FALSE(fails_beside(14, 14, true));
  EXPECT_TRUE(fails_beside(14, 2, true));
  EXPECT_TRUE(fails_beside(14, 14, false));
}

TEST(Gate, NamesWhatThereIsToCompare) {
  EXPECT_EQ(testing::input_error_of([] { fails("leaves > baseline", {ratio("", 1)}, {{"pvs"}}); }),
            "--fail-if: no 'leaves'; there are nodes, solved");
}

}  // namespace
}  // namespace plylab::suites::report
