// Solving: does a search find a record's best move, when, and does it keep it?
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "search/run.h"
#include "suites/epd.h"

namespace plylab::suites {

/// What a record asks for: a move of bm if there are any, none of am; with neither, a mate in at
/// most dm moves.
struct Goal {
  std::vector<chess::Move> best;
  std::vector<chess::Move> avoid;
  std::optional<std::uint64_t> mate;

  /// Whether there is anything to solve.
  bool empty() const { return best.empty() && avoid.empty() && !mate; }
  bool met_by(chess::Move move, search::Value value) const;
};

/// Reads a record's goal. Texts that name no legal move are appended to `problems`.
Goal goal_of(const Record& record, std::vector<std::string>& problems);

/// One record, solved or not.
struct Solution {
  bool solved = false;  ///< the goal is met at the end
  bool kept = false;    ///< and was never left again after it was first met
  std::optional<search::RootChange<chess::Move>> first_found;  ///< when the goal was first met
  search::Result search;
};

/// Searches the record's position and judges the result.
Solution solve(const Record& record, const Goal& goal, const search::Job& job);

}  // namespace plylab::suites
