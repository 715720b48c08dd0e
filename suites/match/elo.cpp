#include "suites/match/elo.h"

#include <cmath>

#include "reports/tables/statistics.h"

namespace plylab::suites::match {
namespace {

double elo_of(double score) { return 400 * std::log10(score / (1 - score)); }

bool has_elo(double score) { return score > 0 && score < 1; }

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

}  // namespace plylab::suites::match
