// What is claimed beside what is measured.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "gen/base/files.h"
#include "search/lab/comparison.h"
#include "search/lab/run_store.h"
#include "tests/search/lab/experiments.h"
#include "tests/support/input_error_of.h"
#include "tests/support/temporary_file.h"

namespace plylab::search::lab {
namespace {

using ::testing::HasSubstr;

/// Six starts, two variants, to depth 1 and 2; then claims.
std::string experiment_with(const std::string& claims) {
  std::string text = R"toml([factors]
variant = ["alphabeta-soft", "pvs-soft"]
depth = [1, 2]
[[positions]]
name = "trees"
game = "synthetic-tree"
position = "tree(width=2,depth=2)"
seeds = "1..6"
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
    const bool is_pvs = run.variant() == "pvs-soft";
    const double factor = !is_pvs ? 1 : run.depth() == 1 ? 9 : factors[start];
    if (is_pvs && run.depth() == 2) ++start;
    const auto nodes = static_cast<std::uint64_t>(1000 * factor);
    records.push_back(RunRecord{run.id(), run.depth(), {iteration_of(run.depth(), nodes)}});
  }
  return records;
}

/// Whether a claim agrees with such ratios.
reports::Cell judged(const std::string& range, const std::vector<double>& factors) {
  ExperimentFile file = parsed(claim(range));
  file.experiment.groups[0].starts.resize(factors.size());
  const auto runs = runs_of(file.experiment);
  const auto table =
      claims_table(file.experiment, runs, records_of(runs, factors), file.comparison);
  EXPECT_EQ(table.rows.size(), 1U);
  EXPECT_EQ(table.rows[0][1], reports::Cell("trees, depth 2"));
  EXPECT_EQ(table.columns[3].name, "starts");
  EXPECT_EQ(table.rows[0][3], reports::Cell(factors.size()));
  EXPECT_EQ(table.columns[8].name, "agrees");
  return table.rows[0][8];
}

TEST(Claims, AgreeIfTheIntervalLiesWithin) {
  const std::vector<double> less = {0.8, 0.7, 0.75, 0.8, 0.72, 0.75};
  EXPECT_EQ(judged("at_most = 1", less), reports::Cell("yes"));
  EXPECT_EQ(judged("at_most = 0.5", less), reports::Cell("no"));
  EXPECT_EQ(judged("at_least = 0.6\nat_most = 0.9", less), reports::Cell("yes"));
  EXPECT_EQ(judged("at_least = 1", less), reports::Cell("no"));
  EXPECT_EQ(judged("at_most = 0.75", less), reports::Cell("undecided"));
}

// Two starts have the same ratio to the last digit, and prove nothing: the sign test's p is 0.5.
TEST(Claims, AreUndecidedByTooFewStarts) {
  EXPECT_EQ(judged("at_most = 1", {1.055}), reports::Cell("undecided"));
  EXPECT_EQ(judged("at_most = 1", {0.8, 0.8}), reports::Cell("undecided"));
  EXPECT_EQ(judged("at_most = 1", {0.8, 0.8, 0.8, 0.8, 0.8}), reports::Cell("undecided"));
  EXPECT_EQ(judged("at_most = 1", {0.8, 0.8, 0.8, 0.8, 0.8, 0.8}), reports::Cell("yes"));
  EXPECT_EQ(judged("at_most = 1\non_every_start = true", {1.055}), reports::Cell("no"));
}

// Neither on every start, of which all but one were cut off, nor in a mean of nothing.
TEST(Claims, AreUndecidedByRunsThatWereCutOff) {
  for (const char* every : {"\non_every_start = true", ""}) {
    const ExperimentFile file = parsed(claim(std::string("at_most = 1") + every));
    const auto runs = runs_of(file.experiment);
    RunRecords records = records_of(runs, {0.2, 0.2, 0.2, 0.2, 0.2, 0.2});
    const std::size_t left = *every == 0 ? 0 : 4;
    for (std::size_t i = 0; i + left < runs.size(); ++i)
      records[i]->unfinished = unfinished_of(9, 0);
    const auto table = claims_table(file.experiment, runs, records, file.comparison);
    ASSERT_EQ(table.rows.size(), 1U);
    EXPECT_EQ(table.rows[0][8], reports::Cell("undecided"));
  }
}

/// The claims' experiment with three sets of switches, and a claim.
ExperimentFile with_switches(const std::string& levels) {
  std::string text = experiment_with(claim("at_most = 1\n" + levels));
  text.insert(text.find("depth ="), "switches = ['plain', 'table=1', 'no-deepening']\n");
  return parse_experiment(text, "x.toml", searchable_games());
}

TEST(Claims, SayWhichLevelTheyAreAbout) {
  const ExperimentFile file = with_switches("switches = 'table=1'\ndepth = 1");
  const auto runs = runs_of(file.experiment);
  RunRecords records;
  for (const lab::Run& run : runs) records.push_back(RunRecord{run.id(), 1, {iteration_of(1, 10)}});
  const auto table = claims_table(file.experiment, runs, records, file.comparison);
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_EQ(table.rows[0][1], reports::Cell("trees, depth 1, table=1"));
  EXPECT_EQ(table.columns[2].name, "switches");
  EXPECT_EQ(table.rows[0][2], reports::Cell("table=1"));
  const auto error_of = [](const std::string& levels) {
    return plylab::testing::input_error_of([&] { with_switches(levels); });
  };
  EXPECT_THAT(error_of(""), HasSubstr("switches: the group 'trees' has several"));
  EXPECT_THAT(error_of("switches = 'aspiration'"), HasSubstr("switches"));
  EXPECT_THAT(error_of("switches = 'table=1'\ndepth = 3"), HasSubstr("no '3'; there are 1, 2"));
}

TEST(Claims, AboutEveryStartAreContradictedByOne) {
  const std::vector<double> once_more = {0.2, 0.2, 1.1, 0.2, 0.2, 0.2};
  EXPECT_EQ(judged("at_most = 1", once_more), reports::Cell("yes"));  // in the mean
  EXPECT_EQ(judged("at_most = 1\non_every_start = true", once_more), reports::Cell("no"));
  EXPECT_EQ(judged("at_most = 1\non_every_start = true", {1, 0.2, 1, 1, 1, 1}),
            reports::Cell("yes"));
  const std::string the_same = "at_least = 1\nat_most = 1\non_every_start = true";
  EXPECT_EQ(judged(the_same, {1, 1, 1, 1, 1, 1}), reports::Cell("yes"));
  EXPECT_EQ(judged(the_same, {1, 0.2, 1, 1, 1, 1}), reports::Cell("no"));
}

TEST(Claims, AreKeptWithTheRuns) {
  const ExperimentFile file = parsed(claim("at_most = 1.5\nmeasure = 'leaves'\ndepth = 1"));
  const plylab::testing::TemporaryFile runs("", "claims");
  {
    const RunStore store(runs.path(), file.experiment, runs_of(file.experiment), searchable_games(),
                         {.version = "1", .commit = "a"}, file.comparison);
  }
  const StoredRuns stored = read_runs(read_file(runs.path()), "x", searchable_games());
  ASSERT_EQ(stored.comparison.claims.size(), 1U);
  EXPECT_EQ(stored.comparison.claims[0].against, "alphabeta-soft");
  EXPECT_EQ(stated(stored.comparison.claims[0]), "at most 1.5");
  EXPECT_EQ(stored.comparison.claims[0].measure, "leaves");
  EXPECT_EQ(stored.comparison.claims[0].levels.at(Factor::depth), Level(1));
}

TEST(Claims, AboutSeveralGroupsAreOneEach) {
  const std::string more =
      "[[positions]]\nname = 'more'\ngame = 'synthetic-tree'\nposition = 'tree(width=3,depth=2)'\n";
  const std::string claims =
      "[[claims]]\nclaim = 'less'\nsource = 'somebody'\ngroup = ['trees', 'more']\nvariant = "
      "'pvs-soft'\nagainst = 'alphabeta-soft'\nat_most = 1\n";
  const auto read = parsed(more + claims).comparison.claims;
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].group, "trees");
  EXPECT_EQ(read[1].group, "more");
  EXPECT_EQ(read[1].text, "less");
  EXPECT_EQ(read[1].at_most, 1);
}

TEST(Claims, AreRefusedWhereTheyMakeNoSense) {
  const auto error_of = [](const std::string& claims) {
    return plylab::testing::input_error_of([&] { parsed(claims); });
  };
  EXPECT_THAT(error_of(claim("")), HasSubstr("claims: has neither at_least nor at_most"));
  EXPECT_THAT(error_of(claim("at_most = 1\nmeasure = 'leafs'")), HasSubstr("no 'leafs'"));
  EXPECT_THAT(error_of(claim("at_most = 0")), HasSubstr("must be a number above 0"));
  EXPECT_THAT(error_of(claim("at_most = inf")), HasSubstr("must be a number above 0"));
  EXPECT_THAT(error_of(claim("at_least = 2\nat_most = 1")), HasSubstr("greater than at_most"));
  EXPECT_THAT(error_of(claim("at_most = 2\non_every_start = true")), HasSubstr("is for at_least"));
  EXPECT_THAT(error_of("[[claims]]\nclaim = 'less'\nsource = 'here'\ngroup = 'trees'\n"
                       "variant = 'pvs'\nagainst = 'pvs'\nat_most = 1\n"),
              HasSubstr("claims: compares a variant with itself"));
  const std::string nowhere = "[[claims]]\nclaim = 'less'\nsource = 'here'\nat_most = 1\n";
  EXPECT_THAT(error_of("[[claims]]\nclaim = 'less'\ngroup = 'trees'\n"),
              HasSubstr("has no source"));
  EXPECT_THAT(error_of(nowhere), HasSubstr("claims: has no group"));
  EXPECT_THAT(error_of(nowhere + "variant = 'pvs-soft'\ngroup = ['trees', 'wood']\n"),
              HasSubstr("group: no 'wood'"));
  EXPECT_THAT(error_of(claim("at_most = 1\nmeasure = 'mean_leaves'")),
              HasSubstr("against: mean_leaves is a figure of one level"));
  EXPECT_THAT(error_of(claim("at_most = 1\nmeasure = 'until_line'")),
              HasSubstr("line: is for the measure until_line"));
  const auto line = [&](const std::string& text) {
    const std::string file =
        "[[positions]]\nname = 'chess'\nvariant = ['pvs', 'alphabeta']\n"
        "fen = ['startpos']\n[[claims]]\nclaim = 'c'\nsource = 's'\ngroup = 'chess'\n"
        "variant = 'pvs'\nagainst = 'alphabeta'\nat_most = 1\nmeasure = 'until_line'\nline = '" +
        text + "'\n";
    return plylab::testing::input_error_of(
        [&] { parse_experiment(file, "x.toml", searchable_games()); });
  };
  EXPECT_THAT(line("e4 e5"),
              HasSubstr("line: 'e4 e5': no line of a search: it is written '1. e4 e5'"));
  EXPECT_THAT(line("Bxa6"), HasSubstr("line: 'Bxa6': no line of a search: "));
  EXPECT_THAT(error_of(claim("at_most = 1\nfactor = 'switches'")), HasSubstr("has no switches"));
}

/// The only row of a claim about two sets of switches, where the second costs half, on seven
/// starts.
std::vector<reports::Cell> row_about_switches(const std::string& about,
                                              const std::function<void(RunRecord&, bool)>& change,
                                              const std::string& variant = "pvs") {
  const ExperimentFile file =
      parse_experiment("[[positions]]\nname = 'chess'\ndepth = 2\nvariant = '" + variant +
                           "'\nfen = ['startpos', 'kiwipete', "
                           "'pos3', 'pos4', 'pos5', 'pos6', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1']\n"
                           "switches = ['plain', 'killers']\n[[claims]]\nclaim = 'c'\nsource = "
                           "'s'\ngroup = 'chess'\n"
                           "factor = 'switches'\nswitches = 'killers'\n" +
                           about,
                       "x.toml", searchable_games());
  const auto runs = runs_of(file.experiment);
  RunRecords records;
  for (const Run& run : runs) {
    const bool ours = to_string(run[Factor::switches]) == "killers";
    RunRecord record{run.id(), 2, {iteration_of(1, 100), iteration_of(2, ours ? 500 : 1000)}};
    change(record, ours);
    records.push_back(record);
  }
  const auto table = claims_table(file.experiment, runs, records, file.comparison);
  EXPECT_EQ(table.rows.size(), 1U);
  return table.rows[0];
}

TEST(Claims, MayBeAboutAnyFactor) {
  const auto nothing = [](RunRecord&, bool) {};
  const auto row = row_about_switches("against = 'plain'\nat_most = 0.6\n", nothing);
  EXPECT_EQ(row[2], reports::Cell());
  EXPECT_EQ(row[4], reports::Cell(0.5));
  EXPECT_EQ(row[8], reports::Cell("yes"));
  EXPECT_EQ(row[9], reports::Cell("killers"));
  EXPECT_EQ(row[10], reports::Cell("plain"));
}

// A limit cuts off the harder starts: of what is left no claim about the mean is judged.
TEST(Claims, AreUndecidedWhereRunsAreCutOff) {
  bool first = true;
  const auto cut_off = [&](RunRecord& record, bool ours) {
    if (!ours || !std::exchange(first, false)) return;
    record.unfinished = UnfinishedRunIteration{record.iterations.back()};
    record.iterations.pop_back();
  };
  const auto same =
      row_about_switches("against = 'plain'\nmeasure = 'same_value'\nat_least = 0.01\n", cut_off);
  EXPECT_EQ(same[3], reports::Cell(std::size_t{6}));
  EXPECT_EQ(same[8], reports::Cell("undecided"));
  first = true;
  const auto cost = row_about_switches("against = 'plain'\nat_most = 0.6\n", cut_off);
  EXPECT_EQ(cost[3], reports::Cell(std::size_t{6}));
  EXPECT_EQ(cost[8], reports::Cell("undecided"));
}

TEST(Claims, MayBeAboutWhatIsNoCost) {
  int start = 0;
  const auto same = row_about_switches(
      "against = 'plain'\nmeasure = 'same_value'\nat_least = 1\n",
      [&](RunRecord& record, bool ours) { record.iterations[1].value = ours ? ++start % 2 : 0; });
  EXPECT_EQ(same[4], reports::Cell(3.0 / 7));
  EXPECT_EQ(same[8], reports::Cell("no"));

  const auto hits = row_about_switches("measure = 'pawn_hit_rate'\nat_least = 0.9\n",
                                       [](RunRecord& record, bool) {
                                         record.iterations[1].counts.count(Event::pawn_probe, 100);
                                         record.iterations[1].counts.count(Event::pawn_hit, 95);
                                       });
  EXPECT_EQ(hits[4], reports::Cell(0.95));
  EXPECT_EQ(hits[8], reports::Cell("yes"));
  EXPECT_EQ(hits[10], reports::Cell(""));

  // Leaves of 100 to 700: the geometric mean would be 338.
  std::uint64_t leaves = 0;
  const auto mean = row_about_switches("measure = 'mean_leaves'\nat_least = 200\nat_most = 600\n",
                                       [&](RunRecord& record, bool ours) {
                                         if (ours)
                                           record.iterations[1].counts.leaves = leaves += 100;
                                       });
  EXPECT_EQ(mean[3], reports::Cell(std::size_t{7}));
  EXPECT_EQ(mean[4], reports::Cell(400.0));
  EXPECT_EQ(mean[8], reports::Cell("yes"));

  const auto searches = row_about_switches(
      "measure = 'root_searches'\nat_least = 3\nat_most = 6\n",
      [](RunRecord& record, bool) { record.iterations[1].counts.count(Event::research, 3); },
      "mtdf");
  EXPECT_EQ(searches[4], reports::Cell(4.0));
  EXPECT_EQ(searches[8], reports::Cell("yes"));

  // We find the line at depth 1 and keep it, they only at depth 2: before they begin it otherwise.
  const auto until = row_about_switches(
      "against = 'plain'\nmeasure = 'until_line'\nline = '1. e4 e5'\nat_most = 1\non_every_start = "
      "true\n",
      [](RunRecord& record, bool ours) {
        record.iterations[0].line = ours ? "1. e4 e5" : "1. e4 e5+";
        record.iterations[1].line = "1. e4 e5 2. Nf3";
      });
  EXPECT_EQ(until[8], reports::Cell("yes"));
  ASSERT_EQ(until[4], reports::Cell(100.0 / 1100));
}

}  // namespace
}  // namespace plylab::search::lab
