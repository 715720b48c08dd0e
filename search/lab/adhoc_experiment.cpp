#include "search/lab/adhoc_experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gen/base/input_error.h"
#include "reports/command_line/command_line.h"
#include "reports/session.h"
#include "search/lab/starts.h"
#include "search/run/registry.h"

namespace plylab::search::lab {
namespace {

Levels levels_of(const Options& options, const SearchableGame& game) {
  Levels levels = default_levels(game);
  if (!options.depth.empty()) {
    levels[Factor::depth].clear();
    for (const int depth : options.depths())
      levels[Factor::depth].push_back(fmt::format("{}", depth));
  }
  levels[Factor::switches].clear();
  for (const Switches& set : options.switch_sets())
    levels[Factor::switches].push_back(to_string(set));
  levels[Factor::evaluation] = options.evaluations;
  levels[Factor::ordering] = options.orderings;
  levels[Factor::generator] = options.generators;
  levels[Factor::variant] = options.algorithms;
  constexpr std::array<std::string_view, factor_names.size()> flags = {
      "--depth", "--with", "--eval", "--order", "--gen", "--algo"};
  for (std::size_t i = 0; i < flags.size(); ++i) {
    auto& list = levels[static_cast<Factor>(i)];
    list = canonicalize(static_cast<Factor>(i), list, game, flags[i]);
  }
  return levels;
}

/// A group for the positions given, or for each of them if they are drawn by seeds, and one for the
/// suite.
std::vector<Group> groups_of(const reports::GameOptions& positions, const SearchableGame& game,
                             const Levels& levels, bool depth_given) {
  std::vector<reports::GameOptions> sources;
  reports::GameOptions given = positions;
  given.chess.suite.reset();
  if (!positions.seeds.empty()) {
    for (const std::string& text :
         positions.positions.empty() ? std::vector{game.info.start} : positions.positions) {
      given.positions = {text};
      sources.push_back(given);
    }
  } else if (!positions.positions.empty() || !positions.chess.fens.empty() ||
             !positions.chess.suite) {
    sources.push_back(given);
  }
  if (positions.chess.suite) {
    reports::GameOptions suite = positions;
    suite.positions.clear();
    suite.chess.fens.clear();
    sources.push_back(suite);
  }
  std::vector<Group> groups;
  for (const reports::GameOptions& source : sources) {
    const std::string name = source.chess.suite         ? *source.chess.suite
                             : !positions.seeds.empty() ? source.positions.front()
                                                        : game.info.name;
    groups.push_back({name, starts_of(source, game.info), levels});
    check_starts(groups.back(), name);
    // A game that ends is searched to its end if nothing else is asked for.
    if (const int plies = longest(groups.back().starts, game.info); !depth_given && plies > 0)
      groups.back().levels[Factor::depth] = {fmt::format("{}", plies)};
  }
  return groups;
}

/// The variant, unless there is only one, but several levels of something else.
Factor factor_to_compare(const Levels& levels) {
  for (std::size_t i = factor_names.size(); i-- > 0;)
    if (levels[static_cast<Factor>(i)].size() > 1) return static_cast<Factor>(i);
  return Factor::variant;
}

}  // namespace

void AdhocOptions::add_to(reports::Command command) { shared.add_to(command); }

bool AdhocOptions::asked_for(const Options& options, const reports::GameOptions& positions) const {
  const auto& names = options.algorithms;
  return shared.given() || options.has_lists() || !positions.seeds.empty() ||
         std::find(names.begin(), names.end(), minimal_variant) != names.end();
}

void AdhocOptions::run(Options options, const reports::GameOptions& positions,
                       const SearchableGame& game, reports::Session& session) const {
  options.complete(game);
  std::vector<std::string> searches;
  for (const std::string& variant :
       select_searches("--algo", options.algorithms, {std::string(minimal_variant)}))
    searches.emplace_back(search_of(variant));
  options.resolve_defaults(game, searches);
  Experiment experiment{"Search", {}, {options.nodes, options.seconds}};
  const Levels levels = levels_of(options, game);
  experiment.groups = groups_of(positions, game, levels, !options.depth.empty());
  ComparisonSpec comparison{.factor = factor_to_compare(levels)};
  shared.overrule(comparison, experiment);
  run_command(experiment, comparison, {shared.runs, shared.threads, {game}, options.kernel},
              session);
}

}  // namespace plylab::search::lab
