// plylab mate --endgames: mates that endgame tables know.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gen/base/random.h"
#include "gen/chess/mailbox/mailbox.h"
#include "suites/mate/by_tables.h"
#include "tests/suites/mate/problem_command.h"
#include "tests/support/endgame_folder.h"

namespace plylab {
namespace {

using testing::endgame_folder;
using ::testing::HasSubstr;
using testing::plylab;
using testing::tables_of;

constexpr const char* pawn_wins = "8/8/8/8/8/2k5/2p5/2K5 b - - 0 1";

nlohmann::json answer_row(const char* fen, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"--fen", fen, "--endgames", endgame_folder()});
  const auto tables = tables_of(more);
  EXPECT_EQ(tables[0]["rows"].size(), 1U);
  return tables[0]["rows"][0];
}

TEST(MateByTables, IsTheShortest) {
  const auto row = answer_row(pawn_wins, {"--solver", "all"});
  EXPECT_EQ(row["solver"], "endgames");
  EXPECT_EQ(row["status"], "shortest");
  EXPECT_EQ(row["moves"], 8);
  EXPECT_EQ(row["none_within"], 7);
  EXPECT_EQ(row["key"], "Kd3");
  EXPECT_THAT(plylab({"mate", "--fen", pawn_wins, "--endgames", endgame_folder()}).out,
              HasSubstr("* endgames: proved by endgame tables, and not searched\n"));
}

TEST(MateByTables, ProvesThatThereIsNone) {
  const auto shorter = answer_row(pawn_wins, {"--stipulation", "#5"});
  EXPECT_EQ(shorter["status"], "none within");
  EXPECT_EQ(shorter["none_within"], 5);
  const auto drawn = answer_row("8/8/8/8/8/3k4/8/2KN4 w - - 0 1");
  EXPECT_EQ(drawn["status"], "none within");
  EXPECT_EQ(drawn["none_within"], search::mate::longest_mate);
}

TEST(MateByTables, LooksAtTheFirstMoves) {
  // Four men: a capture leads to three, and the tables know no other move.
  const auto row = answer_row("8/8/8/8/8/2k5/1r5Q/K7 w - - 0 1");
  EXPECT_EQ(row["solver"], "endgames");
  EXPECT_EQ(row["status"], "line valid");
  EXPECT_EQ(row["key"], "Qxb2+");
}

TEST(MateByTables, LeavesTheRestToSolvers) {
  const auto row = answer_row("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
  EXPECT_EQ(row["solver"], "shortest");
  EXPECT_EQ(row["moves"], 2);
}

TEST(MateByTables, IsAskedForByAnOption) {
  endgame_folder();  // tables in the environment alone change nothing
  EXPECT_EQ(tables_of({"--fen", pawn_wins, "--stipulation", "#2"})[0]["rows"][0].count("solver"),
            0U);
  EXPECT_EQ(
      tables_of({"--fen", pawn_wins, "--solver", "dfpn", "--nodes", "9"})[0]["rows"][0]["solver"],
      "dfpn");
  const auto refused = plylab({"mate", "--fen", pawn_wins, "--endgames", "/nowhere"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err,
              ::testing::StartsWith(
                  "plylab: /nowhere: no endgame tables (*.endgame) are there: it is not a folder"));
  EXPECT_EQ(
      plylab({"mate", "--fen", pawn_wins, "--endgames", endgame_folder(), "--tree", "full"}).status,
      2);
}

TEST(MateByTables, HasALineToMateFromEveryPosition) {
  const chess::EndgameTables tables(endgame_folder());
  std::uint64_t seed = 1;
  for (const auto& [ending, table] : tables.all())
    for (int i = 0; i < 300; ++i) {
      const std::size_t slot = splitmix64(seed) % table->slots().size();
      const Side side = seed % 2 == 0 ? chess::white : chess::black;
      const DistanceValue value = table->value(side, slot);
      if (!value.exists()) continue;
      const chess::ValidSetup start(setup_of(ending, table->slots().placement(slot), side));
      const auto answer = suites::mate::answer_by_tables(tables, search::mate::MateProblem{start});
      ASSERT_TRUE(answer);
      EXPECT_EQ(answer->moves, value.is_win() ? static_cast<int>(value.moves()) : 0);
      ASSERT_EQ(answer->line.size(), value.is_win() ? value.plies() : 0);
      chess::Mailbox board(start);
      for (const chess::Move move : answer->line) {
        ASSERT_TRUE(std::ranges::count(board.generate(), move));
        board.make(move);
      }
      if (value.is_win()) {
        EXPECT_EQ(board.terminal_outcome(), Outcome::loss);
      }
    }
}

}  // namespace
}  // namespace plylab
