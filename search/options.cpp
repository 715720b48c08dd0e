#include "search/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "gen/chess/registry.h"
#include "gen/choose.h"
#include "gen/input_error.h"
#include "search/evaluation.h"
#include "search/ordering.h"
#include "search/registry.h"

namespace plylab::search {

void Options::add_to(CLI::App& command) {
  command.add_option("--gen", generators, "Generators, or all (see plylab list generators)")
      ->delimiter(',')
      ->capture_default_str();
  command.add_option_function<std::string>("--kernel", chess::force_kernel,
                                           "Kernel of bitboard to force (see plylab list kernels)");
  command.add_option("--algo", algorithms, "Searches, or all (see plylab list searches)")
      ->delimiter(',')
      ->capture_default_str();
  command.add_option("--eval", evaluation, "Evaluation (see plylab list evaluations)")
      ->capture_default_str();
  command.add_option("--order", ordering, "Move ordering (see plylab list orderings)")
      ->capture_default_str();
  command.add_option("--with", with,
                     "Switches, such as table=64,killers (see plylab list switches)");
  command.add_option("--hash", hash, "Transposition table, in MiB")->check(CLI::PositiveNumber);
  command.add_flag("--quiescence", quiescence, "Search captures and promotions below depth 0");
  command.add_option("--depth", depth, "Deepest iteration, in plies")
      ->check(CLI::Range(1, max_ply - 1));
  command.add_option("--nodes", nodes, "Most positions to visit, quiescence included")
      ->check(CLI::PositiveNumber);
  command.add_option("--time", seconds, "Most seconds for a position")->check(CLI::PositiveNumber);
}

void Options::check() {
  generators = choose("--gen", generators, chess::generator_names());
  for (std::string& name : algorithms) name = exact_name(name);
  algorithms = choose("--algo", algorithms, names_in(plylab::search::algorithms));
  parse_evaluation("--eval", evaluation);
  choose("--order", {ordering}, names_in(orderings));
  if (ordering == "all") throw InputError("--order: takes one ordering, not all");
  switches();
  chess::forced_kernel();
}

Limits Options::limits(int default_depth, const std::atomic<bool>& stop) const {
  Limits limits;
  if (depth > 0) limits.depth = depth;
  if (nodes > 0) limits.nodes = nodes;
  if (seconds > 0) limits.seconds = seconds;
  if (depth == 0 && nodes == 0 && seconds == 0) limits.depth = default_depth;
  limits.stop = &stop;
  return limits;
}

Switches Options::switches() const {
  std::string text = with;
  if (hash > 0) text = fmt::format("table={},{}", hash, text);
  Switches result = parse_switches("--with", text);
  result.quiescence |= quiescence;
  return result;
}

std::vector<Job> Options::jobs(const Limits& limits) const {
  std::vector<Job> jobs;
  for (const std::string& algorithm : algorithms)
    for (const std::string& generator : generators)
      jobs.push_back({generator, algorithm, evaluation, ordering, switches(), limits});
  return jobs;
}

std::string Options::description() const {
  return fmt::format("evaluation {}, ordering {}, with {}", evaluation, ordering,
                     to_string(switches()));
}

}  // namespace plylab::search
