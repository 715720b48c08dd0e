// The board as people see it.
#include "gen/chess/board/diagram.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gen/chess/board/setup.h"

namespace plylab::chess {
namespace {

using ::testing::ElementsAre;

constexpr const char* every_piece = "kqrbnp2/KQRBNP2/8/8/8/8/8/7R w - -";

TEST(Diagram, ShowsTheLettersOfFen) {
  EXPECT_THAT(diagram(parse_fen(every_piece).squares),
              ElementsAre("8   k q r b n p . .", "7   K Q R B N P . .", "6   . . . . . . . .",
                          "5   . . . . . . . .", "4   . . . . . . . .", "3   . . . . . . . .",
                          "2   . . . . . . . .", "1   . . . . . . . R", "    a b c d e f g h"));
}

TEST(Diagram, ShowsThePiecesOfUnicode) {
  const auto lines = diagram(parse_fen(every_piece).squares, Figures::unicode);
  EXPECT_EQ(lines[0], "8   ♚ ♛ ♜ ♝ ♞ ♟ . .");
  EXPECT_EQ(lines[1], "7   ♔ ♕ ♖ ♗ ♘ ♙ . .");
}

}  // namespace
}  // namespace plylab::chess
