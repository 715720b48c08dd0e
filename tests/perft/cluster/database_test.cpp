// Manifests are read while another process writes them, and from where nothing can be written.
#include "perft/cluster/database.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <thread>

#include "perft/cluster/count_units.h"
#include "tests/support/input_error_of.h"
#include "tests/support/process.h"
#include "tests/support/temporary_folder.h"

namespace plylab::perft::cluster {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::EndsWith;
using testing::Finished;
using ::testing::HasSubstr;
using testing::input_error_of;
using ::testing::Pair;
using testing::plylab;
using ::testing::StartsWith;

class ReadManifests : public testing::WithFolder {
 protected:
  /// All files with what is in them.
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(folder())) {
      std::ifstream in(entry.path(), std::ios::binary);
      all[entry.path()] = std::string(std::istreambuf_iterator<char>(in), {});
    }
    return all;
  }
};

// Each transaction adds a pair and takes one away, and the log begins anew every few of them.
TEST_F(ReadManifests, AreThoseOfOneMoment) {
  Database writer(path("pairs"));
  writer.begin();
  writer.run("CREATE TABLE pairs(number INTEGER, text TEXT)");
  std::atomic<bool> stop = false;
  std::atomic<int> written = 0;
  constexpr int kept = 50;
  std::jthread thread([&] {
    for (int i = 0; !stop; ++i) {
      Transaction transaction(writer);
      for (const char* text : {"a", "b"})
        Statement(writer, "INSERT INTO pairs VALUES(?, ?)")
            .bind(std::int64_t{i})
            .bind(std::string(1000, *text))
            .step();
      Statement(writer, "DELETE FROM pairs WHERE number <= ?").bind(std::int64_t{i - kept}).step();
      transaction.commit();
      written = i + 1;
    }
  });
  for (int i = 0; i < 100; ++i) {
    const int before = written;
    Database copy(path("pairs"), Database::Copy{});
    Statement all(copy,
                  "SELECT count(*), count(DISTINCT number), coalesce(max(number), -1) FROM pairs");
    ASSERT_TRUE(all.step());
    EXPECT_EQ(all.number(0), 2 * all.number(1));
    EXPECT_EQ(all.number(1), std::min<std::int64_t>(all.number(2) + 1, kept));
    EXPECT_GE(all.number(2) + 1, before);
    Statement check(copy, "PRAGMA integrity_check");
    ASSERT_TRUE(check.step());
    EXPECT_EQ(check.text(0), "ok");
  }
  stop = true;
}

TEST_F(ReadManifests, AreShownWhileAnotherProcessHasThem) {
  const CountableGame& game = find_game(countable_games(), "chess");
  const Plan plan{
      .game = "chess", .position = game.info.parse("startpos").text(), .depth = 4, .ply = 2};
  Manifest taken(path("taken"));
  count_missing(game, plan, taken, {.part = {.number = 1, .of = 2}});
  const auto before = files();
  const Finished half = plylab({"count", path("taken")});
  EXPECT_THAT(half.out, HasSubstr("part 1/2: 3 of its 3 units are counted: it is done"));
  EXPECT_EQ(half.err, "");

  Manifest whole(path("whole"));
  count_missing(game, plan, whole, {});
  const auto all = files();
  const Finished shown = plylab({"count", path("taken"), path("whole")});
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("197281"));
  EXPECT_EQ(files(), all);  // nothing has been made or changed
  EXPECT_EQ(plylab({"count", path("whole"), "--manifest", path("merged")}).status, 0);
  EXPECT_EQ(plylab({"certify", path("whole"), "--certificate", path("certificate")}).status, 0);
}

// The log of what another process is adding lies beside the file, not beside the link.
TEST_F(ReadManifests, AreReadWithTheirLogsThroughSymbolicLinks) {
  std::filesystem::create_directories(path("folder"));
  const CountableGame& game = find_game(countable_games(), "chess");
  const Plan plan{
      .game = "chess", .position = game.info.parse("startpos").text(), .depth = 4, .ply = 2};
  Manifest writer(path("folder/four"));
  count_missing(game, plan, writer, {});
  ASSERT_TRUE(std::filesystem::exists(path("folder/four-wal")));
  std::filesystem::create_symlink(path("folder/four"), path("link"));
  const Finished shown = plylab({"count", path("link")});
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("197281"));
  const Finished merged = plylab({"count", "--manifest", path("merged"), path("link")});
  EXPECT_EQ(merged.status, 0) << merged.err;
}

TEST_F(ReadManifests, AreNotWhereALinkLeadsNowhere) {
  std::filesystem::create_symlink(path("none"), path("link"));
  const std::string refusal = "plylab: '" + path("link") + "' is a symbolic link to '" +
                              path("none") + "', which does not exist\n";
  EXPECT_EQ(plylab({"count", "--depth", "3", "--manifest", path("link")}).err, refusal);
  EXPECT_EQ(plylab({"count", path("link")}).err, refusal);
  EXPECT_EQ(plylab({"count", "--manifest", path("new"), path("link")}).err, refusal);
  EXPECT_EQ(plylab({"certify", path("link"), "--certificate", path("new")}).err, refusal);
  EXPECT_FALSE(std::filesystem::exists(path("new")));
}

TEST_F(ReadManifests, MayBeForReadingOnly) {
  ASSERT_EQ(plylab({"count", "--depth", "4", "--manifest", path("four")}).status, 0);
  std::filesystem::permissions(path("four"), std::filesystem::perms::owner_read);
  const auto all = files();
  std::filesystem::permissions(path(""), std::filesystem::perms::owner_write,
                               std::filesystem::perm_options::remove);
  const std::string certificate = path("") + "../plylab_certificate_" + std::to_string(getpid());
  EXPECT_THAT(plylab({"count", path("four")}).out, HasSubstr("197281"));
  EXPECT_EQ(plylab({"certify", path("four"), "--certificate", certificate}).status, 0);
  if (geteuid() != 0) {  // who may write everywhere
    EXPECT_EQ(plylab({"count", "--manifest", path("four")}).err,
              "plylab: '" + path("four") + "' cannot be written: Permission denied\n");
  }
  std::filesystem::permissions(path(""), std::filesystem::perms::owner_write,
                               std::filesystem::perm_options::add);
  std::filesystem::remove(certificate);
  EXPECT_EQ(files(), all);
}

TEST_F(ReadManifests, AreNotBlamedForADiskThatIsFull) {
  ASSERT_EQ(plylab({"count", "--depth", "4", "--manifest", path("four")}).status, 0);
  const Finished short_of_space = testing::run_process(
      "/bin/sh", {"-c", "ulimit -f 8; exec \"$0\" count \"$1\"", PLYLAB_PROGRAM, path("four")});
  EXPECT_THAT(short_of_space.err, AllOf(StartsWith("plylab: cannot write '"),
                                        EndsWith("/database': File too large\n")));
  EXPECT_EQ(short_of_space.status, 2);
}

TEST_F(ReadManifests, ReplaceNoFileThatIsNotTheirLog) {
  for (const std::string ending : {"-wal", "-journal"}) {
    const std::string manifest = path("new" + ending), beside = manifest + ending;
    std::ofstream(beside) << "keep";
    const auto finished = plylab({"count", "--depth", "3", "--manifest", manifest});
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.err,
              "plylab: '" + beside +
                  "' is not a log of plylab count, and would be overwritten: move it away\n");
    EXPECT_THAT(files(), Contains(Pair(beside, "keep")));
    EXPECT_FALSE(std::filesystem::exists(manifest));
  }
}

TEST_F(ReadManifests, AreRefusedIfTheyAreNone) {
  EXPECT_EQ(input_error_of([&] { Database(path("none"), Database::Copy{}); }),
            fmt::format("cannot open '{}': No such file or directory", path("none")));
  EXPECT_EQ(input_error_of([&] { Database("/dev/null", Database::Copy{}); }),
            "'/dev/null' is not a regular file");
  EXPECT_THAT(input_error_of([&] { Database(PLYLAB_PROGRAM, Database::Copy{"/none"}); }),
              HasSubstr("cannot make '/none/"));
  std::ofstream(path("empty")).close();
  EXPECT_EQ(
      plylab({"count", path("empty")}).err,
      "plylab: '" + path("empty") + "' has no frontier yet: repeat the count with its --depth\n");
  EXPECT_EQ(
      plylab({"certify", path("empty"), "--certificate", path("new")}).err,
      "plylab: '" + path("empty") + "' has no frontier yet: repeat the count with its --depth\n");
  EXPECT_EQ(plylab({"certify", path("none"), "--certificate", path("new")}).err,
            "plylab: cannot open '" + path("none") + "': No such file or directory\n");
  EXPECT_EQ(plylab({"count", path("empty"), path("empty")}).err,
            "plylab: '" + path("empty") + "' is named twice\n");
  EXPECT_EQ(plylab({"count", "--manifest", path("empty"), path("empty")}).err,
            "plylab: '" + path("empty") + "' cannot be merged into itself\n");
}

}  // namespace
}  // namespace plylab::perft::cluster
