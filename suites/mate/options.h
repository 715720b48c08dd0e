// The options of the command mate, and the tasks that they name.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reports/position_options.h"
#include "reports/session.h"
#include "search/mate/composition.h"
#include "suites/mate/task.h"

namespace plylab::suites::mate {

struct Options {
  reports::PositionOptions positions;
  std::optional<std::string> stipulation;
  std::vector<std::string> solvers;
  bool quiet_captures = false;
  std::optional<std::string> tree;
  std::size_t refutations = 1;
  std::optional<std::size_t> solutions;
  std::optional<std::size_t> most_solutions;
  double seconds = 0;
  std::uint64_t nodes = 0;
  std::size_t hash = 64;  // MiB
  int jobs = 1;

  /// What check() makes of them.
  std::optional<search::mate::Stipulation> demanded = {};
  bool by_solvers = false;

  /// Refuses what does not go together and resolves the names of solvers.
  void check();

  /// The positions of --fen and --suite. What a suite has that cannot be used is printed on
  /// standard error; the rest is used. Throws InputError if nothing is left.
  std::vector<MateTask> load() const;

  /// Whether all solutions are asked for; otherwise solvers look for one mate.
  bool asks_for_solutions(const std::vector<MateTask>& tasks) const;

  /// When to give up: a length that is demanded is reached however long it takes; else there must
  /// be an end.
  search::mate::MateLimits limits(const MateTask& task, const std::atomic<bool>& stop) const;

  void add_to(reports::Command mate);
};

/// Calls solve(i) for each of so many pieces of work and shows how far it has come.
void work_through(std::size_t number, const Options& options, reports::Session& session,
                  const std::function<void(std::size_t)>& solve);

}  // namespace plylab::suites::mate
