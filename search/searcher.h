// What every search algorithm works with: the position, the policies, the limits and the principal
// variation. The algorithms themselves are one short file each.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "gen/position.h"
#include "search/value.h"

namespace plylab::search {

/// When to end a search early. Depth and nodes are deterministic, time is not.
struct Limits {
  int depth = max_ply - 1;
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();  ///< quiescence included
  double seconds = std::numeric_limits<double>::infinity();
  bool until_mate = false;  ///< end once a full-width iteration has found the shortest mate
  const std::atomic<bool>* stop = nullptr;  ///< raised from outside
};

/// Thrown out of a search whose limit is reached.
struct Stopped {};

/// An evaluation gives a position's value at rest, from the side to move's view.
template <class E, class P>
concept Evaluation = requires(const E evaluation, const P position) {
  { evaluation(position) } -> std::same_as<Value>;
};

/// An ordering puts a node's moves into the order in which they are searched; learn() tells it the
/// move that turned out best or cut.
template <class O, class P>
concept Ordering = requires(O order, const P position, typename P::MoveList moves,
                            typename P::Move move) {
  order.sort(position, moves);
  order.learn(position, move);
};

/// A new best move at the root, and when it was found.
template <class Move>
struct RootChange {
  int depth;
  Move move;
  Value value;
  std::uint64_t nodes;  ///< visited since the search began, quiescence included
  double seconds;       ///< since the search began
};

/// The state of one search on one thread.
template <Position P, Evaluation<P> E, Ordering<P> O, class S>
class Searcher {
 public:
  using Move = typename P::Move;
  using MoveList = typename P::MoveList;
  using Clock = std::chrono::steady_clock;

  P position;
  S stats;

  Searcher(P root, E evaluation, O order, Limits limits, bool quiescence = false)
      : position(root),
        root_(std::move(root)),
        evaluation_(std::move(evaluation)),
        order_(std::move(order)),
        limits_(limits),
        quiescence_(quiescence) {
    schedule_poll();
  }

  // ---- for the algorithms ----

  /// Enters a node above depth 0: counts it and lists its moves in search order.
  MoveList enter(int ply) {
    visit();
    stats.interior();
    line_length_[index(ply)] = 0;
    MoveList moves = position.generate();
    order_.sort(position, moves);
    return moves;
  }

  /// The value of a node where the game is over, given its moves. The root is always searched on.
  std::optional<Value> game_over(const MoveList& moves, int ply) const {
    if (moves.empty()) return value_of(position.ended(), ply);
    if (ply > 0 && position.drawn()) return 0;
    return std::nullopt;
  }

  /// Notes a move whose value lies strictly inside the node's window.
  void improve(int ply, Move move, Value value) {
    order_.learn(position, move);
    auto& line = lines_[index(ply)];
    const auto& rest = lines_[index(ply + 1)];
    const auto rest_length = line_length_[index(ply + 1)];
    line[0] = move;
    std::copy_n(rest.begin(), rest_length, line.begin() + 1);
    line_length_[index(ply)] = rest_length + 1;
    if (ply == 0 && recording_) changes_.push_back({depth_, move, value, visited(), seconds()});
  }

  /// Notes a beta cutoff by the place-th move of the node's list. Such a node has no principal
  /// variation.
  void cut(int ply, Move move, std::size_t place) {
    line_length_[index(ply)] = 0;
    stats.cutoff(place);
    order_.learn(position, move);
  }

  /// Enters a node at depth 0.
  void enter_leaf(int ply) {
    visit();
    stats.leaf();
    line_length_[index(ply)] = 0;
  }

  /// Enters a node of the quiescence search.
  void enter_quiescence() {
    visit();
    stats.quiescence();
  }

  Value evaluate() const { return evaluation_(position); }
  bool quiescence() const { return quiescence_; }

  // ---- for the driver ----

  /// The principal variation below a node that has just been searched, the root by default.
  std::vector<Move> principal_variation(int ply = 0) const {
    const auto& line = lines_[index(ply)];
    return {line.begin(), line.begin() + static_cast<std::ptrdiff_t>(line_length_[index(ply)])};
  }
  std::vector<RootChange<Move>>& changes() { return changes_; }
  const P& root() const { return root_; }
  const Limits& limits() const { return limits_; }

  /// Positions visited so far, quiescence included.
  std::uint64_t visited() const { return polled_ + (interval_ - until_poll_); }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  /// Prepares an iteration; a line that an earlier one left is forgotten.
  void start_iteration(int depth) {
    depth_ = depth;
    position = root_;
    line_length_[0] = 0;
    stats = S{};
  }

  /// Calls a function that searches on the side: without limits, and nothing of it is recorded.
  auto aside(auto&& search) {
    const auto saved = std::tuple(limits_, polled_, interval_, until_poll_, stats);
    limits_ = Limits{};
    recording_ = false;
    auto result = search();
    recording_ = true;
    std::tie(limits_, polled_, interval_, until_poll_, stats) = saved;
    return result;
  }

 private:
  static std::size_t index(int ply) { return static_cast<std::size_t>(ply); }

  void visit() {
    if (until_poll_ == 0) poll();
    --until_poll_;
  }

  /// Ends the search if a limit is reached.
  void poll() {
    polled_ += interval_;
    interval_ = 0;
    if (polled_ >= limits_.nodes || seconds() >= limits_.seconds ||
        (limits_.stop && limits_.stop->load(std::memory_order_relaxed)))
      throw Stopped{};
    schedule_poll();
  }

  /// The clock is looked at every few thousand nodes; a node limit is met exactly.
  void schedule_poll() {
    constexpr std::uint64_t nodes_between_polls = 4096;
    interval_ = until_poll_ = std::min(nodes_between_polls, limits_.nodes - polled_);
  }

  P root_;
  E evaluation_;
  O order_;
  Limits limits_;
  bool quiescence_;
  bool recording_ = true;
  int depth_ = 0;
  std::uint64_t polled_ = 0;      // visits before the current interval
  std::uint64_t interval_ = 0;    // visits from one poll to the next
  std::uint64_t until_poll_ = 0;  // of these, how many are left
  Clock::time_point start_ = Clock::now();
  std::vector<RootChange<Move>> changes_;
  std::array<std::array<Move, max_ply + 1>, max_ply + 2> lines_;
  std::array<std::size_t, max_ply + 2> line_length_{};
};

}  // namespace plylab::search
