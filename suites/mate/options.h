// The options of the command mate.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reports/game_options.h"
#include "reports/session.h"
#include "search/mate/composition.h"
#include "suites/mate/task.h"

namespace plylab::suites::mate {

struct Options {
  std::string game = "chess";  ///< or a variant of it, in which solvers look for mates
  std::vector<std::string> variant_positions = {};  ///< positions of a variant
  reports::PositionOptions positions;
  std::optional<std::string> popeye;
  std::vector<std::string> twins;
  std::optional<std::string> stipulation;
  std::vector<std::string> solvers;
  bool quiet_captures = false;
  std::optional<std::string> tree;
  bool set_play = false;
  bool duplex = false;
  std::optional<std::size_t> refutations;
  std::optional<std::size_t> solutions;
  std::optional<std::size_t> most_solutions;
  std::optional<std::string> diagram;
  double seconds = 0;
  std::uint64_t nodes = 0;
  std::size_t hash = 64;  // MiB
  int jobs = 1;

  /// What check() makes of them.
  std::optional<search::mate::Stipulation> demanded = {};
  bool by_solvers = false;

  /// Refuses what does not go together and resolves the names of solvers.
  void check();

  /// Whether all solutions are asked for; otherwise solvers look for one mate.
  bool asks_for_solutions(const std::vector<MateTask>& tasks) const;

  bool in_variant() const { return game != "chess"; }

  /// The moves of the stipulation, or 0.
  int demanded_moves() const { return demanded && demanded->has_length() ? demanded->moves : 0; }

  /// When to give up. A length that is demanded is reached however long it takes; else there must
  /// be an end.
  search::mate::MateLimits limits(bool length_demanded) const;

  /// What holds for every task: how much is to be found, and when to give up.
  void apply(MateTask& task) const;

  void add_to(reports::Command mate);
};

/// Calls solve(i) for each of so many pieces of work and shows how far it has come.
void work_through(std::size_t number, const Options& options, reports::Session& session,
                  const std::function<void(std::size_t)>& solve);

}  // namespace plylab::suites::mate
