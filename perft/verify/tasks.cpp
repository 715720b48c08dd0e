#include "perft/verify/tasks.h"

#include <fmt/format.h>

namespace plylab::perft::verify {

std::vector<Task> tasks_of(const std::vector<epd::Record>& records, Depths depths) {
  std::vector<Task> tasks;
  for (const epd::Record& record : records) {
    Task task{record.id().value_or(fmt::format("line {}", record.line)),
              record.setup,
              depths.otherwise,
              {}};
    for (const epd::PerftCount& count : epd::perft_counts(record))
      if (static_cast<int>(count.depth) <= depths.most && count.paths <= depths.most_leaves &&
          (!task.stated || static_cast<int>(count.depth) > task.depth)) {
        task.depth = static_cast<int>(count.depth);
        task.stated = count.paths;
      }
    tasks.push_back(std::move(task));
  }
  return tasks;
}

}  // namespace plylab::perft::verify
