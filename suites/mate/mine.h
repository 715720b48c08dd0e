// Making mate problems: from the positions of random games, pared down to what the mate needs.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gen/chess/fen.h"
#include "suites/mate/unique.h"

namespace plylab::mate {

/// What problems are wanted.
struct Claim {
  int shortest = 2, longest = 6;    ///< moves
  std::size_t problems = 500;       ///< shared out evenly among the lengths
  std::uint64_t games = 1'000'000;  ///< most games to play; then there may be fewer problems
  std::uint64_t seed = 1;
  /// Work on one solution, so that whoever solves the suite again needs no longer. A node is a
  /// position that exhaustive search looks at.
  std::uint64_t nodes = 1'000'000;
};

/// A position with a unique key in which no man but the kings can be taken off without changing
/// the key or the number of moves.
struct Mined {
  chess::Fen fen;
  UniqueMate mate;
  std::uint64_t game = 0;  ///< where it comes from: number of the game, ply, men on the board then
  int ply = 0;
  int men = 0;
};

/// Plays games, thins their positions out at random and looks for mates, until there are as many
/// problems as wanted, no two of the same length with the same
/// men whose keys are alike: same man, capture or not, check or not. Positions that no game could
/// have led to are left out. The result depends on the claim alone, not on the number of threads.
/// progress(problems found) is called from time to time. Ends early when `stop` goes up.
std::vector<Mined> mine(const Claim& claim, int threads, const std::atomic<bool>& stop,
                        const std::function<void(std::size_t)>& progress);

/// The problems as EPD with bm, dm, id and where they come from, the shortest first; `head` goes
/// before them as comments.
std::string to_epd(const std::vector<Mined>& problems, const std::vector<std::string>& head);

}  // namespace plylab::mate
