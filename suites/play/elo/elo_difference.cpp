#include "suites/play/elo/elo_difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "reports/tables/averages.h"

namespace plylab::suites::play::elo {

const double nelo_per_deviation = 800 / std::log(10);

namespace {

double elo_of(double score) { return 400 * std::log10(score / (1 - score)); }

bool has_elo(double score) { return score > 0 && score < 1; }

/// A distribution of the score of a game or a pair, from 0 to 1 in equal steps.
template <std::size_t N>
using Distribution = std::array<double, N>;

template <std::size_t N>
constexpr double score_at(std::size_t place) {
  return static_cast<double>(place) / (N - 1);
}

/// The expectation of f(score).
template <std::size_t N>
double expectation(const Distribution<N>& p, auto&& f) {
  double sum = 0;
  for (std::size_t i = 0; i < N; ++i) sum += p[i] * f(score_at<N>(i));
  return sum;
}

struct Moments {
  double mean, variance;
};

template <std::size_t N>
Moments moments(const Distribution<N>& p) {
  const double mean = expectation(p, [](double score) { return score; });
  return {mean, expectation(p, [&](double score) { return (score - mean) * (score - mean); })};
}

/// The shares of the results.
template <std::size_t N>
Distribution<N> shares(const ResultCounts<N>& results) {
  Distribution<N> p;
  for (std::size_t i = 0; i < N; ++i)
    p[i] = static_cast<double>(results.counts[i]) / static_cast<double>(results.total());
  return p;
}

/// The root x of Σ pᵢ φᵢ / (1 + x φᵢ), by Newton's method, or bisection where that leaves the
/// interval. The greatest φ must be above 0 and the least below: the sum falls from ∞ to −∞ between
/// their poles.
template <std::size_t N>
double secular_root(const Distribution<N>& p, const Distribution<N>& phi) {
  const auto [min, max] = std::minmax_element(phi.begin(), phi.end());
  double low = -1 / *max, high = -1 / *min, x = 0;
  constexpr int max_steps = 200;
  for (int step = 0; step < max_steps; ++step) {
    double value = 0, slope = 0;
    for (std::size_t i = 0; i < N; ++i) {
      const double quotient = phi[i] / (1 + x * phi[i]);
      value += p[i] * quotient;
      slope -= p[i] * quotient * quotient;
    }
    (value > 0 ? low : high) = x;
    double next = x - value / slope;
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (std::abs(next - x) <= 1e-13 * (high - low) || next == x) return next;
    x = next;
  }
  return x;
}

/// The distribution of the form p / (1 + x φ) under which φ has the expectation 0.
template <std::size_t N>
Distribution<N> tilted(const Distribution<N>& p, const Distribution<N>& phi) {
  const double x = secular_root(p, phi);
  Distribution<N> result;
  for (std::size_t i = 0; i < N; ++i) result[i] = p[i] / (1 + x * phi[i]);
  return result;
}

double score_at_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

/// Of the distributions with this expectation, the one under which p is the most probable.
template <std::size_t N>
Distribution<N> likeliest_with_score(const Distribution<N>& p, double score) {
  Distribution<N> phi;
  for (std::size_t i = 0; i < N; ++i) phi[i] = score_at<N>(i) - score;
  return tilted(p, phi);
}

/// Of the distributions whose expectation is that many standard deviations above ½, the one under
/// which p is the most probable. An iteration from the uniform distribution converges to it.
template <std::size_t N>
Distribution<N> likeliest_with_deviation(const Distribution<N>& p, double deviations) {
  Distribution<N> found;
  found.fill(1.0 / N);
  constexpr int max_rounds = 100;
  for (int round = 0; round < max_rounds; ++round) {
    const auto [mean, variance] = moments(found);
    Distribution<N> phi;
    for (std::size_t i = 0; i < N; ++i) {
      const double score = score_at<N>(i), square = (score - mean) * (score - mean);
      phi[i] = score - 0.5 - deviations * std::sqrt(variance) * (1 + square / variance) / 2;
    }
    const Distribution<N> before = found;
    found = tilted(p, phi);
    double change = 0;
    for (std::size_t i = 0; i < N; ++i) change = std::max(change, std::abs(found[i] - before[i]));
    if (change < 1e-9) break;
  }
  return found;
}

/// The mean of n independent games lies √n times as many standard deviations above ½ as one game.
template <std::size_t N>
Distribution<N> likeliest(const Distribution<N>& p, EloModel model, double elo) {
  return model == EloModel::logistic
             ? likeliest_with_score(p, score_at_elo(elo))
             : likeliest_with_deviation(
                   p, std::sqrt(ResultCounts<N>::games) * elo / nelo_per_deviation);
}

template <std::size_t N>
double ratio_of(const Sprt& sprt, const ResultCounts<N>& results) {
  if (results.total() == 0) return 0;
  constexpr double unseen = 1e-3;
  Distribution<N> p;
  std::transform(results.counts.begin(), results.counts.end(), p.begin(), [](std::uint64_t count) {
    return count == 0 ? unseen : static_cast<double>(count);
  });
  const double number = std::accumulate(p.begin(), p.end(), 0.0);
  for (double& one : p) one /= number;
  const Distribution<N> p0 = likeliest(p, sprt.model, sprt.elo0);
  const Distribution<N> p1 = likeliest(p, sprt.model, sprt.elo1);
  double llr = 0;
  for (std::size_t i = 0; i < N; ++i) llr += p[i] * std::log(p1[i] / p0[i]);
  return number * llr;
}

template <std::size_t N>
double deviation(const ResultCounts<N>& results) {
  return std::sqrt(ResultCounts<N>::games * moments(shares(results)).variance);
}

template <std::size_t N>
std::optional<ScoreStatistics> statistics(const ResultCounts<N>& results,
                                          const std::vector<Cluster>& openings) {
  const auto score = score_of(openings);
  if (!score || !score->deviation) return std::nullopt;
  const double ahead = moments(shares(results)).mean - 0.5, of_game = deviation(results);
  return ScoreStatistics{
      std::erfc(-ahead / *score->deviation / std::sqrt(2)) / 2,  // the normal distribution function
      nelo_per_deviation * ahead / of_game,
      nelo_per_deviation * reports::quantile_of_95 * *score->deviation / of_game,
  };
}

/// The advantage of a game in standard deviations, on the test's scale.
double advantage(EloModel model, double elo, double deviation) {
  return model == EloModel::normalized ? elo / nelo_per_deviation
                                       : (score_at_elo(elo) - 0.5) / deviation;
}

/// The quantile of the normal distribution at 1 − p, by bisection.
double upper_quantile(double p) {
  double low = -40, high = 40;
  for (int step = 0; step < 100; ++step) {
    const double middle = (low + high) / 2;
    (std::erfc(middle / std::sqrt(2)) / 2 > p ? low : high) = middle;
  }
  return low;
}

struct ModelEntry {
  std::string_view name;
  EloModel model;
};

constexpr std::array models = {ModelEntry{"normalized", EloModel::normalized},
                               ModelEntry{"logistic", EloModel::logistic}};

double probability_in(const std::string& where, std::string_view text) {
  const auto number = parse_number<double>(text);
  if (!number || !(*number > 0 && *number < 0.5))
    throw InputError(
        fmt::format("{}: '{}' is not a probability above 0 and below 0.5", where, text));
  return *number;
}

double elo_in(const std::string& where, std::string_view text) {
  constexpr double max = 200;  // far beyond any test
  const auto number = parse_number<double>(text);
  if (!number || !(std::abs(*number) <= max))
    throw InputError(fmt::format("{}: '{}' is not a number from -200 to 200", where, text));
  return *number;
}

}  // namespace

std::optional<ClusteredScore> score_of(const std::vector<Cluster>& clusters) {
  double points = 0, games = 0, number = 0;
  for (const Cluster& cluster : clusters) {
    const auto count = static_cast<double>(cluster.count);
    points += count * cluster.points;
    games += count * cluster.games;
    number += count;
  }
  if (games == 0) return std::nullopt;
  ClusteredScore result{points / games, std::nullopt};
  double squares = 0;
  for (const Cluster& cluster : clusters) {
    const double deviation = cluster.points - result.score * cluster.games;
    squares += static_cast<double>(cluster.count) * deviation * deviation;
  }
  constexpr double rounding = 1e-12;
  if (squares > rounding)  // so there are at least two clusters
    result.deviation = std::sqrt(squares * number / (number - 1)) / games;
  return result;
}

std::optional<Rating> rating_of(const std::vector<Cluster>& clusters) {
  const auto score = score_of(clusters);
  if (!score || !has_elo(score->score)) return std::nullopt;
  Rating rating{elo_of(score->score), std::nullopt, std::nullopt};
  if (!score->deviation) return rating;
  const double half = reports::quantile_of_95 * *score->deviation;
  const double low = score->score - half, high = score->score + half;
  if (has_elo(low)) rating.low = elo_of(low);
  if (has_elo(high)) rating.high = elo_of(high);
  return rating;
}

std::optional<ScoreStatistics> statistics_of(const Trinomial& games,
                                             const std::vector<Cluster>& openings) {
  return statistics(games, openings);
}
std::optional<ScoreStatistics> statistics_of(const Pentanomial& pairs,
                                             const std::vector<Cluster>& openings) {
  return statistics(pairs, openings);
}

double deviation_of_game(const Trinomial& games) { return deviation(games); }
double deviation_of_game(const Pentanomial& pairs) { return deviation(pairs); }

double Sprt::lower_bound() const { return std::log(beta / (1 - alpha)); }
double Sprt::upper_bound() const { return std::log((1 - beta) / alpha); }

Decision Sprt::decide(double llr) const {
  if (llr <= lower_bound()) return Decision::h0;
  return llr >= upper_bound() ? Decision::h1 : Decision::none;
}

Sprt parse_sprt(std::string_view where, std::string_view text) {
  Sprt sprt;
  std::set<std::string> seen;
  for (const std::string& part : elements_of(where, text)) {
    const auto sign = std::min(part.find('='), part.size());
    const std::string name = part.substr(0, sign);
    const std::string value = sign < part.size() ? part.substr(sign + 1) : "";
    const std::string place = fmt::format("{}: {}", where, name);
    if (!seen.insert(name).second) throw InputError(place + ": given more than once");
    if (name == "elo0") {
      sprt.elo0 = elo_in(place, value);
    } else if (name == "elo1") {
      sprt.elo1 = elo_in(place, value);
    } else if (name == "alpha") {
      sprt.alpha = probability_in(place, value);
    } else if (name == "beta") {
      sprt.beta = probability_in(place, value);
    } else if (name == "model") {
      sprt.model = find_entry(models, value, place).model;
    } else {
      refuse_name(std::string(where), name, {"elo0", "elo1", "alpha", "beta", "model"});
    }
  }
  if (!seen.contains("elo0") || !seen.contains("elo1"))
    throw InputError(fmt::format("{}: needs elo0 and elo1, such as elo0=0,elo1=5", where));
  if (sprt.elo0 >= sprt.elo1)
    throw InputError(fmt::format("{}: elo0 must be below elo1, and {} is not below {}", where,
                                 sprt.elo0, sprt.elo1));
  return sprt;
}

std::string to_string(const Sprt& sprt) {
  return fmt::format("elo0={},elo1={},alpha={},beta={},model={}", sprt.elo0, sprt.elo1, sprt.alpha,
                     sprt.beta, name_of(sprt.model));
}

std::string_view name_of(EloModel model) { return models[static_cast<std::size_t>(model)].name; }

std::string_view name_of(Decision decision) {
  constexpr std::array<std::string_view, 3> names = {"", "H0", "H1"};
  return names[static_cast<std::size_t>(decision)];
}

double log_likelihood_ratio(const Sprt& sprt, const Pentanomial& pairs) {
  return ratio_of(sprt, pairs);
}
double log_likelihood_ratio(const Sprt& sprt, const Trinomial& games) {
  return ratio_of(sprt, games);
}

Prospect prospect_of(const Sprt& sprt, double elo, double deviation) {
  const double t0 = advantage(sprt.model, sprt.elo0, deviation);
  const double t1 = advantage(sprt.model, sprt.elo1, deviation);
  const double t = advantage(sprt.model, elo, deviation);
  // Mean and variance of what a game adds to the log-likelihood ratio.
  const double drift = (t1 - t0) * (t - (t0 + t1) / 2), variance = (t1 - t0) * (t1 - t0);
  const double lower = sprt.lower_bound(), upper = sprt.upper_bound();
  if (std::abs(drift) < 1e-9 * variance)
    return {-lower * upper / variance, -lower / (upper - lower)};
  const double exponent = -2 * drift / variance;
  const double h1 =
      std::expm1(exponent * lower) / (std::exp(exponent * lower) - std::exp(exponent * upper));
  return {(h1 * upper + (1 - h1) * lower) / drift, h1};
}

double fixed_length(const Sprt& sprt, double deviation) {
  const double between =
      advantage(sprt.model, sprt.elo1, deviation) - advantage(sprt.model, sprt.elo0, deviation);
  const double games = (upper_quantile(sprt.alpha) + upper_quantile(sprt.beta)) / between;
  return games * games;
}

}  // namespace plylab::suites::play::elo
