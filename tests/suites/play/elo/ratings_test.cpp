// Ratings of many players.
#include "suites/play/elo/ratings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gen/base/random.h"

namespace plylab::suites::play::elo {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::Optional;

/// Games between two players, half of them with each colour.
void play(std::vector<Encounter>& encounters, std::size_t one, std::size_t other, double wins,
          double draws, double losses) {
  encounters.push_back({one, other, wins / 2, draws / 2, losses / 2});
  encounters.push_back({other, one, losses / 2, draws / 2, wins / 2});
}

/// The example that Kai Laskos published in the forum CCC on 24 June 2012 ("EloStat, Bayeselo and
/// Ordo"), with all games as often.
std::vector<Encounter> laskos(double times) {
  std::vector<Encounter> encounters;
  play(encounters, 0, 2, 24 * times, 6 * times, 0);
  play(encounters, 0, 1, 18 * times, 9 * times, 3 * times);
  play(encounters, 1, 2, 18 * times, 9 * times, 3 * times);
  return encounters;
}

// He gives what BayesElo prints after "mm 1 1", which estimates the advantage and the draws: 166, 0
// and -165 for 90 games, 173, 0 and -172 for four times as many.
TEST(Ratings, AreThoseOfBayesElo) {
  EXPECT_THAT(rate(3, laskos(1), DrawModel::rao_kupper, 2).elo,
              ElementsAre(Optional(DoubleNear(166, 1)), Optional(DoubleNear(0, 1)),
                          Optional(DoubleNear(-165, 1))));
  EXPECT_THAT(rate(3, laskos(4), DrawModel::rao_kupper, 2).elo,
              ElementsAre(Optional(DoubleNear(173, 1)), Optional(DoubleNear(0, 1)),
                          Optional(DoubleNear(-172, 1.5))));
}

// Without draws the ratings are those of Bradley and Terry, and of two players Elo's curve.
TEST(Ratings, OfTwoWithoutDrawsFollowElosCurve) {
  std::vector<Encounter> encounters;
  play(encounters, 0, 1, 90, 0, 30);
  for (const DrawModelEntry& entry : draw_models) {
    const Ratings ratings = rate(2, encounters, entry.model, 0);
    EXPECT_NEAR(*ratings.elo[0] - *ratings.elo[1], 400 * std::log10(3), 1e-6) << entry.name;
    EXPECT_EQ(ratings.draw_rate, 0);
    // The information of n games is n·p(1 − p).
    const double deviation = 400 / std::log(10) / std::sqrt(120 * 0.75 * 0.25);
    EXPECT_NEAR(2 * std::sqrt(ratings.covariance[0][0]), deviation, 1e-6);
    EXPECT_NEAR(ratings.superiority(0, 1),
                std::erfc(-400 * std::log10(3) / deviation / std::sqrt(2)) / 2, 1e-9);
  }
}

/// Random games between players of known ratings in natural units, by Davidson's model.
std::vector<Encounter> simulated(const std::vector<double>& ratings, double advantage, int games) {
  std::vector<Encounter> all;
  std::uint64_t state = 7;
  for (std::size_t one = 0; one < ratings.size(); ++one)
    for (std::size_t other = 0; other < ratings.size(); ++other) {
      if (one == other) continue;
      const double d = ratings[one] - ratings[other] + advantage;
      const double win = std::exp(d / 2), loss = std::exp(-d / 2), draw = 2;
      Encounter& encounter = all.emplace_back(Encounter{one, other});
      for (int i = 0; i < games; ++i) {
        const double x =
            static_cast<double>(splitmix64(state) >> 11) * 0x1p-53 * (win + draw + loss);
        ++(x < win          ? encounter.first_wins
           : x < win + draw ? encounter.draws
                            : encounter.second_wins);
      }
    }
  return all;
}

// The slow obvious check: no step in any direction makes the games more likely, and under
// Davidson's model every player's expected points are those it got.
TEST(Ratings, ExpectThePointsThatWereScored) {
  const std::vector<Encounter> encounters = simulated({1, 0.3, 0, -0.2, -1.1}, 0.25, 40);
  const Ratings ratings = rate(5, encounters, DrawModel::davidson, 0);
  const double nu = 2 * ratings.draw_rate / (1 - ratings.draw_rate);
  const double unit = 400 / std::log(10) * (1 - ratings.draw_rate);
  std::vector<double> expected(5), scored(5);
  for (const Encounter& e : encounters) {
    const double d = (*ratings.elo[e.first] - *ratings.elo[e.second] + ratings.advantage) / unit;
    const double win = std::exp(d / 2), loss = std::exp(-d / 2);
    const double points = (win + nu / 2) / (win + nu + loss) * e.games();
    expected[e.first] += points;
    expected[e.second] += e.games() - points;
    scored[e.first] += e.first_wins + e.draws / 2;
    scored[e.second] += e.second_wins + e.draws / 2;
  }
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(expected[i], scored[i], 1e-6);
}

TEST(Ratings, FindWhatWasSimulated) {
  const std::vector<double> truth = {1, 0.3, 0, -0.2, -1.1};
  const Ratings ratings = rate(5, simulated(truth, 0.25, 4000), DrawModel::davidson, 0);
  EXPECT_NEAR(ratings.draw_rate, 0.5, 0.01);  // ν/(2 + ν)
  const double unit = 400 / std::log(10) / 2;
  for (std::size_t i = 0; i < 5; ++i) {
    const double deviation = std::sqrt(ratings.covariance[i][i]);
    EXPECT_NEAR(*ratings.elo[i], unit * truth[i], 4 * deviation);
    EXPECT_LT(deviation, 3);
  }
  EXPECT_NEAR(ratings.advantage, unit * 0.25, 4 * *ratings.advantage_error);
}

TEST(Ratings, SayWhereTheGamesLeaveThemOpen) {
  std::vector<Encounter> encounters;
  play(encounters, 0, 1, 10, 4, 6);
  play(encounters, 0, 2, 8, 0, 0);  // 2 lost all its games
  play(encounters, 3, 4, 1, 1, 1);  // these never met the others
  const Ratings ratings = rate(5, encounters, DrawModel::rao_kupper, 0);
  EXPECT_TRUE(ratings.elo[0] && ratings.elo[1]);
  EXPECT_FALSE(ratings.elo[2] || ratings.elo[3] || ratings.elo[4]);
  EXPECT_TRUE(rate(5, encounters, DrawModel::rao_kupper, 2).elo[2]);
}

// If one always had the first move, its advantage cannot be told from its strength.
TEST(Ratings, DoNotInventAnAdvantage) {
  const Ratings ratings = rate(2, {{0, 1, 20, 10, 10}}, DrawModel::rao_kupper, 0);
  EXPECT_EQ(ratings.advantage, 0);
  EXPECT_FALSE(ratings.advantage_error);
  EXPECT_GT(*ratings.elo[0], 0);
  // If the first move won all games that were won, it seems to be worth any number of points.
  const Ratings winner = rate(2, {{0, 1, 3, 2, 0}, {1, 0, 2, 2, 0}}, DrawModel::davidson, 0);
  EXPECT_EQ(winner.advantage, 0);
  EXPECT_FALSE(winner.advantage_error);
  EXPECT_GT(*winner.elo[0], 0);
}

// Draws and ratings would grow together without end if the draw rate were estimated, too.
TEST(Ratings, OfAnUnbeatenPlayerAreFiniteWithAPrior) {
  for (const DrawModelEntry& entry : draw_models) {
    const Ratings ratings = rate(2, {{0, 1, 5, 0, 0}, {1, 0, 0, 0, 5}}, entry.model, 2);
    ASSERT_TRUE(ratings.elo[0]) << entry.name;
    EXPECT_GT(*ratings.elo[0], 50) << entry.name;
    EXPECT_TRUE(ratings.draw_rate_is_set);
    EXPECT_NEAR(ratings.draw_rate, 0.27295, 1e-5) << entry.name;
    EXPECT_EQ(ratings.advantage, 0);
    EXPECT_FALSE(ratings.advantage_error);
  }
  EXPECT_FALSE(rate(2, {{0, 1, 5, 2, 1}}, DrawModel::davidson, 0).draw_rate_is_set);
}

TEST(Ratings, AreOpenIfNoGameWasWon) {
  for (const DrawModelEntry& entry : draw_models) {
    const Ratings ratings = rate(2, {{0, 1, 0, 5, 0}, {1, 0, 0, 5, 0}}, entry.model, 2);
    EXPECT_FALSE(ratings.elo[0]) << entry.name;
  }
}

}  // namespace
}  // namespace plylab::suites::play::elo
