// What the positional evaluation knows of endings.
#include <gtest/gtest.h>

#include "gen/chess/registry.h"
#include "search/evaluation/chess_evaluation.h"

namespace plylab::search {
namespace {

Value value_of(const char* fen) {
  return ChessEvaluation("positional")(chess::Mailbox(chess::ValidSetup(fen)));
}

TEST(Endings, ScoreUnwinnableEndingsAsDraws) {
  EXPECT_EQ(value_of("8/8/4k3/8/8/3NNK2/8/8 w - - 0 1"), 0);     // two knights
  EXPECT_EQ(value_of("8/8/4k3/8/8/2B1BK2/8/8 w - - 0 1"), 0);    // bishops of one colour
  EXPECT_EQ(value_of("1k6/8/8/P7/8/4BK2/8/8 w - - 0 1"), 0);     // the wrong bishop
  EXPECT_GT(value_of("1k6/8/8/P7/8/5K2/4B3/8 w - - 0 1"), 250);  // the right one
  EXPECT_GT(value_of("8/8/8/8/8/K7/2p4Q/1k6 w - - 0 1"), 250);
  EXPECT_EQ(value_of("6K1/8/8/8/8/8/2p4Q/1k6 w - - 0 1"), 0);  // bishop's pawn, stalemate
}

TEST(Endings, KnowTheSquareOfThePawn) {
  EXPECT_GT(value_of("8/8/7k/P7/8/8/8/K7 w - - 0 1"), 250);
  EXPECT_GT(value_of("8/8/4k3/P7/8/8/8/K7 b - - 0 1"), -100);
  EXPECT_LT(value_of("8/8/5k2/P7/8/8/8/K7 b - - 0 1"), -250);
}

TEST(Endings, KnowStalemateWithoutMoves) {
  EXPECT_EQ(value_of("k7/P7/1K6/8/8/8/8/8 b - - 0 1"), 0);
  EXPECT_EQ(value_of("8/8/8/8/8/p5q1/P3k3/7K w - - 0 1"), 0);
  EXPECT_LT(value_of("8/8/8/8/8/p5q1/P3k1P1/7K w - - 0 1"), -300);  // the pawn can move
}

/// The example of Hossa's documents: White has two bishops and no way in.
TEST(Endings, KnowABlockedPosition) {
  const Value value = value_of("4k3/8/1p1p4/pPpPp1p1/P1P1PpPp/5P1P/2BB4/K7 b - - 0 1");
  EXPECT_LT(value, 100);
  EXPECT_GT(value, -150);
  EXPECT_LT(value_of("4k3/8/1p1p4/pPpPp1p1/P1P1PpPp/5P1P/2BR4/K7 b - - 0 1"), -400);
}

}  // namespace
}  // namespace plylab::search
