// plylab match as its users meet it.
#include "tests/suites/play/match/match_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "gen/chess/registry.h"
#include "gen/pgn/pgn.h"
#include "tests/support/endgame_folder.h"
#include "tests/support/process.h"
#include "tests/support/report.h"

namespace plylab {
namespace {

using testing::content;
using testing::Finished;
using ::testing::HasSubstr;
using testing::rows_of;
using ::testing::StartsWith;

/// PGN without what differs from run to run: seconds, digests and line breaks; and without the
/// program's version.
std::string timeless(const std::string& pgn) {
  std::string text = std::regex_replace(pgn, std::regex("\\s+"), " ");
  text = std::regex_replace(text, std::regex(" \\d+\\.\\d{6}s"), "");
  text = std::regex_replace(text, std::regex("\\[Digest \"[0-9a-f]{16}\"\\] "), "");
  return std::regex_replace(text, std::regex("plylab \\S+ \\(\\S+\\)"), "plylab");
}

TEST_F(MatchCommand, WritesTheGames) {
  const std::string mate = file("mate.epd", "6k1/5ppp/8/8/8/8/r7/4K2R w K - id \"back rank\";\n");
  const Finished finished =
      run(searches_, {"--depth", "2", "--openings", mate, "--pgn", path("games.pgn"), "--event",
                      "the test", "--max-moves", "4"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.err, "");
  EXPECT_EQ(timeless(content(path("games.pgn"))),
            "[Event \"the test\"] [Site \"?\"] [Date \"2001.09.09\"] [Round \"1\"] "
            "[White \"one\"] [Black \"two\"] [Result \"1-0\"] [BlackLimits \"depth 2\"] "
            "[BlackPlayer \"alphabeta-soft with plain eval material order hash gen bitboard\"] "
            "[FEN \"6k1/5ppp/8/8/8/8/r7/4K2R w K - 0 1\"] [Opening \"back rank\"] "
            "[OpeningMoves \"-\"] [PlyCount \"7\"] [Program \"plylab\"] [Reason \"checkmate\"] "
            "[Rules \"max-moves 4 margin 0.1\"] [SetUp \"1\"] [Termination \"normal\"] "
            "[TimeControl \"-\"] [WhiteLimits \"depth 2\"] "
            "[WhitePlayer \"pvs-soft with table=1 eval pst order hash gen bitboard\"] "
            "1. O-O {-3.29/2 149n} 1... Rb2 {+2.00/2 87n} 2. Rd1 {-3.23/2 217n} "
            "2... Re2 {+3.00/2 111n} 3. Rd8+ {-3.09/2 80n} 3... Re8 {-M2/2 20n} "
            "4. Rxe8# {+M1/2 49n, White mates} 1-0 "
            "[Event \"the test\"] [Site \"?\"] [Date \"2001.09.09\"] [Round \"2\"] "
            "[White \"two\"] [Black \"one\"] [Result \"1/2-1/2\"] [BlackLimits \"depth 2\"] "
            "[BlackPlayer \"pvs-soft with table=1 eval pst order hash gen bitboard\"] "
            "[FEN \"6k1/5ppp/8/8/8/8/r7/4K2R w K - 0 1\"] [Opening \"back rank\"] "
            "[OpeningMoves \"-\"] [PlyCount \"8\"] [Program \"plylab\"] [Reason \"length\"] "
            "[Rules \"max-moves 4 margin 0.1\"] [SetUp \"1\"] [Termination \"adjudication\"] "
            "[TimeControl \"-\"] [WhiteLimits \"depth 2\"] "
            "[WhitePlayer \"alphabeta-soft with plain eval material order hash gen bitboard\"] "
            "1. Kd1 {-3.00/2 75n} 1... Ra1+ {+3.43/2 84n} 2. Kc2 {-8.00/2 32n} "
            "2... Rxh1 {+8.43/2 72n} 3. Kb2 {-8.00/2 36n} "
            "3... f5 {+8.47/2 80n} 4. Ka2 {-8.00/2 36n} "
            "4... g5 {+8.59/2 78n, Draw by adjudication: 4 moves} 1/2-1/2 ");
}

TEST_F(MatchCommand, GivesTheSameGamesHoweverItIsRun) {
  const auto play = [&](const std::string& name, const std::vector<std::string>& options) {
    std::vector<std::string> all = {"--nodes", "1000", "--games", "6", "--pgn", path(name)};
    all.insert(all.end(), options.begin(), options.end());
    auto result = report(all);
    result.erase("provenance");
    auto& players = result["tables"][0];
    for (auto& row : players["rows"]) row.erase("rate");
    players.erase("notes");
    return result;
  };
  const auto alone = play("alone.pgn", {});
  const std::string pgn = content(path("alone.pgn"));
  EXPECT_EQ(rows_of(alone, "games").size(), 6U);
  EXPECT_EQ(play("both.pgn", {"--jobs", "2"}), alone);
  EXPECT_EQ(timeless(content(path("both.pgn"))), timeless(pgn));

  // A file that a crash cut off is resumed, wherever it ends.
  for (const std::size_t size : {pgn.size(), pgn.size() / 2, pgn.size() / 3, std::size_t{5}}) {
    file("torn.pgn", pgn.substr(0, size));
    EXPECT_EQ(play("torn.pgn", {"--resume"}), alone);
    EXPECT_EQ(timeless(content(path("torn.pgn"))), timeless(pgn));
  }
}

TEST_F(MatchCommand, EndsBySequentialTest) {
  const auto play = [&](const std::string& name, std::vector<std::string> options) {
    options.insert(options.begin(), {"--depth", "1", "--max-moves", "30", "--pgn", path(name)});
    auto result = report(options);
    EXPECT_TRUE(result["complete"]);
    return result;
  };
  const std::vector<std::string> test = {"--sprt", "elo0=0,elo1=150"};
  const auto with_test = [&](std::vector<std::string> options) {
    options.insert(options.begin(), test.begin(), test.end());
    return options;
  };
  const auto alone = play("alone.pgn", test);
  const auto sprt = rows_of(alone, "sprt")[0];
  EXPECT_EQ(sprt["model"], "normalized");
  ASSERT_TRUE(sprt["accepted"] == "H0" || sprt["accepted"] == "H1") << sprt;
  const auto pairs = sprt["pairs"].get<std::size_t>();
  EXPECT_EQ(rows_of(alone, "pairs")[0]["pairs"], pairs);
  const std::string pgn = content(path("alone.pgn"));
  EXPECT_EQ(rows_of(alone, "games").size(), 2 * pairs);

  // However many games are played at once, and wherever a crash came, it has the same end.
  const auto same = [&](const nlohmann::json& other, const std::string& name) {
    for (const char* one : {"sprt", "pairs", "games"})
      EXPECT_EQ(rows_of(other, one), rows_of(alone, one)) << name;
    EXPECT_EQ(timeless(content(path(name))), timeless(pgn));
  };
  same(play("jobs.pgn", with_test({"--jobs", "4"})), "jobs.pgn");
  file("torn.pgn", pgn.substr(0, pgn.size() / 2));
  same(play("torn.pgn", with_test({"--resume", "--jobs", "2"})), "torn.pgn");
  same(play("torn.pgn", with_test({"--resume"})), "torn.pgn");

  EXPECT_THAT(run(searches_, {"--depth", "1", "--max-moves", "30", "--pgn", path("torn.pgn"),
                              "--resume", "--sprt", "elo0=0,elo1=15"})
                  .err,
              HasSubstr("--sprt elo1=150, not elo1=15\n"));

  // Games that were played without the test, and come after its end, don't count.
  play("more.pgn", {"--games", std::to_string(2 * pairs + 4)});
  const std::string more = content(path("more.pgn"));
  const auto decided = play("more.pgn", with_test({"--resume", "--games", "20000"}));
  EXPECT_EQ(rows_of(decided, "games"), rows_of(alone, "games"));
  EXPECT_EQ(timeless(content(path("more.pgn"))), timeless(more));
}

TEST_F(MatchCommand, OverwritesNothing) {
  const std::vector<std::string> match = {"--depth", "1",     "--games",
                                          "2",       "--pgn", path("games.pgn")};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), match.begin(), match.end());
    const Finished finished = run(searches_, more);
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.out, "");
    return finished.err;
  };
  file("games.pgn", "precious text\n");
  EXPECT_EQ(with({}),
            "plylab: '" + path("games.pgn") + "' exists already: --resume continues it\n");
  EXPECT_EQ(with({"--resume"}), "plylab: " + path("games.pgn") +
                                    ":1: text that is not a game of this match: remove it\n");
  EXPECT_EQ(content(path("games.pgn")), "precious text\n");

  std::filesystem::remove(path("games.pgn"));
  EXPECT_EQ(run(searches_, match).status, 0);
  const std::string games = content(path("games.pgn"));
  EXPECT_EQ(with({"--resume", "--seed", "2"}),
            "plylab: " + path("games.pgn") + ":1: not of this match: game 1 has another opening\n");
  EXPECT_THAT(with({"--resume", "--nodes", "5"}),
              HasSubstr("Limits of game 1 is 'depth 1', not 'depth 1 nodes 5'"));
  EXPECT_EQ(content(path("games.pgn")), games);
}

TEST_F(MatchCommand, KeepsWhatIsFinishedWhenInterrupted) {
  // More games than there is time for: interrupted once the first one stands in the file.
  const std::string pgn = path("games.pgn");
  std::vector<std::string> arguments = {
      "-c",
      "\"$@\" & while kill -0 $! && ! [ -s \"$0\" ]; do sleep 0.02; done; kill -INT $!; wait $!",
      pgn, PLYLAB_PROGRAM, "match"};
  arguments.insert(arguments.end(), searches_.begin(), searches_.end());
  arguments.insert(arguments.end(), {"--depth", "1", "--games", "100000", "--jobs", "2", "--pgn",
                                     pgn, "--format", "json"});
  const Finished finished = testing::run_process("/bin/sh", arguments);
  EXPECT_EQ(finished.status, 130);
  const auto report = nlohmann::json::parse(finished.out);
  EXPECT_EQ(report["complete"], false);
  const auto file = pgn::parse_pgn(content(pgn), "games.pgn", info_of<chess::Chess>());
  EXPECT_GT(file.games.size(), 0U);
  EXPECT_EQ(file.games.size(), rows_of(report, "games").size());
  EXPECT_EQ(file.issues.size(), 0U);
}

TEST_F(MatchCommand, TakesLimitsForEachPlayer) {
  const auto tables =
      report({"--depth", "1", "--limits", "two:depth 2 nodes 900", "--games", "2", "--pgn",
              path("games.pgn"), "--resign", "900,2", "--draw", "5,4,30"})["tables"];
  EXPECT_THAT(content(path("games.pgn")), HasSubstr("[WhiteLimits \"depth 2 nodes 900\"]"));
  EXPECT_EQ(tables[0]["rows"][0]["depth"], 1.0);
}

TEST_F(MatchCommand, EndsGamesByEndgameTables) {
  const std::string openings = file("kpk.epd", "8/8/8/8/8/2k5/2p5/2K5 b - - id \"pawn\";\n");
  const std::vector<std::string> options{
      "--depth", "1",     "--games",         "2",          "--openings",
      openings,  "--pgn", path("games.pgn"), "--endgames", testing::endgame_folder()};
  const auto tables = report(options)["tables"];
  const std::string pgn = content(path("games.pgn"));
  EXPECT_THAT(pgn, HasSubstr("[Termination \"adjudication\"]"));
  EXPECT_THAT(pgn, HasSubstr("[Reason \"endgame_tables\"]"));
  EXPECT_THAT(pgn, HasSubstr("[Rules \"endgames (6 tables "));
  auto again = options;
  again.emplace_back("--resume");
  EXPECT_EQ(run(searches_, again).status, 0);
  EXPECT_EQ(content(path("games.pgn")), pgn);
}

TEST_F(MatchCommand, NamesPlayersWithDifferentTables) {
  const auto first_note = [&](const std::string& one, const std::string& two) {
    const Finished finished = run({"--search", "one=" + one, "--search", "two=" + two},
                                  {"--depth", "1", "--games", "2", "--format", "json"});
    return nlohmann::json::parse(finished.out)["tables"][0]["notes"][0].get<std::string>();
  };
  EXPECT_EQ(first_note("pvs with table=1", "alphabeta"),
            "the tables are not equal: one 1 MiB, two none");
  EXPECT_EQ(first_note("pvs with table=1", "mtdf"),
            "the tables are not equal: one 1 MiB, two 64 MiB");
  EXPECT_EQ(first_note("pvs with table=1", "mtdf with table=1"), "limits of one: depth 1");
}

TEST_F(MatchCommand, ReportsErrorsInOneLine) {
  const auto error = [&](const std::vector<std::string>& options) {
    const Finished finished = run(searches_, options);
    EXPECT_EQ(finished.status, 2);
    return finished.err;
  };
  EXPECT_EQ(run({"--search", "pvs"}, {}).err,
            "plylab: match: needs at least two players: --search, --engine\n");
  EXPECT_EQ(error({"--search", "one=pvs"}), "plylab: match: two players are called 'one'\n");
  EXPECT_EQ(error({"--limits", "three:depth 2"}),
            "plylab: --limits 'three:depth 2': no 'three'; there are one, two\n");
  EXPECT_EQ(error({"--limits", "depth 2"}), "plylab: --limits 'depth 2': needs NAME:LIMITS\n");
  EXPECT_EQ(error({"--limits", "two:"}), "plylab: --limits 'two:': no limit given\n");
  EXPECT_EQ(error({"--clock", "soon"}),
            "plylab: --clock: 'soon' is not a time control such as 10+0.1, 40/60 or 40/60:30+1, "
            "in seconds\n");
  EXPECT_EQ(error({"--sprt", "elo0=5,elo1=0"}),
            "plylab: --sprt: elo0 must be below elo1, and 5 is not below 0\n");
  EXPECT_EQ(error({"--search", "three=pvs", "--sprt", "elo0=0,elo1=5"}),
            "plylab: --sprt: tests one player against another, but there are more than two\n");
  EXPECT_EQ(error({"--sprt", "elo0=0,elo0=1,elo1=5"}),
            "plylab: --sprt: elo0: given more than once\n");
  EXPECT_EQ(error({"--search", "=pvs"}), "plylab: --search '=pvs': no name before '='\n");
  EXPECT_EQ(error({"--resume"}), "plylab: --resume: needs --pgn\n");
  EXPECT_THAT(error({"--openings", "nowhere"}), StartsWith("plylab: cannot read 'nowhere'"));
  EXPECT_THAT(error({"--pgn", "/nowhere/games.pgn"}),
              StartsWith("plylab: cannot open '/nowhere/games.pgn'"));
  EXPECT_THAT(error({"--resign", "3"}), StartsWith("plylab: --resign"));
  EXPECT_EQ(error({"--draw", "10,0"}), "plylab: --draw: needs at least one move\n");
}

// A kept table changes what is searched, in the same way each time, whatever is played at once.
TEST_F(MatchCommand, LetsASearchKeepItsTable) {
  const auto games = [&](const std::string& table, const std::string& jobs) {
    const std::string file = path(table + jobs + ".pgn");
    const Finished finished =
        run({"--search", "one=pvs with table=1 table " + table, "--search", "two=alphabeta"},
            {"--nodes", "300", "--games", "4", "--max-moves", "8", "--jobs", jobs, "--pgn", file});
    EXPECT_EQ(finished.status, 0) << finished.err;
    return timeless(content(file));
  };
  const std::string kept = games("kept", "1");
  EXPECT_EQ(games("kept", "2"), kept);
  EXPECT_NE(games("fresh", "1"), kept);
  EXPECT_THAT(kept, HasSubstr("[WhitePlayer \"pvs-soft with table=1 eval pst order hash gen "
                              "bitboard table kept\"]"));
  const auto refused = [](const std::string& search) {
    return run({"--search", search, "--search", "two=alphabeta"}, {"--nodes", "9"}).err;
  };
  EXPECT_EQ(refused("pvs table kept"),
            "plylab: --search: table kept: pvs-soft has none; add with table=64\n");
  EXPECT_THAT(refused("pvs table old"), HasSubstr("no 'old'; there are fresh, kept"));
}

}  // namespace
}  // namespace plylab
