// Ratings from results: pure numbers, no chess.
#pragma once

#include <optional>
#include <vector>

namespace plylab::suites::match {

/// The games of a player from one opening, against one opponent or several: a draw is half a point.
struct Cluster {
  double points = 0;
  int games = 0;
};

/// The score of so many games, and how far chance lets it go.
struct ClusteredScore {
  double score;                     ///< points by games
  std::optional<double> deviation;  ///< standard error of the score; none if no two clusters differ
};

/// The games of an opening are not independent of each other, therefore the score's error is
/// estimated from the clusters: as a ratio in single-stage cluster sampling (Cochran, "Sampling
/// Techniques", 1977, chapter 9A). Where all clusters have two games this is the pentanomial model
/// of match programs ("Fishtest Mathematics", Fishtest's wiki). None without games.
std::optional<ClusteredScore> score_of(const std::vector<Cluster>& clusters);

/// A difference in Elo, and its 95 % interval, of which it is not the middle: the curve is steeper
/// towards scores of 0 and 1.
struct Rating {
  double elo;
  std::optional<double> low, high;  ///< none if it has no end there, or no two clusters differ
};

/// The rating difference that the score stands for, by Elo's logistic curve: score = 1 / (1 +
/// 10^(−d/400)). None if all games were won or all were lost, or there are none. The interval is
/// that of score_of(), by the normal distribution.
std::optional<Rating> rating_of(const std::vector<Cluster>& clusters);

}  // namespace plylab::suites::match
