// plylab endgame, as its users meet it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "gen/base/files.h"
#include "tests/support/process.h"

namespace plylab {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using testing::plylab;

/// A folder with the tables of three men.
class EndgameCommand : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder =
        std::filesystem::temp_directory_path() / ("plylab_endgames_" + std::to_string(getpid()));
    const Finished finished = run({"build", "--men", "3"});
    ASSERT_EQ(finished.status, 0) << finished.err;
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(folder); }

  static Finished run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "endgame");
    arguments.insert(arguments.end(), {"--endgames", folder});
    return plylab(arguments);
  }
  static nlohmann::json rows(std::vector<std::string> arguments, std::size_t table = 0) {
    arguments.insert(arguments.end(), {"--format", "json"});
    return nlohmann::json::parse(run(arguments).out)["tables"][table]["rows"];
  }

  static inline std::string folder;
};

TEST_F(EndgameCommand, ShowsWhatIsWonDrawnAndLost) {
  const auto shown = rows({"show", "KPK"});
  ASSERT_EQ(shown.size(), 2);
  EXPECT_EQ(shown[0]["won"], 62480);
  EXPECT_EQ(shown[0]["drawn"], 19184);
  EXPECT_EQ(shown[1]["lost"], 48802);
  EXPECT_EQ(shown[1]["longest_loss"], 28);
  std::uint64_t positions = 0;
  for (const auto& row : rows({"show", "KPK", "--distances"}, 1))
    positions += row["positions"].get<std::uint64_t>();
  EXPECT_EQ(positions, 81664 + 84012);
}

TEST_F(EndgameCommand, ProbesAPositionAndItsMoves) {
  const auto probed = rows({"probe", "8/8/8/8/8/2k5/7r/2K5 b - - 0 1"});
  EXPECT_TRUE(probed[0]["move"].is_null());
  EXPECT_EQ(probed[0]["value"], "won in 1");
  EXPECT_EQ(probed[1]["move"], "Rh1#");
  EXPECT_EQ(probed[1]["moves"], 1);
  EXPECT_EQ(run({"probe", "startpos"}).status, 2);
  EXPECT_THAT(run({"probe", "8/8/8/8/8/2k5/6qr/2K5 b - - 0 1"}).err,
              HasSubstr("there is no table of KQRK: plylab endgame build KQRK makes it"));
}

TEST_F(EndgameCommand, MarksPositionsThatNoGameReaches) {
  // The pawn has not moved, so nothing of White's can have given this check.
  const auto marked = rows({"probe", "8/8/8/8/8/3k4/4P3/4K3 b - - 0 1"});
  EXPECT_EQ(marked[0]["value"], "drawn");
  EXPECT_THAT(marked[0]["remark"].get<std::string>(), HasSubstr("no game leads here: "));
  EXPECT_TRUE(marked[1]["remark"].is_null());
  EXPECT_TRUE(rows({"probe", "8/8/8/8/8/2k5/2p5/2K5 b - - 0 1"})[0]["remark"].is_null());
}

TEST_F(EndgameCommand, VerifiesTables) {
  const Finished finished = run({"verify", "--all", "--gen", "x88", "KPK"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("KPK        165676      0\n"));
}

TEST_F(EndgameCommand, JudgesEvaluationsByAllPositions) {
  const auto judged = rows({"judge", "KPK", "--eval", "material"});
  ASSERT_EQ(judged.size(), 2);
  // A pawn is worth 100, which is not more than the margin: all is judged drawn.
  EXPECT_EQ(judged[0]["won_as_drawn"], 62480);
  EXPECT_NEAR(judged[0]["right"], 100. * 19182 / 81662, 1e-9);  // but for two stalemates
  const auto rooks = rows({"judge", "KRK", "--eval", "material", "--margin", "10"});
  EXPECT_EQ(rooks[0]["right"], 100);
  EXPECT_EQ(rooks[0]["positions"], 21959);
  EXPECT_EQ(plylab({"endgame", "judge", "--eval", "x"}).status, 2);
}

TEST_F(EndgameCommand, JudgesTheRuleOfQueenAgainstBishop) {
  ASSERT_EQ(run({"build", "KQKB"}).status, 0);
  const std::vector<std::string> options{"--eval", "rule:kqkb", "--sample", "20000"};
  std::vector<std::string> arguments{"judge", "KQKB", "KQK"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const auto judged = rows(arguments);
  ASSERT_EQ(judged.size(), 2);  // the rule is for one ending
  for (const auto& row : judged) {
    EXPECT_GT(row["positions"], 19'900);
    EXPECT_EQ(row["right"], 100);
  }
  std::filesystem::remove(std::filesystem::path(folder) / "KQKB.endgame");
  EXPECT_THAT(run({"judge", "KQK", "--eval", "rule:kqkr"}).err,
              HasSubstr("--eval: no 'rule:kqkr'; there is rule:kqkb"));
}

TEST_F(EndgameCommand, ShowsEndingsOfFairyKnights) {
  const auto wins = [](const char* game) -> std::uint64_t {
    return rows({"show", "KNK", "--game", game})[0]["won"];
  };
  EXPECT_EQ(wins("nightrider"), 0);
  EXPECT_EQ(wins("wazir"), 0);  // all that it attacks is of one colour
  EXPECT_EQ(wins("ferz"), 24364);
  EXPECT_THAT(run({"show", "KNK", "--game", "stationary"}).err, HasSubstr("kings must move"));
  EXPECT_THAT(run({"show", "KPK", "--game", "ferz"}).err, HasSubstr("KPK: no pawns"));
  EXPECT_EQ(run({"show", "--game", "ferz"}).status, 2);
}

TEST_F(EndgameCommand, BuildsNoTableTwice) {
  const auto built = rows({"build", "--men", "3"});
  for (const auto& row : built) EXPECT_TRUE(row["build"].is_null());
  const auto anew = std::filesystem::path(folder) / "KNK.endgame";
  const std::string before = read_file(anew);
  std::filesystem::remove(anew);
  EXPECT_FALSE(rows({"build", "KNK"})[0]["build"].is_null());
  EXPECT_EQ(read_file(anew), before);
}

TEST_F(EndgameCommand, RefusesADamagedTable) {
  const auto path = std::filesystem::path(folder) / "KBK.endgame";
  const std::string good = read_file(path);
  std::string bad = good;
  bad[bad.size() - 20] ^= 1;
  std::ofstream(path, std::ios::binary) << bad;
  for (const char* command : {"verify", "build"}) {
    const Finished finished = run({command, "KBK"});
    EXPECT_EQ(finished.status, 2);
    EXPECT_THAT(finished.err, HasSubstr("KBK.endgame: damaged in block 2 of 2: remove it"));
  }
  EXPECT_EQ(read_file(path), bad);
  std::ofstream(path, std::ios::binary) << good;
}

TEST(Endgame, SaysWhatIsMissing) {
  EXPECT_THAT(plylab({"endgame", "show", "--endgames", "/nowhere"}).err,
              HasSubstr("/nowhere: no endgame tables (*.endgame) are there"));
  EXPECT_THAT(plylab({"endgame", "build"}).err, HasSubstr("no ending"));
  EXPECT_EQ(plylab({"endgame", "build", "KXK"}).status, 2);
}

}  // namespace
}  // namespace plylab
