#include "perft/verify/tasks.h"

#include <fmt/format.h>

#include <algorithm>

namespace plylab::perft::verify {

std::vector<Task> tasks_of(const std::vector<epd::Record>& records, Depths depths) {
  std::vector<Task> tasks;
  for (const epd::Record& record : records) {
    Task task{record.id().value_or(fmt::format("line {}", record.line)),
              record.setup,
              depths.otherwise,
              {}};
    for (const epd::PerftCount& count : epd::perft_counts(record)) {
      const int depth = static_cast<int>(count.depth);
      if (depth > depths.most || count.paths > depths.most_leaves) continue;
      task.depth = task.stated.empty() ? depth : std::max(task.depth, depth);
      task.stated.push_back(count);
    }
    tasks.push_back(std::move(task));
  }
  return tasks;
}

std::vector<WrongStatement> wrong_statements(const Task& task, const Outcome& outcome) {
  std::vector<WrongStatement> wrong;
  for (const epd::PerftCount& stated : task.stated)
    if (stated.depth > 0 && stated.depth <= outcome.right_at.size())
      if (const Count right = outcome.right_at[stated.depth - 1]; right != stated.paths)
        wrong.push_back({stated, right});
  return wrong;
}

}  // namespace plylab::perft::verify
