// A suite by a field of contestants.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "suites/solve/contestants.h"
#include "suites/solve/solution_journal.h"
#include "suites/solve/solve.h"

namespace plylab::suites::solve {

/// A record with something to solve.
struct Puzzle {
  const epd::Record* record;
  Goal goal;
};

/// The solutions of a puzzle, contestant by contestant; those that a stop came before are empty.
using Solutions = std::vector<std::optional<Solution>>;

/// Has every puzzle solved by every contestant, so many at a time, each on one thread. What the
/// journal has, if there is one, is not asked again, and what is new comes into it. finished(done)
/// is called after each solution, by one thread at a time. What has been solved is in `solutions`,
/// also if something is thrown.
void solve_all(const std::vector<Puzzle>& puzzles, Contestants& contestants,
               const search::Limits& limits, int threads, SolutionJournal* journal,
               const std::function<void(std::size_t done)>& finished,
               std::vector<Solutions>& solutions);

}  // namespace plylab::suites::solve
