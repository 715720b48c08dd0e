#include "search/lab/experiment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "gen/epd/epd.h"
#include "reports/text/utf8.h"
#include "search/base/switches.h"
#include "search/base/value.h"
#include "search/run/searches.h"
#include "search/run/table_size.h"

namespace plylab::search::lab {
namespace {

/// A depth that searches can reach, without leading zeros and signs.
void check_depth(std::string_view where, const std::string& text) {
  const auto depth = parse_number<int>(text);
  if (!depth || *depth < 1 || *depth >= max_ply || text.starts_with('0'))
    throw InputError(fmt::format("{}: '{}' is not a depth from 1 to {}", where, text, max_ply - 1));
}

void refuse_repetition(std::string_view where, const std::vector<std::string>& values) {
  std::set<std::string_view> seen;
  for (const std::string& value : values)
    if (!seen.insert(value).second)
      throw InputError(fmt::format("{}: '{}' is there twice", where, value));
}

/// The searches that the group's variants run.
std::vector<std::string> searches_of(const Group& group) {
  std::vector<std::string> searches;
  for (const std::string& variant : group.levels[Factor::variant])
    searches.emplace_back(search_of(variant));
  return searches;
}

/// The group's switch sets, read.
std::vector<Switches> switch_sets_of(const Group& group) {
  std::vector<Switches> sets;
  for (const std::string& text : group.levels[Factor::switches])
    sets.push_back(parse_switches(name_of(Factor::switches), text));
  return sets;
}

/// The job that the levels of a run mean.
Job job_of(const Run& run, const Experiment& experiment) {
  Job job;
  job.generator = run[Factor::generator];
  job.algorithm = search_of(run[Factor::variant]);
  job.evaluation = run[Factor::evaluation];
  job.ordering = run[Factor::ordering];
  job.switches =
      with_table(parse_switches(name_of(Factor::switches), run[Factor::switches]), run.table);
  job.limits.depth = parse_number<int>(run[Factor::depth]).value();
  if (experiment.limits.nodes > 0) job.limits.nodes = experiment.limits.nodes;
  if (experiment.limits.seconds > 0) job.limits.seconds = experiment.limits.seconds;
  job.distinct = experiment.distinct;
  job.minimal = experiment.minimal || run[Factor::variant] == minimal_variant;
  return job;
}

/// Every combination of the levels, those of the first factor varying slowest.
void add_runs(const Levels& levels, std::size_t factor, Run& run, std::vector<Run>& runs) {
  if (factor == factor_names.size()) {
    runs.push_back(run);
    return;
  }
  for (const std::string& level : levels[static_cast<Factor>(factor)]) {
    run.levels[factor] = level;
    add_runs(levels, factor + 1, run, runs);
  }
}

}  // namespace

Factor factor_of(std::string_view where, std::string_view name) {
  return static_cast<Factor>(find_place(factor_names, name, where));
}

std::string Run::id() const {
  return fmt::format("{} | {} | {} | {}", group, game->info.name, start.text(),
                     fmt::join(levels, " | "));
}

std::vector<std::string> canonicalize(Factor factor, const std::vector<std::string>& levels,
                                      const SearchableGame& game, std::string_view where) {
  std::vector<std::string> canonical = levels;
  switch (factor) {
    case Factor::depth:
      for (const std::string& depth : levels) check_depth(where, depth);
      break;
    case Factor::switches:
      for (std::string& text : canonical) {
        const Switches set = parse_switches(where, text);
        game.check_switches(where, set);
        text = to_string(set);
      }
      break;
    case Factor::evaluation:
      for (const std::string& name : levels) {
        if (name == "all") throw InputError(fmt::format("{}: name them one by one", where));
        if (name != default_choice) game.check_evaluation(where, name);
      }
      break;
    case Factor::ordering: {
      refuse_repetition(where, levels);
      std::vector<std::string> known{std::string(default_choice)};
      for (const NamedEntry& entry : game.orderings) known.push_back(entry.name);
      for (const std::string& name : levels)
        if (name != default_choice && name != "all") game.check_ordering(where, name);
      return select_names(where, levels, known);
    }
    case Factor::generator:
      refuse_repetition(where, levels);
      return select_names(where, levels, game.info.generator_names());
    case Factor::variant:
      for (std::string& name : canonical) name = exact_name(name);
      refuse_repetition(where, canonical);
      return select_searches(where, canonical, {std::string(minimal_variant)});
  }
  refuse_repetition(where, canonical);
  return canonical;
}

Levels default_levels(const SearchableGame& game) {
  Levels levels;
  const int plies = longest({{"", game.info.parse(game.info.start)}}, game.info);
  levels[Factor::depth] = {fmt::format("{}", plies > 0 ? plies : 4)};
  levels[Factor::switches] = {"plain"};
  levels[Factor::evaluation] = {game.default_evaluation("alphabeta")};
  levels[Factor::ordering] = {game.default_ordering("alphabeta")};
  levels[Factor::generator] = {game.info.default_generator};
  levels[Factor::variant] = {"alphabeta", "pvs", "negascout"};
  for (std::size_t i = 0; i < factor_names.size(); ++i) {
    auto& list = levels[static_cast<Factor>(i)];
    list = canonicalize(static_cast<Factor>(i), list, game, factor_names[i]);
  }
  return levels;
}

std::vector<Start> starts_of(const std::vector<reports::NamedPosition>& positions) {
  std::vector<Start> starts;
  for (const reports::NamedPosition& position : positions)
    starts.push_back({reports::one_line(position.name), position.start});
  return starts;
}

std::vector<Start> load_starts(const reports::GameOptions& positions, const GameInfo& game) {
  if (positions.chess.suite)
    if (const epd::Suite suite = epd::find_suite(*positions.chess.suite); !suite.issues.empty())
      throw InputError(to_string(suite.issues.front()));
  return starts_of(positions.load(game));
}

int longest(const std::vector<Start>& starts, const GameInfo& game) {
  int most = 0;
  for (const Start& start : starts) {
    const int plies = game.longest(start.position);
    if (plies <= 0) return 0;
    most = std::max(most, plies);
  }
  return std::min(most, max_ply - 1);
}

void check_starts(const Group& group, std::string_view where) {
  if (group.starts.empty()) throw InputError(fmt::format("{}: no start", where));
  std::set<std::string_view> seen;
  for (const Start& start : group.starts)
    if (!seen.insert(start.text()).second)
      throw InputError(fmt::format("{}: {} is there twice", where, start.text()));
}

int common_table(const Group& group) {
  const auto sets = switch_sets_of(group);
  if (std::any_of(sets.begin(), sets.end(), names_table)) return 0;
  int most = 0;
  for (const Switches& set : sets)
    most = std::max(most, search::common_table(searches_of(group), set));
  return most;
}

std::vector<Run> runs_of(const Experiment& experiment) {
  std::vector<Run> runs;
  for (const Group& group : experiment.groups) {
    const int table = common_table(group);
    for (const Start& start : group.starts) {
      const std::size_t first = runs.size();
      Run run{group.name, group.game, start, {}, {}, table};
      add_runs(group.levels, 0, run, runs);
      for (std::size_t i = first; i < runs.size(); ++i) runs[i].job = job_of(runs[i], experiment);
    }
  }
  return runs;
}

std::vector<std::string> table_notes(const Experiment& experiment) {
  std::vector<std::string> notes;
  for (const Group& group : experiment.groups)
    for (const Switches& set : switch_sets_of(group)) {
      std::string note = table_note(group.levels[Factor::variant], set, common_table(group));
      if (note.empty()) continue;
      if (group.levels[Factor::switches].size() > 1) note = to_string(set) + ": " + note;
      if (experiment.groups.size() > 1) note = group.name + ": " + note;
      if (std::find(notes.begin(), notes.end(), note) == notes.end())
        notes.push_back(std::move(note));
    }
  return notes;
}

}  // namespace plylab::search::lab
