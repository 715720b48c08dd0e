// Jobs that a signal ends, or a pipe that nobody reads any more: what is known is told.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gen/base/files.h"
#include "tests/support/process.h"
#include "tests/support/temporary_file.h"

namespace plylab {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::TemporaryFile;

/// What is said of every report that is.
constexpr const char* incomplete = "plylab: incomplete: not all of the work was done\n";

// In a form that has no place for it.
TEST(Errors, SaysOfEveryReportThatIsIncomplete) {
  const Finished finished = testing::run_process(
      "/bin/sh", {"-c", "timeout 1 \"$0\" perft --depth 9 -q --format csv", PLYLAB_PROGRAM});
  EXPECT_EQ(finished.status, 124);
  EXPECT_THAT(finished.out, ::testing::StartsWith("position,"));
  EXPECT_EQ(finished.err, incomplete);
}

TEST(Errors, KeepsResultsOnCtrlC) {
  const Finished finished = testing::run_process(
      "/bin/sh", {"-c", "\"$0\" perft --depth 9 --threads 2 & sleep 1; kill -INT $!; wait $!",
                  PLYLAB_PROGRAM});
  EXPECT_EQ(finished.status, 130);
  EXPECT_THAT(finished.out, HasSubstr("incomplete"));
  EXPECT_THAT(finished.out, HasSubstr("197281"));  // depth 4 was done by then
  EXPECT_EQ(finished.err, incomplete);             // and no progress line in a pipe
}

// A part of a count would be taken for the whole.
TEST(Errors, ShowsNoRowForACountThatWasStopped) {
  const Finished finished = testing::run_process(
      "/bin/sh", {"-c", "timeout 1 \"$0\" perft --depth 12 --format json", PLYLAB_PROGRAM});
  const auto table = nlohmann::json::parse(finished.out)["tables"][0];
  const std::size_t rows = table["rows"].size();
  ASSERT_GT(rows, 3U);
  for (const auto& row : table["rows"]) EXPECT_GE(row["leaves"], 20);
  const auto notes = table["notes"].get<std::vector<std::string>>();
  EXPECT_THAT(notes, ::testing::Contains("stopped at depth " + std::to_string(rows + 1) +
                                         " of startpos, which is not counted"));
}

TEST(Errors, DividesShowNoPartOfACountThatWasStopped) {
  const Finished finished = testing::run_process(
      "/bin/sh",
      {"-c", "timeout 1 \"$0\" divide --depth 12 --early count --format json", PLYLAB_PROGRAM});
  const auto rows = nlohmann::json::parse(finished.out)["tables"][0]["rows"];
  ASSERT_EQ(rows.size(), 21U);
  EXPECT_EQ(rows.back()["move"], "total");
  for (const auto& row : rows) {
    EXPECT_TRUE(row["bitboard"].is_null()) << row;
    EXPECT_TRUE(row["bitboard_early"].is_null()) << row;
  }
}

// timeout sends a signal to its child and to the group that they are in.
TEST(Errors, TakesTwoSignalsAtOnceForOne) {
  const Finished finished = testing::run_process(
      "/bin/sh", {"-c", "timeout -s INT 1 \"$0\" perft --depth 9", PLYLAB_PROGRAM});
  EXPECT_EQ(finished.status, 124);
  EXPECT_THAT(finished.out, HasSubstr("197281"));
  EXPECT_THAT(finished.out, HasSubstr("incomplete"));
}

// A pipe that nobody reads keeps it waiting for a second after the first one.
TEST(Errors, EndsAtOnceOnASecondCtrlC) {
  const TemporaryFile pipe("");
  const Finished finished = testing::run_process(
      "/bin/sh", {"-c",
                  "rm \"$1\"; mkfifo \"$1\"; \"$0\" perft --depth 1 --out \"$1\" & p=$!; "
                  "sleep 0.5; kill -INT $p; sleep 0.7; kill -INT $p; (sleep 10; kill -KILL $p) & "
                  "wait $p",
                  PLYLAB_PROGRAM, pipe.path()});
  EXPECT_EQ(finished.status, 130);
}

TEST(Errors, EndsWhenThePipeOfItsReportIsClosed) {
  const TemporaryFile pipe("");
  const Finished finished = testing::run_process(
      "/bin/sh",
      {"-c",
       "rm \"$1\"; mkfifo \"$1\"; timeout -s INT -k 20 --preserve-status 0.5 \"$0\" perft "
       "--depth 1 --out \"$1\"",
       PLYLAB_PROGRAM, pipe.path()});
  EXPECT_EQ(finished.status, 130);
  EXPECT_THAT(finished.out, HasSubstr("startpos"));
  EXPECT_EQ(finished.err, "plylab: cannot write '" + pipe.path() + "': it has no reader\n");
  const TemporaryFile picture("", "picture", ".svg");
  const Finished drawn = testing::run_process(
      "/bin/sh",
      {"-c",
       "rm \"$1\"; mkfifo \"$1\"; timeout -s INT -k 20 --preserve-status 0.5 \"$0\" search "
       "--algo minimax,alphabeta --depth 2 --figure \"$1\"",
       PLYLAB_PROGRAM, picture.path()});
  EXPECT_EQ(drawn.status, 130);
  EXPECT_THAT(drawn.err, HasSubstr("it has no reader"));
}

TEST(Errors, KeepsResultsOnTimeout) {
  const Finished finished =
      testing::run_process("/bin/sh", {"-c", "timeout 1 \"$0\" perft --depth 9", PLYLAB_PROGRAM});
  EXPECT_EQ(finished.status, 124);  // of timeout, which sends SIGTERM twice
  EXPECT_THAT(finished.out, HasSubstr("incomplete"));
}

// Nobody ever writes into the pipe.
TEST(Errors, EndsWhileItWaitsForInput) {
  const TemporaryFile pipe("");
  const Finished finished = testing::run_process(
      "/bin/sh",
      {"-c", "rm \"$1\"; mkfifo \"$1\"; timeout -k 20 --preserve-status 0.5 \"$0\" report \"$1\"",
       PLYLAB_PROGRAM, pipe.path()});
  EXPECT_EQ(finished.status, 128 + SIGTERM);
  const Finished games = testing::run_process(
      "/bin/sh", {"-c", "timeout -k 20 --preserve-status 0.5 \"$0\" games -t 2 \"$1\"",
                  PLYLAB_PROGRAM, pipe.path()});
  EXPECT_EQ(games.status, 128 + SIGTERM);
  for (const char* command :
       {"elo \"$1\"", "match --search pvs --search minimax --openings \"$1\""}) {
    const Finished other = testing::run_process(
        "/bin/sh", {"-c", "timeout -k 20 --preserve-status 0.5 \"$0\" " + std::string(command),
                    PLYLAB_PROGRAM, pipe.path()});
    EXPECT_EQ(other.status, 128 + SIGTERM) << command;
    EXPECT_THAT(other.err, Not(HasSubstr("no finished game")));
  }
}

// A pipe that had a reader, as that of head had.
TEST(Errors, EndsSilentlyOnABrokenPipe) {
  const TemporaryFile pipe("", "pipe"), picture("", "picture", ".svg"), runs("", "runs");
  const auto into_the_pipe = [&](const std::string& command) {
    return testing::run_process(
        "/bin/sh",
        {"-c", "rm -f \"$1\"; mkfifo \"$1\"; exec 3<>\"$1\" 4>\"$1\"; exec 3>&-; \"$0\" " + command,
         PLYLAB_PROGRAM, pipe.path()});
  };
  for (const std::string& command : std::vector<std::string>{
           "perft --depth 2", "list games", "--help", "perft --help", "man", "completion",
           "search --depth 3 --runs " + runs.path() + " --figure " + picture.path()}) {
    const Finished finished = into_the_pipe(command + " >&4");
    EXPECT_EQ(finished.status, 128 + SIGPIPE) << command;
    EXPECT_EQ(finished.err, "") << command;
  }
  EXPECT_THAT(read_file(picture.path()), HasSubstr("<svg"));
  EXPECT_THAT(read_file(runs.path()), HasSubstr("\"nodes\""));
  const Finished engine = into_the_pipe("uci >&4 <<EOF\nuci\nquit\nEOF\n");
  EXPECT_EQ(engine.status, 128 + SIGPIPE);
  EXPECT_EQ(engine.err, "");
  // Messages that nobody reads stop no work.
  const TemporaryFile suite("nonsense\n4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+;\n"), report("", "out");
  EXPECT_EQ(
      into_the_pipe("solve --suite " + suite.path() + " --depth 1 --out " + report.path() + " 2>&4")
          .status,
      1);
  EXPECT_THAT(read_file(report.path()), HasSubstr("bm Rh8+"));
}

// Half of the time goes into the minimal trees, so that some of these signals come there.
TEST(Errors, KeepsResultsOnCtrlCInTheMinimalTree) {
  const auto stopped_after = [](double seconds) {
    return testing::run_process(
        "/bin/sh",
        {"-c",
         "timeout \"$1\" \"$0\" search --algo alphabeta --depth 9 --minimal --nodes 3000000 "
         "--suite bratko-kopec --format json",
         PLYLAB_PROGRAM, fmt::to_string(seconds)});
  };
  const auto has_rows = [](const std::string& text) {
    if (text.empty()) return false;
    const auto tables = nlohmann::json::parse(text)["tables"];
    return !tables.empty() && !tables[0]["rows"].empty();
  };
  double begin = 0.2;  // by then something is known, however slow the machine
  while (begin < 60 && !has_rows(stopped_after(begin).out)) begin *= 2;
  for (const double share : {1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5}) {
    const Finished finished = stopped_after(share * begin);
    EXPECT_EQ(finished.status, 124) << finished.err;
    EXPECT_EQ(finished.err, incomplete);
    const auto report = nlohmann::json::parse(finished.out);
    EXPECT_EQ(report["complete"], false);
    EXPECT_TRUE(has_rows(finished.out)) << finished.out;
  }
}

}  // namespace
}  // namespace plylab
