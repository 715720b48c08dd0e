// The body of run(), compiled once for each family of games: random games by all generators.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/parallel.h"
#include "gen/base/random.h"
#include "gen/chess/board/setup.h"
#include "perft/soak/inspector.h"
#include "perft/soak/reduce.h"
#include "perft/soak/soak.h"

namespace plylab::perft::soak {
namespace detail {

/// The maximum number of plies of a random game: later positions have few pieces and test little.
inline constexpr int longest_game = 200;

/// The initial position of a game: every second game of chess is Chess960, and if initial positions
/// depend on a seed, each game has its own.
template <Game G>
typename G::Start draw_start(const typename G::Start& start, std::uint64_t game,
                             std::uint64_t& random) {
  if constexpr (chess::ChessPosition<FirstBoard<G>>) {
    if (game % 2 == 1)
      return typename G::Start(chess::chess960_start(
          static_cast<unsigned>(splitmix64(random) % chess::chess960_starts)));
  }
  if constexpr (requires { G::with_seed(start, random); })
    return G::with_seed(start, splitmix64(random));
  else
    return start;
}

/// Draws one of the moves; there must be one. In chess, every fourth draw prefers castling,
/// promotions, e.p. captures and double steps, which are rare in random play.
template <class Moves>
auto draw_move(const Moves& moves, std::uint64_t& random) {
  const auto dice = splitmix64(random);
  if constexpr (requires { moves.begin()->is_castle(); }) {
    if (dice >> 62 == 0) {
      Moves special;
      for (const auto move : moves)
        if (move.is_castle() || move.is_promotion() || move.is_en_passant() ||
            move.kind() == chess::MoveKind::double_push)
          special.add(move);
      if (!special.empty()) return special.begin()[splitmix64(random) % special.size()];
    }
  }
  return moves.begin()[dice % moves.size()];
}

using Clock = std::chrono::steady_clock;

/// The state that the threads share.
class SharedState {
 public:
  explicit SharedState(const Job& job) : job_(job), start_(Clock::now()) {}

  std::uint64_t next_game() { return next_game_++; }

  /// Adds `more` positions; returns whether to continue.
  bool goes_on(std::uint64_t more) {
    const std::uint64_t positions = positions_ += more;
    const double time = seconds();
    double share = -1;
    if (job_.positions > 0)
      share = static_cast<double>(positions) / static_cast<double>(job_.positions);
    if (job_.seconds > 0) share = std::max(share, time / job_.seconds);
    if (job_.progress) job_.progress(std::min(share, 1.0), static_cast<double>(positions));
    if (share >= 1) end_ = true;
    return !end_ && !is_stopped();
  }

  /// Keeps the first difference, and ends all games.
  void report(Difference difference) {
    const std::lock_guard lock(mutex_);
    if (!difference_) difference_ = std::move(difference);
    end_ = true;
  }

  bool is_stopped() const { return job_.stop != nullptr && *job_.stop; }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  std::optional<Difference> difference() const { return difference_; }

 private:
  const Job& job_;
  const Clock::time_point start_;
  std::atomic<std::uint64_t> next_game_ = 0, positions_ = 0;
  std::atomic<bool> end_ = false;
  std::mutex mutex_;  // guards the members below
  std::optional<Difference> difference_;
};

/// One thread's games.
template <Game G>
class Player {
 public:
  using Start = typename G::Start;

  Player(const Job& job, SharedState& shared, const Start& start, Parse<G> parse)
      : job_(job), shared_(shared), start_(start), parse_(parse) {}

  void play_games() {
    while (!is_over_) play(shared_.next_game());
  }

  const Inspector<G>& inspector() const { return inspector_; }
  std::uint64_t games() const { return games_; }

 private:
  void play(std::uint64_t game) {
    std::uint64_t random = job_.seed + game * 0x9e3779b97f4a7c15;
    const auto start = draw_start<G>(start_, game, random);
    Contestants<G> boards(start);
    try {
      for (int ply = 0; ply < longest_game && !is_over_; ++ply) {
        look_at(boards);
        const auto& board = boards.first().board;
        if (outcome(board) != Outcome::ongoing) break;
        const auto move = draw_move(board.generate(), random);
        played_.push_back(move);
        boards.make(move);
      }
      boards.unmake_all();
      inspector_.check_start(boards, start);
      played_.clear();
      ++games_;
    } catch (const Fault& fault) {
      is_over_ = true;
      shared_.report(reduced<G>(fault, start, played_, parse_));
    }
  }

  void look_at(Contestants<G>& boards) {
    const std::uint64_t before = inspector_.positions();
    inspector_.inspect(boards);
    inspector_.count(Check::keys);
    const auto& first = boards.first();
    if (std::string fault = known_.look(first.board, inspector_.sum_of_moves()); !fault.empty())
      throw Fault{Check::keys, first.name, std::move(fault)};
    ++looked_at_;
    if (looked_at_ % job_.every == 0) inspector_.inspect_thoroughly(boards);
    is_over_ = !shared_.goes_on(inspector_.positions() - before);
  }

  const Job& job_;
  SharedState& shared_;
  const Start start_;
  Parse<G> parse_;
  Inspector<G> inspector_;
  verify::KnownPositions<G> known_;
  std::vector<MoveOf<G>> played_;  // in this game
  std::uint64_t looked_at_ = 0, games_ = 0;
  bool is_over_ = false;
};

/// Runs for all games of the family, which differ only in their Start.
template <Game Family>
Result play_games(const Job& job, const typename Family::Start& start, Parse<Family> parse) {
  SharedState shared(job);
  std::vector<Player<Family>> players;
  for (std::size_t i = 0; i < static_cast<std::size_t>(job.threads); ++i)
    players.emplace_back(job, shared, start, parse);
  in_parallel(players.size(), job.threads, job.stop,
              [&](std::size_t i, std::size_t) { players[i].play_games(); });
  Result result;
  result.seconds = shared.seconds();
  result.difference = shared.difference();
  result.complete = !shared.is_stopped();
  for (const auto& player : players) {
    result.games += player.games();
    result.positions += player.inspector().positions();
    for (std::size_t i = 0; i < result.checked.size(); ++i)
      result.checked[i] += player.inspector().checked()[i];
  }
  return result;
}

}  // namespace detail

template <Game G>
Result run(const Job& job) {
  return detail::play_games<typename FamilyOf<G>::type>(
      job, G::parse(G::start), [](std::string_view text) { return G::parse(text); });
}

}  // namespace plylab::perft::soak
