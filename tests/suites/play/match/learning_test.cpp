// plylab match with a book that learns.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>

#include "gen/base/files.h"
#include "tests/suites/play/match/match_command.h"
#include "tests/support/kill_after.h"
#include "tests/support/report.h"
#include "tests/support/temporary_folder.h"

namespace plylab {
namespace {

using ::testing::HasSubstr;

class Learning : public testing::WithFolder {
 protected:
  Learning() { std::ofstream(path("openings")) << "e2e4 e7e5\nd2d4 d7d5\nc2c4 e7e5\n"; }

  /// A weak player against a strong one, which is the same game again with the same opening.
  testing::Finished match(const std::vector<std::string>& options) const {
    std::vector<std::string> all = {
        "match",   "--search", "weak=pvs",   "--search",       "strong=pvs with quiescence",
        "--nodes", "300",      "--openings", path("openings"), "--max-moves",
        "60"};
    all.insert(all.end(), options.begin(), options.end());
    return testing::plylab(all, {{"SOURCE_DATE_EPOCH", "1000000000"}});
  }

  double score(const std::vector<std::string>& options) const {
    std::vector<std::string> all = options;
    all.insert(all.end(), {"--format", "json"});
    const auto finished = match(all);
    EXPECT_EQ(finished.status, 0) << finished.err;
    return testing::rows_of(nlohmann::json::parse(finished.out), "players")[0]["score"];
  }
};

TEST_F(Learning, GainsWhatItIsMeantTo) {
  const double without = score({"--games", "60"});
  const double with = score({"--games", "60", "--book", path("learnt.pgn"), "--learn"});
  EXPECT_GT(with, without + 10);
  // What was learnt is there in the next match.
  EXPECT_GT(score({"--games", "6", "--book", path("learnt.pgn")}), with);
}

TEST_F(Learning, RepeatsItself) {
  std::string files[2];
  for (int i = 0; i < 2; ++i) {
    const std::string book = path("book" + std::to_string(i));
    EXPECT_EQ(match({"--games", "18", "--book", book, "--learn"}).status, 0);
    files[i] = read_file(book);
  }
  // The definitions name the book by its games, not by its file. Times differ, and the digests with
  // them.
  const auto without_times = [](const std::string& text) {
    static const std::regex times("\\{[^}]*\\}|\\[Digest [^\n]*\n");
    return std::regex_replace(text, times, "");
  };
  EXPECT_EQ(without_times(files[0]), without_times(files[1]));
}

/// The games of a file that have a result.
std::size_t finished_games(const std::string& path) {
  const auto report = testing::report_of({"games", path});
  const auto row = testing::rows_of(report, "games")[0];
  EXPECT_EQ(row["faults"], 0) << path;
  return row["games"];
}

// Whenever the process dies, all games but the one that it is writing are there, and the next
// match learns on.
TEST_F(Learning, LosesNoGameWhenKilled) {
  const std::string book = path("learnt.pgn");
  std::size_t before = 0;
  for (const int milliseconds : {40, 90, 150, 220, 300}) {
    testing::kill_after(std::chrono::milliseconds(milliseconds),
                        {"match", "--search", "weak=pvs", "--search", "strong=pvs", "--nodes", "50",
                         "--openings", path("openings"), "--max-moves", "20", "--games", "5000",
                         "--book", book, "--learn", "-q", "--out", "/dev/null"});
    const std::size_t now = std::filesystem::exists(book) ? finished_games(book) : 0;
    EXPECT_GE(now, before);
    before = now;
  }
  EXPECT_EQ(match({"--games", "2", "--book", book, "--learn"}).status, 0);
  EXPECT_EQ(finished_games(book), before + 2);
}

TEST_F(Learning, ContinuesAfterATornGame) {
  const std::string book = path("learnt.pgn");
  ASSERT_EQ(match({"--games", "2", "--book", book, "--learn"}).status, 0);
  const std::string text = read_file(book);
  for (const std::size_t cut : {30U, 60U, 100U, 200U}) {
    std::ofstream(book) << text.substr(0, text.size() - cut);
    ASSERT_EQ(match({"--games", "1", "--book", book, "--learn"}).status, 0);
    const std::string after = read_file(book);
    EXPECT_TRUE(after.starts_with(text.substr(0, text.size() - cut)));
    const auto report = testing::report_of({"games", book});
    EXPECT_EQ(testing::rows_of(report, "games")[0]["games"], 3) << cut;  // one has no end
    EXPECT_EQ(testing::rows_of(report, "games")[0]["faults"], 0) << cut;
  }
}

TEST_F(Learning, HasOneWriter) {
  const auto finished = testing::run_process(
      "/bin/sh",
      {"-c",
       "\"$0\" match $2 --games 5000 --book \"$1\" --learn -q --out /dev/null & first=$!; "
       "until [ -s \"$1\" ]; do sleep 0.05; done; \"$0\" match $2 --games 2 --book \"$1\" --learn; "
       "echo $?; kill -9 $first",
       PLYLAB_PROGRAM, path("learnt.pgn"),
       "--search one=pvs --search two=pvs --nodes 50 --max-moves 20"});
  EXPECT_EQ(finished.out, "2\n");
  EXPECT_EQ(finished.err,
            "plylab: '" + path("learnt.pgn") + "' is being written by another plylab\n");
}

TEST_F(Learning, RejectsUnsupportedOptions) {
  const auto error = [&](const std::vector<std::string>& options) {
    const auto finished = match(options);
    EXPECT_EQ(finished.status, 2);
    return finished.err;
  };
  EXPECT_THAT(error({"--learn"}), HasSubstr("--learn requires --book"));
  EXPECT_THAT(error({"--book", path("none.pgn")}), HasSubstr("none.pgn"));
  std::ofstream(path("wrong.book")) << "1. e4 e4 *";
  EXPECT_THAT(error({"--book", path("wrong.book")}), HasSubstr("is not a PGN file of chess: "));
  EXPECT_THAT(error({"--book", path("b.pgn"), "--learn", "--jobs", "2"}),
              HasSubstr("use --jobs 1"));
  EXPECT_FALSE(std::filesystem::exists(path("b.pgn")));
  const AppendFile writer(path("b.pgn"));
  EXPECT_THAT(error({"--book", path("b.pgn"), "--learn"}), HasSubstr("b.pgn"));
}

}  // namespace
}  // namespace plylab
