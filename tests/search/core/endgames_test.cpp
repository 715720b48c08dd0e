// The switch `endgames`: searches that look positions up in endgame tables.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "gen/base/random.h"
#include "gen/chess/endgames/table.h"
#include "suites/players/environment.h"
#include "tests/search/search_jobs.h"
#include "tests/support/endgame_folder.h"
#include "tests/support/input_error_of.h"
#include "tests/support/process.h"
#include "tests/support/temporary_file.h"

namespace plylab::search {
namespace {

using ::testing::HasSubstr;
using testing::plylab;

constexpr const char* pawn_wins = "8/8/8/8/8/2k5/2p5/2K5 b - - 0 1";  // in 8 moves

/// Tables of three men are where the switch looks for them.
class SwitchEndgames : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { testing::endgame_folder(); }
};

Job with_tables(const char* algorithm, const char* ordering, int depth, const char* with) {
  Job job = testing::search_job(algorithm, ordering, depth, with);
  suites::players::give_known_values(job);
  return job;
}

// A search looks for nothing outside its job.
TEST_F(SwitchEndgames, NeedsTablesInTheJob) {
  const auto refusal = [](const char* with) {
    return testing::input_error_of([&] {
      run<chess::Chess>(chess::ValidSetup(pawn_wins),
                        testing::search_job("alphabeta", "default", 1, with));
    });
  };
  EXPECT_EQ(refusal("endgames=3"),
            "the switch endgames needs endgame tables, and the job gives none");
  EXPECT_EQ(refusal("book"), "the switch book needs an opening book, and the job gives none");
}

Value value_of(DistanceValue value) {
  const Value mate = mate_value - static_cast<Value>(value.plies());
  return value.is_draw() ? 0 : value.is_win() ? mate : -mate;
}

TEST_F(SwitchEndgames, GivesTheTablesValue) {
  std::uint64_t seed = 1;
  for (const auto& [ending, table] : testing::endgame_tables().all())
    for (int found = 0; found < 12;) {
      const std::size_t slot = splitmix64(seed) % table->slots().size();
      const Side side = seed % 2 == 0 ? chess::white : chess::black;
      if (!table->value(side, slot).exists()) continue;
      ++found;
      const auto setup = setup_of(ending, table->slots().placement(slot), side);
      const chess::ValidSetup position(setup);
      for (const char* generator : {"bitboard", "mailbox", "x88"})
        for (const char* algorithm :
             {"minimax", "alphabeta", "pvs", "scout", "mtdf", "sss", "aspiration", "selective"})
          for (const int depth : {1, 3}) {
            Job job = with_tables(algorithm, "default", depth, "endgames=3");
            job.generator = generator;
            const auto result = run<chess::Chess>(position, job);
            EXPECT_EQ(result.iterations.back().value, value_of(table->value(side, slot)))
                << generator << ' ' << algorithm << ' ' << depth << ' ' << to_string(setup);
          }
    }
}

// Near the fifty-move limit a table's answer depends on the clock, which the transposition table
// does not know.
TEST_F(SwitchEndgames, HasTheSameValueWithATranspositionTable) {
  for (const char* fen :
       {"6K1/8/8/8/4k3/2R5/8/8 w - - 70 60", "7k/8/8/8/8/8/5P2/3K4 w - - 61 60"}) {
    const auto value = [&](const char* algorithm, const char* with) {
      return run<chess::Chess>(chess::ValidSetup(fen), with_tables(algorithm, "captures", 6, with))
          .iterations.back()
          .value;
    };
    const Value right = value("alphabeta", "endgames=3");
    for (const char* algorithm : {"alphabeta", "pvs", "mtdf"})
      EXPECT_EQ(value(algorithm, "endgames=3,table=16"), right) << algorithm << ' ' << fen;
  }
}

TEST_F(SwitchEndgames, LeavesPositionsWithMoreMenToTheSearch) {
  Job job = with_tables("alphabeta", "default", 1, "endgames=2");
  const auto position = chess::ValidSetup(pawn_wins);
  const auto of_two = run<chess::Chess>(position, job);
  EXPECT_EQ(of_two.iterations.back().counts[Event::endgame], 0U);
  job.switches["endgames"] = 3;
  const auto of_three = run<chess::Chess>(position, job);
  EXPECT_GT(of_three.iterations.back().counts[Event::endgame], 0U);
  EXPECT_EQ(mate_in(of_three.iterations.back().value), 8);
}

TEST_F(SwitchEndgames, IsCountedInTheReport) {
  const auto report = nlohmann::json::parse(
      plylab({"search", "--fen", pawn_wins, "--depth", "2", "--algo", "alphabeta", "--with",
              "endgames=3", "--detail", "--format", "json"})
          .out);
  int endgames = 0;
  for (const auto& table : report["tables"])
    for (const auto& row : table["rows"])
      if (row.contains("endgames")) endgames += row["endgames"].get<int>();
  EXPECT_GT(endgames, 0) << report.dump(1);
}

TEST_F(SwitchEndgames, NeedsTables) {
  const auto finished = plylab(
      {"search", "--suite", "demo", "--algo", "alphabeta", "--depth", "40", "--with", "endgames"},
      {{"PLYLAB_ENDGAMES", "/nowhere"}});
  EXPECT_EQ(finished.status, 2);
  EXPECT_EQ(finished.out, "");
  EXPECT_THAT(finished.err,
              ::testing::StartsWith(
                  "plylab: PLYLAB_ENDGAMES: /nowhere: no endgame tables (*.endgame) are there"));
}

TEST_F(SwitchEndgames, IsOfTheSameTablesInAFileOfRuns) {
  namespace fs = std::filesystem;
  const fs::path other = testing::endgame_folder() + "_fewer";
  const testing::TemporaryFile runs("", "runs", ".jsonl");
  const auto search = [&](const std::string& tables) {
    return plylab({"search", "--fen", pawn_wins, "--depth", "2", "--algo", "alphabeta", "--with",
                   "endgames=3", "--runs", runs.path()},
                  {{"PLYLAB_ENDGAMES", tables}});
  };
  const auto first = search(testing::endgame_folder());
  EXPECT_EQ(first.status, 0) << first.err;
  EXPECT_THAT(first.out, HasSubstr("* the switch endgames uses 6 tables "));
  fs::copy(testing::endgame_folder(), other);
  EXPECT_EQ(search(other).status, 0);
  fs::remove(other / "KNK.endgame");
  const auto fewer = search(other);
  EXPECT_EQ(fewer.status, 2);
  EXPECT_THAT(fewer.err, HasSubstr("another experiment: endgames is '6 tables "));
  fs::remove_all(other);
}

TEST_F(SwitchEndgames, IsAnOptionOfUci) {
  const std::string said =
      std::string("setoption name endgames value 3\nposition fen ") + pawn_wins;
  const auto heard = testing::run_process(PLYLAB_PROGRAM, {"uci"}, said + "\ngo depth 2\nquit\n");
  EXPECT_THAT(heard.out, HasSubstr("info depth 2 score mate 8 nodes"));
  EXPECT_THAT(heard.out, HasSubstr("bestmove c3d3"));
}

TEST_F(SwitchEndgames, IsListed) {
  EXPECT_THAT(plylab({"list", "switches"}).out, HasSubstr("endgames "));
}

}  // namespace
}  // namespace plylab::search
