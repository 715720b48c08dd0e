// No position of a real game is accused, and whatever is accused is accused of the right thing.
#include "gen/chess/plausible.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "gen/chess/last_move.h"
#include "tests/random_games.h"

namespace plylab::chess {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;

std::string listed(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings) text += finding.kind + ": " + finding.what + '\n';
  return text;
}

/// The whole game history that `random_game` forgets: clocks and numbers from the start.
template <class Visit>
void games_from_the_array(int positions, Visit&& visit) {
  const Fen start = parse_fen("startpos");
  int visited = 0;
  for (std::uint64_t game = 0; visited < positions; ++game)
    testing::random_game(start, game, 300, [&](const Fen& fen, const auto& moves, Move next) {
      ++visited;
      visit(fen, moves, next);
    });
}

TEST(Plausible, NoPositionOfAGameIsAccused) {
  int late = 0;
  games_from_the_array(30'000, [&](const Fen& fen, const auto&, Move) {
    late += fen.fullmove > 100;
    const auto findings = examine(fen);
    ASSERT_TRUE(findings.empty()) << to_string(fen) << '\n' << listed(findings);
  });
  EXPECT_GT(late, 5'000);
}

TEST(LastMove, IsAmongTheRetractions) {
  games_from_the_array(3'000, [](const Fen& fen, const auto&, Move move) {
    const Fen next = after(fen, move);
    const Retraction played{move,
                            move.is_capture() ? type_of(fen.squares[move.captured_on()]) : no_type};
    ASSERT_THAT(retractions(next), Contains(played)) << to_string(fen) << to_string(next);
    ASSERT_TRUE(was_legal(before(next, played), move)) << to_string(next);
    ASSERT_EQ(before(next, played).squares, fen.squares) << to_string(next);
  });
}

/// Going back and forth again: whatever may have been played is a legal move that leads here.
TEST(LastMove, EveryLegalRetractionLeadsBack) {
  games_from_the_array(300, [](const Fen& fen, const auto&, Move) {
    for (const Retraction& retraction : retractions(fen)) {
      const Fen previous = before(fen, retraction);
      if (!was_legal(previous, retraction.move)) continue;
      const auto moves = legal_moves(previous);
      ASSERT_THAT(moves, Contains(retraction.move)) << to_string(fen) << to_string(previous);
      ASSERT_EQ(after(previous, retraction.move).squares, fen.squares);
    }
  });
}

}  // namespace
}  // namespace plylab::chess
