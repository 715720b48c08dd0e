#include "search/options.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/chess/registry.h"
#include "gen/input_error.h"
#include "gen/select_names.h"
#include "reports/command_line.h"
#include "search/core/ordering.h"
#include "search/evaluation/chess_evaluation.h"
#include "search/registry.h"

namespace plylab::search {

void Options::add_to(reports::Command command) {
  command.add_option("--gen", generators, "Generators, or all (see plylab list generators)")
      .delimiter(',')
      .show_default();
  command.add_option_function("--kernel", chess::force_kernel,
                              "Kernel of bitboard to force (see plylab list kernels)");
  command
      .add_option("--algo", algorithms,
                  "Searches, or all that compute minimax's value (see plylab list searches)")
      .delimiter(',')
      .show_default();
  command.add_option("--eval", evaluations, "Evaluations, or default (see plylab list evaluations)")
      .delimiter(',')
      .show_default();
  command.add_option("--order", orderings, "Move orderings, or default (see plylab list orderings)")
      .delimiter(',')
      .show_default();
  command
      .add_option("--with", with,
                  "A set of switches, such as table=64,killers (see plylab list switches)")
      .one_value_each();
  command.add_option("--hash", hash, "Transposition table, in MiB").positive();
  command.add_flag("--quiescence", quiescence, "Search captures and promotions below depth 0");
  command.add_option("--depth", depths, "Deepest iteration, in plies")
      .delimiter(',')
      .range(1, max_ply - 1);
  command.add_option("--nodes", nodes, "Most positions to visit, quiescence included").positive();
  command.add_option("--time", seconds, "Most seconds for a position").positive();
}

bool Options::has_lists() const {
  return evaluations.size() > 1 || orderings.size() > 1 || with.size() > 1 || depths.size() > 1;
}

void Options::resolve_defaults() {
  const auto resolve = [&](std::string& chosen, auto&& preference) {
    if (chosen != default_choice || algorithms.empty()) return;
    const std::string first = preference(algorithms.front());
    if (std::all_of(algorithms.begin(), algorithms.end(),
                    [&](const std::string& name) { return preference(name) == first; }))
      chosen = first;
  };
  for (std::string& evaluation : evaluations)
    resolve(evaluation,
            [](const std::string& name) { return std::string(preset_of(name).evaluation); });
  for (std::string& ordering : orderings)
    resolve(ordering, [&](const std::string& name) { return ordering_for(name); });
}

std::string Options::ordering_for(const std::string& algorithm) const {
  const Preset preset = preset_of(algorithm);
  return preset.particular ? std::string(preset.ordering) : usual_ordering;
}

void Options::check() {
  if (has_lists()) throw InputError("--eval, --order, --with, --depth: one of each, please");
  generators = select_names("--gen", generators, chess::generator_names());
  algorithms = select_searches("--algo", algorithms);
  resolve_defaults();
  if (evaluations.front() != default_choice) parse_evaluation("--eval", evaluations.front());
  auto known_orderings = names_in(plylab::search::orderings);
  known_orderings.emplace_back(default_choice);
  if (select_names("--order", orderings, known_orderings).size() > 1)
    throw InputError("--order: takes one ordering, not all");
  switches();
  chess::forced_kernel();
}

Limits Options::limits(int default_depth, const std::atomic<bool>& stop) const {
  Limits limits;
  if (!depths.empty()) limits.depth = depths.front();
  if (nodes > 0) limits.nodes = nodes;
  if (seconds > 0) limits.seconds = seconds;
  if (depths.empty() && nodes == 0 && seconds == 0) limits.depth = default_depth;
  limits.stop = &stop;
  return limits;
}

std::vector<Switches> Options::switch_sets() const {
  std::vector<Switches> sets;
  for (const std::string& text : with) {
    const std::string table = hash > 0 ? fmt::format("table={},", hash) : "";
    Switches set = parse_switches("--with", table + text);
    set.quiescence |= quiescence;
    sets.push_back(set);
  }
  return sets;
}

std::vector<Job> Options::jobs(const Limits& limits) const {
  std::vector<Job> jobs;
  for (const std::string& algorithm : algorithms)
    for (const std::string& generator : generators)
      jobs.push_back(
          {generator, algorithm, evaluations.front(),
           orderings.front() == default_choice ? ordering_for(algorithm) : orderings.front(),
           switches(), limits});
  return jobs;
}

std::string Options::description() const {
  return fmt::format("evaluation {}, ordering {}, with {}", evaluations.front(), orderings.front(),
                     to_string(switches()));
}

}  // namespace plylab::search
