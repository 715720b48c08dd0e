// Experiments: what a file says, which runs it makes, and what comes of them.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "tests/search/lab/experiments.h"
#include "tests/support/input_error_of.h"

namespace plylab::search::lab {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

ExperimentFile parse(const std::string& text,
                     const std::vector<SearchableGame>& games = searchable_games()) {
  return parse_experiment(text, "x.toml", games);
}

/// The message of the InputError that the text causes.
std::string error_of(const std::string& text,
                     const std::vector<SearchableGame>& games = searchable_games()) {
  return testing::input_error_of([&] { parse(text, games); });
}

TEST(ExperimentFile, SaysEverything) {
  const ExperimentFile file = parse(std::string(two_groups));
  EXPECT_EQ(file.experiment.name, "two groups");
  EXPECT_EQ(file.experiment.limits.nodes, 5000U);
  EXPECT_EQ(file.experiment.limits.seconds, 60);
  EXPECT_EQ(file.runs, "two.jsonl");
  EXPECT_EQ(file.comparison.baseline, "pvs-soft");
  EXPECT_THAT(file.comparison.measures, ElementsAre("leaves", "nodes"));
  ASSERT_EQ(file.experiment.groups.size(), 2U);
  EXPECT_EQ(file.experiment.groups[0].starts[0].text(),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  EXPECT_THAT(file.experiment.groups[0].levels.texts(Factor::depth), ElementsAre("1", "3"));
  EXPECT_THAT(file.experiment.groups[1].levels.texts(Factor::depth), ElementsAre("2"));
  EXPECT_THAT(file.experiment.groups[1].levels.texts(Factor::generator), ElementsAre("mailbox"));
}

TEST(ExperimentFile, MakesTheFullCrossProductInOrder) {
  const std::vector<lab::Run> runs = runs_of(two_groups_experiment());
  std::vector<std::string> seen;
  std::set<std::string> ids;
  for (const lab::Run& run : runs) {
    seen.push_back(run.group + " " + to_string(run[Factor::depth]) + " " + run.variant());
    ids.insert(run.id());
  }
  EXPECT_THAT(seen,
              ElementsAre("array 1 alphabeta-soft", "array 1 pvs-soft", "array 3 alphabeta-soft",
                          "array 3 pvs-soft", "endings 2 alphabeta-soft", "endings 2 pvs-soft",
                          "endings 2 alphabeta-soft", "endings 2 pvs-soft"));
  EXPECT_EQ(ids.size(), runs.size());
}

TEST(ExperimentFile, TakesTreesAndOtherGames) {
  const ExperimentFile file = parse(R"toml(
[factors]
generator = "x88"
[[positions]]
name = "trees"
game = "synthetic-tree"
position = "tree(width=3,depth=2)"
seeds = ["4..6", 9]
[[positions]]
name = "report"
game = "explicit-tree"
position = "pvs-report"
[[positions]]
name = "game"
game = "tictactoe"
)toml");
  ASSERT_EQ(file.experiment.groups.size(), 3U);
  const Group& trees = file.experiment.groups[0];
  ASSERT_EQ(trees.starts.size(), 4U);
  EXPECT_EQ(trees.starts[3].name, "seed 9");
  EXPECT_THAT(trees.starts[3].text(), HasSubstr("seed=9"));
  EXPECT_THAT(trees.levels.texts(Factor::generator), ElementsAre("hash"));
  EXPECT_THAT(trees.levels.texts(Factor::ordering), ElementsAre("canonical"));
}

TEST(ExperimentFile, FactorsAreOfTheFirstGameWhereThereIsNoChess) {
  const auto of_reversi = [](const std::string& factors) {
    const std::string group = "[[positions]]\nname = 'a'\ngame = 'reversi'\n";
    return parse_experiment("[factors]\n" + factors + '\n' + group, "x.toml",
                            {find_game(searchable_games(), "reversi")})
        .experiment.groups[0]
        .levels;
  };
  EXPECT_THAT(of_reversi("generator = ['array', 'bitboard']").texts(Factor::generator),
              ElementsAre("array", "bitboard"));
  EXPECT_THAT(of_reversi("evaluation = 'mobility'").texts(Factor::evaluation),
              ElementsAre("mobility"));
  EXPECT_THAT(of_reversi("ordering = 'ranked'").texts(Factor::ordering), ElementsAre("ranked"));
  for (const std::string factor : {"generator", "evaluation", "ordering"})
    EXPECT_THAT(testing::input_error_of([&] { of_reversi(factor + " = 'nonsense'"); }),
                StartsWith("x.toml:2: factors." + factor + ": no 'nonsense'; there are "));
}

TEST(ExperimentFile, RefusesAHeaderThatIsNone) {
  EXPECT_THAT(error_of("name = \"x\"\n[/x]\n"), StartsWith("x.toml:2: "));
}

TEST(ExperimentFile, LettersThatAreNotAsciiStandInQuotes) {
  for (const char* foreign : {"P\xef\xbb\xb7t = 1\n", "\xc3\xa9 = 1\n", "x\xc2\xa0= 1\n",
                              "x = \xc3\xa9\n", "x = 1\xc3\xa9\n"})
    EXPECT_EQ(error_of("# \xc3\xa9\n" + std::string(foreign)),
              "x.toml:2: a letter that is not ASCII, outside of quotes");
  for (const char* number : {"5", "5.", "5-"})
    EXPECT_EQ(error_of(fmt::format("\nx = [{}'''5\xcb\xa9'''\n", number)),
              "x.toml:2: a quote within a word");
  for (const char* quoted : {R"("é?")", R"('é?')", R"("\u00e9?")",
                             R"("""
é?""")",
                             R"('''
é?''')",
                             R"("é?" # é)"})
    EXPECT_EQ(parse("\xef\xbb\xbfname = " + std::string(quoted) +
                    "\n[[positions]]\nname = \"a\"\nfen = \"startpos\"\n")
                  .experiment.name,
              "é?")
        << quoted;
  EXPECT_THAT(error_of("'é' = 1\n"), StartsWith("x.toml:1: no 'é'; there are"));
  EXPECT_EQ(error_of("\nname = \"\xc3\"\n"), "x.toml:2: is not UTF-8");
  EXPECT_EQ(parse("name = \"\\u003f41\"\n[[positions]]\nname = \"a\"\nfen = \"startpos\"\n")
                .experiment.name,
            "?41");
}

// toml++ recurses over the parts of a key.
TEST(ExperimentFile, HasNoKeyOfManyParts) {
  std::string parts = "a";
  for (int i = 0; i < 90'000; ++i) parts += ".a";
  for (const std::string& line : {parts + " = 1\n", '[' + parts + "]\n", "x = {" + parts + "=1}\n"})
    EXPECT_EQ(error_of("\n" + line), "x.toml:2: more than 20 dots outside of quotes");
  EXPECT_THAT(error_of("name = '" + parts + "' # " + parts + "\n"), StartsWith("x.toml: no [["));
}

TEST(ExperimentFile, AGroupHasItsOwnInPlaceOfWhatIsForChess) {
  const std::string killers = "[factors]\nswitches = \"killers\"\n",
                    checkers = "[[positions]]\nname = \"a\"\ngame = \"checkers\"\n";
  EXPECT_THAT(parse(killers + checkers + "switches = [\"plain\", \"table=1\"]\n")
                  .experiment.groups[0]
                  .levels.texts(Factor::switches),
              ElementsAre("plain", "table=1"));
  EXPECT_EQ(error_of(killers + checkers), "x.toml:2: factors.switches: not for checkers: killers");
  EXPECT_THAT(error_of("[factors]\nswitches = \"killerz\"\n" + checkers + "switches = \"plain\"\n"),
              StartsWith("x.toml:2: factors.switches: no 'killerz'"));
}

TEST(ExperimentFile, SpeaksInALabOfOtherGamesOfTheseAlone) {
  const auto& tictactoe = find_game(searchable_games(), "tictactoe");
  const auto& checkers = find_game(searchable_games(), "checkers");
  const std::string a = "[[positions]]\nname = 'a'\n";
  EXPECT_EQ(parse(a, {tictactoe}).experiment.groups[0].game->info.name, "tictactoe");
  EXPECT_EQ(error_of(a, {tictactoe, checkers}),
            "x.toml:1: positions: must have position, or a game alone");
  for (const char* chess : {"fen", "suite"})
    EXPECT_THAT(error_of(a + chess + " = 'startpos'\n", {tictactoe}),
                StartsWith(fmt::format("x.toml:3: positions: no '{0}'; there are name, game, "
                                       "position, seeds, ",
                                       chess)));
}

TEST(ExperimentFile, IsWhatTheDocumentationAndTheShippedOneAre) {
  const std::string text = read_file(PLYLAB_SOURCE_DIR "/search/lab/EXPERIMENTS.md");
  const std::size_t begin = text.find("```toml\nname = ") + 8;
  const ExperimentFile documented = parse(text.substr(begin, text.find("```", begin) - begin));
  EXPECT_EQ(documented.experiment.groups.size(), 4U);
  EXPECT_EQ(documented.experiment.limits.nodes, 10'000'000U);
  const ExperimentFile shipped = load_experiment("classical", searchable_games());
  EXPECT_EQ(runs_of(shipped.experiment).size(),
            10 * 2 + 4 * 1000 * 2 + 3 * 50 * 11 + 24 * 5 * 10 + 2 * 20 * 3 * 10U);
  EXPECT_EQ(load_experiment("documents", searchable_games()).comparison.claims.size(), 11U);
  EXPECT_EQ(load_experiment("switches", searchable_games()).experiment.groups.size(), 2U);
}

TEST(ExperimentFile, NamesFileLineAndKeyOfWhatIsWrong) {
  const std::string group = "[[positions]]\nname = \"a\"\nfen = \"startpos\"\n";
  EXPECT_THAT(error_of("name = \n" + group), HasSubstr("x.toml:1: "));
  EXPECT_EQ(error_of("[[positions]]\nname = \"\"\nfen = \"startpos\"\n"),
            "x.toml:1: positions: has an empty name");
  EXPECT_EQ(error_of("name = 3\n" + group), "x.toml:1: name: must be a text");
  EXPECT_EQ(error_of("[factors]\ndepht = 3\n" + group),
            "x.toml:2: factors: no 'depht'; did you mean depth?");
  EXPECT_EQ(error_of("nam = 'a'\n" + group), "x.toml:1: no 'nam'; did you mean name?");
  EXPECT_EQ(error_of("title = 'a'\n" + group),
            "x.toml:1: no 'title'; there are name, distinct, factors, limits, compare, output, "
            "positions, claims");
  EXPECT_EQ(error_of("[factors]\ndepth = [3, 0]\n" + group),
            "x.toml:2: factors.depth: '0' is not a depth from 1 to 127");
  EXPECT_EQ(error_of("[factors]\ndepth = 3.5\n" + group),
            "x.toml:2: factors.depth: must be texts or whole numbers");
  EXPECT_EQ(error_of("[factors]\n\ndepth = []\n" + group),
            "x.toml:3: factors.depth: must not be empty");
  EXPECT_EQ(error_of("[factors]\ndepth = [4, 5, 4]\n" + group),
            "x.toml:2: factors.depth: '4' is listed twice");
  EXPECT_EQ(error_of("[factors]\ngenerator = 'foo'\n" + group),
            "x.toml:2: factors.generator: no 'foo'; there are mailbox, x88, bitboard");
  EXPECT_EQ(error_of("[limits]\nnodes = 0\n" + group), "x.toml:2: limits.nodes: must be above 0");
  EXPECT_EQ(error_of("[limits]\nseconds = 'a'\n" + group),
            "x.toml:2: limits.seconds: must be a number above 0");
  EXPECT_EQ(error_of("factors = 1\n" + group), "x.toml:1: factors: must be a table");
  EXPECT_EQ(error_of("name = 'no groups'\n"), "x.toml: no [[positions]]");
  EXPECT_EQ(error_of("[positions]\n"), "x.toml:1: positions: must be written as [[positions]]");
  EXPECT_EQ(error_of("[[positions]]\nfen = 'startpos'\n"), "x.toml:1: positions: has no name");
  EXPECT_THAT(error_of("[[positions]]\nname = 'a'\n"), HasSubstr("x.toml:1: positions: must have"));
  EXPECT_EQ(error_of(group + "suite = 'demo'\n"),
            "x.toml:1: positions: must have one of position, fen, suite, or a game alone");
  EXPECT_EQ(error_of(group + group), "x.toml:4: positions: two have the name 'a'");
  EXPECT_THAT(error_of("[[positions]]\nname = 'a'\nfen = 'nonsense'\n"),
              HasSubstr("x.toml:3: positions.fen: FEN: "));
  for (const char* chess : {"fen", "suite"})
    EXPECT_EQ(
        error_of(fmt::format("[[positions]]\nname = 'a'\ngame = 'checkers'\n{} = 'x'\n", chess)),
        fmt::format("x.toml:4: positions.{}: is for chess; checkers has position", chess));
  EXPECT_THAT(error_of("[[positions]]\nname = 'a'\nfen = ['startpos', 'startpos']\n"),
              HasSubstr("x.toml:1: positions: rnbqkbnr/"));
  EXPECT_THAT(error_of("[[positions]]\nname = 'a'\nsuite = 'nowhere'\n"),
              HasSubstr("x.toml:3: positions.suite: "));
  EXPECT_THAT(error_of("[factors]\nswitches = ['plain', 'tabel=3']\n" + group),
              HasSubstr("x.toml:2: factors.switches: no 'tabel'; did you mean table?"));
  EXPECT_EQ(error_of("[factors]\nvariant = ['pvs', 'pvs-soft']\n" + group),
            "x.toml:2: factors.variant: 'pvs-soft' is listed twice");
  const std::string tree =
      "[[positions]]\nname = 'a'\ngame = 'synthetic-tree'\nposition = 'tree(width=2)'\n";
  EXPECT_EQ(error_of(tree + "seeds = '3..1'\n"),
            "x.toml:5: positions.seeds: 3..1: a range has 1 to 1000000 seeds");
  EXPECT_THAT(error_of(tree + "seeds = 'x'\n"),
              HasSubstr("x.toml:5: positions.seeds: 'x' is neither"));
  EXPECT_EQ(error_of(group + "seeds = 3\n"),
            "x.toml:3: positions.fen: chess has no seeds: it is not a random game");
  EXPECT_EQ(error_of(tree + "switches = 'killers'\n"),
            "x.toml:5: positions.switches: not for synthetic-tree: killers");
  EXPECT_EQ(error_of(tree + "ordering = 'captures'\n"),
            "x.toml:5: positions.ordering: the ordering captures does not apply to synthetic-tree");
  EXPECT_THAT(error_of("[[positions]]\nname = 'a'\ngame = 'go'\n"),
              StartsWith("x.toml:3: positions.game: no 'go'; there are chess, "));
  EXPECT_EQ(error_of("[compare]\nfactor = 'colour'\n" + group),
            "x.toml:2: compare.factor: no 'colour'; there are depth, switches, evaluation, "
            "ordering, generator, variant");
  EXPECT_THAT(error_of("[compare]\nbaseline = 'foo'\n" + group),
              HasSubstr("x.toml:1: compare.baseline: no 'foo'; there are "));
}

/// A record without the times, which differ from run to run.
RunRecord timeless(RunRecord record) {
  for (RunIteration& one : record.iterations) one.seconds = 0;
  if (record.unfinished) record.unfinished->seconds = 0;
  return record;
}

TEST(Laboratory, GivesTheSameWithEveryNumberOfThreads) {
  const std::vector<lab::Run> runs = runs_of(two_groups_experiment());
  const std::atomic<bool> stop = false;
  const auto search = [&](const lab::Run& run) {
    auto record = execute_run(run, "", stop);
    return record ? std::optional(timeless(*record)) : std::nullopt;
  };
  const auto alone = run_all(runs, search, {.threads = 1});
  EXPECT_EQ(run_all(runs, search, {.threads = 1}), alone);
  EXPECT_EQ(run_all(runs, search, {.threads = 3}), alone);

  const std::vector<lab::Run> backwards(runs.rbegin(), runs.rend());
  auto records = run_all(backwards, search, {.threads = 2});
  std::reverse(records.begin(), records.end());
  EXPECT_EQ(records, alone);
  for (const auto& record : alone) EXPECT_TRUE(record);
}

TEST(Laboratory, CensorsWhatALimitCutOff) {
  Experiment experiment = two_groups_experiment();
  experiment.limits.nodes = 100;
  const std::atomic<bool> stop = false;
  const lab::Run run = runs_of(experiment)[2];  // the array to depth 3
  const auto record = execute_run(run, "", stop);
  ASSERT_TRUE(record);
  EXPECT_FALSE(record->complete());
  EXPECT_EQ(record->nodes(), 100U);
}

// To make texts of the lines of all searches of the root takes longer than many a search.
TEST(Laboratory, MakesTextsOfWhatIsShown) {
  const SearchableGame& chess = searchable_chess();
  const AnyStart start = chess.info.parse("startpos");
  Job job{.algorithm = "mtdf", .limits = {.depth = 3}};
  const TextResult result = chess.run(start, {}, job, MoveStyle::words);
  EXPECT_EQ(result.root_searches.size(), 0U);
  ASSERT_EQ(result.lines.size(), 3U);
  EXPECT_EQ("1. " + result.lines[2].move, result.iterations[2].line.front());
  job.trace = true;
  EXPECT_GT(chess.run(start, {}, job, MoveStyle::words).root_searches.size(), 3U);
}

TEST(Laboratory, StopsAndFailsCleanly) {
  const std::vector<lab::Run> runs = runs_of(two_groups_experiment());
  const std::atomic<bool> stop = true;
  EXPECT_EQ(execute_run(runs[2], "", stop), std::nullopt);
  FakeSearch search;
  for (const auto& record : run_all(runs, std::ref(search), {.stop = &stop})) EXPECT_FALSE(record);
  EXPECT_EQ(search.asked, 0);
  RunRecords records;
  const auto fail_at_last = [&](const lab::Run& run) {
    return run.id() == runs.back().id() ? throw InputError("x") : search(run);
  };
  EXPECT_THROW(run_all(runs, fail_at_last, {.threads = 1}, nullptr, &records), InputError);
  EXPECT_EQ(records.back(), std::nullopt);
  records.pop_back();
  for (const auto& record : records) EXPECT_TRUE(record);  // what was done is not lost
}

}  // namespace
}  // namespace plylab::search::lab
