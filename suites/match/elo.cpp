#include "suites/match/elo.h"

#include <cmath>

#include "reports/proportion.h"

namespace plylab::suites::match {
namespace {

double elo_of(double score) { return 400 * std::log10(score / (1 - score)); }

bool has_elo(double score) { return score > 0 && score < 1; }

}  // namespace

std::optional<Rating> rating_of(const std::vector<Cluster>& clusters) {
  double points = 0, games = 0;
  for (const Cluster& cluster : clusters) {
    points += cluster.points;
    games += cluster.games;
  }
  const double score = points / games;
  if (games == 0 || !has_elo(score)) return std::nullopt;
  Rating rating{elo_of(score), std::nullopt};
  if (clusters.size() < 2) return rating;

  double squares = 0;
  for (const Cluster& cluster : clusters) {
    const double deviation = cluster.points - score * cluster.games;
    squares += deviation * deviation;
  }
  const auto number = static_cast<double>(clusters.size());
  const double deviation = std::sqrt(squares * number / (number - 1)) / games;
  const double low = score - reports::quantile_of_95 * deviation,
               high = score + reports::quantile_of_95 * deviation;
  if (squares > 0 && has_elo(low) && has_elo(high)) rating.error = (elo_of(high) - elo_of(low)) / 2;
  return rating;
}

}  // namespace plylab::suites::match
