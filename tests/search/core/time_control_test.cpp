// The numbers of time control, at its edges.
#include "search/core/time_control.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace plylab::search {
namespace {

/// White has the clock in question; Black's must not matter.
double of_white(double left, double increment = 0, std::optional<int> moves_to_control = {}) {
  return thinking_time({{left, 7}, {increment, 3}, moves_to_control}, Side::first);
}

TEST(TimeControl, SharesTheRestOfAGameAmongThirtyMoves) {
  EXPECT_DOUBLE_EQ(of_white(60.05), 60.0 / 30);
  EXPECT_DOUBLE_EQ(of_white(3.05), 3.0 / 30);
}

TEST(TimeControl, LooksAtTheClockOfTheSideToMove) {
  const Clocks clocks{{60.05, 30.05}, {0, 2}};
  EXPECT_DOUBLE_EQ(thinking_time(clocks, Side::first), 2);
  EXPECT_DOUBLE_EQ(thinking_time(clocks, Side::second), 1 + 1.5);
}

TEST(TimeControl, SpendsThreeQuartersOfTheIncrement) {
  EXPECT_DOUBLE_EQ(of_white(60.05, 1), 2 + 0.75);
  EXPECT_DOUBLE_EQ(of_white(300.05, 10), 10 + 7.5);
}

TEST(TimeControl, SpendsAQuarterMoreWherePonderingSavesIt) {
  const auto pondering = [](double left, std::optional<int> moves_to_control) {
    return thinking_time({{left, 7}, {1, 3}, moves_to_control}, Side::first, true);
  };
  EXPECT_DOUBLE_EQ(pondering(60.05, {}), 1.25 * (2 + 0.75));
  EXPECT_DOUBLE_EQ(pondering(60.05, 2), 30);  // but no more than half of what is left
  EXPECT_DOUBLE_EQ(pondering(60.05, 1), 54);
}

TEST(TimeControl, SharesTheTimeUpToTheNextControl) {
  EXPECT_DOUBLE_EQ(of_white(60.05, 0, 10), 6);
  EXPECT_DOUBLE_EQ(of_white(60.05, 0, 3), 20);
  EXPECT_DOUBLE_EQ(of_white(60.05, 0, 30), 2);
  // More moves than thirty are treated as thirty: a game is seldom longer.
  EXPECT_DOUBLE_EQ(of_white(60.05, 0, 31), 2);
  EXPECT_DOUBLE_EQ(of_white(60.05, 0, 1000), 2);
}

TEST(TimeControl, NeverSpendsMoreThanHalfOfWhatIsLeft) {
  EXPECT_DOUBLE_EQ(of_white(60.05, 0, 2), 30);   // exactly half
  EXPECT_DOUBLE_EQ(of_white(60.05, 1, 2), 30);   // wishes 30.75
  EXPECT_DOUBLE_EQ(of_white(1.05, 10), 0.5);     // wishes 1/30 + 7.5
  EXPECT_DOUBLE_EQ(of_white(10.05, 10, 30), 5);  // wishes 1/3 + 7.5
  EXPECT_DOUBLE_EQ(of_white(20.05, 10, 30), 20.0 / 30 + 7.5);
}

TEST(TimeControl, SpendsNearlyAllOnTheLastMoveBeforeTheControl) {
  EXPECT_DOUBLE_EQ(of_white(60.05, 0, 1), 54);
  EXPECT_DOUBLE_EQ(of_white(60.05, 5, 1), 54);
  EXPECT_DOUBLE_EQ(of_white(60.05, 0, 0), 54);  // some tell 0 on the last move
  EXPECT_DOUBLE_EQ(of_white(60.05, 0, -3), 54);
}

TEST(TimeControl, KeepsFiftyMillisecondsInReserve) {
  for (const auto moves : {std::optional<int>(), std::optional(1), std::optional(40)})
    for (const double left : {0.05, 0.01, 0.0, -5.0})
      EXPECT_EQ(of_white(left, 10, moves), 0) << left;
  EXPECT_DOUBLE_EQ(of_white(0.1, 0, 1), 0.9 * (0.1 - 0.05));
  EXPECT_DOUBLE_EQ(of_white(0.1, 10), 0.5 * (0.1 - 0.05));
}

// Each move costs 1 ms more than it should, and each 50th arrives 40 ms late.
TEST(TimeControl, KeepsTheClockAboveZeroThoughMovesAreLate) {
  for (const auto& [base, increment] : {std::pair{0.2, 0.002}, {1.0, 0.01}, {10.0, 0.1}}) {
    double left = base;
    for (int move = 1; move <= 500; ++move) {
      left -= of_white(left, increment) + (move % 50 == 0 ? 0.041 : 0.001);
      EXPECT_GE(left, 0) << base << '+' << increment << ", move " << move;
      left += increment;
    }
  }
}

TEST(TimeControl, NeverLetsTheClockRunOut) {
  for (double left = 0; left < 100; left = left * 1.3 + 0.001)
    for (const double increment : {0.0, 0.01, 1.0, 60.0})
      for (int moves = 0; moves <= 40; ++moves) {
        const double seconds = of_white(left, increment, moves);
        EXPECT_GE(seconds, 0);
        EXPECT_LE(seconds, std::max(left - 0.05, 0.0) * (moves <= 1 ? 0.9 : 0.5) + 1e-12)
            << left << " s, " << increment << " s a move, " << moves << " moves";
      }
}

}  // namespace
}  // namespace plylab::search
