#include "suites/match/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "reports/tables/statistics.h"

namespace plylab::suites::match {

const double nelo_per_deviation = 800 / std::log(10);

namespace {

double elo_of(double score) { return 400 * std::log10(score / (1 - score)); }

bool has_elo(double score) { return score > 0 && score < 1; }

/// A distribution of the score of a pair, which is 0, ¼, ½, ¾ or 1.
using Distribution = std::array<double, 5>;
constexpr Distribution scores = {0, 0.25, 0.5, 0.75, 1};

double expectation(const Distribution& p, const Distribution& of) {
  return std::inner_product(p.begin(), p.end(), of.begin(), 0.0);
}

/// The root x of Σ pᵢ φᵢ / (1 + x φᵢ), which falls from ∞ to −∞ between the poles of the greatest
/// φ, which is above 0, and the least, which is below: by Newton's method, with bisection where
/// that leaves the interval.
double secular_root(const Distribution& p, const Distribution& phi) {
  const auto [least, greatest] = std::minmax_element(phi.begin(), phi.end());
  double low = -1 / *greatest, high = -1 / *least, x = 0;
  constexpr int most_steps = 200;
  for (int step = 0; step < most_steps; ++step) {
    double value = 0, slope = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
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

/// The distribution of the form p / (1 + x φ) in which φ has the expectation 0.
Distribution tilted(const Distribution& p, const Distribution& phi) {
  const double x = secular_root(p, phi);
  Distribution result;
  for (std::size_t i = 0; i < p.size(); ++i) result[i] = p[i] / (1 + x * phi[i]);
  return result;
}

/// The distribution with this expectation under which p is the most probable.
Distribution likeliest_with_score(const Distribution& p, double score) {
  Distribution phi;
  for (std::size_t i = 0; i < p.size(); ++i) phi[i] = scores[i] - score;
  return tilted(p, phi);
}

/// The distribution whose expectation is that many standard deviations above ½ under which p is the
/// most probable: the limit of an iteration that begins with the uniform distribution.
Distribution likeliest_with_deviation(const Distribution& p, double deviations) {
  Distribution found;
  found.fill(1.0 / static_cast<double>(p.size()));
  constexpr int most_rounds = 100;
  for (int round = 0; round < most_rounds; ++round) {
    const double mean = expectation(found, scores);
    Distribution squares;
    for (std::size_t i = 0; i < p.size(); ++i) squares[i] = (scores[i] - mean) * (scores[i] - mean);
    const double variance = expectation(found, squares), sigma = std::sqrt(variance);
    Distribution phi;
    for (std::size_t i = 0; i < p.size(); ++i)
      phi[i] = scores[i] - 0.5 - deviations * sigma * (1 + squares[i] / variance) / 2;
    const Distribution before = found;
    found = tilted(p, phi);
    double change = 0;
    for (std::size_t i = 0; i < p.size(); ++i)
      change = std::max(change, std::abs(found[i] - before[i]));
    if (change < 1e-9) break;
  }
  return found;
}

Distribution likeliest(const Distribution& p, EloModel model, double elo) {
  return model == EloModel::logistic
             ? likeliest_with_score(p, 1 / (1 + std::pow(10, -elo / 400)))
             : likeliest_with_deviation(p, std::sqrt(2) * elo / nelo_per_deviation);
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
  constexpr double most = 200;  // far beyond any test; the fixed point below is found
  const auto number = parse_number<double>(text);
  if (!number || !(std::abs(*number) <= most))
    throw InputError(fmt::format("{}: '{}' is not a number from -200 to 200", where, text));
  return *number;
}

}  // namespace

std::optional<ClusteredScore> score_of(const std::vector<Cluster>& clusters) {
  double points = 0, games = 0;
  for (const Cluster& cluster : clusters) {
    points += cluster.points;
    games += cluster.games;
  }
  if (games == 0) return std::nullopt;
  ClusteredScore result{points / games, std::nullopt};
  double squares = 0;
  for (const Cluster& cluster : clusters) {
    const double deviation = cluster.points - result.score * cluster.games;
    squares += deviation * deviation;
  }
  constexpr double rounding = 1e-12;
  const auto number = static_cast<double>(clusters.size());
  if (squares > rounding)  // of two clusters at least
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

std::uint64_t Pentanomial::pairs() const {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::optional<PairStatistics> statistics_of(const Pentanomial& pairs,
                                            const std::vector<Cluster>& openings) {
  const auto number = static_cast<double>(pairs.pairs());
  double sum = 0, squares = 0;  // of scores, which are points by games
  for (std::size_t i = 0; i < pairs.counts.size(); ++i) {
    const double score = static_cast<double>(i) / 4, count = static_cast<double>(pairs.counts[i]);
    sum += count * score;
    squares += count * score * score;
  }
  const auto score = score_of(openings);
  if (!score || !score->deviation) return std::nullopt;
  const double mean = sum / number;
  const double of_game = std::sqrt(2 * (squares / number - mean * mean));  // if independent
  const double deviations = (mean - 0.5) / *score->deviation;
  return PairStatistics{
      std::erfc(-deviations / std::sqrt(2)) / 2,  // the normal distribution up to there
      nelo_per_deviation * (mean - 0.5) / of_game,
      nelo_per_deviation * reports::quantile_of_95 * *score->deviation / of_game,
  };
}

double Sprt::lower_bound() const { return std::log(beta / (1 - alpha)); }
double Sprt::upper_bound() const { return std::log((1 - beta) / alpha); }

Decision Sprt::decide(double llr) const {
  if (llr <= lower_bound()) return Decision::h0;
  return llr >= upper_bound() ? Decision::h1 : Decision::none;
}

Sprt parse_sprt(std::string_view where, std::string_view text) {
  Sprt sprt;
  std::set<std::string> seen;
  for (const std::string& part : words_of(text, ", ")) {
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
  if (pairs.pairs() == 0) return 0;
  constexpr double unseen = 1e-3;
  Distribution p;
  std::transform(pairs.counts.begin(), pairs.counts.end(), p.begin(), [](std::uint64_t count) {
    return count == 0 ? unseen : static_cast<double>(count);
  });
  const double number = std::accumulate(p.begin(), p.end(), 0.0);
  for (double& one : p) one /= number;
  const Distribution p0 = likeliest(p, sprt.model, sprt.elo0);
  const Distribution p1 = likeliest(p, sprt.model, sprt.elo1);
  double llr = 0;
  for (std::size_t i = 0; i < p.size(); ++i) llr += p[i] * std::log(p1[i] / p0[i]);
  return number * llr;
}

}  // namespace plylab::suites::match
