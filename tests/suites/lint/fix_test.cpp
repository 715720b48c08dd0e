// What lint --fix writes.
#include <gtest/gtest.h>

#include "gen/base/files.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/mailbox/mailbox.h"
#include "suites/lint/lint.h"
#include "suites/solve/goal.h"
#include "tests/suites/lint/positions.h"
#include "tests/support/random_games.h"

namespace plylab::suites::lint {
namespace {

using testing::array;

TEST(LintFix, CountsTheLinesThatItCorrects) {
  const auto corrected = [](const std::string& text) {
    return corrected_lines(text, fixed_text(text));
  };
  const std::string fine = array + " bm Nf3;\n";
  EXPECT_EQ(corrected(""), 0U);
  EXPECT_EQ(corrected("# fine\n\n" + fine), 0U);
  EXPECT_EQ(corrected(fine + array + " bm g1f3;\n" + fine), 1U);
  EXPECT_EQ(
      corrected("\xEF\xBB\xBF" + fine + "# wide \n" + array + " bm Nf3;\r\n" + array + " bm Nf3;"),
      4U);
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
  EXPECT_EQ(fixed_text(array + " bm e2e4; 00:00;"), array + " bm e2e4; 00:00;\n");
  EXPECT_EQ(fixed_text(""), "");
}

TEST(LintFix, ALineIsWrittenMoveByMove) {
  EXPECT_EQ(fixed_text(array + " pv e2e4 e7e5 g1f3;"), array + " pv e4 e5 Nf3;\n");
  EXPECT_EQ(fixed_text(array + " pv e2e4 e2e4;"), array + " pv e2e4 e2e4;\n");
}

/// What a record means: its position, goal and everything but moves and blanks.
std::string meaning(const epd::Record& record) {
  std::vector<std::string> problems;
  const solve::Goal goal = solve::goal_of(record, problems);
  std::string text = epd::position_text(record.setup) + '|' + to_string(record, goal);
  for (const epd::Operation& operation : record.operations)
    text += '|' + operation.opcode + ' ' + record.text("id").value_or("");
  for (const epd::PerftCount& count : epd::perft_counts(record))
    text += '|' + to_string(count.paths);
  return text + '|' + std::to_string(record.setup.halfmove_clock) + '|' +
         std::to_string(record.setup.fullmove) + '|' + std::to_string(problems.size());
}

TEST(LintFix, ChangesNoMeaning) {
  std::string ugly = read_file(std::string(PLYLAB_SUITES_DIR) + "/demo.epd");
  testing::random_positions(300, 20, [&](const chess::Setup& setup, const auto& moves, auto next) {
    epd::Record record{setup, {{"bm", {}}, {"am", {}}, {"id", {{"a b", false}}}}, 1};
    record.operations[0].operands = {{chess::move_text(setup, next), false}};
    record.operations[1].operands = {{chess::move_text(setup, moves.front()), false}};
    ugly += to_string(record) + " \r\n";
  });
  const std::string better = fixed_text(ugly);
  const epd::Suite before = epd::parse_suite(ugly, "a"), after = epd::parse_suite(better, "b");
  ASSERT_EQ(before.records.size(), after.records.size());
  for (std::size_t i = 0; i < before.records.size(); ++i)
    EXPECT_EQ(meaning(before.records[i]), meaning(after.records[i])) << i;
  EXPECT_EQ(fixed_text(better), better);
  Options quick;
  quick.nodes = 0;
  for (const Finding& one : lint(better, "b", quick).findings)
    EXPECT_FALSE(one.fixable) << to_string("b", one);
}

TEST(LintFix, LeavesCleanSuitesAlone) {
  for (const char* suite : {"bratko-kopec", "demo", "seeds"}) {
    const std::string text = read_file(std::string(PLYLAB_SUITES_DIR) + "/" + suite + ".epd");
    EXPECT_EQ(fixed_text(text), text) << suite;
  }
}

}  // namespace
}  // namespace plylab::suites::lint
