// What the last moves of all paths do, counted by kind.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "gen/count.h"
#include "gen/move_kinds.h"
#include "perft/higher_leaves.h"

namespace plylab::perft {

/// The leaves, and how many of the last moves are of each of N kinds. Those that lie higher have no
/// last move.
template <std::size_t N>
struct Statistics {
  FullAndHigher leaves;
  std::array<Count, N> kinds{};

  Statistics& operator+=(const Statistics& other) {
    leaves += other.leaves;
    for (std::size_t i = 0; i < N; ++i) kinds[i] += other.kinds[i];
    return *this;
  }
  Statistics& operator*=(Count factor) {
    for_each_count(*this, [factor](Count& count) { count *= factor; });
    return *this;
  }
  friend bool operator==(const Statistics&, const Statistics&) = default;
};

/// Calls visit(count) for each of the counts.
template <std::size_t N>
void for_each_count(Statistics<N>& total, auto&& visit) {
  for_each_count(total.leaves, visit);
  for (Count& count : total.kinds) visit(count);
}
template <std::size_t N>
void for_each_count(const Statistics<N>& total, auto&& visit) {
  for_each_count(total.leaves, visit);
  for (const Count& count : total.kinds) visit(count);
}

/// A walk's leaves that look at every last move: Leaves<P> for the positions of a game whose kinds
/// of moves these are (gen/move_kinds.h).
template <class Kinds>
struct Classify {
  bool with_higher = false;

  using Total = Statistics<Kinds::counted>;

  template <Position P>
  Total operator()(P& position) const {
    const auto moves = position.generate();
    if (moves.empty()) return higher();
    Tally tally;
    for (const auto move : moves) tally.add(position, move);
    return tally.total();
  }

  /// The statistics of one move.
  template <Position P>
  Total one(P position, const typename P::Move move) const {
    Tally tally;
    tally.add(position, move);
    return tally.total();
  }

  Total higher() const { return {{0, with_higher ? 1u : 0u}, {}}; }

 private:
  /// Plain 64-bit sums for one position's moves.
  struct Tally {
    std::uint64_t moves = 0;
    std::array<std::uint64_t, Kinds::counted> kinds{};

    template <Position P>
    void add(P& position, const typename P::Move move) {
      static_assert(MoveKindsOf<Kinds, P>);
      ++moves;
      Kinds::add(position, move, kinds);
    }
    Total total() const {
      Total total{{moves, 0}, {}};
      for (std::size_t i = 0; i < kinds.size(); ++i) total.kinds[i] = kinds[i];
      return total;
    }
  };
};

}  // namespace plylab::perft
