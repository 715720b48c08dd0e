// Real programs play by both protocols: xboard, Polyglot, and plylab's own matches.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <thread>

#include "gen/chess/registry.h"
#include "gen/engines/process.h"
#include "gen/pgn/pgn.h"
#include "tests/suites/play/gui/gui.h"
#include "tests/support/fake_engines.h"
#include "tests/support/report.h"

namespace plylab {
namespace {

using ::testing::AnyOf;
using ::testing::ContainsRegex;
using testing::content;
using ::testing::HasSubstr;
using ::testing::Not;

class RealGuis : public testing::FakeEngines {
 protected:
  static inline const std::string xboard_engine = PLYLAB_PROGRAM " xboard";
  static inline const std::string uci_engine = PLYLAB_PROGRAM " uci";

  /// A match of two engines in which nobody commits a fault; the report in JSON.
  nlohmann::json match(const std::string& first, const std::string& second,
                       std::vector<std::string> options) {
    options.insert(options.begin(), {"match", "--engine", "first=" + first, "--engine",
                                     "second=" + second, "--format", "json"});
    const auto finished = testing::plylab(options);
    EXPECT_EQ(finished.status, 0) << finished.err << finished.out;
    auto report = nlohmann::json::parse(finished.out);
    for (const auto& row : report["tables"][0]["rows"]) EXPECT_EQ(row["faults"], 0);
    return report;
  }

  /// Polyglot, which turns an engine in UCI into one for xboard.
  std::string polyglot(const std::string& engine) {
    return program("adapter",
                   "exec " + *testing::find_program("polyglot") + " -noini -ec \"" + engine + "\"");
  }

  int files_ = 0;
};

/// The results of the games in a PGN file; empty while it is not there.
std::vector<std::string> results_in(const std::string& path) {
  std::vector<std::string> results;
  const std::string text = content(path);
  const std::regex result("\\[Result \"([^\"]+)\"\\]");
  for (std::sregex_iterator it(text.begin(), text.end(), result), end; it != end; ++it)
    results.push_back((*it)[1]);
  return results;
}

TEST_F(RealGuis, XboardPlaysAMatch) {
  const auto display = testing::find_program("Xvfb");
  const auto xboard = testing::find_program("xboard");
  if (!display || !xboard) GTEST_SKIP() << "wants xboard and Xvfb";
  const std::atomic<bool> never = false;
  const auto in_a_minute = [] {
    return engines::Process::Clock::now() + std::chrono::seconds(100);
  };
  // The X server says which number it has found.
  engines::Process server({*display, "-displayfd", "1", "-nolisten", "tcp"}, never);
  std::string number;
  ASSERT_EQ(server.read_line(number, in_a_minute()), engines::Process::Event::done);
  const std::string start = program(
      "start",
      "cd " + path("") + " && DISPLAY=:" + number + " HOME=" + path("") + " exec " + *xboard +
          " -mm -mg 2 -fcp \"" + xboard_engine + " --algo pvs --with table=4\" -scp \"" +
          xboard_engine +
          " --nodes 3000\" -tc 1 -inc 0 -depth 3 -ponder -xexit -xanimate -matchPause 100 -debug "
          "-nameOfDebugFile debug -sgf games.pgn >out 2>&1");
  engines::Process gui({start}, never);
  const auto deadline = in_a_minute();
  while (results_in(path("games.pgn")).size() < 2 && engines::Process::Clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const std::string talk = content(path("debug"));
  const auto file = pgn::parse_pgn(content(path("games.pgn")), "games", info_of<chess::Chess>());
  EXPECT_EQ(file.games.size(), 2U) << content(path("out"));
  EXPECT_TRUE(file.issues.empty());
  EXPECT_THAT(content(path("games.pgn")), Not(ContainsRegex("forfeit|illegal|\\*\n")));
  EXPECT_THAT(talk, Not(HasSubstr("Illegal move")));
  EXPECT_THAT(talk, Not(HasSubstr("Error (")));
  EXPECT_THAT(talk, HasSubstr("Hint: "));  // it has pondered
}

TEST_F(RealGuis, PolyglotPlaysXboardsProtocolForUs) {
  if (!testing::find_program("polyglot")) GTEST_SKIP() << "wants polyglot";
  match(polyglot(uci_engine), xboard_engine,
        {"--protocol", "first:xboard", "--depth", "3", "--games", "2", "--max-moves", "20"});
}

TEST_F(RealGuis, StockfishPlaysByPolyglot) {
  if (!testing::find_program("polyglot") || !testing::find_program("stockfish"))
    GTEST_SKIP() << "wants polyglot and stockfish";
  const auto report = match(
      polyglot(*testing::find_program("stockfish")), xboard_engine,
      {"--protocol", "first:xboard", "--clock", "2+0.02", "--games", "2", "--max-moves", "20"});
  EXPECT_EQ(testing::rows_of(report, "games").size(), 2U);
}

// The same searches play the same games by both protocols, from positions of Chess960 too.
TEST_F(RealGuis, MatchesKnowNoDifferenceBetweenTheProtocols) {
  const auto games = [&](const std::string& first, const std::string& second) {
    std::vector<std::string> played;
    const auto report = match(first + " --fresh-table", second + " --algo pvs --fresh-table",
                              {"--depth", "4", "--games", "4", "--max-moves", "25", "--chess960",
                               "--pgn", path(std::to_string(++files_) + ".pgn")});
    const auto file = pgn::parse_pgn(content(path(std::to_string(files_) + ".pgn")), "games",
                                     info_of<chess::Chess>());
    for (const auto& row : testing::rows_of(report, "games"))
      played.push_back(row["result"].get<std::string>() + ' ' + row["plies"].dump());
    for (const auto& game : file.games)
      for (const auto& move : game.moves) played.push_back(move.move);
    return played;
  };
  EXPECT_EQ(games(xboard_engine, xboard_engine), games(uci_engine, uci_engine));
}

TEST_F(RealGuis, EnginesPonderInMatches) {
  const auto logged = [&](const std::string& name, const std::string& engine) {
    return program(name, "tee " + path(name + ".log") + " | " + engine);
  };
  match(logged("uci", uci_engine), logged("xboard", xboard_engine),
        {"--clock", "2+0.02", "--games", "2", "--max-moves", "12", "--ponder"});
  const std::string in_uci = content(path("uci.log")), in_xboard = content(path("xboard.log"));
  EXPECT_THAT(in_uci, HasSubstr("setoption name Ponder value true"));
  EXPECT_THAT(in_uci, ContainsRegex("\ngo ponder wtime [0-9]+ btime [0-9]+ winc 20 binc 20"));
  EXPECT_THAT(in_uci, AnyOf(HasSubstr("\nponderhit"), HasSubstr("\nstop")));
  EXPECT_THAT(in_xboard, HasSubstr("\nhard"));
  EXPECT_THAT(in_xboard, ContainsRegex("\notim [0-9]+\nping [0-9]+\nusermove [^\n]+\ntime "));
}

TEST_F(RealGuis, PonderingHasItsConditions) {
  const auto fails = [](std::vector<std::string> options, const std::string& message) {
    options.insert(options.begin(), {"match", "--games", "2", "--ponder"});
    const auto finished = testing::plylab(options);
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.err, "plylab: " + message + "\n");
  };
  fails({"--search", "pvs", "--engine", uci_engine, "--nodes", "100"},
        "--ponder: a built-in search does not ponder; as an engine it does: --engine \"plylab uci "
        "--algo pvs\"");
  fails({"--engine", "one=" + uci_engine, "--engine", "two=" + uci_engine, "--nodes", "100"},
        "--ponder: one has no limit of time: what it finds would not repeat");
  const std::string simple = program("simple",
                                     "while read -r word rest; do case $word in uci) echo uciok ;; "
                                     "isready) echo readyok ;; esac; done");
  fails({"--engine", "one=" + simple, "--engine", "two=" + uci_engine, "--time", "0.1"},
        "--engine '" + simple + "': does not ponder: it has no such option");
}

}  // namespace
}  // namespace plylab
