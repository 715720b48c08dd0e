// From games to a suite: what mines for mates and for tactics have in common.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/parallel.h"
#include "gen/chess/legality/legality.h"
#include "gen/epd/epd.h"
#include "suites/mine/games.h"
#include "suites/mine/minimize.h"

namespace plylab::suites::mine {

/// Where a problem comes from.
struct Origin {
  std::uint64_t game = 0;
  int ply = 0;
  int pieces = 0;  ///< that stood on the board then
};

/// What is wanted of a mine.
struct MiningRequest {
  std::size_t problems = 500;       ///< shared out evenly among the groups
  std::uint64_t games = 1'000'000;  ///< most games to play; then there may be fewer problems
  std::uint64_t seed = 1;
  PlayStyle play = PlayStyle::random;
  int pieces = 10;  ///< most beside the kings that a position is cut down to
  /// Work on one solution, so that whoever proves the suite again needs no longer. A node is a
  /// position that the proof looks at.
  std::uint64_t nodes = 1'000'000;
  int threads = 1;
  std::set<std::string> without = {};  ///< problems to be left out at the end, each as "GAME.PLY"
};

/// The first problem of each wanted group that a game has.
///
/// A miner has the types Group and Problem, groups(), and
/// find(position, wanted, seed): the problem of a wanted group in a position, minimized, if any.
/// A problem has `setup`, `origin`, group(), and pattern(): what no two problems may have in
/// common.
template <class Miner>
std::vector<typename Miner::Problem> mine_game(const Miner& miner, const MiningRequest& request,
                                               std::uint64_t number,
                                               std::map<typename Miner::Group, bool> wanted) {
  constexpr int first_ply = 20;
  std::vector<typename Miner::Problem> found;
  SourceGame game(request.play, request.seed, number);
  while (game.advance()) {
    if (game.ply() <= first_ply) continue;
    const chess::Setup position =
        remove_random_pieces(game.position(), request.pieces, game.seed());
    if (chess::in_check(position.squares, !position.side)) continue;
    auto problem = miner.find(position, wanted, game.seed());
    if (!problem || !chess::examine(problem->setup).empty()) continue;
    problem->origin = {number, game.ply(), piece_count(game.position())};
    wanted[problem->group()] = false;
    found.push_back(std::move(*problem));
  }
  return found;
}

/// The problems as they go into the suite: sorted by group, without those that are to be left out.
template <class Problem>
std::vector<Problem> in_order(std::vector<Problem> problems, const MiningRequest& request) {
  std::erase_if(problems, [&](const Problem& problem) {
    const auto& [game, ply, pieces] = problem.origin;
    return request.without.contains(std::to_string(game) + '.' + std::to_string(ply));
  });
  std::stable_sort(problems.begin(), problems.end(),
                   [](const Problem& a, const Problem& b) { return a.group() < b.group(); });
  return problems;
}

/// Plays games, takes pieces off their positions at random and looks for problems until there are
/// as many as wanted, sorted by group. Positions that no game could have led to are left out. The
/// result depends on the request alone, not on the number of threads. progress(problems found) is
/// called from time to time. Ends early when `stop` goes up.
template <class Miner>
std::vector<typename Miner::Problem> collect(
    const Miner& miner, const MiningRequest& request, const std::atomic<bool>& stop,
    const std::function<void(const std::vector<typename Miner::Problem>&)>& progress) {
  using Problem = typename Miner::Problem;
  constexpr std::uint64_t games_at_once = 32;
  const auto groups = miner.groups();
  std::map<typename Miner::Group, std::size_t> missing;
  for (std::size_t i = 0; i < groups.size(); ++i)
    missing[groups[i]] =
        request.problems / groups.size() + (i < request.problems % groups.size() ? 1 : 0);

  std::vector<Problem> problems;
  std::set<typename Problem::Pattern> patterns;
  for (std::uint64_t first = 0;
       problems.size() < request.problems && first < request.games && !stop;
       first += games_at_once) {
    std::map<typename Miner::Group, bool> wanted;
    for (const auto& [group, number] : missing) wanted[group] = number > 0;
    const auto games = static_cast<std::size_t>(std::min(games_at_once, request.games - first));
    std::vector<std::vector<Problem>> found(games);
    in_parallel(games, request.threads, &stop, [&](std::size_t i, std::size_t) {
      found[i] = mine_game(miner, request, first + i, wanted);
    });
    if (stop) break;
    for (auto& of_game : found)
      for (Problem& problem : of_game)
        if (missing[problem.group()] > 0 && patterns.insert(problem.pattern()).second) {
          --missing[problem.group()];
          problems.push_back(std::move(problem));
        }
    progress(problems);
  }
  return in_order(std::move(problems), request);
}

/// A record of a suite and the group that it stands in.
struct SuiteEntry {
  std::string heading;  ///< "mates in 2"
  std::string id;       ///< of the group: "mate 2"; numbers follow
  chess::Setup setup;
  std::vector<epd::Operation> operations;  ///< all but id and origin
  Origin origin;
};

/// The suite: `head` as comments, then the entries, each group under its heading, with ids that
/// count and c0 that tells the origin.
std::string to_epd(const std::vector<std::string>& head, const std::vector<SuiteEntry>& entries);

}  // namespace plylab::suites::mine
