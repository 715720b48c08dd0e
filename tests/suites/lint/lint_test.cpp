// What lint finds.
#include "suites/lint/lint.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "gen/base/files.h"
#include "gen/chess/mailbox/mailbox.h"
#include "suites/solve/goal.h"
#include "tests/suites/lint/positions.h"
#include "tests/support/random_games.h"

namespace plylab::suites::lint {
namespace {

using testing::array;
using testing::back_rank;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

const std::string morphy = "kbK5/pp6/1P6/8/8/8/8/R7 w - -";
const std::string mate_in_5 = "8/8/5P1k/p4P2/8/2K2b2/3NR3/8 w - -";

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

TEST(Lint, HasNoIssueForACleanRecord) {
  EXPECT_THAT(lint_operations("bm e4 d4; am f3; id \"x\"; D1 20; D2 400; D3 8902; ce -12;"),
              IsEmpty());
  EXPECT_THAT(lint_text("# a comment\n\n" + array + " bm e4;\n"), IsEmpty());
}

TEST(Lint, Moves) {
  EXPECT_THAT(lint_operations("bm Qh5 e4 xx;"),
              ElementsAre("1 error move: bm: 'Qh5' is not a legal move",
                          "1 error move: bm: 'xx' is not a move"));
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
              ElementsAre("1 warning pv: the first move of pv is not in bm"));
}

/// As the suites of matetools have it.
TEST(Lint, LinesToTheStatedMate) {
  const std::string mate = "kbK5/pp6/1P6/8/8/8/8/R7 w - - bm #2; PV: ";
  EXPECT_THAT(lint_text(mate + "a1a6 b7a6 b6b7;\n"), IsEmpty());
  EXPECT_THAT(lint_text(mate + "a1a6 b7a6;\n"),
              ElementsAre("1 error pv: PV: has 2 half-moves; the stated mate takes 3"));
  EXPECT_THAT(lint_text(mate + "a1a6 b7a6 a6a7;\n"),
              ElementsAre("1 error move: PV:: 'a6a7' is not a legal move"));
  EXPECT_THAT(lint_text(mate + "a1a6 b7a6 c8d7;\n"),
              ElementsAre("1 error pv: PV: does not end in mate"));
  EXPECT_THAT(lint_text("k7/2K5/8/8/8/8/8/1R6 b - - bm #-1; PV: a8a7 b1a1;\n"), IsEmpty());
}

TEST(Lint, Operands) {
  EXPECT_THAT(lint_operations("bm;"), ElementsAre("1 error operand: bm names no move"));
  EXPECT_THAT(lint_operations("bm e4; acd 3 4;"),
              ElementsAre("1 error operand: acd has 2 values, not one"));
  EXPECT_THAT(lint_operations("bm e4; ce 1.5;"),
              ElementsAre("1 error operand: ce: '1.5' is not a whole number"));
  EXPECT_THAT(lint_operations("bm e4; sm e4 d4;"),
              ElementsAre("1 error operand: sm has 2 moves, not one"));
  EXPECT_THAT(lint_operations("bm e4; resign yes;"),
              ElementsAre("1 error operand: resign takes no value"));
  EXPECT_THAT(lint_operations("bm e4; id two words;"),
              ElementsAre("1 warning quotes: id takes one text in quotes"));
  EXPECT_THAT(lint_operations("bm e4; dm 1.5;"),
              Contains("1 error operand: dm: '1.5' is not a whole number"));
  EXPECT_THAT(
      lint_operations("bm e4; bm d4;"),
      ElementsAre("1 warning repeated_opcode: bm is stated more than once: all moves count"));
  EXPECT_THAT(lint_operations("bm e4; ID \"x\";"),
              Contains("1 warning opcode_case: ID is unknown; the opcode is id"));
}

TEST(Lint, ReportsUnknownOpcodesOnce) {
  const std::string line = array + " bm e4; Xyz 1 \"2\"; zobrist 77;\n";
  EXPECT_THAT(
      lint_text("4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8+; Xyz;\n" + line),
      ElementsAre("1 note unknown_opcode: Xyz is not an opcode of the standard (2 in the file)",
                  "2 note unknown_opcode: zobrist is not an opcode of the standard (1 in the "
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
              ElementsAre("1 note en_passant: no pawn can capture on the e.p. square d6"));
  EXPECT_THAT(lint_text("R5k1/5ppp/8/8/8/8/8/4K3 b - - ce 0;\n"),
              Contains("1 warning game_over: there is no legal move"));
}

TEST(Lint, NoRecords) {
  EXPECT_THAT(lint_text(""), ElementsAre("1 error no_records: no usable position"));
  EXPECT_THAT(lint_text("# a remark\n\n"), ElementsAre("1 error no_records: no usable position"));
  EXPECT_THAT(lint_text("nonsense\n"), ElementsAre(HasSubstr("1 error unreadable: ")));
}

TEST(Lint, Duplicates) {
  // The e.p. square on e3 can be used by nobody: all three are one position.
  const std::string e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq ";
  EXPECT_THAT(
      lint_text(e4 + "- bm e5; id \"a\";\n" + e4 + "- bm e5; id \"b\";\n" + e4 +
                "- bm c5; id \"a\";\n"),
      UnorderedElementsAre("2 warning duplicate_position: the position of line 1 again",
                           "3 warning duplicate_position: the position of line 1 again, with "
                           "another goal",
                           "3 warning duplicate_id: the id of line 1 again"));
  EXPECT_THAT(lint_text(e4 + "- bm e5;\n" + e4 + "e3 bm e5;\n"),
              Contains("2 warning duplicate_position: the position of line 1 again"));
  EXPECT_THAT(lint_text(e4 + "- bm e5;\n" + e4 + "- id \"x\";\n"),
              Contains("2 warning duplicate_position: the position of line 1 again, without its "
                       "goal"));
  EXPECT_THAT(lint_text(e4 + "- id \"x\";\n" + e4 + "- bm e5;\n"),
              Contains("2 warning duplicate_position: the position of line 1 again, with a goal, "
                       "which it has not there"));
}

TEST(Lint, Counts) {
  EXPECT_THAT(lint_operations("D3 8903; D1 21; D2 400;"),
              ElementsAre("1 error count: D1 states 21, correct is 20",
                          "1 error count: D3 states 8903, correct is 8902"));
  EXPECT_THAT(lint_operations("D9 1;"), IsEmpty());  // too dear
  Options none;
  none.recount = 0;
  EXPECT_THAT(texts(lint(array + " D1 21;\n", "x", none)), IsEmpty());
  EXPECT_THAT(lint_text("R5k1/5ppp/8/8/8/8/8/4K3 b - - D1 0; D4000000000 0; D7 1;\n"),
              ElementsAre("1 error count: D7 states 1, correct is 0",
                          "1 note unknown_opcode: D4000000000 is not an opcode of the standard (1 "
                          "in the file)"));
}

TEST(Lint, MatesThatDoNotHold) {
  EXPECT_THAT(lint_text(back_rank + " bm Ra8#; dm 1;\n"), IsEmpty());
  EXPECT_THAT(lint_text(back_rank + " bm Ra7; dm 1;\n"),
              ElementsAre("1 error refuted: dm 1: Ra7 does not mate in 1",
                          "1 warning second_key: dm 1: not in bm, but mates in 1 too: Ra8#"));
  EXPECT_THAT(lint_text(back_rank + " bm Ra8#; dm 2;\n"),
              ElementsAre("1 error refuted: dm 2: there is a mate in 1 by Ra8#"));
  EXPECT_THAT(lint_text("4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8+; dm 2;\n"),
              ElementsAre("1 error refuted: dm 2: there is no mate in 2"));
  EXPECT_THAT(lint_text(back_rank + " dm 1;\n"), ElementsAre("1 note goal: dm without bm"));
  EXPECT_THAT(lint_text(back_rank + " bm #1; dm 2;\n"),
              Contains("1 error contradiction: the record states mates in 1 and in 2"));
  EXPECT_THAT(lint_text(back_rank + " dm -1;\n"), Not(Contains("1 note goal: dm without bm")));
  EXPECT_THAT(lint_text(morphy + " bm Ra6; dm 2;\n"), IsEmpty());
  EXPECT_THAT(lint_text(morphy + " bm Ra6; dm 4000000000;\n"),
              ElementsAre("1 error refuted: dm 4000000000: there is a mate in 2 by Ra6"));
}

TEST(Lint, SecondKeysOfMates) {
  const std::string two_rooks = "7k/8/8/8/8/8/R7/1R4K1 w - -";
  EXPECT_THAT(lint_text(two_rooks + " bm Rb7 Ra7; dm 2;\n"), IsEmpty());
  EXPECT_THAT(lint_text(two_rooks + " bm Rb7; dm 2;\n"),
              ElementsAre("1 warning second_key: dm 2: not in bm, but mates in 2 too: Ra7"));
  EXPECT_THAT(lint_text(two_rooks + " bm Rb7; am Ra7; dm 2;\n"),
              ElementsAre("1 error refuted: am: Ra7 mates in 2"));
}

TEST(Lint, MatesThatAreNotDecided) {
  Options little;
  little.nodes = 300;
  EXPECT_THAT(
      texts(lint(mate_in_5 + " bm Nxf3; dm 5;\n", "x", little)),
      ElementsAre("1 note undecided: dm 5: not decided within 300 positions; Nxf3 mates in 5"));
  EXPECT_THAT(lint_text(mate_in_5 + " bm Nxf3; dm 5;\n"), IsEmpty());
}

TEST(Lint, EndsWhenStopped) {
  std::atomic<bool> stop = false;
  Options options;
  options.stop = &stop;
  const std::string suite = mate_in_5 + " bm Nxf3; dm 5;\n";
  EXPECT_EQ(lint(suite + suite, "x", options).looked_at, 2U);
  options.recount = ~std::uint64_t{0};
  options.nodes = ~std::uint64_t{0};
  const auto lint_and_stop = [&](const std::string& text) {
    stop = false;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      stop = true;
    });
    return lint(text, "x", options);
  };
  const Result stopped = lint_and_stop(array + " bm e4; dm 30;\n" + suite);
  EXPECT_EQ(stopped.looked_at, 0U) << "nor that in which the stop came";
  EXPECT_THAT(texts(stopped), Not(Contains(HasSubstr("undecided"))));
  options.nodes = 0;
  const Result counted = lint_and_stop(array + " D1 20; D12 1;\n");
  EXPECT_EQ(counted.looked_at, 0U);
  EXPECT_THAT(texts(counted), IsEmpty()) << "a count that was not finished";
}

TEST(Lint, FindsUnstatedMates) {
  EXPECT_THAT(lint_text(back_rank + " am Ra8#;\n"),
              ElementsAre("1 error refuted: am: Ra8# mates in 1"));
  EXPECT_THAT(lint_text(back_rank + " bm Ra8#; am Ra7;\n"), IsEmpty());
  EXPECT_THAT(lint_text(back_rank + " bm Ra7;\n"),
              ElementsAre("1 warning mate_missed: bm: there is a mate in 1 by Ra8#"));
  // The fool's mate, and a move that allows a mate, but is the only one.
  EXPECT_THAT(lint_text("rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - bm g4;\n"),
              ElementsAre("1 error refuted: bm: after g4 there is a mate in 1 by Qh4#, after Kf2 "
                          "there is not"));
  EXPECT_THAT(lint_text("rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - bm e4;\n"),
              IsEmpty());
  EXPECT_THAT(lint_text("K7/7r/1k6/8/8/8/8/8 w - - bm Kb8;\n"), IsEmpty());
}

TEST(Lint, FindsTheShippedSuitesClean) {
  for (const char* suite : {"bratko-kopec", "demo", "tactics"})
    EXPECT_THAT(lint_text(read_file(std::string(PLYLAB_SUITES_DIR) + "/" + suite + ".epd")),
                IsEmpty())
        << suite;
}

TEST(Lint, ChecksNoMatesWithoutNodes) {
  Options options;
  options.nodes = 0;
  EXPECT_THAT(
      texts(lint(back_rank + " bm Ra7; dm 9; id \"x\";\n" + array + " bm e4;\n", "x", options)),
      IsEmpty());
}

TEST(Lint, DrawnPositions) {
  EXPECT_THAT(lint_text("8/8/4k3/8/8/3K4/8/8 w - - bm Kd4;\n"),
              ElementsAre("1 warning dead_position: neither side can mate: the game is drawn"));
  EXPECT_THAT(lint_text("8/8/4k3/8/8/3K4/8/8 w - - D1 8;\n"), IsEmpty()) << "only counted";
  const std::string rook = "8/8/4k3/8/8/3K4/8/R7 w - - bm Ra6+; fmvn 300; hmvc ";
  EXPECT_THAT(lint_text(rook + "99;\n"), IsEmpty());
  EXPECT_THAT(lint_text(rook + "100;\n"),
              ElementsAre("1 note halfmove_clock: hmvc 100: either side can claim a draw by the "
                          "fifty-move rule"));
  EXPECT_THAT(
      lint_text(rook + "200;\n"),
      ElementsAre("1 warning halfmove_clock: hmvc 200: the seventy-five-move rule ended the "
                  "game at 150"));
}

TEST(Lint, MissingSemicolons) {
  EXPECT_THAT(lint_operations("bm Nf3 id \"x\";"),
              ElementsAre("1 error missing_semicolon: bm: a semicolon is missing before 'id'"));
  EXPECT_THAT(lint_operations("bm Nf3 c0 \"x\"; acd 3 acn 4;"),
              ElementsAre("1 error missing_semicolon: acd: a semicolon is missing before 'acn'",
                          "1 error missing_semicolon: bm: a semicolon is missing before 'c0'"));
  EXPECT_THAT(lint_operations("bm e4 c4;"), IsEmpty()) << "c4 is a move as well";
}

TEST(Lint, NamesTheMateThatIsClaimedHoweverLong) {
  EXPECT_THAT(
      lint_text("8/8/8/8/p7/7p/P6P/5k1K w - - dm 99999999999;\n"),
      ::testing::Contains(HasSubstr("1 note undecided: dm 99999999999: there is no mate in 100")));
}

TEST(Lint, AMateDistanceIsNoMove) {
  EXPECT_THAT(lint_text(back_rank + " bm #1;\n"), IsEmpty());
  EXPECT_THAT(lint_text(back_rank + " bm #2;\n"),
              ElementsAre(HasSubstr("1 error refuted: dm 2: there is a mate in 1")));
  EXPECT_THAT(lint_text(back_rank + " am #1;\n"),
              Contains("1 error move: am: '#1' is not a move: write dm 1 for a mate in 1"));
}

TEST(Lint, SidesThatAreMated) {
  const std::string cornered = "8/8/8/8/8/1k6/3r4/K7 w - -", mated = "8/8/8/8/8/1k6/8/K2r4 w - -";
  EXPECT_THAT(lint_text(cornered + " bm #-1;\n"), IsEmpty());
  EXPECT_THAT(lint_text(cornered + " bm #-2;\n"),
              ElementsAre("1 error refuted: dm -2: the side to move is mated in 1"));
  EXPECT_THAT(lint_text(array + " bm #-1;\n"),
              ElementsAre("1 error refuted: dm -1: after a3 there is no mate in 1"));
  // However long the mate is said to be.
  for (const char* goal : {"dm -15", "bm #-15"})
    EXPECT_THAT(lint_text(fmt::format("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - {};\n", goal)),
                ElementsAre("1 error refuted: dm -15: the side to move mates in 1 by Ra8#"));
  EXPECT_THAT(lint_text(morphy + " dm -15;\n"),
              ElementsAre("1 error refuted: dm -15: the side to move mates in 2 by Ra6"));
  EXPECT_THAT(lint_text(mated + " bm #-1;\n"),
              Contains("1 error refuted: dm -1: the side to move is mated already"));
  EXPECT_THAT(lint_text(mated + " dm 0;\n"), Not(Contains(HasSubstr("error"))));
  EXPECT_THAT(lint_text(array + " dm 0;\n"),
              Contains("1 error refuted: dm 0: the side to move is not mated"));
}

TEST(Lint, Stipulations) {
  EXPECT_THAT(lint_operations("stipulation h#2.5;"), IsEmpty());
  EXPECT_THAT(lint_operations("stipulation \"ser-h#5\";"), IsEmpty());
  EXPECT_THAT(lint_operations("stipulation h#x;"),
              ElementsAre(HasSubstr("1 error operand: stipulation 'h#x': ")));
  Options options;
  options.nodes = 1000;
  EXPECT_THAT(texts(lint(back_rank + " stipulation h#; dm 2; bm Ra7;\n", "x", options)), IsEmpty());
}

TEST(Lint, Points) {
  EXPECT_THAT(lint_operations("bm e4; c0 \"e4=10, d4=3\"; c7 \"e4 d4\"; c8 \"10 3\";"), IsEmpty());
  EXPECT_THAT(lint_operations("bm e4; c0 \"see http://example/topic?tid=18253\";"), IsEmpty());
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
              ElementsAre("1 note tab: has a tab where EPD has one blank"));
  EXPECT_THAT(lint_text(record + "  \n"), ElementsAre("1 note trailing_blank: ends in a blank"));
  EXPECT_THAT(lint_text(array + " bm e4; id \"Gr\xFCn\";\n"),
              ElementsAre("1 warning encoding: is not UTF-8, and is read as Windows-1252"));
  EXPECT_THAT(lint_text(record + std::string(1, '\0') + "\n"),
              ElementsAre("1 warning stray: has a zero byte, a byte order mark or Ctrl-Z, which is "
                          "ignored"));
  EXPECT_THAT(lint_text("# bell \a\n" + record + "\n"),
              ElementsAre("1 warning control_character: has a control character"));
  EXPECT_THAT(
      lint_text(array + " bm e4\n"),
      ElementsAre(
          "1 note semicolon: the last operation does not end with a semicolon (1 in the file)"));
  EXPECT_THAT(lint_text("# a\r# b\n" + record + "\n"),
              ElementsAre("1 warning carriage_return: ends in CR alone, which most programs do not "
                          "accept as a line end"));
  EXPECT_THAT(lint_text(array + " bm e4; 00:00;\n"),
              ElementsAre("1 error unreadable: an opcode is missing before '00:00;'"));
}

}  // namespace
}  // namespace plylab::suites::lint
