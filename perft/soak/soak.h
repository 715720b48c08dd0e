// Compares all generators of a game in the positions of random games.
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

/// How long to run, and how.
struct Job {
  std::uint64_t positions = 0;  ///< ends after this many; 0: no limit
  double seconds = 0;           ///< ends after this time; 0: no limit
  std::uint64_t seed = 1;       ///< of the games; positions do not depend on threads
  int threads = 1;
  /// The costly checks, from `three_plies` on, run in every Nth position of a game.
  std::uint64_t every = 256;
  const std::atomic<bool>* stop = nullptr;  ///< set by the caller to end early
  /// Called with the share of the work done, below 0 if unknown, and the positions so far.
  std::function<void(double share, double positions)> progress = {};
};

/// A case in which generators disagree, with each other or with themselves.
struct Difference {
  Check check;
  std::string generator;           ///< the odd one out
  std::string what;                ///< a sentence
  std::string start;               ///< a position in the game's notation
  std::vector<std::string> moves;  ///< from there to the fault; none if the fault is in `start`
};

/// The positions examined, and the first difference. Positions of games and their children count.
struct Result {
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  Checked checked{};
  double seconds = 0;
  std::optional<Difference> difference;
  bool complete = true;  ///< false if stopped early
};

/// Plays random games from the initial position with all generators and kernels that this CPU can
/// run, until the job is done or there is a difference. In chess every second game is Chess960; if
/// initial positions depend on a seed, each game has its own. Compiled once for each family of
/// games; defined in soak_body.h.
template <Game G>
Result run(const Job& job);

}  // namespace plylab::perft::soak
