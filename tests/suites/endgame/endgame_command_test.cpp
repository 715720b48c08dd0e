// plylab endgame, as its users meet it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "gen/base/files.h"
#include "tests/support/kill_after.h"
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
  const std::string unchecked = "plylab endgame verify --all also checks its positions";
  EXPECT_THAT(run({"show", "KPK"}).out, HasSubstr(unchecked));
  EXPECT_THAT(run({"show", "KPK", "--distances"}).out, ::testing::Not(HasSubstr(unchecked)));
}

TEST_F(EndgameCommand, ProbesAPositionAndItsMoves) {
  const auto probed = rows({"probe", "8/8/8/8/8/2k5/7r/2K5 b - - 0 1"});
  EXPECT_TRUE(probed[0]["move"].is_null());
  EXPECT_EQ(probed[0]["value"], "won in 1");
  EXPECT_EQ(probed[1]["move"], "Rh1#");
  EXPECT_EQ(probed[1]["moves"], 1);
  EXPECT_EQ(rows({"probe", "--fen", "8/8/8/8/8/2k5/7r/2K5 b - - 0 1"}), probed);
  EXPECT_EQ(run({"probe"}).err, "plylab: endgame probe: no position: give a FEN\n");
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
              HasSubstr("--eval: no 'rule:kqkr'; did you mean rule:kqkb?"));
}

TEST_F(EndgameCommand, JudgesARuleWhereItApplies) {
  const auto judged = rows({"judge", "KPK", "--eval", "rule:square"});
  ASSERT_EQ(judged.size(), 2);
  EXPECT_EQ(judged[0]["positions"], 47223);
  EXPECT_EQ(judged[0]["right"], 100);
  // The king that is to move stands beside the pawn.
  EXPECT_EQ(judged[1]["positions"], 35141);
  EXPECT_EQ(judged[1]["drawn_as_lost"], 544);
}

TEST_F(EndgameCommand, KeepsEndingsOfFairyKnights) {
  const auto wins = [](const char* game) -> std::uint64_t {
    EXPECT_EQ(run({"build", "KNK", "--game", game}).status, 0);
    return rows({"show", "KNK", "--game", game})[0]["won"];
  };
  EXPECT_EQ(wins("nightrider"), 0);
  EXPECT_EQ(wins("wazir"), 0);  // all that it attacks is of one colour
  EXPECT_EQ(wins("ferz"), 24364);
  EXPECT_EQ(run({"verify", "--game", "ferz", "--all"}).status, 0);
  // As a ferz it steps to a diagonal neighbour.
  const auto probed = rows({"probe", "7k/8/8/8/8/8/8/KN6 w - - 0 1", "--game", "ferz"});
  const auto has_move = [&](const char* move) {
    return std::ranges::any_of(probed, [&](const auto& row) { return row["move"] == move; });
  };
  EXPECT_TRUE(has_move("Nc2"));
  EXPECT_TRUE(has_move("Nd2"));
  EXPECT_THAT(run({"build", "KNK", "--game", "stationary"}).err, HasSubstr("kings must move"));
  EXPECT_THAT(run({"build", "KPK", "--game", "ferz"}).err, HasSubstr("KPK: no tables with pawns"));
  EXPECT_THAT(run({"show", "--game", "alfil"}).err, HasSubstr("/alfil: no endgame tables"));
}

TEST_F(EndgameCommand, IdentifiesATableByItsContent) {
  namespace fs = std::filesystem;
  const fs::path other = folder + "_renamed";
  const auto refuses = [&](const fs::path& from, const char* name, const char* why) {
    fs::create_directory(other);
    fs::copy_file(from, other / name);
    for (const char* command : {"show", "build"}) {
      const Finished finished = plylab({"endgame", command, "KPK", "--endgames", other});
      EXPECT_EQ(finished.status, 2);
      EXPECT_THAT(finished.err, HasSubstr(why));
    }
    fs::remove_all(other);
  };
  refuses(fs::path(folder) / "KQK.endgame", "KPK.endgame",
          "KPK.endgame: it is the table of KQK, whose name is KQK.endgame");
  ASSERT_EQ(run({"build", "KNK", "--game", "alfil"}).status, 0);
  refuses(fs::path(folder) / "alfil" / "KNK.endgame", "KNK.endgame",
          "KNK.endgame: it is a table of alfil, not of chess");
}

TEST_F(EndgameCommand, ReportsAnUnwritableFile) {
  const std::string other = folder + "_full";
  const Finished finished = testing::run_process(
      "/bin/sh", {"-c", "ulimit -f 4; exec \"$0\" endgame build KPK --endgames \"$1\"",
                  PLYLAB_PROGRAM, other});
  EXPECT_EQ(finished.status, 2);
  EXPECT_THAT(finished.err, HasSubstr("plylab: cannot write '" + other));
  EXPECT_THAT(finished.err, HasSubstr("File too large\n"));
  for (const auto& entry : std::filesystem::directory_iterator(other))
    EXPECT_EQ(entry.path().extension(), ".endgame") << entry.path();
  std::filesystem::remove_all(other);
}

TEST_F(EndgameCommand, LosesAtMostOneEndingWhenItIsKilled) {
  const std::string other = folder + "_killed";
  const auto files = [&] {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(other))
      count += entry.path().extension() == ".endgame";
    return count;
  };
  std::filesystem::create_directory(other);
  for (int i = 1; i <= 6; ++i) {
    const std::size_t before = files();
    testing::kill_after(std::chrono::milliseconds(60 * i),
                        {"endgame", "build", "--men", "3", "--endgames", other});
    EXPECT_GE(files(), before);
  }
  // All that is there is whole: build checks it and goes on.
  EXPECT_EQ(plylab({"endgame", "build", "--men", "3", "--endgames", other}).status, 0);
  EXPECT_EQ(files(), 6U);
  for (const char* name : {"KQK.endgame", "KPK.endgame"})
    EXPECT_EQ(read_file(std::filesystem::path(other) / name),
              read_file(std::filesystem::path(folder) / name));
  std::filesystem::remove_all(other);
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

TEST(Endgame, NamesMissingTables) {
  EXPECT_THAT(plylab({"endgame", "show", "--endgames", "/nowhere"}).err,
              HasSubstr("/nowhere: no endgame tables (*.endgame) are there"));
  EXPECT_THAT(plylab({"endgame", "build"}).err, HasSubstr("no ending"));
  EXPECT_EQ(plylab({"endgame", "build", "KXK"}).status, 2);
}

}  // namespace
}  // namespace plylab
