// All generators of a game side by side, in as many positions of random games as there is time for.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gen/game/game.h"
#include "perft/verify/position_checks.h"

namespace plylab::perft::soak {

using verify::Check;
using verify::state_of;

/// How many positions each check has examined.
using Checked = std::array<std::uint64_t, verify::checks.size()>;

/// How long, and how.
struct Job {
  std::uint64_t positions = 0;  ///< ends after this many; 0: never
  double seconds = 0;           ///< ends after this time; 0: never
  std::uint64_t seed = 1;       ///< of the games: the same positions, however many threads
  int threads = 1;
  /// The checks that cost most, from `three_plies` on, are made in every Nth position of a
  /// game.
  std::uint64_t every = 256;
  const std::atomic<bool>* stop = nullptr;  ///< set from outside to end early
  /// The share of the work done, below 0 if that is not known, and the positions so far.
  std::function<void(double share, double positions)> progress = {};
};

/// Where generators do not agree, with each other or with themselves.
struct Difference {
  Check check;
  std::string generator;           ///< the odd one out
  std::string what;                ///< in a sentence
  std::string start;               ///< a position in the game's notation
  std::vector<std::string> moves;  ///< that lead to the fault from there; none if it can be set up
};

/// What was looked at, and the first difference. Positions of games and their children count.
struct Result {
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  Checked checked{};
  double seconds = 0;
  std::optional<Difference> difference;
  bool complete = true;  ///< false: we were stopped
};

/// Plays random games until the job is done or the first difference, by all generators and kernels
/// of the game that this CPU runs, from the game's start. In chess every second game is one of
/// Chess960; where starts are drawn by a seed, each game has its own. Compiled once a family of
/// games; defined in soak_body.h.
template <Game G>
Result run(const Job& job);

}  // namespace plylab::perft::soak
