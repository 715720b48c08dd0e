// From games to a suite: the games, cutting positions down, and collecting problems.
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
#include <string_view>
#include <utility>
#include <vector>

#include "gen/base/parallel.h"
#include "gen/chess/board/move.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/legality/legality.h"
#include "gen/epd/epd.h"

namespace plylab::suites::mine {

/// How the games are played that problems are taken from.
enum class PlayStyle : std::uint8_t {
  random,    ///< random moves, special ones and checks more often: perft::verify::draw_move()
  searched,  ///< a random opening, then a shallow search with a random move now and then
  endings    ///< random moves from a few pieces placed at random: for long mates
};

/// "random", "searched" or "endings". Throws InputError, which begins with `where` and lists them.
PlayStyle find_play_style(std::string_view name, std::string_view where = {});

/// A game from the starting array or an ending. It depends on the seed and number alone.
class SourceGame {
 public:
  SourceGame(PlayStyle play, std::uint64_t seed, std::uint64_t number);

  /// Makes a move. Returns false, and makes none, if the game is over or long enough.
  bool advance();

  const chess::Setup& position() const { return position_; }
  int ply() const { return ply_; }  ///< moves made

  /// The state of the game's random numbers, for further draws from its positions.
  std::uint64_t& seed() { return seed_; }

 private:
  chess::Move choose(const std::vector<chess::Move>& moves);

  PlayStyle play_;
  std::uint64_t seed_;
  chess::Setup position_;
  int ply_ = 0;
};

/// The number of pieces on the board, kings included.
int piece_count(const chess::Setup& setup);

/// The squares of all pieces except the kings, in random order.
std::vector<chess::Square> shuffled_squares(const chess::Setup& setup, std::uint64_t& seed);

/// The position with two to `most` pieces besides the kings, chosen at random, without castling
/// rights, e.p. square and clocks. On a full board long solutions are rare and expensive to prove.
chess::Setup remove_random_pieces(chess::Setup setup, int most, std::uint64_t& seed);

/// The pieces as FEN letters in alphabetical order, capitals for the side to move: the same for
/// positions that are mirrored, shifted or have their colours exchanged.
std::string material_of(const chess::Setup& setup);

/// Removes, in random order, every piece without which holds(position) is still true, except the
/// one on `kept`, until no more can be removed.
template <class Holds>
void minimize(chess::Setup& setup, chess::Square kept, std::uint64_t& seed, Holds&& holds) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (const chess::Square square : shuffled_squares(setup, seed)) {
      chess::Setup fewer = setup;
      fewer.squares[square] = chess::no_piece;
      if (square == kept || chess::in_check(fewer.squares, !fewer.side) || !holds(fewer)) continue;
      setup = fewer;
      changed = true;
    }
  }
}

/// Where a problem comes from.
struct Origin {
  std::uint64_t game = 0;
  int ply = 0;
  int pieces = 0;  ///< that stood on the board then
};

/// What to mine.
struct MiningRequest {
  std::size_t problems = 500;       ///< divided evenly among the groups
  std::uint64_t games = 1'000'000;  ///< the most games to play; the problems may then be fewer
  std::uint64_t seed = 1;
  PlayStyle play = PlayStyle::random;
  int pieces = 10;  ///< the most besides the kings that a position is cut down to
  /// The most positions that the proof of a problem may look at: no proof of the suite takes more.
  std::uint64_t nodes = 1'000'000;
  int threads = 1;
  std::set<std::string> without = {};  ///< problems left out at the end, each as "GAME.PLY"
};

/// The first problem of each wanted group that a game has.
///
/// A miner has the types Group and Problem, groups(), and find(position, wanted, seed): the problem
/// of a wanted group in a position, minimized, if there is one. A problem has `setup`, `origin`,
/// group(), entry(), and pattern(): no two problems of a suite have the same.
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

/// The problems of the suite: sorted by group, without those to be left out.
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

/// Plays games, removes pieces from their positions at random and looks for problems until there
/// are enough; returns them in_order(). Positions that no game could lead to are left out. The
/// result does not depend on the number of threads. Calls progress(problems found) from time to
/// time. Ends early when `stop` is set.
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

/// A problem as a record of the suite.
struct SuiteEntry {
  std::string heading;                     ///< "mates in 2"
  std::string id;                          ///< without its number: "mate 2"
  std::vector<epd::Operation> operations;  ///< all but id and origin
};

/// The records of a group with a heading, numbered ids, and c0 that states the origin.
class SuiteText {
 public:
  /// `head`: comments at the beginning.
  explicit SuiteText(const std::vector<std::string>& head);

  void add(const SuiteEntry& entry, const chess::Setup& setup, const Origin& origin);

  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::string heading_;  // of the last record
  int number_ = 0;       // in its group
};

/// The problems, in_order(), as EPD.
template <class Problem>
std::string to_epd(const std::vector<Problem>& problems, const std::vector<std::string>& head) {
  SuiteText suite(head);
  for (const Problem& problem : problems) suite.add(problem.entry(), problem.setup, problem.origin);
  return suite.text();
}

}  // namespace plylab::suites::mine
