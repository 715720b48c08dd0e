// plylab lint, inside and as its users meet it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "gen/chess/mailbox.h"
#include "gen/read_file.h"
#include "suites/goal.h"
#include "suites/lint/fix.h"
#include "suites/lint/run.h"
#include "tests/process.h"
#include "tests/random_games.h"

namespace plylab::suites::lint {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using testing::Finished;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::plylab;

const std::string array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const std::string back_rank = "6k1/5ppp/8/8/8/8/8/R3K3 w - -";

std::vector<std::string> texts(const Result& result) {
  std::vector<std::string> all;
  for (const Finding& one : result.findings)
    all.push_back(std::to_string(one.line) + " " + name(one.level) + " " + one.kind + ": " +
                  one.what);
  return all;
}

std::vector<std::string> lint_text(const std::string& text) { return texts(lint(text, "x", {})); }

/// What is found about the array with these operations.
std::vector<std::string> lint_operations(const std::string& operations) {
  return lint_text(array + " " + operations + "\n");
}

/// A file that is gone when the test is.
class File {
 public:
  explicit File(const std::string& text = "", const std::string& name = "suite")
      : path_(std::filesystem::temp_directory_path() /
              ("plylab_lint_" + name + std::to_string(getpid()) + ".epd")) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~File() { std::filesystem::remove(path_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(Lint, SaysNothingAboutACleanRecord) {
  EXPECT_THAT(lint_operations("bm e4 d4; am f3; id \"x\"; D1 20; D2 400; D3 8902; ce -12;"),
              IsEmpty());
  EXPECT_THAT(lint_text("# only a comment\n\n"), IsEmpty());
  EXPECT_THAT(lint_text(""), IsEmpty());
}

TEST(Lint, Moves) {
  EXPECT_THAT(lint_operations("bm Qh5 e4 xx;"),
              ElementsAre("1 error move: bm: 'Qh5' is not a legal move",
                          "1 error move: bm: 'xx' is no move"));
  EXPECT_THAT(lint_text("4k3/8/8/8/8/5N2/8/RN2K3 w - - bm Nd2;\n"),
              ElementsAre("1 error move: bm: 'Nd2' may be Nbd2 or Nfd2"));
  EXPECT_THAT(lint_operations("bm g1f3;"), ElementsAre("1 note san: bm: 'g1f3' is Nf3 in SAN"));
  EXPECT_THAT(lint_operations("bm e4#;"),
              ElementsAre("1 warning mate_sign: bm: 'e4#' does not mate"));
  EXPECT_THAT(lint_operations("bm e4 Nf3 e4;"),
              ElementsAre("1 note repeated_move: bm names e4 twice"));
  EXPECT_THAT(lint_operations("bm e4 d4; am e4;"),
              ElementsAre("1 error contradiction: e4 is in bm and in am"));
  EXPECT_THAT(lint_operations("bm e4; pv e4 e5 Nf3; sm e4;"), IsEmpty());
  EXPECT_THAT(lint_operations("bm e4; pv e4 e4 Nf3;"),
              ElementsAre("1 error move: pv: 'e4' is not a legal move"));
  EXPECT_THAT(lint_operations("bm e4; pv d4;"),
              ElementsAre("1 warning pv: the first move of pv is none of bm"));
}

TEST(Lint, Operands) {
  EXPECT_THAT(lint_operations("bm;"), ElementsAre("1 error operand: bm names no move"));
  EXPECT_THAT(lint_operations("bm e4; acd 3 4;"),
              ElementsAre("1 error operand: acd has 2 values, not one"));
  EXPECT_THAT(lint_operations("bm e4; ce 1.5;"),
              ElementsAre("1 error operand: ce: '1.5' is no whole number"));
  EXPECT_THAT(lint_operations("bm e4; sm e4 d4;"),
              ElementsAre("1 error operand: sm has 2 moves, not one"));
  EXPECT_THAT(lint_operations("bm e4; resign yes;"),
              ElementsAre("1 error operand: resign takes no value"));
  EXPECT_THAT(lint_operations("bm e4; id two words;"),
              ElementsAre("1 warning quotes: id wants one text in quotes"));
  EXPECT_THAT(lint_operations("bm e4; dm 0;"),
              Contains("1 error operand: dm: '0' is no whole number of use here"));
  EXPECT_THAT(lint_operations("bm e4; bm d4;"),
              ElementsAre("1 warning repeated_opcode: bm is given more than once"));
  EXPECT_THAT(lint_operations("bm e4; ID \"x\";"),
              Contains("1 warning opcode_case: ID is not known, id is"));
}

TEST(Lint, UnknownOpcodesAreAllowedAndToldOnce) {
  const std::string line = array + " bm e4; Xyz 1 \"2\"; zobrist 77;\n";
  EXPECT_THAT(lint_text("4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8+; Xyz;\n" + line),
              ElementsAre("1 note unknown_opcode: Xyz is no opcode of the standard (2 in the file)",
                          "2 note unknown_opcode: zobrist is no opcode of the standard (1 in the "
                          "file)"));
}

TEST(Lint, Positions) {
  EXPECT_THAT(lint_text("8/8/8/8/8/8/8/4K3 w - - bm Ke2;\n"),
              ElementsAre("1 error unreadable: FEN: Black has no king"));
  EXPECT_THAT(
      lint_text("6K1/8/8/3k4/5N2/2N5/8/8 b - - bm Kd4;\n"),
      ElementsAre("1 warning suspicious: no last move of White gives check from both c3 and "
                  "f4"));
  EXPECT_THAT(lint_text("4k3/8/8/3p4/8/8/P7/4K3 w - d6 bm a4;\n"),
              ElementsAre("1 note en_passant: nobody can capture on the e.p. square d6"));
  EXPECT_THAT(lint_text("R5k1/5ppp/8/8/8/8/8/4K3 b - - ce 0;\n"),
              Contains("1 warning game_over: there is no legal move"));
}

TEST(Lint, Duplicates) {
  // The e.p. square on e3 can be used by nobody: all three are one position.
  const std::string e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq ";
  EXPECT_THAT(lint_text(e4 + "- bm e5; id \"a\";\n" + e4 + "- bm e5; id \"b\";\n" + e4 +
                        "- bm c5; id \"a\";\n"),
              ElementsAre("2 warning duplicate_position: the position of line 1 again",
                          "3 warning duplicate_position: the position of line 1 again, with "
                          "another goal",
                          "3 warning duplicate_id: the id of line 1 again"));
  EXPECT_THAT(lint_text(e4 + "- bm e5;\n" + e4 + "e3 bm e5;\n"),
              Contains("2 warning duplicate_position: the position of line 1 again"));
}

TEST(Lint, Counts) {
  EXPECT_THAT(lint_operations("D3 8903; D1 21; D2 400;"),
              ElementsAre("1 error count: D1 states 21, right is 20",
                          "1 error count: D3 states 8903, right is 8902"));
  EXPECT_THAT(lint_operations("D9 1;"), IsEmpty());  // too dear
  Options none;
  none.effort.recount = 0;
  EXPECT_THAT(texts(lint(array + " D1 21;\n", "x", none)), IsEmpty());
  EXPECT_THAT(lint_text("R5k1/5ppp/8/8/8/8/8/4K3 b - - D1 0; D4000000000 0; D7 1;\n"),
              ElementsAre("1 error count: D7 states 1, right is 0"));
}

TEST(Lint, MatesThatDoNotHold) {
  EXPECT_THAT(lint_text(back_rank + " bm Ra8#; dm 1;\n"), IsEmpty());
  EXPECT_THAT(lint_text(back_rank + " bm Ra7; dm 1;\n"),
              ElementsAre("1 error refuted: dm 1: Ra7 does not mate in 1"));
  EXPECT_THAT(lint_text(back_rank + " bm Ra8#; dm 2;\n"),
              ElementsAre("1 error refuted: dm 2: there is a mate in 1"));
  const std::string two_rooks = "7k/8/8/8/8/8/R7/1R4K1 w - -";
  EXPECT_THAT(lint_text(two_rooks + " bm Rb7; dm 2;\n"), IsEmpty());
  EXPECT_THAT(lint_text(two_rooks + " bm Kg2; dm 2;\n"),
              ElementsAre("1 error refuted: dm 2: Kg2 does not mate in 2"));
  EXPECT_THAT(lint_text("4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8+; dm 2;\n"),
              ElementsAre("1 error refuted: dm 2: there is no mate in 2"));
  EXPECT_THAT(lint_text(back_rank + " dm 1;\n"), ElementsAre("1 note goal: dm without bm"));
}

TEST(Lint, AsksAnySolverAboutMates) {
  Options options;
  options.effort.refute = [](const Record& record) {
    return std::optional("asked about " + record.id().value_or(""));
  };
  EXPECT_THAT(
      texts(lint(back_rank + " bm Ra8#; dm 9; id \"x\";\n" + array + " bm e4;\n", "x", options)),
      ElementsAre("1 error refuted: asked about x"));
}

TEST(Lint, Points) {
  EXPECT_THAT(lint_operations("bm e4; c0 \"e4=10, d4=3\"; c7 \"e4 d4\"; c8 \"10 3\";"), IsEmpty());
  EXPECT_THAT(lint_operations("bm e4; c7 \"e4 d4\"; c8 \"10\";"),
              ElementsAre("1 error points: c8 has 1 numbers, c7 has 2 moves"));
  EXPECT_THAT(lint_operations("bm e4; c0 \"d4=10, e4=3\";"),
              ElementsAre("1 warning points: d4 has the most points, but is not in bm"));
}

TEST(Lint, Bytes) {
  const std::string record = array + " bm e4;";
  EXPECT_THAT(lint_text("\xEF\xBB\xBF" + record + "\n"),
              ElementsAre("1 warning byte_order_mark: starts with a byte order mark"));
  EXPECT_THAT(lint_text(record + "\r\n# c\r\n"),
              ElementsAre("1 note crlf: ends in CR LF (2 lines, this is the first)"));
  EXPECT_THAT(lint_text("# c\n" + record + "\r\n"),
              ElementsAre("2 warning mixed_line_ends: ends in CR LF, other lines in LF"));
  EXPECT_THAT(lint_text(record),
              ElementsAre("1 note final_newline: the last line has no line end"));
  EXPECT_THAT(lint_text(array + "\tbm e4;\n"),
              ElementsAre("1 note tab: has a tab where EPD wants one blank"));
  EXPECT_THAT(lint_text(record + "  \n"), ElementsAre("1 note trailing_blank: ends in a blank"));
  EXPECT_THAT(lint_text(array + " bm e4; id \"Gr\xFCn\";\n"),
              ElementsAre("1 warning encoding: is not UTF-8"));
  EXPECT_THAT(lint_text("# bell \a\n"),
              ElementsAre("1 warning control_character: has a control character"));
  EXPECT_THAT(
      lint_text(array + " bm e4\n"),
      ElementsAre("1 note semicolon: no semicolon ends the last operation (1 in the file)"));
  EXPECT_THAT(lint_text("# a\r# b\n"),
              ElementsAre("1 warning carriage_return: has a carriage return, which ends no line "
                          "here"));
}

TEST(LintFix, WritesWhatIsSafe) {
  const std::string text =
      "\xEF\xBB\xBF# comment \r\n\r\n" + array + "\t bm  1. e2e4, Ng1-f3!; id two words  \r\n" +
      "4k3/8/8/3p4/8/8/P7/4K3 w - d6 hmvc 0; fmvn 7; bm a2a4;\r\nnonsense  here \r\n" + array +
      " bm Nf3 Qh5; am e4#; Xyz 1 \"b  c\"";
  EXPECT_EQ(fixed_text(text), "# comment\n\n" + array + " bm e4 Nf3; id \"two words\";\n" +
                                  "4k3/8/8/3p4/8/8/P7/4K3 w - - fmvn 7; bm a4;\nnonsense  here\n" +
                                  array + " bm Nf3 Qh5; am e4#; Xyz 1 \"b  c\";\n");
  EXPECT_EQ(fixed_text("# a\r# b"), "# a\n# b\n");  // as the first Macintosh wrote
  EXPECT_EQ(fixed_text(""), "");
}

TEST(LintFix, ALineIsWrittenMoveByMove) {
  EXPECT_EQ(fixed_text(array + " pv e2e4 e7e5 g1f3;"), array + " pv e4 e5 Nf3;\n");
  EXPECT_EQ(fixed_text(array + " pv e2e4 e2e4;"), array + " pv e2e4 e2e4;\n");
}

/// What a record means: its position, goal and everything but moves and blanks.
std::string meaning(const Record& record) {
  std::vector<std::string> problems;
  const Goal goal = goal_of(record, problems);
  std::string text = position_text(record.fen) + '|' + to_string(record, goal);
  for (const Operation& operation : record.operations)
    text += '|' + operation.opcode + ' ' + record.text("id").value_or("");
  for (const PerftCount& count : perft_counts(record)) text += '|' + std::to_string(count.paths);
  return text + '|' + std::to_string(record.fen.halfmove_clock) + '|' +
         std::to_string(record.fen.fullmove) + '|' + std::to_string(problems.size());
}

TEST(LintFix, ChangesNoMeaning) {
  std::string ugly = read_file(std::string(PLYLAB_SUITES_DIR) + "/demo.epd");
  testing::random_positions(300, 20, [&](const chess::Fen& fen, const auto& moves, auto next) {
    Record record{fen, {{"bm", {}}, {"am", {}}, {"id", {{"a b", false}}}}, 1};
    record.operations[0].operands = {{chess::move_text(fen, next), false}};
    record.operations[1].operands = {{chess::move_text(fen, moves.front()), false}};
    ugly += to_string(record) + " \r\n";
  });
  const std::string better = fixed_text(ugly);
  const Suite before = parse_suite(ugly, "a"), after = parse_suite(better, "b");
  ASSERT_EQ(before.records.size(), after.records.size());
  for (std::size_t i = 0; i < before.records.size(); ++i)
    EXPECT_EQ(meaning(before.records[i]), meaning(after.records[i])) << i;
  EXPECT_EQ(fixed_text(better), better);
  Options quick;
  quick.effort.refute = {};
  for (const Finding& one : lint(better, "b", quick).findings)
    EXPECT_FALSE(one.fixable) << to_string("b", one);
}

TEST(LintFix, LeavesCleanSuitesAlone) {
  for (const char* suite : {"bratko-kopec", "demo", "seeds"}) {
    const std::string text = read_file(std::string(PLYLAB_SUITES_DIR) + "/" + suite + ".epd");
    EXPECT_EQ(fixed_text(text), text) << suite;
  }
}

TEST(LintCommand, ReportsLevelsAndStatus) {
  const File bad(array + " bm Qh5; id \"a\";\n" + array + " bm g1f3; id \"a\"; xyz;\n");
  const Finished finished = plylab({"lint", bad.path()});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.out, HasSubstr(bad.path() + ":1: error: bm: 'Qh5' is not a legal move\n"));
  EXPECT_THAT(finished.out, HasSubstr(bad.path() + ":2: warning: the id of line 1 again\n"));
  EXPECT_THAT(finished.out, HasSubstr(bad.path() + ":2: note: bm: 'g1f3' is Nf3 in SAN\n"));
  EXPECT_THAT(plylab({"lint", bad.path(), "--level", "error"}).out, Not(HasSubstr("again")));
  const File fine(array + " bm g1f3;\n", "fine");
  EXPECT_EQ(plylab({"lint", fine.path()}).status, 0);
  EXPECT_EQ(plylab({"lint", "bratko-kopec", "demo", "seeds"}).status, 0);
}

TEST(LintCommand, TellsProgramsEverything) {
  const File bad(array + " bm g1f3;\nnonsense\n");
  const auto report =
      nlohmann::json::parse(plylab({"lint", bad.path(), "--format", "json"}).out)["tables"];
  ASSERT_EQ(report.size(), 3U);
  ASSERT_EQ(report[0]["rows"].size(), 2U);
  const auto& san = report[0]["rows"][0];
  EXPECT_EQ(san["file"], bad.path());
  EXPECT_EQ(san["line"], 1);
  EXPECT_EQ(san["level"], "note");
  EXPECT_EQ(san["kind"], "san");
  EXPECT_EQ(san["fixable"], true);
  EXPECT_EQ(report[0]["rows"][1]["kind"], "unreadable");
  EXPECT_EQ(report[1]["rows"][0]["errors"], 1);
  EXPECT_EQ(report[2]["rows"][0]["sha256"].get<std::string>().size(), 64U);
}

TEST(LintCommand, FixesIntoANewFileOnly) {
  const std::string text = array + "\tbm g1f3";
  const File suite(text), other("", "fixed");
  EXPECT_EQ(plylab({"lint", suite.path(), "--fix", other.path()}).status, 0);
  EXPECT_EQ(read_file(other.path()), array + " bm Nf3;\n");
  EXPECT_EQ(read_file(suite.path()), text);
  const Finished same = plylab({"lint", suite.path(), "--fix", suite.path()});
  EXPECT_EQ(same.status, 2);
  EXPECT_THAT(same.err, HasSubstr("is the suite itself, which stays as it is"));
  EXPECT_EQ(read_file(suite.path()), text);
}

TEST(LintCommand, TakesCorrections) {
  const File suite(array + " bm Qh5; id \"a\";\n");
  const File corrections(array + " bm e4; id \"a\";\n" + back_rank + " bm Ra8#;\n", "corrections");
  const Finished finished = plylab({"lint", suite.path(), "--corrections", corrections.path()});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.out, Not(HasSubstr("Qh5")));
  EXPECT_THAT(finished.out,
              HasSubstr(corrections.path() + ":2: no record of " + suite.path() + " has this"));
  const auto report =
      nlohmann::json::parse(plylab({"solve", "--suite", suite.path(), "--corrections",
                                    corrections.path(), "--depth", "1", "--format", "json"})
                                .out)["tables"];
  EXPECT_EQ(report[0]["rows"][0]["goal"], "bm e4");
  EXPECT_EQ(report[4]["rows"][1]["role"], "corrections");
}

TEST(LintCommand, ReadsTenThousandLinesOfTheWorld) {
  std::string text = "\xEF\xBB\xBF";
  int line = 0;
  testing::random_positions(10'000, 40, [&](const chess::Fen& fen, const auto&, auto next) {
    text += to_string(Record{fen, {}, 1}) + (line % 3 == 0 ? "\t" : " ") + "bm " +
            chess::move_text(fen, next) + "; id \"" + std::to_string(line) + "\"; what" +
            std::to_string(line % 7) + " 1 2";
    text += line % 5 == 0 ? ";\n" : " ;\r\n";
    ++line;
  });
  text.resize(text.find_last_not_of("\r\n") + 1);
  const File file(text);
  const Finished finished = plylab({"lint", file.path(), "--jobs", "2", "--format", "json"});
  EXPECT_EQ(finished.status, 1);
  const auto report = nlohmann::json::parse(finished.out)["tables"];
  EXPECT_EQ(report[1]["rows"][0]["records"], line);
  EXPECT_EQ(report[1]["rows"][0]["errors"], 0);
  std::set<std::string> kinds;
  for (const auto& row : report[0]["rows"]) kinds.insert(row["kind"]);
  for (const char* kind :
       {"byte_order_mark", "mixed_line_ends", "tab", "final_newline", "unknown_opcode", "san"})
    EXPECT_TRUE(kinds.contains(kind)) << kind;
}

TEST(LintCommand, RefusesWrongUseInOneLine) {
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"lint"}, "suites is required"},
      {{"lint", "/no/such.epd"}, "cannot read '/no/such.epd': No such file or directory"},
      {{"lint", "demo", "--level", "fatal"}, "--level: no 'fatal'; there are error, warning, note"},
      {{"lint", "demo", "seeds", "--fix", "/tmp/x"}, "--fix: takes one suite"},
      {{"solve", "--criterion", "soon"},
       "--criterion: no 'soon'; there are end, first, kept, stable, points, move"},
  };
  for (const auto& [arguments, message] : cases) {
    const Finished finished = plylab(arguments);
    EXPECT_EQ(finished.status, 2) << message;
    EXPECT_EQ(finished.err, "plylab: " + message + "\n");
    EXPECT_EQ(finished.out, "");
  }
}

TEST(SolveCommand, JobsChangeNothingButTheTime) {
  const auto rows = [](const char* jobs) {
    auto tables = nlohmann::json::parse(
        plylab({"solve", "--suite", "demo", "--nodes", "20000", "--quiescence", "--algo",
                "alphabeta,pvs", "--jobs", jobs, "--format", "json"})
            .out)["tables"];
    for (auto& table : tables)
      for (auto& row : table["rows"])
        for (const char* time : {"found", "seconds", "found_seconds"}) row.erase(time);
    return tables;
  };
  EXPECT_EQ(rows("1"), rows("2"));
}

TEST(SolveCommand, SolvedIsWhatTheCriterionSays) {
  const File suite(back_rank + " bm Ra8#; dm 1;\n" + array + " c0 \"a3=10, e4=4\";\n");
  const auto solved = [&](const char* criterion) {
    const auto report =
        nlohmann::json::parse(plylab({"solve", "--suite", suite.path(), "--depth", "2",
                                      "--criterion", criterion, "--format", "json"})
                                  .out)["tables"];
    EXPECT_EQ(report[2]["rows"][0]["most_points"], 10);
    return report[2]["rows"][0]["solved"].get<int>();
  };
  EXPECT_EQ(solved("end"), 1);
  EXPECT_EQ(solved("points"), 0);
  EXPECT_EQ(solved("stable:2"), 1);  // with stable, the search goes on after the mate
  EXPECT_EQ(solved("stable:3"), 0);
}

}  // namespace
}  // namespace plylab::suites::lint
