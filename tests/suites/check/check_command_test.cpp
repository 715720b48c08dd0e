// plylab check, as its users meet it: every fault of faulty_engine.cpp is found by the check that
// is meant for it, and none is found where there is none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "gen/base/files.h"
#include "suites/check/check.h"
#include "tests/support/process.h"
#include "tests/support/report.h"
#include "tests/support/temporary_file.h"

namespace plylab::suites::check {
namespace {

using ::testing::AllOf;
using testing::Finished;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::plylab;
using testing::report_of;
using testing::rows_of;
using testing::TemporaryFile;

struct PlantedFault {
  const char* name;   ///< of faulty_engine.cpp
  const char* check;  ///< that is to find it
  const char* came;   ///< part of what it reports
};

constexpr std::array faults{
    PlantedFault{"no-author", "id", "no line 'id author "},
    PlantedFault{"uciok-twice", "uciok", "'uciok' after uciok"},
    PlantedFault{"late-option", "uciok", "'option name Late type check default false' after uciok"},
    PlantedFault{"odd-type", "option-types", "no such type as 'number'"},
    PlantedFault{"default-beyond", "option-defaults", "the default is not between min and max"},
    PlantedFault{"default-unknown", "option-defaults", "the default is none of the values"},
    PlantedFault{"same-name", "option-names", "a second option of this name"},
    PlantedFault{"dies-of-combo", "setoption", "ended with exit status 1"},
    PlantedFault{"dies-of-second-hash", "setoption-hash", "was ended by signal 6"},
    PlantedFault{"ready-twice", "isready", "times readyok, not 3"},
    PlantedFault{"ready-after-search", "isready-in-search", "no readyok within"},
    PlantedFault{"ready-stops", "isready-in-search", "the search has to go on"},
    PlantedFault{"mate-ends-infinite", "infinite", "before stop"},
    PlantedFault{"no-stop", "stop", "no bestmove within"},
    PlantedFault{"slow-to-stop", "stop", "no bestmove within"},
    PlantedFault{"moves-when-idle", "stop-when-idle", "'bestmove e2e4' without a search"},
    PlantedFault{"moves-twice", "one-bestmove", "a second 'bestmove"},
    PlantedFault{"silent", "one-bestmove", "no bestmove within"},
    PlantedFault{"depth-plus-one", "depth", "searches to depth 2"},
    PlantedFault{"no-depth", "depth", "no bestmove within"},
    PlantedFault{"many-nodes", "nodes", "visits "},
    PlantedFault{"slow", "movetime", "no bestmove within"},
    PlantedFault{"no-mate", "mate", "no bestmove within"},
    PlantedFault{"no-searchmoves", "searchmoves", "not h2h3"},
    PlantedFault{"other-clock", "clock", "no bestmove within 2.1 s"},
    PlantedFault{"overspends", "clock", "no bestmove within 2.5 s"},
    PlantedFault{"slow-below-a-second", "low-clock", "no bestmove within"},
    PlantedFault{"ponders-not", "ponderhit", "before ponderhit"},
    PlantedFault{"no-ponderhit", "ponderhit", "no bestmove within"},
    PlantedFault{"mate-ends-pondering", "ponder-end", "before ponderhit or stop"},
    PlantedFault{"silent-with-one-move", "one-legal-move", "no bestmove within"},
    PlantedFault{"dies-when-mated", "mated", "was ended by signal 6"},
    PlantedFault{"silent-when-mated", "mated", "no bestmove within"},
    PlantedFault{"moves-when-stalemated", "stalemated", "bestmove h8h7 in a position that is"},
    PlantedFault{"no-moves-after-fen", "position", "is not legal in"},
    PlantedFault{"dies-of-long-games", "long-game", "was ended by signal 6"},
    PlantedFault{"lost-after-newgame", "ucinewgame", "'a1a1' is not legal"},
    PlantedFault{"capital-promotions", "promotion", "in UCI"},
    PlantedFault{"castles-as-960", "castling", "'e1a1' is written e1c1 in UCI"},
    PlantedFault{"never-castles-as-960", "chess960", "'e1c1' is written e1a1 in UCI"},
    PlantedFault{"dies-of-nonsense", "unknown", "ended with exit status 1"},
    PlantedFault{"single-blanks", "spacing", ""},
    PlantedFault{"keeps-cr", "line-ends", ""},
    PlantedFault{"ignores-quit", "quit", "still runs after"},
    PlantedFault{"ends-with-status", "quit", "ended with exit status 3"},
    PlantedFault{"quits-when-idle", "quit-in-search", "still runs after"},
    PlantedFault{"outlives-its-input", "end-of-input", "still runs after"},
    PlantedFault{"silent", "searches", "no bestmove within"},
    PlantedFault{"nps-in-words", "info-syntax", "nps 'many' is not a number below 2^63"},
    PlantedFault{"hashfull-in-percent", "info-syntax", "hashfull 1200 is more than 1000"},
    PlantedFault{"score-without-kind", "info-syntax", "is neither cp nor mate"},
    PlantedFault{"smallest-mate", "info-syntax", "score mate -2147483648 is beyond 600"},
    PlantedFault{"no-score", "scores", "a pv without a score"},
    PlantedFault{"pv-too-long", "pv-moves", "'a1h7' is not legal in"},
    PlantedFault{"pv-in-san", "pv-moves", "in UCI"},
    PlantedFault{"current-nonsense", "currmove", "currmove 'e9e9' is not legal"},
    PlantedFault{"plays-another", "bestmove", "is not the first move of the last pv"},
    PlantedFault{"ponders-on-nonsense", "ponder-move", "ponder 'a1a1' is not legal"},
    PlantedFault{"tells-depths-twice", "growing-depth", "depth after depth 3"},
    PlantedFault{"forgets-nodes", "growing-nodes", "nodes after nodes"},
    PlantedFault{"time-of-iteration", "growing-time", "time after time"},
    PlantedFault{"score-for-white", "score-side",
                 "the side to move is a queen down, but the score"},
    PlantedFault{"mate-in-plies", "mate-lines", "mate 3 is 5 plies, the pv mates in 3"},
    PlantedFault{"mate-in-centipawns", "mate-lines", "the score is in centipawns"},
    PlantedFault{"mate-without-sign", "mate-lines", "mate 1 is 1 plies, the pv mates in 2"},
    PlantedFault{"invents-mates", "mate-truth", "proved: there is no mate in 2"},
    PlantedFault{"misses-mates", "mate-in-one", "does not mate, but there is a mate in 1"},
    PlantedFault{"no-multipv", "multipv", "no set of lines multipv 1, 2, 3"},
    PlantedFault{"multipv-reversed", "multipv-order", "better than"},
    PlantedFault{"multipv-repeated", "multipv-distinct", "a first move for the second time"},
    PlantedFault{"counts-games", "new-game", "after ucinewgame"},
    PlantedFault{"counts-processes", "restart", "after a restart"},
    PlantedFault{"likes-white", "colours", "with White and Black exchanged"},
    PlantedFault{"likes-the-a-file", "files", "with the files in reverse"},
    PlantedFault{"no-repetition", "repetition", "e1d1 is a draw by repetition"},
    PlantedFault{"same-without-rights", "castling-rights", "b1a1 repeats no position"},
    PlantedFault{"no-fifty", "fifty-moves", "every move is the hundredth"},
    PlantedFault{"fifty-before-mate", "fifty-moves-mate", "a1a8 mates"},
    PlantedFault{"fifty-for-ever", "fifty-moves-reset", "a3a4 is the only move"},
    PlantedFault{"counts-moves-played", "orders", "centipawns, and"},
};

std::string engine(const std::string& fault = "") {
  return std::string(PLYLAB_FAULTY_ENGINE) + (fault.empty() ? "" : " " + fault);
}

/// The program called with --engine and small searches.
std::vector<std::string> call(const std::string& fault, std::vector<std::string> more = {}) {
  std::vector<std::string> arguments{"check", "--engine",  engine(fault), "--depth",
                                     "3",     "--timeout", "30"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

class PlantedFaults : public ::testing::TestWithParam<PlantedFault> {};

TEST_P(PlantedFaults, AreFoundByTheirCheck) {
  const auto& [name, check, came] = GetParam();
  auto arguments = call(name, {"--only", check});
  // A fault of silence is known after the time that an answer may take.
  if (std::string_view(came).starts_with("no ")) arguments[6] = "3";
  const auto rows = rows_of(report_of(arguments, 1), "faults");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0]["check"], check);
  EXPECT_THAT(rows[0]["came"].get<std::string>(), HasSubstr(came));
  EXPECT_NE(rows[0]["sent"], "");
}

INSTANTIATE_TEST_SUITE_P(Check, PlantedFaults, ::testing::ValuesIn(faults), [](const auto& fault) {
  std::string name = std::string(fault.param.name) + "_" + fault.param.check;
  std::erase(name, '-');
  return name;
});

constexpr std::array faults_of_xboard{
    PlantedFault{"never-done", "features", "no done=1"},
    PlantedFault{"value-without-quotes", "feature-values",
                 "neither a number nor in quotation marks"},
    PlantedFault{"feature-without-value", "feature-values", "'colors' is not name=value"},
    PlantedFault{"pong-1", "ping", "pong 1; pong 1; pong 1"},
    PlantedFault{"moves-in-san", "go", "'move e4?'"},
    PlantedFault{"new-keeps-position", "new", "no move within"},
    PlantedFault{"new-keeps-force", "new", "no move within"},
    PlantedFault{"moves-in-force", "force", "in force mode"},
    PlantedFault{"silent-about-illegal", "illegal-move", "no line 'Illegal move"},
    PlantedFault{"names-no-move", "illegal-move", "'Illegal move' does not name e2e4"},
    PlantedFault{"silent-about-unknown", "unknown", "no line 'Error"},
    PlantedFault{"no-setboard", "setboard", "is not legal in 8/8/8/8/6k1/1r6/r7/7K w"},
    PlantedFault{"silent-about-fen", "illegal-position", "no line 'tellusererror Illegal position"},
    PlantedFault{"no-undo", "undo", "'Illegal move: e2e4', though all that was sent is legal"},
    PlantedFault{"no-remove", "remove", "'Illegal move: e2e4', though all that was sent is legal"},
    PlantedFault{"no-castling-text", "castling",
                 "'Illegal move: O-O', though all that was sent is legal"},
    PlantedFault{"no-underpromotion", "promotion", "though all that was sent is legal"},
    PlantedFault{"depth-plus-one", "depth", "after sd 2"},
    PlantedFault{"ignores-st", "seconds", "no move within 2.5 s"},
    PlantedFault{"ignores-clock", "clock", "no move within 3.5 s"},
    PlantedFault{"ignores-?", "move-now", "no move within"},
    PlantedFault{"silent-when-mated", "mated", "no line '1-0"},
    PlantedFault{"moves-when-mated", "mated", "a move in a position that is mate"},
    PlantedFault{"silent-when-mating", "mates", "no line '1-0"},
    PlantedFault{"always-posts", "nopost", "after nopost"},
    PlantedFault{"plays-in-analysis", "analyze", "in analysis"},
    PlantedFault{"ignores-quit", "quit", "still runs after"},
    PlantedFault{"ends-with-status", "quit", "ended with exit status 3"},
    PlantedFault{"no-quit-in-search", "quit-in-search", "still runs after"},
    PlantedFault{"outlives-its-input", "end-of-input", "still runs after"},
    PlantedFault{"thinks-nonsense", "thinking-moves", "'a1a1' is not legal there"},
};

std::vector<std::string> xboard_call(const std::string& fault, std::vector<std::string> more) {
  std::string engine = PLYLAB_FAULTY_XBOARD_ENGINE;
  if (!fault.empty()) engine += " " + fault;
  std::vector<std::string> arguments{"check", "--protocol", "xboard", "--engine", engine};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

class XboardFaults : public ::testing::TestWithParam<PlantedFault> {};

TEST_P(XboardFaults, AreFoundByTheirCheck) {
  const auto& [name, check, came] = GetParam();
  const auto report = report_of(xboard_call(name, {"--only", check, "--timeout", "3"}), 1);
  const auto rows = rows_of(report, "faults");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_THAT(rows[0]["came"].get<std::string>(), HasSubstr(came));
  EXPECT_NE(rows[0]["sent"], "");
}

INSTANTIATE_TEST_SUITE_P(Check, XboardFaults, ::testing::ValuesIn(faults_of_xboard),
                         [](const auto& fault) {
                           std::string name =
                               std::string(fault.param.name) + "_" + fault.param.check;
                           std::erase_if(name, [](char c) { return c == '-' || c == '?'; });
                           return name;
                         });

TEST(CheckCommand, FindsNothingInARightEngineOfXboard) {
  const auto report = report_of(xboard_call("", {"--timeout", "30"}));
  std::set<std::string> found;
  for (const PlantedFault& fault : faults_of_xboard) found.insert(fault.check);
  for (const auto& row : rows_of(report, "checks")) {
    EXPECT_EQ(row["result"], "passed") << row["check"] << ' ' << row["remark"];
    EXPECT_TRUE(found.contains(row["check"].get<std::string>())) << row["check"];
  }
  EXPECT_EQ(rows_of(report, "checks").size(), all_checks(engines::Protocol::xboard).size());
}

TEST(CheckCommand, FindsNothingInARightEngine) {
  const auto report =
      report_of(call("", {"--only", "protocol,lines,determinism,evaluation,draws,files"}));
  for (const auto& row : rows_of(report, "checks"))
    EXPECT_EQ(row["result"], "passed") << row["check"] << ' ' << row["remark"];
  EXPECT_EQ(rows_of(report, "checks").size(), all_checks().size() - 1);  // nothing to compare
  EXPECT_EQ(rows_of(report, "faults").size(), 0U);
}

TEST(CheckCommand, HasAFaultForEachCheck) {
  std::set<std::string> found{"signature", "speed"};  // tested below
  for (const PlantedFault& fault : faults) found.insert(fault.check);
  std::set<std::string> names;
  for (const CheckRule& check : all_checks()) {
    EXPECT_TRUE(found.contains(std::string(check.name))) << check.name;
    EXPECT_TRUE(names.insert(std::string(check.name)).second) << check.name;
  }
}

TEST(CheckCommand, PinsASignature) {
  const auto signature = [](const Finished& finished) {
    const auto place = finished.out.find("signature ", finished.out.find("determinism"));
    return finished.out.substr(finished.out.find("signature ", place + 1) + 10);
  };
  const Finished first = plylab(call("", {"--only", "signature"}));
  EXPECT_EQ(first.status, 0);
  const std::string number = signature(first).substr(0, signature(first).find(' '));
  EXPECT_EQ(plylab(call("", {"--only", "signature", "--signature", number})).status, 0);
  const Finished other = plylab(call("", {"--only", "signature", "--signature", "17"}));
  EXPECT_EQ(other.status, 1);
  EXPECT_THAT(other.out, HasSubstr("came: signature " + number + ", not 17\n"));
}

TEST(CheckCommand, ComparesTheSpeedOfTwoBuilds) {
  const auto compared = [](const std::string& fault, const std::string& other, int status) {
    return report_of(call(fault, {"--only", "speed", "--rounds", "6", "--against", engine(other)}),
                     status);
  };
  const auto slower = compared("sleeps", "", 1);
  EXPECT_THAT(rows_of(slower, "faults")[0]["came"].get<std::string>(),
              ::testing::MatchesRegex("0\\.[0-9]* times the nodes per second of --against .*"));
  const auto faster = compared("", "sleeps", 0);
  EXPECT_THAT(rows_of(faster, "checks")[0]["remark"].get<std::string>(),
              ::testing::EndsWith(": faster"));
  const auto speeds = rows_of(faster, "speed");
  ASSERT_EQ(speeds.size(), signature_positions().size());
  for (const auto& row : speeds) {
    EXPECT_EQ(row["nodes"], row["nodes_against"]);
    EXPECT_GT(row["nodes"], 0);
    EXPECT_GT(row["seconds_against"], row["seconds"]);
  }
  const Finished alone = plylab(call("", {"--only", "speed"}));
  EXPECT_EQ(alone.status, 0);
  EXPECT_THAT(alone.out, HasSubstr("there is no --against"));
}

TEST(CheckCommand, ReportsWhatWasSentWhatCameAndTheRule) {
  const Finished finished = plylab(call("depth-plus-one", {"--only", "depth,isready"}));
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.out,
              AllOf(HasSubstr("depth (protocol) FAILED\n  sent: position fen "),
                    HasSubstr("; go depth 1\n  came: searches to depth 2\n  rule: go depth N "
                              "searches N plies only (UCI protocol, April 2006 (Meyer-Kahlen))\n"),
                    HasSubstr("Faulty: 2 checks, 1 passed, 1 failed, 0 skipped\n")));
}

TEST(CheckCommand, MakesChecksForCi) {
  const Finished xml =
      plylab(call("depth-plus-one", {"--only", "depth,isready", "--format", "junit"}));
  EXPECT_EQ(xml.status, 1);
  EXPECT_THAT(xml.out, AllOf(HasSubstr("tests=\"2\" failures=\"1\""), HasSubstr("protocol/depth")));
  const Finished github =
      plylab(call("depth-plus-one", {"--only", "depth,isready", "--format", "github"}));
  EXPECT_THAT(github.out, AllOf(HasSubstr("::error"), Not(HasSubstr("isready"))));
}

TEST(CheckCommand, SkipsAndRefuses) {
  const auto rows = rows_of(report_of(call("", {"--only", "protocol", "--skip",
                                                "clock,low-clock,stop,infinite,long-game"})),
                            "checks");
  EXPECT_GT(rows.size(), 20U);
  for (const auto& row : rows) EXPECT_NE(row["check"], "clock");
  const auto refuses = [](const std::vector<std::string>& arguments, const std::string& why) {
    const Finished finished = plylab(arguments);
    EXPECT_EQ(finished.status, 2);
    EXPECT_THAT(finished.err, HasSubstr(why));
  };
  refuses(call("", {"--only", "protocoll"}), "--only: no 'protocoll'");
  refuses(call("", {"--only", "depth", "--skip", "depth"}), "--skip: no check is left");
  refuses({"check", "--engine", "/no/such/engine"}, "cannot be started: no such program");
  refuses(call("", {"--only", "depth", "--option", "Threds=1"}), "Threds");
  refuses({"check"}, "--engine");
  refuses(call("", {"--against", "/no/such/engine"}),
          "--against '/no/such/engine' cannot be started");
  refuses(call("", {"--only", "depth", "--against", engine()}),
          "--against: the check speed is not among those chosen");
}

TEST(CheckCommand, ANonEngineFailsAtOnce) {
  const Finished finished =
      plylab({"check", "--engine", "cat", "--only", "id,depth", "--timeout", "5"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.out, HasSubstr("came: only repeats what it is sent\n"));
}

TEST(CheckCommand, LogsEveryLine) {
  const TemporaryFile log("", "log", ".txt");
  std::filesystem::remove(log.path());
  const auto logged = call("", {"--only", "depth", "--log", log.path()});
  ASSERT_EQ(plylab(logged).status, 0);
  const std::string text = read_file(log.path());
  EXPECT_THAT(text, ::testing::MatchesRegex("# plylab's log of engines: [^\n]*\n[^#]*"));
  for (const char* line : {" 1 = " PLYLAB_FAULTY_ENGINE "\n", " 1 > uci\n", " 1 < uciok\n",
                           " 1 > go depth 4\n", " 1 < bestmove "})
    EXPECT_THAT(text, HasSubstr(line));
  EXPECT_EQ(plylab(logged).status, 0);  // an earlier log is replaced
  const TemporaryFile work("my notes\n", "notes", ".txt");
  const Finished refused = plylab(call("", {"--only", "depth", "--log", work.path()}));
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("exists and is not an earlier log"));
  EXPECT_EQ(read_file(work.path()), "my notes\n");
}

/// The call for a right engine, without the checks whose limits are times: a loaded machine would
/// break them.
std::vector<std::string> call_of(const std::string& engine) {
  return {"check",   "--engine", engine,
          "--depth", "4",        "--timeout",
          "60",      "--skip",   "movetime,clock,low-clock"};
}

TEST(CheckCommand, PassesRealEngines) {
  for (const char* name : {"stockfish", "fairy-stockfish"}) {
    const auto program = testing::find_program(name);
    if (!program) GTEST_SKIP() << name << " is not installed; ./lab test installs it";
    const Finished finished = plylab(call_of(*program));
    EXPECT_EQ(finished.status, 0) << finished.out;
  }
}

TEST(CheckCommand, PassesPlylab) {
  const Finished finished = plylab(call_of(std::string(PLYLAB_PROGRAM) + " uci"));
  EXPECT_EQ(finished.status, 0) << finished.out;
}

}  // namespace
}  // namespace plylab::suites::check
