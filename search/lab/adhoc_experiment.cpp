#include "search/lab/adhoc_experiment.h"

#include <fmt/format.h>

#include <utility>

#include "gen/input_error.h"
#include "reports/command_line.h"
#include "reports/session.h"
#include "search/lab/starts.h"
#include "search/lab/visits.h"

namespace plylab::search::lab {
namespace {

Levels levels_of(Options options) {
  options.resolve_defaults();
  Levels levels = default_levels();
  if (!options.depths.empty()) {
    levels[Factor::depth].clear();
    for (const int depth : options.depths)
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
    list = canonicalize(static_cast<Factor>(i), list, flags[i]);
  }
  return levels;
}

/// A group for the FENs, for the suite, for each tree and for the game.
std::vector<Group> groups_of(const AdhocOptions& options, const reports::PositionOptions& positions,
                             const Levels& levels, bool depth_given) {
  std::vector<Group> groups;
  if (!positions.fens.empty()) {
    groups.push_back({"FEN", {}, levels});
    for (const std::string& fen : positions.fens) groups.back().starts.push_back(start_at_fen(fen));
  }
  if (positions.suite)
    groups.push_back({*positions.suite, starts_of_suite(*positions.suite), levels});
  Levels other = levels;
  if (!options.trees.empty() || !options.game.empty())
    fit_to_other_game(other, false, options.game.empty() ? "--tree" : "--game");
  const auto add = [&](const std::string& name, std::vector<Start> starts) {
    groups.push_back({name, std::move(starts), other});
    // A game that ends is searched to its end, if not otherwise asked.
    if (!depth_given && !groups.back().starts.empty())
      groups.back().levels[Factor::depth] = {
          fmt::format("{}", full_depth(groups.back().starts.front()))};
  };
  for (const std::string& tree : options.trees)
    add(tree, starts_of_tree(tree, parse_seeds(options.seeds)));
  if (!options.game.empty()) add(options.game, {start_of_game(options.game)});
  if (groups.empty()) groups.push_back({"FEN", {start_at_fen("startpos")}, levels});
  for (const Group& group : groups) check_starts(group, group.name);
  return groups;
}

/// The variant, unless there is only one, but several levels of something else.
Factor factor_to_compare(const Levels& levels) {
  for (std::size_t i = factor_names.size(); i-- > 0;)
    if (levels[static_cast<Factor>(i)].size() > 1) return static_cast<Factor>(i);
  return Factor::variant;
}

}  // namespace

void AdhocOptions::add_to(reports::Command command) {
  command.add_option("--tree", trees, "A tree such as tree(width=20,order=0.9), or a tree file")
      .one_value_each();
  command.add_option("--seeds", seeds, "Seeds of the trees, such as 1..20").delimiter(',');
  command.add_option("--game", game, "Another game: tictactoe");
  shared.add_to(command);
}

bool AdhocOptions::asked_for(const Options& options) const {
  return !trees.empty() || !seeds.empty() || !game.empty() || shared.given() || options.has_lists();
}

void AdhocOptions::run(const Options& options, const reports::PositionOptions& positions,
                       bool trace, reports::Session& session) const {
  if (!seeds.empty() && trees.empty()) throw InputError("--seeds: there is no --tree");
  Experiment experiment{"Search", {}, {options.nodes, options.seconds}};
  const Levels levels = levels_of(options);
  experiment.groups = groups_of(*this, positions, levels, !options.depths.empty());
  if (trace) {
    reports::Table visits = visits_table();
    for (const Run& run : runs_of(experiment)) add_visits(visits, run, session.stop());
    return session.publish({.complete = !session.stop(), .tables = {std::move(visits)}}, 1);
  }
  ComparisonSpec comparison{.factor = factor_to_compare(levels)};
  shared.overrule(comparison, experiment);
  run_command(experiment, comparison, shared.runs, shared.threads, session);
}

}  // namespace plylab::search::lab
