// The pentanomial model of a match: games are counted in pairs, one with each colour. Pure numbers,
// no chess.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "suites/match/elo.h"

namespace plylab::suites::match {

/// How many pairs of games brought a player 0, ½, 1, 1½ and 2 points. The two games of a pair have
/// the same opening, and their results depend on each other; pairs of different openings do not.
struct Pentanomial {
  std::array<std::uint64_t, 5> counts{};

  /// Adds a pair in which the player got so many points.
  void add(double points) { ++counts[static_cast<std::size_t>(2 * points)]; }

  std::uint64_t pairs() const;
};

/// What pairs of games tell of the difference between two players.
struct PairStatistics {
  /// The likelihood of superiority, from 0 to 1: how probable it is that the player is the better
  /// one, by the normal distribution and without any opinion before the match.
  double los;

  /// Normalised Elo: the score's distance from ½ in standard deviations of a game's result, times
  /// 800/ln 10, by which it equals Elo's scale where nothing is drawn and players are near to each
  /// other. It says how many games it takes to tell two players apart, whatever the openings and
  /// however many games are drawn (Van den Bergh, "Normalized Elo", 2020,
  /// cantate.be/Fishtest/normalized_elo.pdf).
  double nelo;

  /// Half the width of its 95 % interval, a game's deviation taken as known.
  double nelo_error;
};

/// Of pairs and their openings' scores, which are as many if no opening was played again. None if
/// no two pairs or no two openings differ: then nothing tells how far chance goes.
std::optional<PairStatistics> statistics_of(const Pentanomial& pairs,
                                            const std::vector<Cluster>& openings);

/// A unit of normalised Elo is this part of a game's standard deviation.
extern const double nelo_per_deviation;

}  // namespace plylab::suites::match
