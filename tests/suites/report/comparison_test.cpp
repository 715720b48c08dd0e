// Two reports beside each other.
#include "suites/report/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "reports/formats/format.h"

namespace plylab::suites::report {
namespace {

using reports::Cell;
using reports::Column;
using reports::Report;
using reports::Role;
using reports::Table;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const Column position{"position", "", "", 0, Role::position},
    search{"search", "", "", 0, Role::contestant}, nodes{"nodes", "", "", 0, Role::cost},
    solved{"solved", "", "", 0, Role::solved};

/// Searches of some positions: by one search its nodes, and twice as many by another.
Report searches(const std::vector<std::uint64_t>& counts, double seconds = 1) {
  Table table{
      "search", "", {position, search, {"value"}, nodes, {"seconds", "s"}, {"ebf", "", "", 2}}};
  for (std::size_t i = 0; i < counts.size(); ++i)
    for (const std::uint64_t times : {1U, 2U})
      table.add({fmt::format("p{}", i), times == 1 ? "pvs" : "mtdf", -5, counts[i] * times, seconds,
                 seconds});
  return {.tables = {table}};
}

/// What was solved of positions that are called by letters; capitals are solved.
Report solutions(const std::string& letters) {
  Table table{"solutions", "", {position, search, solved}};
  for (const char c : letters) {
    const bool is_solved = c < 'a';
    table.add({std::string(1, static_cast<char>(is_solved ? c - 'A' + 'a' : c)), "pvs", is_solved});
  }
  return {.tables = {table}};
}

/// Matched tables point into the reports, which must live on.
std::vector<MatchedTables> matched(const Report& a, const Report& b) {
  std::vector<std::string> alone;
  auto tables = match(a, b, alone);
  EXPECT_THAT(alone, IsEmpty());
  return tables;
}

TEST(Match, IdentifiesRowsByTheFirstColumns) {
  const Report a = searches({10, 20}), b = searches({20, 10, 30});
  const auto tables = matched(a, b);
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].keys, 2U);
  EXPECT_EQ(tables[0].rows.size(), 4U);
  EXPECT_EQ(tables[0].only_a, 0U);
  EXPECT_EQ(tables[0].only_b, 2U);
  EXPECT_EQ(tables[0].key_text(tables[0].rows[3]), "p1, mtdf");
  EXPECT_EQ(tables[0].group_text(tables[0].rows[3]), "mtdf");
}

// A search that is renamed is the same if it is the only one.
TEST(Match, UsesAsFewColumnsAsPossible) {
  Report a = solutions("ab"), b = solutions("Ab");
  for (auto& row : b.tables[0].rows) row[1] = "renamed";
  EXPECT_EQ(matched(a, b)[0].keys, 1U);
  EXPECT_EQ(matched(a, b)[0].rows.size(), 2U);
}

TEST(Match, NamesRowsOfOnlyOneReport) {
  Report a = searches({1}), b = solutions("a");
  a.tables.push_back({"twice", "", {{"x"}}, {{1}, {1}}});
  b.tables.push_back({"twice", "", {{"x"}}, {{1}, {1}}});
  std::vector<std::string> alone;
  EXPECT_THAT(match(a, b, alone), IsEmpty());
  EXPECT_THAT(alone, ElementsAre("search: only in A",
                                 "twice: its rows cannot be identified by their columns",
                                 "solutions: only in B"));
}

bool is_equal(const Equality& result) {
  return std::all_of(result.checks.begin(), result.checks.end(), [](const reports::Check& check) {
    return check.result == reports::CheckResult::passed;
  });
}

TEST(Equality, LeavesTimesOut) {
  const Report a = searches({10, 20}, 1), b = searches({10, 20}, 2);
  const Equality result = equality_of(matched(a, b));
  EXPECT_TRUE(is_equal(result));
  EXPECT_THAT(result.differences.rows, IsEmpty());
  EXPECT_EQ(result.summary.rows[0][4], Cell(std::size_t{8}));  // value and nodes
}

TEST(Equality, NamesEveryCellThatDiffers) {
  const Report a = searches({10, 20}), b = searches({10, 21});
  const Equality result = equality_of(matched(a, b));
  EXPECT_FALSE(is_equal(result));
  ASSERT_EQ(result.differences.rows.size(), 2U);
  EXPECT_THAT(result.differences.rows[0],
              ElementsAre(Cell("search"), Cell("p1, pvs"), Cell("nodes"), Cell(20U), Cell(21U)));
  ASSERT_EQ(result.checks.size(), 1U);
  EXPECT_THAT(result.checks[0].message, HasSubstr("\n  p1, pvs nodes 20 21\n"));
}

TEST(Equality, AsksForAllRows) {
  const Report a = searches({10, 20}), b = searches({10});
  EXPECT_FALSE(is_equal(equality_of(matched(a, b))));
  EXPECT_FALSE(is_equal(equality_of(matched(b, a))));
}

// Numbers are compared as numbers, however they are kept.
TEST(Equality, DoesNotAskForASign) {
  Report a = searches({10}), b = a;
  a.tables[0].rows[0][3] = std::int64_t{10};
  EXPECT_TRUE(is_equal(equality_of(matched(a, b))));
  a.tables[0].rows[0][3] = std::int64_t{-10};
  EXPECT_FALSE(is_equal(equality_of(matched(a, b))));
}

TEST(CostRatios, AreMeansOverTheFirstKey) {
  const Report a = searches({10, 20, 0}, 1), b = searches({20, 10, 5}, 3);
  const auto ratios = cost_ratios(matched(a, b));
  ASSERT_EQ(ratios.size(), 4U);  // nodes and seconds of two searches; the third has no nodes in A
  EXPECT_EQ(ratios[0].measure, "nodes");
  EXPECT_EQ(ratios[0].group, "pvs");
  EXPECT_DOUBLE_EQ(ratios[0].comparison.ratio.value(), 1);
  EXPECT_EQ(ratios[0].comparison.less, 1U);
  EXPECT_EQ(ratios[0].comparison.more, 1U);
  EXPECT_EQ(ratios[3].group, "mtdf");
  EXPECT_DOUBLE_EQ(ratios[3].comparison.ratio.value(), 3);
  EXPECT_EQ(ratios_table(ratios).rows.size(), 4U);
}

TEST(CostRatios, KnowRunsThatWereCutOff) {
  Report a = searches({10, 20});
  a.tables[0].columns.emplace_back("complete", "", "", 0, reports::Role::finished);
  for (auto& row : a.tables[0].rows) row.emplace_back(true);
  Report b = a;
  b.tables[0].rows[0].back() = false;
  const auto ratios = cost_ratios(matched(a, b));
  EXPECT_EQ(ratios[0].comparison.censored, 1U);
  EXPECT_EQ(ratios[0].comparison.averaged(), 1U);
}

/// A table of sums, which the command shows first, and the sample.
Report with_sums(const std::vector<std::uint64_t>& counts) {
  Report report = searches(counts);
  Table sums{"summary", "", {search, nodes, {"probes", "", "", 0, Role::cost}}};
  std::uint64_t sum = 0;
  for (const std::uint64_t one : counts) sum += one;
  sums.add({"pvs", sum, sum});
  sums.add({"mtdf", 2 * sum, 2 * sum});
  report.tables.insert(report.tables.begin(), sums);
  return report;
}

// One contestant's sum is no observation to be averaged with another's.
TEST(CostRatios, AreOfPositionsAndNotOfSums) {
  const Report a = with_sums({10, 20}), b = with_sums({20, 40});
  const auto ratios = cost_ratios(matched(a, b));
  ASSERT_EQ(ratios.size(), 6U);
  EXPECT_EQ(ratios[0].table, "search");
  EXPECT_EQ(ratios[0].comparison.more, 2U);
  EXPECT_EQ(ratios[4].measure, "probes");
  EXPECT_EQ(ratios[4].group, "pvs");
  EXPECT_EQ(ratios[5].group, "mtdf");
  const Table table = ratios_table(ratios);
  ASSERT_EQ(table.columns[10].name, "p_sign");
  EXPECT_EQ(table.rows[0][10], Cell(0.5));
  EXPECT_EQ(table.rows[4][3], Cell(2.0));
  EXPECT_EQ(table.rows[4][10], Cell());
}

// Nodes and seconds are each a family of two.
// Limits end searches at different depths: then what is counted in the deepest iteration is no cost
// of the same work.
TEST(CostRatios, CompareNoIterationsOfDifferentDepths) {
  const auto report = [](int depth, std::uint64_t count) {
    Table table{"search",
                "",
                {position,
                 {"depth", "", "", 0, Role::reached},
                 {"nodes", "", "", 0, Role::iteration_cost},
                 {"visited", "", "", 0, Role::cost}}};
    table.add({"p0", depth, count, count});
    table.add({"p1", 4, count, count});
    return Report{.tables = {table}};
  };
  const Report a = report(5, 100), b = report(6, 300);  // and 4 elsewhere
  const auto ratios = cost_ratios(matched(a, b));
  ASSERT_EQ(ratios.size(), 2U);
  EXPECT_EQ(ratios[0].measure, "nodes");
  EXPECT_EQ(ratios[0].pairs.size(), 1U);
  EXPECT_EQ(ratios[1].measure, "visited");
  EXPECT_EQ(ratios[1].pairs.size(), 2U);
  // Another table's rows are as deep, as far as a table says how deep that is.
  const auto with_counters = [](Report one) {
    one.tables.push_back({"counters", "", {position, {"leaves", "", "", 0, Role::iteration_cost}}});
    for (const auto& row : one.tables[0].rows) one.tables[1].add({row[0], row[2]});
    return one;
  };
  Report more_a = with_counters(a), more_b = with_counters(b);
  const auto leaves = cost_ratios(matched(more_a, more_b)).back();
  EXPECT_EQ(leaves.measure, "leaves");
  EXPECT_EQ(leaves.pairs.size(), 1U);
  EXPECT_EQ(notes_on_depths(matched(more_a, more_b)).size(), 1U);
  // A mean over searches is compared if all are as deep.
  const auto with_mean = [](Report one) {
    one.tables.push_back({"overview", "", {search, {"last", "", "", 0, Role::iteration_cost}}});
    one.tables.back().add({"pvs", 7});
    return one;
  };
  const Report mean_a = with_mean(a), mean_b = with_mean(b);
  EXPECT_EQ(cost_ratios(matched(mean_a, mean_b)).size(), 2U);
  EXPECT_EQ(cost_ratios(matched(mean_a, mean_a)).back().measure, "last");
  for (Report* less : {&more_a, &more_b}) less->tables.erase(less->tables.begin());
  EXPECT_THAT(cost_ratios(matched(more_a, more_b)), IsEmpty());
  EXPECT_THAT(notes_on_depths(matched(more_a, more_b)),
              ElementsAre(HasSubstr("counters: no table says how deep its iterations were")));
}

TEST(CostRatios, AreCorrectedWithinTheirMeasure) {
  const Report a = searches({10, 20, 30, 40, 50, 60}), b = searches({9, 19, 29, 39, 49, 59});
  const Table table = ratios_table(cost_ratios(matched(a, b)));
  ASSERT_EQ(table.rows.size(), 4U);
  ASSERT_EQ(table.columns[11].name, "holm_sign");
  EXPECT_EQ(table.rows[0][10], Cell(2 / 64.0));
  EXPECT_EQ(table.rows[0][11], Cell(2 * 2 / 64.0));
}

TEST(Solved, IsOfTheOnlyContestant) {
  const Report a = solutions("ab"), b = solutions("Ab");
  EXPECT_EQ(solved_by_both(matched(a, b))[0].group, "pvs");
}

TEST(Match, ExplainsWhyNothingIsInCommon) {
  Report a = searches({10, 20}), b = a;
  EXPECT_EQ(matched(a, b)[0].why_apart(), "");
  for (auto& row : b.tables[0].rows) row[1] = row[1] == Cell("pvs") ? "scout" : "sss";
  EXPECT_EQ(matched(a, b)[0].why_apart(), "no search is in both: pvs, mtdf; scout, sss");
  EXPECT_THAT(equality_of(matched(a, b)).summary.notes.back(),
              ::testing::StartsWith("search: nothing in common: no search is in both"));
}

TEST(Match, LeavesOutSumsOverOtherPositions) {
  const auto with_sums = [](Report report) {
    report.tables.push_back({"sums", "", {search, nodes}, {{"pvs", 30}, {"mtdf", 60}}});
    return report;
  };
  const Report a = with_sums(searches({10, 20}));
  EXPECT_EQ(matched(a, with_sums(searches({20, 10}))).size(), 2U);
  const Report other = with_sums(searches({10, 20, 30}));
  std::vector<std::string> alone;
  const auto tables = match(a, other, alone);
  EXPECT_EQ(tables.size(), 1U);
  EXPECT_THAT(alone, ElementsAre("sums: left out, since A and B sum over different positions"));
  EXPECT_EQ(why_incomparable(a, other, tables), "");
}

TEST(Match, RefusesReportsWithoutACommonRow) {
  const auto why = [](const Report& a, const Report& b) {
    std::vector<std::string> alone;
    return why_incomparable(a, b, match(a, b, alone));
  };
  Report elsewhere = solutions("xyz");
  EXPECT_EQ(why(solutions("ab"), elsewhere), "no position is in both: a, b; x, y, z");
  EXPECT_EQ(why(searches({1}), elsewhere), "no table is in both: search; solutions");
  EXPECT_EQ(why(solutions("ab"), solutions("")), "");
  EXPECT_EQ(why(solutions(""), solutions("")), "");
}

TEST(Solved, ListsGainsAndLosses) {
  const Report a = solutions("ABCdefgh"), b = solutions("aBCDEFGh");
  const auto groups = solved_by_both(matched(a, b));
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].a, 3U);
  EXPECT_EQ(groups[0].b, 6U);
  EXPECT_THAT(groups[0].gained, ElementsAre("d", "e", "f", "g"));
  EXPECT_THAT(groups[0].lost, ElementsAre("a"));
  const Table table = solved_table(groups);
  EXPECT_EQ(table.rows[0][6], Cell(2 * (1 + 5) / 32.0));  // McNemar's p of 1 and 4
  EXPECT_EQ(changes_table(groups).rows.size(), 5U);
}

// The goal is the position's own and stands among the keys, but divides no search's positions.
TEST(Solved, TakesEachSearchOverAllGoals) {
  Table table{
      "solutions", "", {position, {"goal", "", "", 0, Role::about_position}, search, solved}};
  for (const char* name : {"p", "q", "r"})
    for (const char* algorithm : {"pvs", "mtdf"})
      table.add({name, fmt::format("bm {}", name), algorithm, false});
  const Report a{.tables = {table}};
  Report b = a;
  for (const std::size_t row : {0U, 2U, 5U}) b.tables[0].rows[row][3] = true;
  const auto groups = solved_by_both(matched(a, b));
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].group, "pvs");
  EXPECT_EQ(groups[0].rows, 3U);
  EXPECT_THAT(groups[0].gained, ElementsAre("p", "q"));
  EXPECT_EQ(groups[1].group, "mtdf");
  EXPECT_THAT(groups[1].gained, ElementsAre("r"));
}

}  // namespace
}  // namespace plylab::suites::report
