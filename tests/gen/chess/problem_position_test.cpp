// Positions as problems state them.
#include <gtest/gtest.h>

#include "gen/chess/board/setup.h"
#include "gen/chess/text.h"

namespace plylab::chess {
namespace {

std::string read(std::string_view text) { return to_string(parse_problem_position(text).setup); }

TEST(ProblemPosition, TakesTheBoardAlone) {
  EXPECT_EQ(read("kbK5/pp6/1P6/8/8/8/8/R7"), "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
  EXPECT_FALSE(parse_problem_position("kbK5/pp6/1P6/8/8/8/8/R7").side_given);
}

TEST(ProblemPosition, TakesTheSideToMove) {
  EXPECT_EQ(read("kbK5/pp6/1P6/8/8/8/8/R7 b"), "kbK5/pp6/1P6/8/8/8/8/R7 b - - 0 1");
  EXPECT_TRUE(parse_problem_position(" kbK5/pp6/1P6/8/8/8/8/R7  w ").side_given);
}

TEST(ProblemPosition, AllowsCastlingAtHome) {
  EXPECT_EQ(read("4k2r/8/8/8/8/8/8/R3K2R"), "4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1");
  EXPECT_EQ(read("r3k3/8/8/8/8/8/8/R2K3R b"), "r3k3/8/8/8/8/8/8/R2K3R b q - 0 1");
  EXPECT_EQ(read("4k3/8/8/8/8/8/8/N3K2r"), "4k3/8/8/8/8/8/8/N3K2r w - - 0 1");
}

TEST(ProblemPosition, TakesCastlingAsItIsGiven) {
  EXPECT_EQ(read("4k2r/8/8/8/8/8/8/R3K2R w -"), "4k2r/8/8/8/8/8/8/R3K2R w - - 0 1");
  EXPECT_EQ(read("4k2r/8/8/8/8/8/8/R3K2R w Qk"), "4k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1");
  EXPECT_EQ(read("4k2r/8/8/8/8/8/8/R3K2R w - - 7 9"), "4k2r/8/8/8/8/8/8/R3K2R w - - 7 9");
}

TEST(ProblemPosition, RefusesWhatIsNoPosition) {
  for (const char* text : {"", "x", "8/8", "8/8/8/8/8/8/8/8 x", "8/8/8/8/8/8/8/8 w z"})
    EXPECT_THROW(parse_problem_position(text), FenError) << text;
}

TEST(ProblemPosition, TakesNamesAndMovesToo) {
  EXPECT_EQ(read("startpos"), startpos_fen);
  EXPECT_EQ(read("pos3"), "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1");
  EXPECT_EQ(read("pos3 moves b4f4"), "8/2p5/3p4/KP5r/5R1k/8/4P1P1/8 b - - 0 1");
}

}  // namespace
}  // namespace plylab::chess
