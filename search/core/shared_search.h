// What the threads of one search share beside the transposition table: the moves that they are
// searching, and with the switch ybw the nodes that an idle thread may join.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "gen/game/moves.h"
#include "gen/game/position.h"
#include "search/base/value.h"
#include "search/core/lockstep.h"
#include "search/core/path.h"

namespace plylab::search {

/// The moves that the threads are searching at the moment. A thread puts off a move that another
/// one is searching, and finds its value in the table later: Kerrigan's simplification ("Simplified
/// ABDADA", tckerrigan.com) of Weill's ABDADA ("The ABDADA distributed minimax-search algorithm",
/// ICCA Journal 19(1), 1996). Two moves may have the same place here: then one of them may be
/// searched twice.
class ActiveMoves {
 public:
  /// Sharing moves is not worth the trouble at nodes that are searched less deeply.
  static constexpr int min_depth = 3;

  /// What a position's move at a depth is known by; never 0.
  template <class Move>
  static std::uint64_t name_of(const Key& position, const Move& move, int depth) {
    return ((mixed(position) + static_cast<std::uint64_t>(depth)) ^ number_of(move)) | 1;
  }

  bool has(std::uint64_t name) const { return at(name).load(std::memory_order_relaxed) == name; }
  void add(std::uint64_t name) { at(name).store(name, std::memory_order_relaxed); }
  void remove(std::uint64_t name) {
    if (has(name)) at(name).store(0, std::memory_order_relaxed);
  }

 private:
  static constexpr std::size_t size = std::size_t{1} << 14;

  std::atomic<std::uint64_t>& at(std::uint64_t name) { return names_[(name >> 1) % size]; }
  const std::atomic<std::uint64_t>& at(std::uint64_t name) const {
    return names_[(name >> 1) % size];
  }

  std::array<std::atomic<std::uint64_t>, size> names_{};
};

/// What a node notes of its moves where threads share them: the one that it is searching, and the
/// places of those that it has put off, which come last.
class SharedMoves {
 public:
  SharedMoves() {}  // nothing is cleared before start(): few nodes need it

  void start() { active_ = number_ = reached_ = 0; }

  /// The name of the move being searched; 0 if other threads need not know.
  std::uint64_t active() const { return active_; }
  void set_active(std::uint64_t name) { active_ = name; }

  /// Puts off the move at the place; false if there is no room for another.
  bool put_off(std::size_t place) {
    if (number_ == places_.size()) return false;
    places_[number_++] = static_cast<std::uint16_t>(place);
    return true;
  }
  /// Takes the place of the first move that was put off and of which `ready(place)` is true. Called
  /// before the move at the place `reached`, which reached() then remembers.
  std::optional<std::size_t> resume(std::size_t reached, auto&& ready) {
    const auto end = places_.begin() + static_cast<std::ptrdiff_t>(number_);
    const auto found = std::find_if(places_.begin(), end, ready);
    if (found == end) return std::nullopt;
    const std::size_t place = *found;
    std::copy(found + 1, end, found);
    --number_;
    reached_ = std::max(reached_, reached);
    return place;
  }
  std::size_t reached() const { return reached_; }

 private:
  std::uint64_t active_;
  std::size_t number_, reached_;
  std::array<std::uint16_t, 64> places_;
};

/// A search algorithm: the value of the position on the board, `depth` plies deep, in a window.
template <class S>
using Search = Value (*)(S& s, int depth, int ply, Value alpha, Value beta);

/// A node that other threads may join because its first move has been searched: its younger
/// brothers have waited for that (Feldmann, Monien, Mysliwietz and Vornberger, "Distributed
/// game-tree search", ICCA Journal 12(2), 1989). A thread that joins calls the same algorithm on
/// the node. It takes moves that no other thread is searching (ActiveMoves) and leaves the values
/// in the table, where the thread that opened the node finds them. S is the Searcher.
template <class S>
struct SplitPoint {
  /// A node is opened from this depth on.
  static constexpr int min_depth = 4;

  Search<S> search;
  int depth, ply;
  Value alpha, beta;
  typename S::Move first;  ///< has been searched
  typename S::Pos position;
  Path<typename S::Move> path;
  std::atomic<bool> closed = false;    ///< the node has been left: who has joined it, stops
  std::atomic<bool> improved = false;  ///< a thread that joined has found a value above alpha
};

/// The split points that are open.
template <class S>
class SplitPoints {
 public:
  using Point = std::shared_ptr<SplitPoint<S>>;

  void open(Point point) {
    {
      const std::lock_guard lock(mutex_);
      open_.push_back(std::move(point));
    }
    changed_.notify_all();
  }

  /// No other thread joins the point from now on.
  void remove(const Point& point) {
    const std::lock_guard lock(mutex_);
    std::erase(open_, point);
  }

  /// The split point of the greatest depth; null when the iteration has ended; nothing if no point
  /// is open.
  std::optional<Point> find() {
    const std::lock_guard lock(mutex_);
    return deepest();
  }
  /// Waits for what find() returns.
  Point wait() {
    std::optional<Point> found;
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return (found = deepest()).has_value(); });
    return *found;
  }

  void start_iteration() { ended_ = false; }
  void end_iteration() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
      open_.clear();
    }
    changed_.notify_all();
  }

 private:
  std::optional<Point> deepest() const {
    if (ended_) return nullptr;
    if (open_.empty()) return std::nullopt;
    return *std::max_element(open_.begin(), open_.end(),
                             [](const auto& a, const auto& b) { return a->depth < b->depth; });
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Point> open_;
  bool ended_ = false;
};

/// A node's own split point, if it has opened one: closed when the node is left in any way.
template <class S>
class OwnSplitPoint {
 public:
  OwnSplitPoint() = default;
  OwnSplitPoint(const OwnSplitPoint&) = delete;
  OwnSplitPoint& operator=(const OwnSplitPoint&) = delete;
  ~OwnSplitPoint() {
    if (point_) [[unlikely]]
      close();
  }

  bool is_open() const { return point_ != nullptr; }
  void open(SplitPoints<S>& points, typename SplitPoints<S>::Point point) {
    points_ = &points;
    point_ = std::move(point);
    points.open(point_);
  }
  /// Whether another thread has found a value above alpha since the last call.
  bool take_improved() { return point_ && point_->improved.exchange(false); }

 private:
  [[gnu::noinline]] void close() {
    point_->closed = true;
    points_->remove(point_);
  }

  SplitPoints<S>* points_ = nullptr;
  typename SplitPoints<S>::Point point_;
};

/// Shared by the threads of one search. S is the Searcher.
template <class S>
struct SharedSearch {
  ActiveMoves active_moves = {};
  SplitPoints<S> split_points = {};
  std::optional<Lockstep> lockstep = {};  ///< with the switch lockstep
  // Each in a cache line of its own: the first is written often, the other read often.
  alignas(64) std::atomic<std::uint64_t> visited = 0;  ///< by all threads; see Budget
  /// Ends the iteration for all but the first thread. A thread that has joined a split point
  /// watches SplitPoint::closed instead.
  alignas(64) std::atomic<bool> stop = false;
};

}  // namespace plylab::search
