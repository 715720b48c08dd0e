// The statistics of games and of pairs of games, and the sequential test.
#include "suites/play/elo/elo_difference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gen/base/random.h"
#include "tests/support/input_error_of.h"

namespace plylab::suites::play::elo {
namespace {

using testing::input_error_of;

TEST(ScoreElo, IsThatOfTheScore) {
  EXPECT_FALSE(rating_of({}));
  EXPECT_FALSE(rating_of({{2, 2}, {2, 2}}));
  EXPECT_EQ(rating_of({{1, 2}})->elo, 0);
  EXPECT_FALSE(rating_of({{1, 2}})->low);
  EXPECT_FALSE(rating_of({{1, 2}})->high);
  // 3 points of 4, with a standard error of 1/4: 400 log10(3), from a score of 0.26 to beyond 1.
  EXPECT_NEAR(rating_of({{1, 2}, {2, 2}})->elo, 190.8485, 1e-4);
  EXPECT_NEAR(rating_of({{1, 2}, {2, 2}})->low.value(), -181.7, 0.1);
  EXPECT_FALSE(rating_of({{1, 2}, {2, 2}})->high);
  // Where every opening was won by the same colour twice nothing is known.
  EXPECT_FALSE(rating_of({{1, 2}, {1, 2}, {1, 2}})->low);
  EXPECT_FALSE(rating_of({{1, 2}, {1, 2}, {1, 2}})->high);
  // 100 pairs with 0, ½, 1, 1½ and 2 points: the score is 0.5375, its standard error 0.030020,
  // and the interval from −14.84 to 67.79 Elo.
  const auto rating = rating_of(Pentanomial{{10, 20, 30, 25, 15}}.clusters());
  EXPECT_NEAR(rating->elo, 26.1067, 1e-3);
  EXPECT_NEAR(rating->low.value(), -14.8362, 1e-3);
  EXPECT_NEAR(rating->high.value(), 67.7899, 1e-3);
}

// Pairs with 0, 0, 0, ½, ½ and 1 points: −280 Elo, and no middle of an interval that leaves out 0.
TEST(ScoreElo, HasAnIntervalThatIsNotSymmetric) {
  const auto rating = rating_of({{0, 2}, {0, 2}, {0, 2}, {0.5, 2}, {0.5, 2}, {1, 2}});
  EXPECT_NEAR(rating->elo, -279.6, 0.1);
  EXPECT_NEAR(rating->low.value(), -990.1, 0.1);
  EXPECT_NEAR(rating->high.value(), -123.0, 0.1);
}

double llr(const char* sprt, const Pentanomial& pairs) {
  return log_likelihood_ratio(parse_sprt("", sprt), pairs);
}

/// Pairs of so many openings.
std::optional<ScoreStatistics> statistics(const Pentanomial& pairs) {
  return statistics_of(pairs, pairs.clusters());
}

// The examples in the tests of fast-chess (app/tests/elo_test.cpp), which divides by the number of
// pairs where we divide by one less: of the first's 290 that makes 0.17 % in the error.
TEST(PairStatistics, AreThoseOfFastChess) {
  const auto one = statistics({{34, 54, 31 + 32, 64, 75}});
  EXPECT_NEAR(one->nelo, 57.94, 0.005);
  EXPECT_NEAR(one->nelo_error, 28.28 * std::sqrt(290.0 / 289), 0.005);
  EXPECT_NEAR(one->los, 1, 0.00005);
  const auto other = statistics({{332, 433, 457 + 41, 333, 334}});
  EXPECT_NEAR(other->nelo, -9.17, 0.005);
  EXPECT_NEAR(other->nelo_error, 10.96, 0.005);
  EXPECT_NEAR(other->los, 0.0505, 0.00005);
  const auto third = statistics({{7895, 8757, 5485 + 200, 568, 9999}});
  EXPECT_NEAR(third->nelo, -19.01, 0.005);
  EXPECT_NEAR(third->nelo_error, 2.65, 0.005);
}

TEST(PairStatistics, AreNoneWithoutAnyVariance) {
  EXPECT_FALSE(statistics({}));
  EXPECT_FALSE(statistics({{0, 0, 1, 0, 0}}));
  EXPECT_FALSE(statistics({{0, 0, 9, 0, 0}}));
  EXPECT_FALSE(statistics({{0, 0, 0, 0, 7}}));
  EXPECT_EQ(statistics({{1, 0, 0, 0, 1}})->los, 0.5);
}

// The same games once more prove nothing.
TEST(PairStatistics, TakeTheGamesOfAnOpeningAsOne) {
  const Pentanomial once{{1, 0, 1, 0, 3}}, often{{20, 0, 20, 0, 60}};
  std::vector<Cluster> openings;
  for (const double points : {0, 1, 2, 2, 2}) openings.push_back({20 * points, 40});
  const auto one = statistics(once), again = statistics_of(often, openings);
  EXPECT_NEAR(again->los, one->los, 1e-12);
  EXPECT_NEAR(again->nelo, one->nelo, 1e-9);
  EXPECT_NEAR(again->nelo_error, one->nelo_error, 1e-9);
}

// A page of raw statistics as Fishtest publishes them for each test, here of its instance for
// Monty, test 69d3c8dc7c5b3724e29d2712.
TEST(Sprt, HasTheRatiosOfFishtest) {
  const Pentanomial pairs{{13, 37, 50, 25, 3}};
  EXPECT_NEAR(statistics(pairs)->nelo, -63.97, 0.005);
  EXPECT_NEAR(llr("elo0=0,elo1=4", pairs), -0.54912, 0.00001);
  // The page gives this elo1 rounded.
  EXPECT_NEAR(llr("elo0=0,elo1=2.716,model=logistic", pairs), -0.53772, 0.0001);
  EXPECT_NEAR(parse_sprt("", "elo0=0,elo1=4").upper_bound(), 2.9444, 0.00005);
  EXPECT_NEAR(parse_sprt("", "elo0=0,elo1=4").lower_bound(), -2.9444, 0.00005);
}

// The examples in the tests of fast-chess (app/tests/sprt_test.cpp).
TEST(Sprt, HasTheRatiosOfFastChess) {
  EXPECT_NEAR(llr("elo0=0,elo1=2", {{365, 16618, 36029 + 200, 16974, 390}}), 2.25, 0.005);
  EXPECT_NEAR(llr("elo0=-1.75,elo1=0.25", {{127, 4883, 10311 + 401, 5150, 104}}), 3.01, 0.005);
  EXPECT_NEAR(llr("elo0=0.5,elo1=2.5,model=logistic", {{223, 9863, 20279 + 1000, 10037, 246}}),
              -3.07, 0.005);
  EXPECT_NEAR(llr("elo0=0,elo1=2,model=logistic", {{871, 26175, 55003 + 980, 26678, 821}}), -4.98,
              0.005);
}

// By hand: where every pair was won twice, and H0 is that neither is better, the best that H0
// allows is that half of them are won and half lost twice: ½ each. Where H1 is that the score is s,
// it is s, and n pairs have the ratio (s / ½)^n.
TEST(Sprt, HandlesASingleKindOfResult) {
  const double score = 1 / (1 + std::pow(10, -100 / 400.0));
  EXPECT_NEAR(llr("elo0=0,elo1=100,model=logistic", {{0, 0, 0, 0, 50}}), 50 * std::log(2 * score),
              0.05);
  EXPECT_EQ(llr("elo0=0,elo1=5", {}), 0);
}

TEST(Sprt, IsAntisymmetric) {
  for (const char* model : {",model=logistic", ",model=normalized"})
    EXPECT_NEAR(llr((std::string("elo0=-3,elo1=20") + model).c_str(), {{3, 20, 50, 0, 9}}),
                -llr((std::string("elo0=-20,elo1=3") + model).c_str(), {{9, 0, 50, 20, 3}}), 1e-7);
}

TEST(Sprt, IsRead) {
  const Sprt sprt = parse_sprt("", "elo0=-1.5,elo1=2,alpha=0.1,beta=0.2,model=logistic");
  EXPECT_EQ(sprt, (Sprt{-1.5, 2, 0.1, 0.2, EloModel::logistic}));
  EXPECT_EQ(parse_sprt("", to_string(sprt)), sprt);
  EXPECT_EQ(parse_sprt("", "elo1=5, elo0=0"), Sprt());
  const auto wrong = [](const char* text) {
    return input_error_of([&] { parse_sprt("--sprt", text); });
  };
  EXPECT_EQ(wrong("elo0=0"), "--sprt: needs elo0 and elo1, such as elo0=0,elo1=5");
  EXPECT_EQ(wrong("elo0=0,elo1=5,"), "--sprt: 'elo0=0,elo1=5,': element 3 of the list is empty");
  EXPECT_EQ(wrong("elo0=5,elo1=5"), "--sprt: elo0 must be below elo1, and 5 is not below 5");
  EXPECT_EQ(wrong("elo0=0,elo1=201"), "--sprt: elo1: '201' is not a number from -200 to 200");
  EXPECT_EQ(wrong("elo0=nan,elo1=1"), "--sprt: elo0: 'nan' is not a number from -200 to 200");
  EXPECT_EQ(wrong("elo0=0,elo1=5,beta=0.5"),
            "--sprt: beta: '0.5' is not a probability above 0 and below 0.5");
  EXPECT_EQ(wrong("elo0=0,elo1=5,model=bayes"),
            "--sprt: model: no 'bayes'; there are normalized, logistic");
  EXPECT_EQ(wrong("elo0=0,elo1=5,gamma=1"),
            "--sprt: no 'gamma'; there are elo0, elo1, alpha, beta, model");
}

/// Pairs of games in which so much probability is shifted from losses to wins.
class SimulatedPairs {
 public:
  explicit SimulatedPairs(double shift) {
    probabilities_[0] -= shift / 2;
    probabilities_[1] -= shift / 2;
    probabilities_[3] += shift / 2;
    probabilities_[4] += shift / 2;
  }

  double nelo() const { return nelo_per_deviation * (mean() - 0.5) / std::sqrt(2 * variance()); }

  double mean() const {
    return moment([](double score) { return score; });
  }

  double next() {
    double left = static_cast<double>(splitmix64(state_) >> 11) * 0x1p-53;
    for (std::size_t i = 0; i < probabilities_.size(); ++i)
      if ((left -= probabilities_[i]) < 0) return static_cast<double>(i) / 2;
    return 2;
  }

 private:
  double variance() const {
    return moment([](double score) { return score * score; }) - mean() * mean();
  }
  double moment(auto of) const {
    double sum = 0;
    for (std::size_t i = 0; i < probabilities_.size(); ++i)
      sum += probabilities_[i] * of(static_cast<double>(i) / 4);
    return sum;
  }

  std::array<double, 5> probabilities_{0.05, 0.2, 0.5, 0.2, 0.05};
  std::uint64_t state_ = 1;
};

/// How many of so many tests accept H1.
int accepted(const Sprt& sprt, SimulatedPairs simulated, int tests) {
  int count = 0;
  for (int test = 0; test < tests; ++test) {
    Pentanomial pairs;
    Decision decision = Decision::none;
    while (decision == Decision::none) {
      pairs.add(simulated.next());
      decision = sprt.decide(log_likelihood_ratio(sprt, pairs));
    }
    count += decision == Decision::h1;
  }
  return count;
}

// The standard error of a rate of 5 % in 1000 tests is 0.7 %. The rates are below alpha and beta,
// as the last pair goes beyond the bound.
TEST(Sprt, ErrsNoMoreOftenThanStated) {
  constexpr int tests = 1000;
  const SimulatedPairs equal(0), better(0.1), between(0.05);
  const Sprt sprt{.elo0 = 0, .elo1 = better.nelo()};
  ASSERT_NEAR(equal.nelo(), 0, 1e-9);
  ASSERT_NEAR(sprt.elo1, 87, 1);
  const int false_positives = accepted(sprt, equal, tests);
  const int false_negatives = tests - accepted(sprt, better, tests);
  EXPECT_GT(false_positives, 25);
  EXPECT_LT(false_positives, 60);
  EXPECT_GT(false_negatives, 25);
  EXPECT_LT(false_negatives, 60);
  // Half way between, one is as likely as the other.
  EXPECT_NEAR(accepted(sprt, between, tests), tests / 2.0, 60);

  const Sprt uneven{.elo0 = 0, .elo1 = sprt.elo1, .alpha = 0.01, .beta = 0.2};
  EXPECT_LT(accepted(uneven, equal, tests), 17);
  EXPECT_NEAR(tests - accepted(uneven, better, tests), 180, 40);
  const Sprt logistic{.elo0 = 0,
                      .elo1 = 400 * std::log10(better.mean() / (1 - better.mean())),
                      .model = EloModel::logistic};
  EXPECT_NEAR(accepted(logistic, equal, tests), 45, 20);
  EXPECT_NEAR(tests - accepted(logistic, better, tests), 45, 20);
}

}  // namespace
}  // namespace plylab::suites::play::elo
