// One search job, every factor chosen by name: here static turns into dynamic.
#pragma once

#include <string>
#include <vector>

#include "gen/chess/fen.h"
#include "gen/chess/move.h"
#include "search/deepen.h"
#include "search/searcher.h"
#include "search/statistics.h"

namespace plylab::search {

/// What to search with. The names must exist in the registries.
struct Job {
  std::string generator = "bitboard";
  std::string algorithm = "alphabeta";
  std::string evaluation = "pst";
  std::string ordering = "captures";
  bool quiescence = false;
  Limits limits;
};

/// What came out, iteration by iteration.
struct Result {
  std::vector<Iteration<chess::Move, Counters>> iterations;
  std::vector<RootChange<chess::Move>> changes;
  std::uint64_t visited = 0;  ///< all iterations, quiescence included
  double seconds = 0;

  /// The last iteration that was completed, or null.
  const Iteration<chess::Move, Counters>* last_complete() const;

  /// The move to play: the last root change's. Null if there is no legal move, or none was
  /// searched.
  const chess::Move* best_move() const { return changes.empty() ? nullptr : &changes.back().move; }

  /// The share of nodes(depth) in nodes(depth − 1), and the square root of that in nodes(depth −
  /// 2), for a completed iteration's index; 0 where there are too few.
  double branching_factor(std::size_t iteration) const;
  double branching_factor_over_two(std::size_t iteration) const;
};

/// Runs the job on the calling thread.
Result run(const chess::Setup& position, const Job& job);

}  // namespace plylab::search
