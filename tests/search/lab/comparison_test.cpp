// The tables of an experiment, from made-up records.
#include "search/lab/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gen/base/input_error.h"
#include "reports/formats/format.h"
#include "search/lab/tables.h"
#include "tests/search/lab/experiments.h"

namespace plylab::search::lab {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// One group of starts a, b, c, …, to the depths given, by two variants.
Experiment made_up(std::size_t starts, const std::vector<int>& depths = {4}) {
  Group group{"made up", &searchable_chess(), {}, default_levels(searchable_chess())};
  for (std::size_t i = 0; i < starts; ++i) {
    group.starts.push_back(start_named(std::string(1, static_cast<char>('a' + i))));
  }
  group.levels[Factor::depth] = {depths.begin(), depths.end()};
  group.levels[Factor::variant] = names({"alphabeta", "pvs"});
  return {"An example", {group}, {}};
}

/// A run of one iteration. Of ten cutoffs nine are by the first move.
RunRecord record(std::uint64_t nodes, bool complete = true, Value value = 5) {
  RunIteration only = iteration_of(4, nodes, value);
  only.counts.cutoffs = 10;
  only.counts.cut_index = {9, 1};
  RunRecord one{"", 4};
  if (complete)
    one.iterations = {only};
  else
    one.unfinished = UnfinishedRunIteration{only};
  return one;
}

/// Starts one to seven: alphabeta's nodes, then pvs's. The last pvs is cut off.
RunRecords seven_pairs() {
  return {record(100), record(50),  record(100), record(80),        record(100),
          record(125), record(100), record(40),  record(100),       record(60),
          record(100), record(90),  record(10),  record(500, false)};
}

std::string text_of(reports::Table table) {
  return reports::render({.tables = {std::move(table)}}, reports::Format::text);
}

double number(const reports::Cell& cell) { return std::get<double>(cell.value()); }

/// The number in that column of the table's first row.
double figure(const reports::Table& table, const std::string& name) {
  const auto column = std::ranges::find(table.columns, name, &reports::Column::name);
  EXPECT_NE(column, table.columns.end()) << name;
  return number(table.rows[0][static_cast<std::size_t>(column - table.columns.begin())]);
}

/// The tables that compare the measures.
std::vector<reports::Table> comparisons(const Experiment& experiment, const std::vector<Run>& runs,
                                        const RunRecords& records,
                                        const ComparisonSpec& comparison) {
  return reports::filled(compared_tables(experiment, runs, records, comparison));
}

TEST(Overview, HasARowForEachLevel) {
  const Experiment experiment = made_up(7);
  EXPECT_EQ(text_of(overview(experiment, runs_of(experiment), seven_pairs(), Factor::variant)),
            "An example: means of last_nodes; sums of visited and seconds\n"
            "\n"
            "group    variant    runs  cut  starts  last_nodes  by_minimal  first_cut  visited  "
            "seconds        rate\n"
            "                                                   ratio               %           "
            "      s  M visits/s\n"
            "-------  ---------  ----  ---  ------  ----------  ----------  ---------  -------  "
            "-------  ----------\n"
            "made up  alphabeta     7    0       6         100  -                90.0      610  "
            "   3.50        0.00\n"
            "made up  pvs           7    1       6          69  -                90.0      945  "
            "   3.50        0.00\n"
            "\n* visited and seconds include the runs that did not reach their depth (cut)\n");
}

// Of a and b each search has completed one alone: nothing is left to be averaged over both. One
// that has completed nothing takes nothing away.
TEST(Overview, AveragesOverTheSameStarts) {
  Experiment experiment = made_up(3);
  experiment.groups[0].levels[Factor::variant] = names({"alphabeta", "pvs", "mtdf"});
  const RunRecords records = {record(1000),      record(10, false), record(10, false),
                              record(10, false), record(1000),      record(10, false),
                              record(20),        record(40),        record(10, false)};
  const auto table = overview(experiment, runs_of(experiment), records, Factor::variant);
  EXPECT_EQ(table.columns[4].name, "starts");
  EXPECT_EQ(table.rows[0][4], reports::Cell(std::size_t{1}));
  EXPECT_DOUBLE_EQ(number(table.rows[0][5]), 20);
  EXPECT_DOUBLE_EQ(number(table.rows[1][5]), 40);
  EXPECT_EQ(table.rows[2][5], reports::Cell());
}

TEST(Overview, HasTheRatioToTheMinimalTree) {
  Experiment experiment = made_up(2);
  experiment.groups[0].levels[Factor::variant] = names({"pvs", "minimal"});
  // Four times the minimal tree, and once itself.
  const RunRecords records = {record(400), record(100), record(100), record(100)};
  const auto table = overview(experiment, runs_of(experiment), records, Factor::variant);
  EXPECT_EQ(table.columns[6].name, "by_minimal");
  EXPECT_DOUBLE_EQ(number(table.rows[0][6]), 2);
  EXPECT_DOUBLE_EQ(number(table.rows[1][6]), 1);
  const auto classical = beside_minimal(experiment, runs_of(experiment), records, "nodes");
  EXPECT_EQ(classical.columns[1].name, "made up");
  EXPECT_DOUBLE_EQ(number(classical.rows[0][1]), 2);
}

// Two threads visit 1.1 times as much in 0.6 of the time, and wait for a tenth of theirs.
TEST(Comparisons, TellWhatThreadsBring) {
  Experiment experiment = made_up(2);
  Levels& levels = experiment.groups[0].levels;
  levels[Factor::variant] = names({"pvs"});
  levels[Factor::switches] = {parse_level(Factor::switches, "table=1", ""),
                              parse_level(Factor::switches, "table=1,threads=2", "")};
  const RunRecord one = record(1000);
  RunRecord two = record(1100);
  two.iterations[0].seconds = 0.6 * one.seconds();
  two.iterations[0].counts.waiting = static_cast<std::uint64_t>(1.2e8 * one.seconds());
  const auto table = speed_up_table(experiment, runs_of(experiment), {one, two, one, two});
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_DOUBLE_EQ(figure(table, "speed_up"), 1 / 0.6);
  EXPECT_DOUBLE_EQ(figure(table, "overhead"), 1.1);
  EXPECT_NEAR(figure(table, "waiting"), 10, 1e-9);
  EXPECT_DOUBLE_EQ(figure(table, "rate"), 1.1 / 0.6 / 1.8);
  EXPECT_DOUBLE_EQ(figure(table, "limit"), 2 / 1.1);

  // Of runs that are not done there is nothing to tell, and without threads neither.
  EXPECT_THAT(speed_up_table(experiment, runs_of(experiment), {one, {}, one, {}}).rows, IsEmpty());
  levels[Factor::switches].back() = parse_level(Factor::switches, "table=2", "");
  EXPECT_THAT(speed_up_table(experiment, runs_of(experiment), {one, two, one, two}).rows,
              IsEmpty());
}

// In lockstep the time is the visits of the first thread: 600 of 1100.
TEST(Comparisons, TakeTheTimeOfSimulatedThreadsFromTheirVisits) {
  Experiment experiment = made_up(1);
  Levels& levels = experiment.groups[0].levels;
  levels[Factor::variant] = names({"pvs"});
  levels[Factor::switches] = {parse_level(Factor::switches, "table=1", ""),
                              parse_level(Factor::switches, "table=1,threads=2,lockstep", "")};
  RunRecord two = record(1100);
  two.iterations[0].seconds = 1e6;
  two.iterations[0].counts.by_helpers = 500;
  const auto table = speed_up_table(experiment, runs_of(experiment), {record(1000), two});
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_DOUBLE_EQ(figure(table, "speed_up"), 1000.0 / 600);
  EXPECT_DOUBLE_EQ(figure(table, "overhead"), 1.1);
  EXPECT_NEAR(figure(table, "waiting"), 100 * 100.0 / 1200, 1e-9);
  EXPECT_DOUBLE_EQ(figure(table, "rate"), 1);
}

TEST(Comparisons, PutLevelsSideBySide) {
  const Experiment experiment = made_up(7);
  const auto tables = comparisons(experiment, runs_of(experiment), seven_pairs(), {});
  ASSERT_EQ(tables.size(), 1U);
  // The ratios are 0.5, 0.8, 1.25, 0.4, 0.6 and 0.9, the sixth root of whose product is 0.690. Of
  // their ranks 5, 2.5, 2.5, 6, 4 and 1 the one above 1 has 2.5: 4 of 64 divisions have no more.
  EXPECT_EQ(
      text_of(tables[0]),
      "Nodes of all iterations: ratio of each variant to alphabeta, geometric means over "
      "the starts\n"
      "\n"
      "group    variant  ratio    low   high  less  same  more  cut  p_sign  holm_sign  "
      "p_rank  holm_rank\n"
      "                                                                   p          p       "
      "p          p\n"
      "-------  -------  -----  -----  -----  ----  ----  ----  ---  ------  ---------  "
      "------  ---------\n"
      "made up  pvs      0.690  0.512  0.943     5     0     2    1  0.4531     0.4531  "
      "0.1250     0.1250\n"
      "\n"
      "* nodes: calls of the search function, root included, quiescence not; of all iterations\n");
}

TEST(Comparisons, TakeEveryPairOrABaseline) {
  const Experiment experiment = made_up(7);
  const auto runs = runs_of(experiment);
  const auto backwards =
      comparisons(experiment, runs, seven_pairs(), {.baseline = "pvs", .measures = {"nodes"}});
  EXPECT_EQ(backwards[0].rows[0][1], reports::Cell("alphabeta"));
  EXPECT_EQ(backwards[0].rows[0][5], reports::Cell(std::size_t{2}));  // less
  Experiment third = made_up(1);
  third.groups[0].levels[Factor::variant] = names({"alphabeta", "pvs", "mtdf"});
  const auto all = comparisons(third, runs_of(third), {record(4), record(2), record(1)},
                               {.baseline = "all", .measures = {"seconds", "nodes"}});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].name, "nodes_compared");
  EXPECT_EQ(all[1].name, "seconds_compared");
  EXPECT_EQ(all[0].rows[0][1], reports::Cell("pvs"));
  EXPECT_EQ(all[0].columns[2].name, "against");
  EXPECT_EQ(all[0].rows[0][2], reports::Cell("alphabeta"));
  EXPECT_EQ(all[0].rows[2][2], reports::Cell("pvs"));
}

// A run that is cut off in the last iteration has cost more there than what it had by then.
TEST(Comparisons, KnowWhoCostMoreWhereOneWasCutOff) {
  const Experiment experiment = made_up(3);
  RunRecord before = record(500, false);
  before.unfinished->depth = 3;
  const auto table = comparisons(
      experiment, runs_of(experiment),
      {record(10), record(500, false), record(10), record(5, false), record(10), before},
      {.measures = {"last_nodes"}})[0];
  ASSERT_EQ(table.columns[7].name, "more");
  EXPECT_EQ(table.rows[0][7], reports::Cell(std::size_t{1}));
  ASSERT_EQ(table.columns[8].name, "cut");
  EXPECT_EQ(table.rows[0][8], reports::Cell(std::size_t{3}));
}

// A mate of iteration 0 ends a run before its depth: it has cost what it has cost.
TEST(Comparisons, KnowTheCostOfARunThatAMateEnded) {
  const Experiment experiment = made_up(2);
  RunRecord ended{"", 4};
  ended.iterations = {iteration_of(0, 50, 5)};
  const auto tables =
      comparisons(experiment, runs_of(experiment), {record(100), ended, record(100), ended},
                  {.measures = {"nodes", "last_nodes"}});
  ASSERT_EQ(tables.size(), 2U);
  ASSERT_EQ(tables[0].columns[2].name, "ratio");
  ASSERT_EQ(tables[0].columns[5].name, "less");
  EXPECT_EQ(tables[0].rows[0][2], reports::Cell(0.5));
  EXPECT_EQ(tables[0].rows[0][5], reports::Cell(std::size_t{2}));
  EXPECT_EQ(tables[0].rows[0][8], reports::Cell(std::size_t{0}));
  EXPECT_EQ(tables[1].rows[0][8], reports::Cell(std::size_t{2}));  // it has no last iteration
}

// By default it is the first of each group, which the title names unless it is not one.
TEST(Comparisons, NameTheBaseline) {
  Experiment experiment = made_up(1);
  experiment.groups.push_back(experiment.groups[0]);
  experiment.groups[1].name = "other";
  experiment.groups[1].levels[Factor::variant] = names({"pvs", "alphabeta"});
  const auto table = comparisons(experiment, runs_of(experiment),
                                 {record(4), record(2), record(2), record(4)}, {})[0];
  EXPECT_EQ(table.columns[2].name, "against");
  EXPECT_EQ(table.rows[0][2], reports::Cell("alphabeta"));
  EXPECT_EQ(table.rows[1][2], reports::Cell("pvs"));
  EXPECT_EQ(table.title,
            "Nodes of all iterations: ratio of each variant to the one 'against', geometric means "
            "over the starts");
}

// Eight starts on which all is less: the sign test's p is 2/256 and that of the rank test, too. By
// Holm the smaller of two rows counts twice.
TEST(Comparisons, CorrectForTheNumberOfRows) {
  const Experiment experiment = made_up(8, {4, 5});
  RunRecords records;
  for (std::uint64_t i = 0; i < 8; ++i)
    for (const std::uint64_t nodes : {100 + i, 50 + i, 100 + i, i == 0 ? 200 : 60 + i})
      records.emplace_back(record(nodes));
  const auto table = comparisons(experiment, runs_of(experiment), records, {})[0];
  ASSERT_EQ(table.columns[9].name, "p_sign");
  ASSERT_EQ(table.columns[10].name, "holm_sign");
  ASSERT_EQ(table.columns[12].name, "holm_rank");
  EXPECT_DOUBLE_EQ(number(table.rows[0][9]), 2 / 256.0);
  EXPECT_DOUBLE_EQ(number(table.rows[0][10]), 2 * 2 / 256.0);
  EXPECT_DOUBLE_EQ(number(table.rows[1][9]), 2 * (1 + 8) / 256.0);
  EXPECT_DOUBLE_EQ(number(table.rows[1][10]), number(table.rows[1][9]));
  EXPECT_DOUBLE_EQ(number(table.rows[0][12]), 2 * 2 / 256.0);
}

TEST(Comparisons, KeepApartWhatElseVaries) {
  const Experiment experiment = made_up(1, {4, 5});
  const RunRecords records = {record(100), record(50), record(1000), record(2000)};
  const auto tables = comparisons(experiment, runs_of(experiment), records, {});
  ASSERT_EQ(tables[0].rows.size(), 2U);
  EXPECT_EQ(tables[0].rows[0][0], reports::Cell("made up, depth 4"));
  EXPECT_DOUBLE_EQ(number(tables[0].rows[0][2]), 0.5);
  EXPECT_EQ(tables[0].rows[1][0], reports::Cell("made up, depth 5"));
  EXPECT_DOUBLE_EQ(number(tables[0].rows[1][2]), 2);
  // By depth, the variants are kept apart.
  const auto by_depth =
      comparisons(experiment, runs_of(experiment), records, {.factor = Factor::depth});
  ASSERT_EQ(by_depth[0].rows.size(), 2U);
  EXPECT_EQ(by_depth[0].rows[0][0], reports::Cell("made up, alphabeta"));
  EXPECT_EQ(by_depth[0].rows[0][1], reports::Cell(5));
  EXPECT_DOUBLE_EQ(number(by_depth[0].rows[0][2]), 10);
}

// The minimal tree is one iteration; all the others' iterations are not held against it.
TEST(Comparisons, BesideTheMinimalTreeAreOfTheLastIteration) {
  Experiment experiment = made_up(1);
  experiment.groups[0].levels[Factor::variant] = names({"minimal", "alphabeta", "pvs"});
  const auto deepened = [](std::uint64_t first, std::uint64_t last) {
    RunRecord both = record(first);
    both.iterations[0].depth = 3;
    both.iterations.push_back(record(last).iterations[0]);
    return both;
  };
  const RunRecords records = {record(100), deepened(50, 300), deepened(50, 200)};
  const auto tables = comparisons(experiment, runs_of(experiment), records,
                                  {.baseline = "minimal", .measures = {"nodes", "leaves"}});
  ASSERT_EQ(tables.size(), 1U);  // no other has leaves
  EXPECT_EQ(tables[0].name, "last_nodes_compared");
  EXPECT_EQ(tables[0].title,
            "Nodes of the last iteration: ratio of each variant to minimal, geometric means over "
            "the starts");
  EXPECT_DOUBLE_EQ(number(tables[0].rows[0][2]), 3);
  EXPECT_DOUBLE_EQ(number(tables[0].rows[1][2]), 2);
  const auto leaves = comparisons(experiment, runs_of(experiment), records,
                                  {.baseline = "alphabeta", .measures = {"leaves"}});
  ASSERT_EQ(leaves.size(), 1U);
  EXPECT_EQ(leaves[0].notes.back(), "without minimal, which has last_nodes alone");
}

TEST(Comparisons, UseWhatAnInterruptedExperimentHas) {
  const Experiment experiment = made_up(2);
  const auto runs = runs_of(experiment);
  const RunRecords records = {record(100), record(50), record(100), std::nullopt};
  const auto tables = comparisons(experiment, runs, records, {});
  EXPECT_DOUBLE_EQ(number(tables[0].rows[0][2]), 0.5);
  EXPECT_THAT(comparisons(experiment, runs, RunRecords(4), {})[0].rows, IsEmpty());
  EXPECT_THAT(overview(experiment, runs, RunRecords(4), Factor::variant).rows, IsEmpty());
}

TEST(Comparisons, RefuseABaselineThatIsNoLevel) {
  EXPECT_THAT(
      [] { check({.baseline = "scout"}, made_up(1), "--"); },
      ::testing::ThrowsMessage<InputError>("--baseline: no 'scout'; there are alphabeta, pvs"));
}

TEST(ValueDifferences, NamesBothSides) {
  const Experiment experiment = made_up(2);
  const auto runs = runs_of(experiment);
  EXPECT_THAT(contradictions(runs, {record(1), record(2), record(3), record(4)}), IsEmpty());
  EXPECT_THAT(contradictions(runs, {record(1), record(2), record(3), record(4, true, 6)}),
              ElementsAre("made up, b: the value at depth 4 is 5 by alphabeta and 6 by pvs"));
  EXPECT_THAT(contradictions(runs, {record(1), record(2), record(3), record(4, false, 6)}),
              IsEmpty());
}

// What several evaluations, switches or depths show alike is one difference.
TEST(ValueDifferences, AreToldOnceForAllThatShowThem) {
  Experiment experiment = made_up(1);
  experiment.groups[0].levels[Factor::depth] = {4, 5};
  experiment.groups[0].levels[Factor::evaluation] = names({"pst", "material", "mobility"});
  const auto runs = runs_of(experiment);
  ASSERT_EQ(runs.size(), 12U);  // pairs of the variants
  RunRecords records;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool is_wrong = i % 2 == 1 && runs[i].job.evaluation != "mobility";
    records.emplace_back(record(1, true, is_wrong ? 6 : 5));
  }
  EXPECT_THAT(contradictions(runs, records),
              ElementsAre("made up, a: the value at depth 4 is 5 by alphabeta and 6 by pvs (in "
                          "searches to depth 4, 5; evaluation pst, material)"));
  EXPECT_EQ(value_differences(runs, records).size(), 4U);
}

TEST(ValueDifferences, NameWhatDiffers) {
  Experiment experiment = made_up(1);
  experiment.groups[0].levels[Factor::variant] = names({"pvs"});
  experiment.groups[0].levels[Factor::generator] = names({"mailbox", "x88"});
  EXPECT_THAT(
      contradictions(runs_of(experiment), {record(1), record(1, true, 6)}),
      ElementsAre(
          "made up, a: the value at depth 4 is 5 by generator mailbox and 6 by generator x88"));
  experiment.groups[0].levels[Factor::variant] = names({"alphabeta", "pvs"});
  EXPECT_THAT(
      contradictions(runs_of(experiment), {record(1), record(1), record(1), record(1, true, 6)}),
      ElementsAre("made up, a: the value at depth 4 is 5 by alphabeta, generator mailbox and 6 by "
                  "pvs, generator x88"));
}

// Generators lead to the same nodes, unless the ordering is their own.
TEST(NodeDifferences, AreBetweenGenerators) {
  Experiment experiment = made_up(1);
  experiment.groups[0].levels[Factor::variant] = names({"pvs"});
  experiment.groups[0].levels[Factor::generator] = names({"mailbox", "x88"});
  const RunRecords records = {record(10), record(11)};
  EXPECT_THAT(
      contradictions(runs_of(experiment), records),
      ElementsAre("made up, a, pvs: the nodes at depth 4 are 10 by generator mailbox and 11 "
                  "by generator x88"));
  experiment.groups[0].levels[Factor::ordering] = names({"generation"});
  EXPECT_THAT(contradictions(runs_of(experiment), records), IsEmpty());
}

TEST(ValueDifferences, AreNotLookedForUnderSelectiveSwitches) {
  Experiment experiment = made_up(1);
  EXPECT_EQ(selective_switches_in(runs_of(experiment)), "");
  experiment.groups[0].levels[Factor::switches] = {parse_switches("", "null=2,killers")};
  const auto runs = runs_of(experiment);
  EXPECT_EQ(selective_switches_in(runs), "null");
  EXPECT_THAT(contradictions(runs, {record(1), record(2, true, 6)}), IsEmpty());
}

}  // namespace
}  // namespace plylab::search::lab
