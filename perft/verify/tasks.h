// From suites to questions.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/epd/epd.h"
#include "perft/verify/run.h"

namespace plylab::perft::verify {

/// How deep to ask.
struct Depths {
  int otherwise = 3;  ///< plies, for records that state no count within the limits
  int most = 60;      ///< of the counts that a record states the deepest up to here …
  std::uint64_t most_leaves = 200'000;  ///< … and of no more paths than this
};

/// A task for each record, named by its id or its line.
std::vector<Task> tasks_of(const std::vector<epd::Record>& records, Depths depths = {});

/// A count that a suite states, and the right one, which is another.
struct WrongStatement {
  epd::PerftCount stated;
  Count right;
};

/// Those of the task at the depths that were asked for.
std::vector<WrongStatement> wrong_statements(const Task& task, const Outcome& outcome);

}  // namespace plylab::perft::verify
