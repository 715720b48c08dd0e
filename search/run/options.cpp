#include "search/run/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "search/core/settings.h"
#include "search/evaluation/chess_evaluation.h"
#include "search/run/searches.h"
#include "search/run/users_objects.h"

namespace plylab::search {
namespace {

/// Throws InputError if the search requires a table and the wishes switch it off. (With several
/// searches, that applies only to the others.)
void require_table(const std::string& search, const Switches& wishes) {
  if (names_table(wishes) && wishes["table"] == 0 && table_size(search, wishes) > 0)
    throw InputError(fmt::format("--with no-table: {} requires a table", search));
}

}  // namespace

void Options::add_to(cli::Command whole, bool chess) {
  const cli::Command command = whole.group("Search"), limits = whole.group("Limits");
  std::vector<std::string> switch_names;
  for (const SwitchEntry& entry : search::switches)
    if (chess || entry.kind.scope == Scope::any_game) switch_names.emplace_back(entry.name);
  command
      .add_option("--gen NAME", generators,
                  "Generators, or all (see plylab list generators; default: the game's usual one)")
      .delimiter(',');
  cli::add_kernel_option(command, kernel);
  command
      .add_option(
          "--algo NAME", algorithms,
          "Searches; all means all that compute the minimax value (see plylab list searches)")
      .offers(search_names())
      .delimiter(',')
      .show_default();
  command
      .add_option("--eval NAME", evaluations,
                  "Evaluation, or default (see plylab list evaluations)")
      .offers(chess ? EvaluationKind::names() : std::vector<std::string>())
      .delimiter(',')
      .show_default();
  command
      .add_option("--order NAME", orderings,
                  "Move ordering, or default (see plylab list orderings)")
      .offers(Order::names())
      .delimiter(',')
      .show_default();
  command
      .add_option(
          "--with SWITCHES", with,
          fmt::format(
              "A set of switches, such as table=64{} (see plylab list switches; default: the "
              "search's own)",
              chess ? ",killers" : ""))
      .offers(switch_names);
  command
      .add_option("--hash MIB", hash,
                  "Size of the transposition table in MiB (default: as in --with)")
      .positive();
  command
      .add_option("--threads N", threads,
                  "Threads for one position (default: as in --with, or else 1)")
      .range(1, 256);
  if (chess)
    command.add_flag("--quiescence", quiescence,
                     "Extend leaves by a quiescence search of captures and promotions");
  limits
      .add_option("-d,--depth N", depths,
                  "Depth in plies, or several: 4,6 or 4..6 (default: no limit)")
      .delimiter(',')
      .range(1, max_ply - 1);
  limits
      .add_option("--nodes N", nodes,
                  fmt::format("Most nodes to visit{} (default: no limit)",
                              chess ? ", including quiescence" : ""))
      .positive();
  limits.add_option("--time SECONDS", seconds, "Most seconds per position (default: no limit)")
      .positive();
}

bool Options::has_lists() const {
  return evaluations.size() > 1 || orderings.size() > 1 || with.size() > 1 || depths.size() > 1;
}

void Options::resolve_defaults(const SearchableGame& game,
                               const std::vector<std::string>& searches) {
  const auto resolve = [&](std::string& chosen, auto&& preference) {
    if (chosen != default_choice || searches.empty()) return;
    const std::string first = preference(searches.front());
    if (std::all_of(searches.begin(), searches.end(),
                    [&](const std::string& name) { return preference(name) == first; }))
      chosen = first;
  };
  for (std::string& evaluation : evaluations) resolve(evaluation, game.default_evaluation);
  for (std::string& ordering : orderings)
    resolve(ordering, [&](const std::string& name) { return ordering_for(game, name); });
}

std::string Options::ordering_for(const SearchableGame& game, const std::string& algorithm) const {
  if (!game.is_chess) return game.default_ordering(algorithm);
  const Preset preset = preset_of(algorithm);
  return preset.particular ? std::string(preset.ordering) : usual_ordering;
}

void Options::complete(const SearchableGame& game) {
  if (generators.empty()) generators = {game.info.default_generator};
  generators = select_names("--gen", generators, game.info.generator_names());
  kernel = cli::chosen_kernel(game.info, kernel, generators);
  for (const std::string& evaluation : evaluations)
    if (evaluation != default_choice) game.check_evaluation("--eval", evaluation);
  for (const std::string& ordering : orderings)
    if (ordering != default_choice && ordering != "all") game.check_ordering("--order", ordering);
  for (const Switches& set : switch_sets()) game.check_switches("--with", set);
}

void Options::require_sufficient_table() const {
  if (algorithms.size() == 1) require_table(algorithms.front(), switches());
}

void Options::check(const SearchableGame& game, int at_once) {
  const std::pair<const char*, std::size_t> numbers[] = {{"--eval", evaluations.size()},
                                                         {"--order", orderings.size()},
                                                         {"--with", with.size()},
                                                         {"--depth", depths.size()}};
  for (const auto& [option, values] : numbers)
    if (values > 1) throw InputError(fmt::format("{}: only one value is possible here", option));
  algorithms = select_searches("--algo", algorithms);
  complete(game);
  resolve_defaults(game, algorithms);
  require_sufficient_table();
  const int common = algorithms.size() > 1 ? common_table(algorithms, switches()) : 0;
  table_note = search::table_note(algorithms, switches(), common);
  with = {to_string(with_table(switches(), common))};
  for (const std::string& algorithm : algorithms) require_search(algorithm, switches());
  for (const Job& job : jobs(game, {})) require_at_once(job, at_once);
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
    Switches set = parse_switches("--with", text);
    if (hash > 0 && set.named["table"] && set["table"] != hash)
      throw InputError(fmt::format("--hash {} and --with {}: two sizes of the table", hash, text));
    if (hash > 0) set["table"] = hash;
    if (threads > 0 && set.named["threads"] && set["threads"] != threads)
      throw InputError(
          fmt::format("--threads {} and --with {}: two numbers of threads", threads, text));
    if (threads > 0) set["threads"] = threads;
    set["quiescence"] |= quiescence;
    sets.push_back(set);
  }
  return sets;
}

std::vector<Job> Options::jobs(const SearchableGame& game, const Limits& limits) const {
  std::vector<Job> jobs;
  for (const std::string& algorithm : algorithms)
    for (const std::string& generator : generators)
      jobs.push_back(
          {generator, kernel, algorithm, evaluations.front(),
           orderings.front() == default_choice ? ordering_for(game, algorithm) : orderings.front(),
           switches(), limits});
  return jobs;
}

}  // namespace plylab::search
