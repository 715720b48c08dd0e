// Statistics on the difference between two players: Elo, statistics of games and of pairs of games,
// and a sequential test. Independent of games.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plylab::suites::play::elo {

/// A player's games with one opening, against one opponent or several; a draw is half a point.
struct Cluster {
  double points = 0;
  int games = 0;
  std::uint64_t count = 1;  ///< the number of openings with this result
};

/// A score and its error.
struct ClusteredScore {
  double score;                     ///< points per game
  std::optional<double> deviation;  ///< its standard error; none if no two clusters differ
};

/// Games with the same opening are not independent of each other, so the score's error is estimated
/// from the clusters: as a ratio in single-stage cluster sampling (Cochran, "Sampling Techniques",
/// 1977, chapter 9A). If all clusters have two games, this is the pentanomial model of match
/// programs ("Fishtest Mathematics", Fishtest's wiki). None without games.
std::optional<ClusteredScore> score_of(const std::vector<Cluster>& clusters);

/// A difference in Elo and its 95 % interval, which is not symmetric: the curve is steeper towards
/// scores of 0 and 1.
struct Rating {
  double elo;
  /// None if that end of the interval reaches a score of 0 or 1, or if no two clusters differ.
  std::optional<double> low, high;
};

/// The rating difference d that corresponds to the score by Elo's logistic curve: score = 1 / (1 +
/// 10^(−d/400)). None without games, or if all were won or all lost. The interval is that of
/// score_of(), by the normal distribution.
std::optional<Rating> rating_of(const std::vector<Cluster>& clusters);

/// How often a player got each of N results, from 0 to all points in equal steps. Each result has a
/// different opening.
template <std::size_t N>
struct ResultCounts {
  /// The number of games in a result.
  static constexpr int games = static_cast<int>(N) / 2;

  std::array<std::uint64_t, N> counts{};

  /// Adds a result of this number of points.
  void add(double points) { ++counts[static_cast<std::size_t>(2 * points)]; }

  std::uint64_t total() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : counts) sum += count;
    return sum;
  }

  /// The same as clusters of games.
  std::vector<Cluster> clusters() const {
    std::vector<Cluster> all;
    for (std::size_t i = 0; i < N; ++i)
      if (counts[i] > 0) all.push_back({static_cast<double>(i) / 2, games, counts[i]});
    return all;
  }
};

/// Losses, draws and wins.
using Trinomial = ResultCounts<3>;

/// The numbers of pairs of games, one with each colour, in which a player got 0, ½, 1, 1½ and 2
/// points. The results of a pair depend on each other, since both games have the same opening;
/// those of pairs with different openings do not.
using Pentanomial = ResultCounts<5>;

/// Statistics of games or pairs of games on the difference between two players.
struct ScoreStatistics {
  /// The likelihood of superiority, from 0 to 1: the probability that the player is the better one,
  /// by the normal distribution and with a flat prior.
  double los;

  /// Normalised Elo: the score's distance from ½ in standard deviations of a game's result, times
  /// 800/ln 10, which makes it equal to Elo between nearly equal players without draws. It shows
  /// how many games are needed to distinguish two players, for any openings and any number of draws
  /// (Van den Bergh, "Normalized Elo", 2020, cantate.be/Fishtest/normalized_elo.pdf).
  double nelo;

  /// Half the width of its 95 % interval, with the standard deviation of a game taken as known.
  double nelo_error;
};

/// Units of normalised Elo in a standard deviation of a game's result: 800/ln 10.
extern const double nelo_per_deviation;

/// The statistics from the counts of results and from the scores of the openings. None if all
/// openings have the same score, because the error then cannot be estimated.
std::optional<ScoreStatistics> statistics_of(const Trinomial& games,
                                             const std::vector<Cluster>& openings);
std::optional<ScoreStatistics> statistics_of(const Pentanomial& pairs,
                                             const std::vector<Cluster>& openings);

/// The standard deviation of a game's result, in points. For pairs it is √2 times that of a pair's
/// score, which is the deviation of a game if the games of a pair were independent. 0 without any
/// variance.
double deviation_of_game(const Trinomial& games);
double deviation_of_game(const Pentanomial& pairs);

/// A scale of differences in Elo. Test frameworks call it a model.
enum class EloModel : std::uint8_t {
  normalized,  ///< ScoreStatistics::nelo
  logistic     ///< score = 1 / (1 + 10^(−elo/400))
};

/// The hypothesis that a test has accepted.
enum class Decision : std::uint8_t { none, h0, h1 };

/// The generalised sequential probability ratio test of H1, that the first player is elo1 better
/// than the second, against H0, that it is elo0 better. It ends at Wald's bounds ("Sequential
/// Analysis", 1947). H1 is accepted with a probability of about alpha if H0 is true, and H0 with
/// one of about beta if H1 is; both are a little smaller, because the last pair oversteps the
/// bound.
struct Sprt {
  double elo0 = 0, elo1 = 5;
  double alpha = 0.05, beta = 0.05;
  EloModel model = EloModel::normalized;

  double lower_bound() const;  ///< where H0 is accepted: ln(β / (1 − α))
  double upper_bound() const;  ///< where H1 is accepted: ln((1 − β) / α)

  /// The decision at a log-likelihood ratio.
  Decision decide(double llr) const;

  friend bool operator==(const Sprt&, const Sprt&) = default;
};

/// Reads "elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic"; only elo0 and elo1 are needed, from
/// -200 to 200. Throws InputError that begins with `where`.
Sprt parse_sprt(std::string_view where, std::string_view text);

/// The text that parse_sprt() reads, with all values.
std::string to_string(const Sprt& sprt);

/// "normalized", "logistic".
std::string_view name_of(EloModel model);

/// "H0", "H1", or "" if there is none.
std::string_view name_of(Decision decision);

/// The generalised log-likelihood ratio of H1 to H0 after these pairs: the logarithm of the ratio
/// of their probability under the likeliest distribution that H1 allows to that under the likeliest
/// that H0 allows. Both follow Van den Bergh: for logistic Elo "The support of maximum likelihood
/// estimates of the multinomial distribution", proposition 1.1, for normalised Elo "Comments on
/// normalized Elo", section 4.1 (cantate.be/Fishtest: support_MLE_multinomial.pdf,
/// normalized_elo_practical.pdf). As in Fishtest, a result that has not occurred counts as 0.001
/// pairs. 0 if there are no pairs. For single games it is computed from their three results.
double log_likelihood_ratio(const Sprt& sprt, const Pentanomial& pairs);
double log_likelihood_ratio(const Sprt& sprt, const Trinomial& games);

/// What a test will cost and say if the true difference is known.
struct Prospect {
  double games;        ///< the expected number
  double h1_accepted;  ///< the probability that it ends with H1
};

/// The prospect of the sequential test if the first player is `elo` better, on the test's scale,
/// and a game's result has this standard deviation (Wald, "Sequential Analysis", 1947, A:5 and A:6,
/// for a process with drift, neglecting the excess over the bounds).
Prospect prospect_of(const Sprt& sprt, double elo, double deviation);

/// The games after which a test of fixed length has the same two probabilities of error: ((z(1 − α)
/// + z(1 − β)) / (t1 − t0))², where t is the advantage of a game in standard deviations.
double fixed_length(const Sprt& sprt, double deviation);

}  // namespace plylab::suites::play::elo
