// What the threads of one search share beside the transposition table.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "gen/game/moves.h"
#include "gen/game/position.h"

namespace plylab::search {

/// The moves that the threads are searching at the moment. A thread puts off a move that another
/// one is searching, and finds its value in the table later: Kerrigan's simplification ("Simplified
/// ABDADA", tckerrigan.com) of Weill's ABDADA ("The ABDADA distributed minimax-search algorithm",
/// ICCA Journal 19(1), 1996). Two moves may have the same place here: then one is put off without
/// need, or searched twice.
class ActiveMoves {
 public:
  /// Moves that are searched less deep are not worth the trouble.
  static constexpr int least_depth = 3;

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
  /// Threads that are stopped leave their moves behind.
  void clear() {
    for (auto& each : names_) each.store(0, std::memory_order_relaxed);
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

  void start() { active_ = number_ = taken_ = 0; }

  /// The name of the move being searched; 0 if other threads need not know.
  std::uint64_t active() const { return active_; }
  void set_active(std::uint64_t name) { active_ = name; }

  /// Puts off the move at the place; false if there is no room for another.
  bool put_off(std::size_t place) {
    if (number_ == places_.size()) return false;
    places_[number_++] = static_cast<std::uint16_t>(place);
    return true;
  }
  bool has_more() const { return taken_ < number_; }
  /// Whether resume() has been called.
  bool resumed() const { return taken_ > 0; }
  std::size_t resume() { return places_[taken_++]; }

 private:
  std::uint64_t active_;
  std::size_t number_, taken_;
  std::array<std::uint16_t, 64> places_;
};

/// Shared by the threads of one search.
struct SharedSearch {
  ActiveMoves active_moves = {};
  // Each in a cache line of its own: the first is written often, the other read often.
  alignas(64) std::atomic<std::uint64_t> visited = 0;  ///< by all threads; see Budget
  alignas(64) std::atomic<bool> stop = false;  ///< ends the iteration for all but the first thread
};

}  // namespace plylab::search
