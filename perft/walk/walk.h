// The counting walk: perft(d) is the number of legal move paths of length d.
#pragma once

#include <atomic>

#include "gen/base/count.h"
#include "gen/game/move_kinds.h"
#include "gen/game/position.h"
#include "perft/walk/early_leaves.h"

namespace plylab::perft {

/// Thrown by a walk that was asked to stop; its partial sum is discarded.
struct Stopped {};

/// What a walk does one ply above its horizon: it counts all moves of a position, or a single one.
template <class L, class P>
concept Leaves = requires(const L leaves, P position, typename P::Move move) {
  { leaves(position) } -> std::same_as<typename L::Total>;
  { leaves.one(position, move) } -> std::same_as<typename L::Total>;
};

/// Leaves that sum up two plies at once.
template <class L, class P>
concept GrandchildLeaves = Leaves<L, P> && requires(const L leaves, const P position) {
  { leaves.two(position) } -> std::same_as<typename L::Total>;
};

/// Leaves that sum up three plies at once.
template <class L, class P>
concept GreatGrandchildLeaves = Leaves<L, P> && requires(const L leaves, const P position) {
  { leaves.three(position) } -> std::same_as<typename L::Total>;
};

/// Leaves that also count positions without a move above the horizon.
template <class L>
concept EarlyLeaves = requires(const L leaves) {
  { leaves.early() } -> std::same_as<typename L::Total>;
};

/// A position that can compute the sum of count() over all its children without visiting them.
template <class P>
concept CountsGrandchildren = Position<P> && requires(const P position) {
  { position.count_grandchildren() } -> std::same_as<std::uint64_t>;
};

/// The same over all its grandchildren.
template <class P>
concept CountsGreatGrandchildren = Position<P> && requires(const P position) {
  { position.count_great_grandchildren() } -> std::same_as<std::uint64_t>;
};

/// A position that also counts the games that end earlier.
template <class P>
concept CountsTwoPlies = Position<P> && requires(const P position) {
  { position.two_plies() } -> std::same_as<ShortPaths>;
};

/// The same for three plies.
template <class P>
concept CountsThreePlies = Position<P> && requires(const P position) {
  { position.three_plies() } -> std::same_as<ShortPaths>;
};

/// Bulk counting: the last ply's moves are counted, not made.
struct Bulk {
  using Total = Count;
  template <Position P>
  Count operator()(P& position) const {
    return position.count();
  }
  Count two(const CountsGrandchildren auto& position) const {
    return position.count_grandchildren();
  }
  Count three(const CountsGreatGrandchildren auto& position) const {
    return position.count_great_grandchildren();
  }
  Count one(const auto&, auto) const { return 1; }
};

/// Bulk counting that counts early leaves separately.
struct BulkWithEarly {
  using Total = FullAndEarly;
  template <Position P>
  FullAndEarly operator()(P& position) const {
    const unsigned moves = position.count();
    return moves == 0 ? early() : FullAndEarly{moves, 0};
  }
  FullAndEarly two(const CountsTwoPlies auto& position) const { return of(position.two_plies()); }
  FullAndEarly three(const CountsThreePlies auto& position) const {
    return of(position.three_plies());
  }
  FullAndEarly one(const auto&, auto) const { return {1, 0}; }
  FullAndEarly early() const { return {0, 1}; }

 private:
  static FullAndEarly of(const ShortPaths& paths) { return {paths.full, paths.early}; }
};

/// The slow reference: makes every last move.
struct Unbulked {
  bool early_leaves = false;

  using Total = FullAndEarly;
  template <Position P>
  FullAndEarly operator()(P& position) const {
    FullAndEarly total;
    const auto moves = position.generate();
    if (moves.empty()) return early();
    for (const auto move : moves) {
      const auto undo = position.make(move);
      total.full += 1;
      position.unmake(move, undo);
    }
    return total;
  }
  FullAndEarly one(const auto&, auto) const { return {1, 0}; }
  FullAndEarly early() const { return {0, early_leaves ? 1u : 0u}; }
};

/// Sums leaves(…) over all positions depth − 1 plies from here; depth is at least 1. Restores the
/// position, unless it throws Stopped because the flag is set.
template <Position P, Leaves<P> L>
typename L::Total walk(P& position, int depth, const L& leaves, const std::atomic<bool>& stop) {
  if (depth <= 1) return leaves(position);
  if constexpr (GrandchildLeaves<L, P>)
    if (depth == 2) return leaves.two(position);
  // Checking once every few thousand leaves is enough for Ctrl-C.
  if (depth == 3 && stop.load(std::memory_order_relaxed)) throw Stopped{};
  if constexpr (GreatGrandchildLeaves<L, P>)
    if (depth == 3) return leaves.three(position);
  typename L::Total total{};
  const auto moves = position.generate();
  if (moves.empty()) {
    // Also checks here, for trees whose games all end above depth 3.
    if (stop.load(std::memory_order_relaxed)) throw Stopped{};
    if constexpr (EarlyLeaves<L>) return leaves.early();
  }
  for (const auto move : moves) {
    const auto undo = position.make(move);
    total += walk(position, depth - 1, leaves, stop);
    position.unmake(move, undo);
  }
  return total;
}

/// perft(depth) with bulk counting on the calling thread; perft(0) is 1.
template <Position P>
Count perft(P position, int depth) {
  static constexpr std::atomic<bool> never = false;
  return depth <= 0 ? Count(1) : walk(position, depth, Bulk{}, never);
}

}  // namespace plylab::perft
