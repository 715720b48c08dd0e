// Positions and moves of checkers as text, both ways.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "gen/base/input_error.h"
#include "gen/checkers/checkers.h"
#include "tests/support/input_error_of.h"

namespace plylab::checkers {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string message(std::string_view text) {
  return testing::input_error_of([&] { parse_setup(text); });
}

TEST(Fen, HasOneForm) {
  for (const char* text : {"B:W21,22,K30:B1,2", "W:W:BK1", "B:W32:B", "B:WK1:BK32 merged"})
    EXPECT_EQ(to_string(parse_setup(text)), text);
  EXPECT_EQ(to_string(parse_setup("startpos")), starting_array);
  EXPECT_EQ(to_string(parse_setup(" B : B 2, 1 : W K30,22 , 21. ")), "B:W21,22,K30:B1,2");
  EXPECT_EQ(to_string(parse_setup("B:W21-32:B1-12.")), starting_array);
  EXPECT_EQ(to_string(parse_setup("W:WK1-3:B")), "W:WK1,K2,K3:B");
}

TEST(Fen, SaysWhatIsWrong) {
  EXPECT_EQ(message(""), "checkers: '' is not a position such as B:W21,22,K30:B1,2");
  EXPECT_EQ(message("B:W1"), "checkers: 'B:W1' is not a position such as B:W21,22,K30:B1,2");
  EXPECT_EQ(message("X:W21:B1"), "checkers: 'X' is not a side; write B or W");
  EXPECT_EQ(message("B:21:B1"), "checkers: '2' is not a side; write B or W");
  EXPECT_EQ(message("B::"), "checkers: 'B::' is not a position such as B:W21,22,K30:B1,2");
  EXPECT_EQ(message("B:W21:W1"), "checkers: the pieces of 'W' are listed twice");
  EXPECT_EQ(message("B:W33:B1"), "checkers: '33' is not a square from 1 to 32");
  EXPECT_EQ(message("B:W0:B1"), "checkers: '0' is not a square from 1 to 32");
  EXPECT_EQ(message("B:W21,,22:B1"), "checkers: '' is not a square from 1 to 32");
  EXPECT_EQ(message("B:W21,:B1"), "checkers: a list ends with a comma");
  EXPECT_EQ(message("B:Wk21:B1"), "checkers: 'k21' is not a square from 1 to 32");
  EXPECT_EQ(message("B:W9-7:B1"), "checkers: '9-7' is not a range of squares");
  EXPECT_EQ(message("B:W21:B1,21"), "checkers: square 21 is named twice");
  EXPECT_EQ(message("B:W4:B1"), "checkers: the man of White on 4 would be a king");
  EXPECT_EQ(message("B:W21:B29"), "checkers: the man of Black on 29 would be a king");
  EXPECT_EQ(message("B:W20-32:B1"), "checkers: White has 13 pieces, more than 12");
  EXPECT_EQ(message("B:W21:B1merged"), "checkers: '1merged' is not a square from 1 to 32");
  EXPECT_THAT(message("B:W21:B1:H0"), HasSubstr("continues after the lists of both sides"));
}

template <class Board>
class MoveTexts : public ::testing::Test {};
using Boards = ::testing::Types<ArrayBoard, Bitboard>;
TYPED_TEST_SUITE(MoveTexts, Boards);

TYPED_TEST(MoveTexts, AreReadShortWhereThatIsEnough) {
  const TypeParam board(parse_setup("B:W18,25:B15"));
  const auto move = move_from_text(board, "15x22x29");
  ASSERT_TRUE(move.has_value());
  EXPECT_EQ(move_text(board, *move), "15x22x29");
  EXPECT_EQ(move_from_text(board, "15x29"), move);
  for (const char* text : {"15x22", "15-29", "15x22x29x22", "15-18", "15x", "x29", "15", "",
                           "15x33", "15x0", "15 x29", "15x-29", "15x26x29"})
    EXPECT_FALSE(move_from_text(board, text).has_value()) << text;
}

TYPED_TEST(MoveTexts, NeedAllSquaresWhereTheEndsSayTooLittle) {
  const TypeParam board(parse_setup("B:W14,15,22,23:BK10"));
  EXPECT_FALSE(move_from_text(board, "10x10").has_value());
  for (const char* text : {"10x17x26x19x10", "10x19x26x17x10"}) {
    const auto move = move_from_text(board, text);
    ASSERT_TRUE(move.has_value());
    EXPECT_EQ(move_text(board, *move), text);
  }
}

TYPED_TEST(MoveTexts, OfMergedRoutesNameAnyOfThem) {
  const TypeParam board(parse_setup("B:W14,15,22,23:BK10 merged"));
  const auto move = move_from_text(board, "10x17x26x19x10");
  ASSERT_TRUE(move.has_value());
  EXPECT_EQ(move_from_text(board, "10x19x26x17x10"), move);
  EXPECT_EQ(move_from_text(board, "10x10"), move);
  EXPECT_FALSE(move_from_text(board, "10x19x26").has_value());
}

TEST(Words, HaveNumbers) {
  const auto start = parse_setup("startpos");
  Bitboard board(start);
  std::vector<Move> line;
  for (const char* text : {"11-15", "23-19", "8-11"}) {
    line.push_back(move_from_text(board, text).value());
    board.make(line.back());
  }
  EXPECT_THAT(words<Checkers>(start, line), ElementsAre("1. 11-15", "23-19", "2. 8-11"));
  const auto white = parse_setup("W:W32:B5,6");
  Bitboard other(white);
  line = {move_from_text(other, "32-28").value()};
  other.make(line.back());
  line.push_back(move_from_text(other, "5-9").value());
  EXPECT_THAT(words<Checkers>(white, line), ElementsAre("1... 32-28", "2. 5-9"));
}

}  // namespace
}  // namespace plylab::checkers
