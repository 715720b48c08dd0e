// The score between two players while a match is going on, and the test that ends it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "suites/play/match/match.h"

namespace plylab::suites::play::match {
namespace {

/// A match between two whose games have these results for the first player.
struct Results {
  Match match;
  PlayedGames games;

  explicit Results(const std::vector<double>& points) {
    match.players.resize(2);
    match.pairings = pairings(2, points.size(), points.size(), false);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Side side = match.pairings[i].players[0] == 0 ? Side::first : Side::second;
      PlayedGame game;
      game.number = i + 1;
      if (points[i] != 0.5) game.verdict.winner = points[i] == 1 ? side : !side;
      games.emplace_back(game);
    }
  }
};

TEST(RunningScore, TakesGamesInTheirOrder) {
  const Results results({1, 0.5, 0.5, 0, 1, 1, 1});
  RunningScore score(results.match, std::nullopt);
  EXPECT_EQ(score.to_string(), "");
  PlayedGames games(results.games.size());
  games[1] = results.games[1];
  score.advance(games);
  EXPECT_EQ(score.to_string(), "");
  games[0] = results.games[0];
  games[2] = results.games[2];
  games[4] = results.games[4];
  score.advance(games);
  EXPECT_EQ(score.to_string(), "+1 -0 =2, 66.7 %");
  EXPECT_EQ(score.pairs().counts, (std::array<std::uint64_t, 5>{0, 0, 0, 1, 0}));
  score.advance(results.games);
  EXPECT_EQ(score.to_string(), "+4 -1 =2, 71.4 %");
  EXPECT_EQ(score.pairs().counts, (std::array<std::uint64_t, 5>{0, 1, 0, 1, 1}));
  EXPECT_FALSE(score.end());
}

TEST(RunningScore, EndsWithThePairThatDecides) {
  std::vector<double> points;
  for (int i = 0; i < 100; ++i) points.insert(points.end(), {1, i % 4 == 0 ? 0.0 : 0.5});
  const Results results(points);
  const elo::Sprt sprt{.elo0 = 0, .elo1 = 100};
  RunningScore at_once(results.match, sprt), one_by_one(results.match, sprt);
  at_once.advance(results.games);
  PlayedGames games(results.games.size());
  for (std::size_t i = 0; i < games.size(); i += 2)
    for (const std::size_t place : {i + 1, i}) {
      games[place] = results.games[place];
      one_by_one.advance(games);
    }
  EXPECT_EQ(at_once.decision(), elo::Decision::h1);
  EXPECT_EQ(at_once.end(), one_by_one.end());
  EXPECT_EQ(at_once.pairs().counts, one_by_one.pairs().counts);
  ASSERT_TRUE(at_once.end());
  EXPECT_EQ(*at_once.end(), 2 * at_once.pairs().total());
  EXPECT_LT(*at_once.end(), 100U);
  EXPECT_GE(at_once.llr(), sprt.upper_bound());
}

}  // namespace
}  // namespace plylab::suites::play::match
