// Engines in a match: those that fail, and real ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "gen/chess/registry.h"
#include "gen/pgn/pgn.h"
#include "tests/suites/play/match/match_command.h"
#include "tests/support/process.h"
#include "tests/support/report.h"

namespace plylab {
namespace {

using testing::content;
using testing::Finished;
using testing::rows_of;
using ::testing::StartsWith;

/// An engine that plays the first of these moves that follows from the position's move list, and
/// does `then` when there is none.
std::string scripted(const std::string& then) {
  return R"(n=0
while read -r word rest; do
  case $word in
    uci) echo 'id name fake'; echo uciok ;;
    isready) echo readyok ;;
    ucinewgame) n=0 ;;
    go) n=$((n + 1))
      case $n in
        1) echo 'info depth 3 score cp 20 nodes 7 pv a2a3'; echo 'bestmove a2a3' ;;
        *) )" +
         then + R"( ;;
      esac ;;
  esac
done)";
}

TEST_F(MatchCommand, OutlivesItsEngines) {
  const std::string quiet =
      file("start.fen", "4k3/7p/8/8/8/8/P7/4K3 w - - 0 1\n");  // a2a3 is White's alone
  const auto against = [&](const std::string& then) {
    const Finished finished =
        run({"--engine", "fake=" + program("fake", scripted(then)), "--search", "plain=pvs"},
            {"--depth", "1", "--games", "2", "--timeout", "0.5", "--openings", quiet, "--jobs", "2",
             "--format", "json"});
    EXPECT_EQ(finished.status, 1) << finished.err;
    const auto report = nlohmann::json::parse(finished.out);
    const auto& fake = report["tables"][0]["rows"][1];
    EXPECT_EQ(fake["player"], "fake");
    EXPECT_EQ(fake["faults"], 2);
    const auto games = rows_of(report, "games");
    EXPECT_EQ(games[0]["reason"], "illegal_move");  // as Black
    return games[1];
  };
  const auto crash = against("exit 3");
  EXPECT_EQ(crash["reason"], "crash");
  EXPECT_EQ(crash["white"], "fake");
  EXPECT_EQ(crash["result"], "0-1");
  EXPECT_EQ(crash["plies"], 2);
  EXPECT_EQ(crash["ending"], "White ended with exit status 3");
  EXPECT_EQ(against("sleep 60")["reason"], "hang");
  EXPECT_EQ(against("echo bestmove a1a8")["reason"], "illegal_move");
}

TEST_F(MatchCommand, TakesAnEngineThatDoesNotStartForAnError) {
  const Finished finished = run({"--engine", "nobody", "--search", "pvs"}, {"--depth", "1"});
  EXPECT_EQ(finished.status, 2);
  EXPECT_THAT(finished.err, StartsWith("plylab: --engine 'nobody' "));
}

TEST_F(MatchCommand, PlaysRealEngines) {
  if (!testing::find_program("stockfish") || !testing::find_program("fairy-stockfish"))
    GTEST_SKIP() << "wants stockfish and fairy-stockfish";
  const Finished finished =
      run({"--engine", "sf=stockfish", "--engine", "fairy-stockfish", "--search", "pvs"},
          {"--nodes", "100", "--limits", "pvs:depth 2", "--games", "2", "--chess960", "--hash", "1",
           "--pgn", path("games.pgn"), "--max-moves", "60", "--format", "json"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  const auto report = nlohmann::json::parse(finished.out);
  EXPECT_THAT(report["tables"][0]["rows"][2]["player"].get<std::string>(),
              StartsWith("Fairy-Stockfish"));
  EXPECT_EQ(rows_of(report, "head_to_head").size(), 3U);
  EXPECT_EQ(rows_of(report, "pairs").size(), 3U);
  EXPECT_EQ(rows_of(report, "games").size(), 6U);
  const auto file =
      pgn::parse_pgn(content(path("games.pgn")), "games.pgn", info_of<chess::Chess>());
  EXPECT_EQ(file.games.size(), 6U);
  EXPECT_EQ(file.issues.size(), 0U);
}

}  // namespace
}  // namespace plylab
