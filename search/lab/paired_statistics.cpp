#include "search/lab/paired_statistics.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cassert>
#include <cmath>
#include <numeric>

#include "gen/base/count.h"
#include "gen/base/random.h"
#include "reports/tables/averages.h"

namespace plylab::search::lab {
namespace {

/// Computes in double: the library would use long double, which valgrind does not support.
using InDouble = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

const boost::math::normal_distribution<double, InDouble> standard_normal;

[[maybe_unused]] bool is_positive(double number) { return number > 0; }

double as_double(std::size_t count) { return static_cast<double>(count); }

/// Random indices; distributions of the standard library differ between implementations.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(seed) {}

  /// An index below `count`, by the high half of a product (Lemire 2019); its bias of count/2^64 is
  /// negligible.
  std::size_t below(std::size_t count) { return multiply_high(splitmix64(state_), count); }

 private:
  std::uint64_t state_;
};

/// The means of all resamples, sorted. Each is summed in the sample's order, so that equal
/// resamples have exactly equal means.
std::vector<double> resampled_means(const std::vector<double>& sample, std::uint64_t seed) {
  Draws draws(seed);
  std::vector<double> means(resamples);
  std::vector<unsigned> times(sample.size());
  for (double& mean : means) {
    std::fill(times.begin(), times.end(), 0U);
    for (std::size_t i = 0; i < sample.size(); ++i) ++times[draws.below(sample.size())];
    mean = std::inner_product(sample.begin(), sample.end(), times.begin(), 0.0) /
           as_double(sample.size());
  }
  std::sort(means.begin(), means.end());
  return means;
}

/// The acceleration by the jackknife (Efron and Tibshirani 1993, formula 14.15). For a mean the
/// jackknife's deviations are those of the sample, up to a factor that cancels.
double acceleration(const std::vector<double>& sample, double mean) {
  double squares = 0, cubes = 0;
  for (const double value : sample) {
    const double deviation = value - mean;
    squares += deviation * deviation;
    cubes += deviation * deviation * deviation;
  }
  return cubes / (6 * std::pow(squares, 1.5));
}

/// Ranks of magnitudes, doubled so that the mean rank of a tie is a whole number, and the sum of
/// t³ − t over all ties of t.
struct Ranks {
  std::vector<std::size_t> doubled;  ///< in the order of `magnitudes`
  double ties = 0;
};

Ranks rank(const std::vector<float>& magnitudes) {
  std::vector<std::size_t> order(magnitudes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return magnitudes[a] < magnitudes[b]; });
  Ranks ranks{.doubled = std::vector<std::size_t>(magnitudes.size())};
  for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
    while (end < order.size() && magnitudes[order[end]] == magnitudes[order[first]]) ++end;
    for (std::size_t i = first; i < end; ++i) ranks.doubled[order[i]] = first + 1 + end;
    const double tied = as_double(end - first);
    ranks.ties += tied * tied * tied - tied;
  }
  return ranks;
}

/// P(the rank sum of one side ≤ sum) when each rank falls on either side with probability 1/2.
double exact_tail(const std::vector<std::size_t>& ranks, std::size_t sum) {
  std::vector<double> probability(sum + 1);
  probability[0] = 1;
  for (const std::size_t rank : ranks)
    for (std::size_t s = sum + 1; s-- > 0;)
      probability[s] = (probability[s] + (s >= rank ? probability[s - rank] : 0)) / 2;
  return std::accumulate(probability.begin(), probability.end(), 0.0);
}

/// The same by the normal approximation, with a continuity correction of half a rank.
double normal_tail(std::size_t count, double sum, double ties) {
  const double n = as_double(count);
  const double mean = n * (n + 1) / 4;
  const double variance = n * (n + 1) * (2 * n + 1) / 24 - ties / 48;
  return boost::math::cdf(standard_normal, (sum + 0.5 - mean) / std::sqrt(variance));
}

}  // namespace

Direction direction(const Pair& pair) {
  const auto& [ours, theirs] = pair;
  if (ours.censored && theirs.censored) return Direction::unknown;
  if (ours.censored) return ours.amount >= theirs.amount ? Direction::more : Direction::unknown;
  if (theirs.censored) return theirs.amount >= ours.amount ? Direction::less : Direction::unknown;
  if (ours.amount == theirs.amount) return Direction::equal;
  return ours.amount < theirs.amount ? Direction::less : Direction::more;
}

std::optional<Interval> bootstrap_interval(const std::vector<double>& ratios, double confidence,
                                           std::uint64_t seed) {
  assert(std::all_of(ratios.begin(), ratios.end(), is_positive));
  if (ratios.size() < 2) return std::nullopt;
  std::vector<double> sample;
  for (const double ratio : ratios) sample.push_back(std::log(ratio));
  const auto [min, max] = std::minmax_element(sample.begin(), sample.end());
  if (*min == *max) return Interval{ratios.front(), ratios.front()};

  const double mean = std::accumulate(sample.begin(), sample.end(), 0.0) / as_double(sample.size());
  const std::vector<double> means = resampled_means(sample, seed);
  const auto [equal_from, equal_to] = std::equal_range(means.begin(), means.end(), mean);
  const double below =
      static_cast<double>((equal_from - means.begin()) + (equal_to - means.begin())) / 2;
  const double bias = boost::math::quantile(
      standard_normal, std::clamp(below, 0.5, as_double(resamples) - 0.5) / as_double(resamples));
  const double a = acceleration(sample, mean);
  const auto end = [&](double level) {
    const double shifted = bias + boost::math::quantile(standard_normal, level);
    const double corrected =
        boost::math::cdf(standard_normal, bias + shifted / (1 - a * shifted));  // formula 14.10
    const double place = std::round(corrected * as_double(resamples + 1));
    const double kept = std::clamp(place, 1.0, as_double(resamples));
    return std::exp(means[static_cast<std::size_t>(kept) - 1]);
  };
  return Interval{end((1 - confidence) / 2), end((1 + confidence) / 2)};
}

double student_quantile(std::size_t degrees_of_freedom) {
  const boost::math::students_t_distribution<double, InDouble> distribution(
      as_double(degrees_of_freedom));
  return boost::math::quantile(distribution, 0.975);
}

double sign_test(std::size_t less, std::size_t more) {
  const boost::math::binomial_distribution<double, InDouble> tosses(as_double(less + more), 0.5);
  return std::min(1.0, 2 * boost::math::cdf(tosses, as_double(std::min(less, more))));
}

double mcnemar_test(std::size_t gained, std::size_t lost) { return sign_test(gained, lost); }

double wilcoxon_test(const std::vector<double>& ratios) {
  assert(std::all_of(ratios.begin(), ratios.end(), is_positive));
  std::vector<float> magnitudes;  // float, so that 2/3 and 3/2 tie
  std::vector<bool> is_more;
  for (const double ratio : ratios) {
    if (ratio == 1) continue;
    magnitudes.push_back(static_cast<float>(std::abs(std::log(ratio))));
    is_more.push_back(ratio > 1);
  }
  if (magnitudes.empty()) return 1;
  const Ranks ranks = rank(magnitudes);
  std::size_t more = 0, total = 0;
  for (std::size_t i = 0; i < magnitudes.size(); ++i) {
    total += ranks.doubled[i];
    if (is_more[i]) more += ranks.doubled[i];
  }
  const std::size_t smaller = std::min(more, total - more);
  const double tail = magnitudes.size() <= max_exact_ranks
                          ? exact_tail(ranks.doubled, smaller)
                          : normal_tail(magnitudes.size(), as_double(smaller) / 2, ranks.ties);
  return std::min(1.0, 2 * tail);
}

std::vector<double> holm_correction(const std::vector<double>& p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> corrected(p.size());
  double min = 0;  // corrected p values never decrease
  for (std::size_t i = 0; i < order.size(); ++i) {
    min = std::max(min, std::min(1.0, as_double(p.size() - i) * p[order[i]]));
    corrected[order[i]] = min;
  }
  return corrected;
}

Comparison compare(const std::vector<Pair>& pairs) {
  Comparison result;
  std::vector<double> ratios;
  for (const Pair& pair : pairs) {
    switch (direction(pair)) {
      case Direction::less:
        ++result.less;
        break;
      case Direction::equal:
        ++result.equal;
        break;
      case Direction::more:
        ++result.more;
        break;
      case Direction::unknown:
        ++result.unknown;
    }
    if (pair.ours.censored || pair.theirs.censored)
      ++result.censored;
    else
      ratios.push_back(pair.ours.amount / pair.theirs.amount);
  }
  std::sort(ratios.begin(), ratios.end());  // makes the result independent of the order
  if (!ratios.empty()) result.ratio = reports::geometric_mean(ratios);
  if (ratios.size() >= min_for_interval) result.interval = bootstrap_interval(ratios);
  result.sign_p = sign_test(result.less, result.more);
  result.wilcoxon_p = wilcoxon_test(ratios);
  return result;
}

}  // namespace plylab::search::lab
