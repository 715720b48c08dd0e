// Sudoku puzzles from text, and what is said about text that is none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gen/sudoku/grid.h"

namespace plylab::sudoku {
namespace {

/// Bik's puzzle (aartbik.com/strategy.php).
const std::string line =
    "...4..5.....27..8...6..8..43..6..4...4..5..7...2..9..62..9..7...8..3..5.154762..8";
const std::string drawing =
    "+---+---+---+\n"
    "|...|4..|5..|\n"
    "|...|27.|.8.|\n"
    "|..6|..8|..4|\n"
    "+---+---+---+\n"
    "|3..|6..|4..|\n"
    "|.4.|.5.|.7.|\n"
    "|..2|..9|..6|\n"
    "+---+---+---+\n"
    "|2..|9..|7..|\n"
    "|.8.|.3.|.5.|\n"
    "|154|762|..8|\n"
    "+---+---+---+\n";

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += by.size())
    text.replace(at, old.size(), by);
  return text;
}

std::string error_of(const std::string& text) {
  const Puzzles found = read_puzzles(text, "file");
  std::string all;
  for (const std::string& problem : found.problems) all += (all.empty() ? "" : "; ") + problem;
  return all;
}

TEST(Reader, ReadsLinesAndDrawingsAlike) {
  const std::string spaced = replaced(replaced(drawing, "|", "| "), ".", ". ");
  for (const std::string& text :
       {line, line + "\n", line + "\r\n", replaced(line, ".", "0"), line + ",821493567",
        line + " # ED=1.2", line + ";name", drawing, replaced(drawing, "|", ""),
        replaced(drawing, "\n", "\r\n"), replaced(drawing, "\n", "\n  "), spaced,
        "PROBLEM:\n" + drawing, "# comment\n\n" + drawing + "\n# end\n"}) {
    const auto puzzles = read_puzzles(text, "file").puzzles;
    ASSERT_EQ(puzzles.size(), 1U) << text;
    EXPECT_EQ(to_string(puzzles[0].grid), line) << text;
    EXPECT_EQ(clues(puzzles[0].grid), 30U);
  }
}

TEST(Reader, SaysWherePuzzlesStand) {
  const auto puzzles =
      read_puzzles("# two\n" + drawing + "\n" + line + "\n" + drawing, "file").puzzles;
  ASSERT_EQ(puzzles.size(), 3U);
  EXPECT_EQ(puzzles[0].line, 3U);
  EXPECT_EQ(puzzles[1].line, 16U);
  EXPECT_EQ(puzzles[2].line, 18U);
  EXPECT_TRUE(read_puzzles("\n# nothing\n", "file").puzzles.empty());
}

TEST(Reader, RefusesWhatIsNoPuzzle) {
  EXPECT_EQ(error_of(line + "\n" + line.substr(1)),
            "file:2: a puzzle in one line has 81 cells, this one 80");
  EXPECT_EQ(error_of(line + "1"), "file:1: a puzzle in one line has 81 cells, this one 82");
  EXPECT_EQ(error_of("\nx" + line.substr(1)),
            "file:2: 'x' is not a cell: write a digit, or '.' for an empty cell");
  EXPECT_EQ(error_of(replaced(drawing, "|.4.|", "|.4|")),
            "file:7: a row has nine cells, this one 8");
  EXPECT_EQ(error_of(replaced(drawing, "|.4.|", "|.4..|")),
            "file:7: a row has nine cells, this one 10");
  EXPECT_EQ(error_of(drawing.substr(0, 28) + line + "\n"),
            "file:3: a row has nine cells, this one 81");
  EXPECT_EQ(error_of(replaced(drawing, "|.4.|", "|.?.|")),
            "file:7: '?' is not a cell: write a digit, or '.' for an empty cell");
  EXPECT_EQ(error_of(replaced(drawing, "|.8.|.3.|.5.|\n", "\n")),
            "file:11: an empty line or a comment after 7 of the nine rows of a puzzle; "
            "file:13: the text ends after 1 of the nine rows of a puzzle");
  EXPECT_EQ(error_of(replaced(drawing, "|.8.|.3.|.5.|\n", "")),
            "file:12: the text ends after 8 of the nine rows of a puzzle");
  EXPECT_EQ(error_of(drawing.substr(0, 28) + "SOLUTION:\n"),
            "file:3: a heading after 1 of the nine rows of a puzzle");
}

TEST(Reader, GoesOnBehindWhatIsNoPuzzle) {
  const std::string short_row = replaced(drawing, "|.4.|", "|.4|"),
                    wrong_first = replaced(drawing, "|...|4..|5..|", "|...|4x.|5..|");
  for (const std::string& bad :
       {line.substr(1), short_row, wrong_first, replaced(drawing, "|", "").substr(4, 45) + "\n"}) {
    const Puzzles found = read_puzzles(bad + "\n" + line + "\n" + bad + "\n" + drawing, "file");
    EXPECT_EQ(found.problems.size(), 2U) << bad;
    EXPECT_EQ(found.puzzles.size(), 2U) << bad;
    for (const Puzzle& puzzle : found.puzzles) EXPECT_EQ(to_string(puzzle.grid), line);
  }
  // The rest of a wrong drawing is no beginning of the next.
  EXPECT_EQ(read_puzzles(short_row + drawing, "file").puzzles.size(), 1U);
}

TEST(Grid, IsDrawnAsItIsRead) {
  std::string drawn;
  for (const std::string& text : drawing_of(read_puzzles(line, "file").puzzles[0].grid))
    drawn += text + '\n';
  EXPECT_EQ(drawn, drawing);
}

TEST(Grid, KnowsWhetherADigitIsRepeated) {
  EXPECT_FALSE(repeats_a_digit(Grid{}));
  EXPECT_FALSE(repeats_a_digit(read_puzzles(line, "file").puzzles[0].grid));
  for (std::size_t a = 0; a < cells; ++a)
    for (std::size_t b = 0; b < cells; ++b) {
      Grid grid{};
      grid[a] = grid[b] = 7;
      const bool together =
          row_of(a) == row_of(b) || column_of(a) == column_of(b) || box_of(a) == box_of(b);
      EXPECT_EQ(repeats_a_digit(grid), a != b && together) << a << ' ' << b;
    }
}

}  // namespace
}  // namespace plylab::sudoku
