// Mate problems from positions of games: one key, the shortest mate, and no piece too many.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"

namespace plylab::suites::mine {

/// How the games are played that problems are taken from.
enum class PlayStyle : std::uint8_t {
  random,  ///< random moves, special ones and checks more often: perft::verify::draw_move()
  endings  ///< random moves from a few pieces placed at random: for long mates
};

/// "random" or "endings". Throws InputError, which begins with `where` and lists them.
PlayStyle find_play_style(std::string_view name, std::string_view where = {});

/// What to mine.
struct MiningRequest {
  std::size_t problems = 500;       ///< divided evenly among the numbers of moves
  std::uint64_t games = 1'000'000;  ///< the most games to play; the problems may then be fewer
  std::uint64_t seed = 1;
  PlayStyle play = PlayStyle::random;
  int pieces = 10;                ///< the most besides the kings that a position is cut down to
  int shortest = 2, longest = 6;  ///< moves of the mates
  /// The most positions that a proof may look at: no proof of the suite takes more.
  std::uint64_t nodes = 1'000'000;
  int threads = 1;
};

/// A mate problem with a unique key: without any of its pieces the key or the number of moves
/// changes.
struct MinedMate {
  chess::Setup setup;
  chess::Move key;
  int moves = 0;
  // Where it comes from.
  std::uint64_t game = 0;
  int ply = 0;
  int pieces = 0;  ///< that stood on the board then
};

/// Plays games, removes pieces from their positions at random, and looks for problems until there
/// are enough; shorter mates come first. No two have the same number of moves, the same material
/// and the same kind of key. Positions that no game could lead to are left out. The result does not
/// depend on the number of threads. Calls progress(problems so far) from time to time. Ends early
/// when `stop` is set.
std::vector<MinedMate> mine_mates(
    const MiningRequest& request, const std::atomic<bool>& stop,
    const std::function<void(const std::vector<MinedMate>&)>& progress);

/// The problems as EPD: a heading for each number of moves, numbered ids, bm, dm, and c0 that
/// states the origin. `head`: comments at the beginning.
std::string to_epd(const std::vector<MinedMate>& problems, const std::vector<std::string>& head);

}  // namespace plylab::suites::mine
