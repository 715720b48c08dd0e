// Counts a solver's nodes and ends it when its limits are reached.
#pragma once

#include <chrono>
#include <cstdint>

#include "search/mate/problem.h"

namespace plylab::search::mate {

/// Thrown through a solver that has reached its limits; it never leaves the solver.
struct LimitReached {};

/// The nodes and seconds of one answer.
class Budget {
 public:
  explicit Budget(const MateLimits& limits) : limits_(limits), start_(Clock::now()) {}

  /// One node more. Throws LimitReached.
  void spend() {
    constexpr std::uint64_t between_looks = 1024;  // at the clock, which costs more than a node
    if (nodes_ >= limits_.nodes) throw LimitReached();
    if (++nodes_ % between_looks == 0 &&
        ((limits_.stop && *limits_.stop) || seconds() > limits_.seconds))
      throw LimitReached();
  }

  std::uint64_t nodes() const { return nodes_; }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;

  const MateLimits limits_;
  const Clock::time_point start_;
  std::uint64_t nodes_ = 0;
};

/// Calls search() and tells whether it came to its end before a limit was reached.
bool within_limits(auto&& search) {
  try {
    search();
    return true;
  } catch (const LimitReached&) {
    return false;
  }
}

/// Completes an answer: what was spent, and what was refuted if nothing was found.
inline void complete(MateAnswer& answer, const Budget& budget) {
  if (answer.status == MateStatus::unknown && answer.refuted > 0) {
    answer.status = MateStatus::none_within;
    answer.moves = answer.refuted;
  }
  answer.nodes = budget.nodes();
  answer.seconds = budget.seconds();
}

}  // namespace plylab::search::mate
