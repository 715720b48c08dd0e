#include "suites/match/pentanomial.h"

#include <cmath>
#include <numeric>

#include "reports/tables/statistics.h"

namespace plylab::suites::match {

const double nelo_per_deviation = 800 / std::log(10);

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

}  // namespace plylab::suites::match
