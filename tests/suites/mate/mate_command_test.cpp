// plylab mate, as its users meet it.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gen/base/files.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/epd/epd.h"
#include "tests/suites/mate/problem_command.h"
#include "tests/support/random_games.h"

namespace plylab {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::plylab;
using ::testing::StartsWith;
using testing::tables_of;
using testing::temporary;

constexpr const char* morphy = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
constexpr const char* dabbaba_3 = "q7/1p2pppb/7p/1P5k/4PP1b/2P3PP/1N1N3K/6B1 w - - 0 1";

TEST(MateCommand, PrintsTheAnswersOfSolvers) {
  const auto finished =
      plylab({"mate", "--fen", morphy, "--solver", "exhaustive,checks", "--nodes", "10000"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.err, "");
  EXPECT_THAT(finished.out,
              StartsWith("1 exhaustive  1. Ra6 bxa6 2. b7#\n"
                         "\n"
                         "Mates\n"
                         "\n"
                         "position  solver      status    moves  none_within  key  nodes  seconds\n"
                         "                                                                      s\n"
                         "--------  ----------  --------  -----  -----------  ---  -----  -------\n"
                         "1         exhaustive  shortest      2            1  Ra6  "));
  EXPECT_THAT(finished.out,
              HasSubstr("\n1         checks      unknown       -            -  -    "));
}

TEST(MateCommand, HasEveryStatus) {
  const auto status = [](const std::vector<std::string>& arguments) {
    return tables_of(arguments)[0]["rows"][0]["status"];
  };
  const auto by = [&](const char* solver, const char* stipulation) {
    return status({"--fen", morphy, "--solver", solver, "--stipulation", stipulation});
  };
  EXPECT_EQ(by("exhaustive", "#2"), "shortest");
  EXPECT_EQ(by("exhaustive", "#1"), "none within");
  EXPECT_EQ(by("dfpn", "#2"), "line valid");
  EXPECT_EQ(status({"--fen", morphy, "--solver", "checks"}), "unknown");
  EXPECT_EQ(status({"--fen", dabbaba_3, "--solver", "checks", "--quiet-captures"}), "found");
}

TEST(MateCommand, DistinguishesMatesFromRefutations) {
  const auto row = [](const char* stipulation) {
    return tables_of(
        {"--fen", morphy, "--solver", "exhaustive", "--stipulation", stipulation})[0]["rows"][0];
  };
  EXPECT_EQ(row("#1")["moves"], nullptr);
  EXPECT_EQ(row("#1")["none_within"], 1);
  EXPECT_EQ(row("#3")["moves"], 2);
  EXPECT_EQ(row("#3")["none_within"], 1);
}

TEST(MateCommand, AShorterMateRefutesDmWhoeverFindsIt) {
  const std::string suite =
      temporary("shorter_mate.epd", "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; dm 2;\n");
  EXPECT_EQ(plylab({"mate", "--suite", suite, "--solver", "dfpn"}).status, 1);
  const auto tables = tables_of({"--suite", suite, "--solver", "all"});
  for (const auto& row : tables[0]["rows"]) {
    EXPECT_EQ(row["moves"], 1) << row;
    EXPECT_EQ(row["as_stated"], false) << row;
  }
}

TEST(MateCommand, HasStatus1IfWhatIsDemandedIsRefuted) {
  const auto status = [](const char* solver, const char* stipulation) {
    return plylab({"mate", "--fen", morphy, "--stipulation", stipulation, "--solver", solver})
        .status;
  };
  for (const char* solver : {"exhaustive", "dfpn", "shortest"}) {
    EXPECT_EQ(status(solver, "#1"), 1) << solver;
    EXPECT_EQ(status(solver, "#2"), 0) << solver;
  }
  EXPECT_EQ(plylab({"mate", "--game", "ferz", "--position", morphy, "--stipulation", "#1"}).status,
            1);
}

TEST(MateCommand, ReadsAMateDistanceInBm) {
  const std::string suite =
      temporary("distance_in_bm.epd", "kbK5/pp6/1P6/8/8/8/8/R7 w - - bm #2; id \"two\";\n");
  const auto finished = plylab({"mate", "--suite", suite});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.err, "");
  const auto row = tables_of({"--suite", suite})[0]["rows"][0];
  EXPECT_EQ(row["moves"], 2);
  EXPECT_EQ(row["as_stated"], true);
}

TEST(MateCommand, ReadsAMateDistanceInACommentAlone) {
  const std::string fen = "kbK5/pp6/1P6/8/8/8/8/R7 w - -";
  const auto stated = [&](const std::string& operations) {
    const std::string suite = temporary("comment.epd", fmt::format("{} {}\n", fen, operations));
    return tables_of({"--suite", suite, "--nodes", "1000"})[0]["rows"][0]["as_stated"];
  };
  EXPECT_EQ(stated("c0 \"#2\";"), true);
  EXPECT_EQ(stated("c0 \"#3\";"), false);
  EXPECT_EQ(stated("dm 2; c0 \"#3\";"), true);
  EXPECT_EQ(stated("c0 \"problem #3\";"), nullptr);
}

TEST(MateCommand, CountsWhatEachSolverLooksAt) {
  // Without the number of moves, dfpn and checks are not told where to stop.
  const auto tables = tables_of({"--fen", morphy, "--stipulation", "#2", "--solver", "all"});
  std::vector<int> nodes;
  for (const auto& row : tables[0]["rows"]) nodes.push_back(row["nodes"]);
  EXPECT_THAT(nodes, ElementsAre(57, 29, 29, 18));
}

TEST(MateCommand, ComparesWithWhatTheSuiteStates) {
  const std::string fields = "kbK5/pp6/1P6/8/8/8/8/R7 w - -";
  const std::string suite =
      temporary("mates_stated.epd", fields + " bm Ra6; dm 2; id \"right\";\r\n" +      //
                                        fields + " bm Rb1; dm 2; id \"key\";\r\n" +    //
                                        fields + " dm 1; id \"too short\";\r\n" +      //
                                        fields + " am Ra6; dm 2; id \"avoid\";\r\n" +  //
                                        fields + " id \"nothing\";\r\n" +              //
                                        fields + " dm 3; id \"too long\";");
  const std::vector<std::string> call{"--suite", suite, "--jobs", "2", "--time", "10"};
  EXPECT_EQ(plylab({"mate", "--suite", suite, "--time", "10"}).status, 1);
  const auto tables = tables_of(call);
  std::vector<nlohmann::json> stated;
  for (const auto& row : tables[0]["rows"]) stated.push_back(row["as_stated"]);
  EXPECT_EQ(stated, (std::vector<nlohmann::json>{true, false, false, false, nullptr, false}));
  EXPECT_EQ(tables[1]["rows"][0]["line"], "1. Ra6 bxa6 2. b7#");
  EXPECT_EQ(tables[2]["rows"][0]["positions"], 6);
  EXPECT_EQ(tables[2]["rows"][0]["stated"], 5);
  EXPECT_EQ(tables[2]["rows"][0]["as_stated"], 1);
  EXPECT_EQ(tables[2]["rows"][0]["open"], 0);
}

TEST(MateCommand, SumsUpByTheLengthThatRecordsState) {
  const std::string fields = "kbK5/pp6/1P6/8/8/8/8/R7 w - -";
  const std::string suite = temporary(
      "mate_lengths.epd", fields + " dm 3; id \"too long\";\n" +    //
                              fields + " bm #2; id \"right\";\n" +  //
                              fields + " dm 1; id \"too short\";\n" + fields +
                              " dm 2; id \"again\";\n" + fields + " bm Ra6#; id \"none\";\n");
  const auto table = tables_of({"--suite", suite, "--time", "10"})[3];
  EXPECT_EQ(table["name"], "lengths");
  std::vector<std::vector<int>> rows;
  for (const auto& row : table["rows"])
    rows.push_back({row["stated"], row["positions"], row["mates"], row["as_short"], row["shorter"],
                    row["shortest"], row["refuted"]});
  // Of a record that states a mate in one, none is looked for that is longer.
  EXPECT_EQ(rows, (std::vector<std::vector<int>>{
                      {1, 1, 0, 0, 0, 0, 1}, {2, 2, 2, 2, 0, 2, 0}, {3, 1, 1, 1, 1, 1, 0}}));
  EXPECT_THAT(
      plylab({"mate", "--suite", suite, "--time", "10"}).err,
      ::testing::HasSubstr("too long: shortest proves a mate in 2, the record states one in 3"));
}

/// Every 40th mate of the suite after its key: the other side is mated in one move less. Its dm is
/// that less `error`, and so is the length that is asked for.
std::string suite_of_mated(int error) {
  std::string text;
  const auto records = testing::shipped_suite("mates");
  for (std::size_t i = 150; i < records.size(); i += 40) {
    const chess::ValidSetup position(records[i].setup);
    chess::Mailbox board(position);
    board.make(epd::best_moves(records[i], board.generate()).moves.front());
    text += fmt::format("{} dm {};\n", chess::to_string(board.setup()),
                        1 - *records[i].mate_distance() + error);
  }
  return temporary("mated.epd", text);
}

TEST(MateCommand, ProvesThatTheSideToMoveIsMated) {
  const std::vector<std::string> both{"--suite", suite_of_mated(0), "--solver", "exhaustive,dfpn"};
  const auto tables = tables_of(both);
  EXPECT_GE(tables[0]["rows"].size(), 20U);
  for (const auto& row : tables[0]["rows"]) {
    EXPECT_EQ(row["status"], row["solver"] == "dfpn" ? "line valid" : "shortest") << row;
    EXPECT_LT(row["moves"], 0);
    if (row["solver"] == "exhaustive") {
      EXPECT_EQ(row["none_within"], row["moves"].get<int>() + 1);
    }
    EXPECT_EQ(row["key"], nullptr);
    EXPECT_EQ(row["as_stated"], true);
  }
  for (const auto& row : tables[1]["rows"])  // "1... Kg8 2. Ra8#": all moves of the mate are there
    EXPECT_THAT(row["line"].get<std::string>(), ::testing::EndsWith("#"));
  for (const auto& row : tables[3]["rows"]) {
    EXPECT_LT(row["stated"], 0);
    EXPECT_EQ(row["as_short"], row["positions"]);
  }
}

TEST(MateCommand, RefutesThatTheSideToMoveIsMatedSooner) {
  const auto tables = tables_of({"--suite", suite_of_mated(1), "--solver", "exhaustive"});
  for (const auto& row : tables[0]["rows"]) {
    EXPECT_EQ(row["status"], "none within") << row;
    EXPECT_EQ(row["as_stated"], false);
  }
  const auto finished = plylab({"mate", "--suite", suite_of_mated(-1), "--solver", "exhaustive"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.err, HasSubstr("exhaustive proves a mate by the other side in "));
}

TEST(MateCommand, LimitsTheAnswersAfterAllMovesTogether) {
  for (const char* nodes : {"1", "100", "2000"}) {
    const auto tables =
        tables_of({"--suite", suite_of_mated(0), "--solver", "all", "--nodes", nodes});
    for (const auto& row : tables[0]["rows"]) EXPECT_LE(row["nodes"], std::stoi(nodes)) << row;
  }
}

TEST(MateCommand, SaysNoMoreAboutStatementsThanItKnows) {
  const std::string fields = "kbK5/pp6/1P6/8/8/8/8/R7 w - -";
  const std::string suite =
      temporary("mates_unknown.epd", fields + " bm Ra6; dm 2; id \"1\";\n" + fields +
                                         " c0 \"Ra6=10, Rb1=2\"; id \"2\";\n");
  const auto stated = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"--suite", suite});
    std::vector<nlohmann::json> values;
    const auto tables = tables_of(more);
    for (const auto& row : tables[0]["rows"]) values.push_back(row["as_stated"]);
    return values;
  };
  using Values = std::vector<nlohmann::json>;
  EXPECT_EQ(stated({"--time", "10"}), (Values{true, nullptr}));  // points say nothing about a mate
  EXPECT_EQ(stated({"--nodes", "10"}), (Values{nullptr, nullptr}));
  const auto summary = tables_of({"--suite", suite, "--nodes", "10"})[2]["rows"][0];
  EXPECT_EQ(summary["stated"], 1);
  EXPECT_EQ(summary["as_stated"], 0);
  EXPECT_EQ(summary["open"], 1);
  EXPECT_EQ(plylab({"mate", "--suite", suite, "--nodes", "10"}).status, 0);
  EXPECT_EQ(stated({"--stipulation", "#1"})[0], nullptr);
  EXPECT_EQ(stated({"--stipulation", "#2", "--tree", "solution", "--nodes", "10"})[0], nullptr);
}

TEST(MateCommand, SkipsRecordsThatStateNoMate) {
  const std::string fields = "kbK5/pp6/1P6/8/8/8/8/R7 w - -";
  const std::string suite = temporary(
      "no_mates.epd", fields + " bm Ra6; id \"a move\";\n" + fields + " dm 2; id \"mate\";\n" +
                          "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#;\n");
  const auto finished = plylab({"mate", "--suite", suite});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(
      finished.err,
      suite +
          ": 1 record that states no mate is skipped; --stipulation, --time or --nodes looks for "
          "one there\n");
  const auto names = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"--suite", suite});
    std::vector<std::string> found;
    const auto tables = tables_of(more);
    for (const auto& row : tables[0]["rows"]) found.push_back(row["position"]);
    return found;
  };
  EXPECT_THAT(names({}), ElementsAre("mate", "line 3"));
  EXPECT_THAT(names({"--nodes", "1000"}), ElementsAre("a move", "mate", "line 3"));
  const std::string none = temporary("none.epd", fields + " bm Ra6;\n");
  EXPECT_EQ(
      plylab({"mate", "--suite", none}).err,
      "plylab: " + none +
          ": no record states a mate: give --stipulation, --time or --nodes to look for one\n");
}

TEST(MateCommand, NamesMatesThatAreTooLong) {
  const std::string suite =
      temporary("too_long.epd",
                "kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 101;\nkbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2;\n");
  const auto finished = plylab({"mate", "--suite", suite});
  EXPECT_EQ(finished.err,
            suite +
                ":1: dm 101: mates in more than 100 moves are not supported; problem line 1 is "
                "skipped\n");
  EXPECT_EQ(finished.status, 1);
}

TEST(MateCommand, NamesUnreadableStatements) {
  const std::string fields = "kbK5/pp6/1P6/8/8/8/8/R7 w - - ", right = fields + "dm 2;\n";
  struct Case {
    const char* operations;
    std::string error;  // the last line
  };
  const auto skipped = [](const char* why) {
    return fmt::format("{}; problem line 2 is skipped", why);
  };
  const char* unusable = "the stated mate distance cannot be used";
  for (const auto& [operations, error] :
       {Case{"dm 3; dm 1;", skipped(unusable)}, Case{"dm x;", skipped(unusable)},
        Case{"bm #3; dm 2;", skipped(unusable)},
        Case{"dm 2; solutions many;", skipped("solutions: 'many' is not a whole number")}}) {
    const std::string suite = temporary("unread.epd", right + fields + operations + "\n");
    const auto finished = plylab({"mate", "--suite", suite});
    EXPECT_EQ(finished.status, 1) << operations;
    EXPECT_THAT(finished.err, ::testing::EndsWith(suite + ":2: " + error + "\n"));
    EXPECT_THAT(finished.out, HasSubstr("* line 2 is skipped: " + suite + ":2: "));
  }
  EXPECT_THAT(
      plylab({"mate", "--suite", temporary("twice.epd", right + fields + "dm 3; dm 1;\n")}).err,
      HasSubstr("twice.epd:2: the record states mates in 3 and in 1\n"));
  // What can be read still counts.
  const std::string suite = temporary("unread.epd", fields + "bm Qh9; dm 1;\n");
  EXPECT_EQ(tables_of({"--suite", suite})[0]["rows"][0]["as_stated"], false);
  const std::string good = temporary("unread.epd", fields + "bm Qh9; dm 2;\n");
  EXPECT_EQ(tables_of({"--suite", good})[0]["rows"][0]["as_stated"], true);
  EXPECT_EQ(plylab({"mate", "--suite", good}).status, 1);
}

// As matetrack has them: remarks that are no opcode, in every record.
TEST(MateCommand, NamesSomeOfVeryManyUnreadableParts) {
  const auto lines_for = [](int records) {
    std::string text;
    for (int i = 0; i < records; ++i) text += "kbK5/pp6/1P6/8/8/8/8/R7 w - - bm #2; 00:00;\n";
    const std::string err = plylab({"mate", "--suite", temporary("remarks.epd", text)}).err;
    return std::pair(std::ranges::count(err, '\n'), err);
  };
  EXPECT_EQ(lines_for(20).first, 20);
  const auto [number, err] = lines_for(21);
  EXPECT_EQ(number, 11);
  EXPECT_THAT(err, HasSubstr(": 11 more parts cannot be read: plylab lint "));
}

TEST(MateCommand, GivesTheSameAnswersOnAnyNumberOfThreads) {
  const auto rows = [](const char* jobs) {
    auto table = tables_of(
        {"--suite", "demo", "--solver", "all", "--nodes", "20000", "--jobs", jobs})[0]["rows"];
    for (auto& row : table) row.erase("seconds");
    return table;
  };
  EXPECT_EQ(rows("1"), rows("3"));
}

TEST(MateCommand, GoesOnWithStoredAnswers) {
  const std::string suite = suite_of_mated(0), runs = temporary("answers.jsonl");
  const std::vector<std::string> call{"--suite", suite,   "--solver", "all",
                                      "--nodes", "20000", "--runs",   runs};
  const auto first = tables_of(call);
  const std::string stored = read_file(runs);
  EXPECT_EQ(tables_of(call), first);  // with the same times
  EXPECT_EQ(read_file(runs), stored);
  const auto without_times = [](nlohmann::json tables) {
    for (auto& table : tables)
      for (auto& row : table["rows"]) row.erase("seconds");
    return tables;
  };
  for (const std::size_t bytes : {stored.size() - 1, stored.size() / 2, std::size_t{100}}) {
    temporary("answers.jsonl", stored.substr(0, bytes));
    EXPECT_EQ(without_times(tables_of(call)), without_times(first)) << bytes;
  }
  auto other = call;
  other[5] = "10";
  EXPECT_NE(without_times(tables_of(other)), without_times(first));  // other limits
  EXPECT_EQ(tables_of(call)[0]["rows"].size(), first[0]["rows"].size());
}

TEST(MateCommand, RefusesFilesOfAnswersThatAreNone) {
  const std::string other = temporary("other.jsonl", "{\"schema\":\"plylab-runs\"}\n");
  const auto refused = [](const std::vector<std::string>& more) {
    std::vector<std::string> call{"mate", "--fen", morphy};
    call.insert(call.end(), more.begin(), more.end());
    const auto finished = plylab(call);
    EXPECT_EQ(finished.status, 2);
    return finished.err;
  };
  EXPECT_THAT(refused({"--solver", "dfpn", "--runs", other}), HasSubstr(other));
  EXPECT_THAT(refused({"--stipulation", "#2", "--runs", "answers.jsonl"}),
              HasSubstr("--runs stores the answers of solvers: name them by --solver"));
  EXPECT_THAT(refused({"--solver", "dfpn", "--runs", "/nowhere/answers.jsonl"}),
              HasSubstr("/nowhere/answers.jsonl"));
}

TEST(MateCommand, SolvesInVariants) {
  const auto row = tables_of({"--game", "stationary", "--stipulation", "#3", "--position",
                              "r1b1k3/p1pp3p/6pN/4Pnn1/2B3P1/2P5/PP3R1P/4K3 w - -"})[0]["rows"][0];
  EXPECT_EQ(row["status"], "shortest");
  EXPECT_EQ(row["moves"], 3);
  const auto lines =
      tables_of({"--game", "dabbaba", "--solver", "all", "--moves", "Nc8 a6 Ne8+ Kh8 Nf6 Bg6",
                 "--position", "Nn4k1/pp3prp/8/8/4b3/6P1/PPP4P/2KR1B2 w - -"})[1]["rows"];
  ASSERT_EQ(lines.size(), 3U);
  for (const auto& line : lines) EXPECT_EQ(line["line"], "4. Nh6#");
}

TEST(MateCommand, ReportsErrors) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"mate"}, "mate: no position: give --fen or --suite"},
      {{"mate", "--fen", "x"}, "FEN: rank 8 has 'x', which is not a piece"},
      {{"mate", "--fen", morphy, "--stipulation", "#0"},
       "stipulation '#0': '0' is not a number of moves from 1 to 100; examples: #3, =2, s#3, "
       "r#2, semi-r#2, h#2.5, hs#3, ser-h#5, pser-h#5"},
      {{"mate", "--fen", morphy, "--solver", "magic"},
       "--solver: no 'magic'; there are exhaustive, dfpn, shortest, checks"},
      {{"mate", "--fen", morphy, "--stipulation", "h#2"},
       "h#2 begins with Black, but White is to move in kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"},
      {{"mate", "--fen", morphy, "--stipulation", "s#2", "--solver", "dfpn"},
       "--solver is for direct mates, not for s#2"},
      {{"mate", "--game", "nightrider", "--position", morphy, "--solver", "checks"},
       "--solver: no 'checks'; there are exhaustive, dfpn, shortest"},
      {{"mate", "--game", "checkers", "--position", morphy},
       "--game: no 'checkers'; there are chess, stationary, nightrider, dabbaba, alfil, ferz, "
       "wazir"},
      {{"mate", "--game", "nightrider", "--fen", morphy}, "--fen is for chess, not for nightrider"},
      {{"mate", "--game", "nightrider"}, "mate: no position of nightrider: give --position"},
      {{"mate", "--position", morphy}, "--position is for variants of chess, which --game names"},
      {{"mate", "--game", "nightrider", "--suite", "demo"},
       "--suite is for chess, not for nightrider"},
      {{"mate", "--fen", morphy, "--tree", "full", "--quiet-captures"},
       "--tree is for all solutions, --quiet-captures for one mate"},
      {{"mate", "--fen", morphy, "--solver", "dfpn", "--perpetual"},
       "--perpetual is for the solver checks"},
      {{"mate", "--fen", morphy, "--stages", "16,8"},
       "--stages: each stage must be deeper than the one before"}};
  for (const auto& [arguments, message] : cases) {
    const auto finished = plylab(arguments);
    EXPECT_EQ(finished.status, 2) << message;
    EXPECT_EQ(finished.err, "plylab: " + message + "\n");
  }
}

}  // namespace
}  // namespace plylab
