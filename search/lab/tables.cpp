#include "search/lab/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "gen/base/names.h"
#include "gen/base/text.h"
#include "reports/cli/game_options.h"
#include "reports/formats/journal_file.h"
#include "reports/tables/averages.h"
#include "reports/tables/columns.h"
#include "reports/tables/display.h"
#include "reports/tables/sources.h"
#include "search/lab/position_tables.h"
#include "search/run/searches.h"

namespace plylab::search::lab {
namespace {

using reports::Cell;
using reports::PlannedTable;
using reports::Role;
using reports::Schema;
using reports::Table;
using reports::TableOf;

std::optional<double> mean_of(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  return reports::geometric_mean(values);
}

/// Millions a second; empty if unknown.
Cell rate(std::uint64_t visited, double seconds) {
  return seconds > 0 ? Cell(static_cast<double>(visited) / 1e6 / seconds) : Cell();
}

/// The starts completed by all levels that have completed any. Means are over these only, because
/// limits remove the hard starts first.
std::set<std::string> common_starts(const Block& block) {
  std::set<std::string> common;
  bool first = true;
  for (const auto& [level, runs] : block.by_level) {
    std::set<std::string> completed;
    for (const auto& [start, record] : runs)
      if (record->complete() && (first || common.contains(start))) completed.insert(start);
    if (std::none_of(runs.begin(), runs.end(),
                     [](const auto& run) { return run.second->complete(); }))
      continue;
    common = std::move(completed);
    first = false;
  }
  return common;
}

/// The costs of the runs of one level in a block.
struct LevelRow {
  std::string block;
  Level level;
  std::size_t runs = 0, censored = 0, counted = 0;  // counted: with `visited`
  std::vector<double> nodes = {};                   // of the last iterations of the averaged runs
  Counters last = {};                               // sums over these iterations
  std::uint64_t visited = 0;
  double seconds = 0;
  std::optional<double> by_minimal = {};

  void add(const Run& run, const RunRecord& record, bool averaged) {
    ++runs;
    counted += is_known(run, record, counter("visited"));
    visited += record.visited();
    seconds += record.seconds();
    censored += !record.complete();
    if (!averaged || !record.complete()) return;
    nodes.push_back(static_cast<double>(record.last_costs().counts.nodes()));
    last += record.last_costs().counts;
  }
};

/// A count of a search's last iteration, and that of the minimal tree or graph.
struct MinimalRatio {
  std::string_view name;
  std::uint64_t (*of)(const Counters&);
  std::uint64_t (*min)(const RunRecord&);
};
constexpr std::array minimal_ratios{
    MinimalRatio{"nodes", [](const Counters& counts) { return counts.nodes(); },
                 [](const RunRecord& minimal) { return minimal.last_costs().counts.nodes(); }},
    MinimalRatio{"leaves", [](const Counters& counts) { return counts.leaves; },
                 [](const RunRecord& minimal) { return minimal.last_costs().counts.leaves; }},
    MinimalRatio{"graph", [](const Counters& counts) { return counts.nodes(); },
                 [](const RunRecord& minimal) {
                   return minimal.minimal ? minimal.minimal->graph : std::uint64_t{0};
                 }}};

/// The mean ratio of a level's count to that of the minimal tree, over the starts that have both.
std::optional<double> ratio_to_minimal(const Block& block, const std::string& level,
                                       const MinimalRatio& ratio,
                                       const std::set<std::string>& starts) {
  std::vector<double> ratios;
  if (const auto runs = block.by_level.find(level); runs != block.by_level.end())
    for (const auto& [start, record] : runs->second) {
      const RunRecord* minimal = block.find(std::string(minimal_variant), start);
      if (!starts.contains(start) || !minimal || !minimal->complete() || !record->complete())
        continue;
      const auto min = static_cast<double>(ratio.min(*minimal)),
                 ours = static_cast<double>(ratio.of(record->last_costs().counts));
      if (min > 0 && ours > 0) ratios.push_back(ours / min);
    }
  return mean_of(ratios);
}

/// The levels of all factors but the depth, whose text is empty.
using Contestant = std::array<std::string, factor_names.size()>;

Contestant contestant_of(const Run& run) {
  Contestant levels;
  for (std::size_t i = 0; i < levels.size(); ++i)
    if (static_cast<Factor>(i) != Factor::depth) levels[i] = to_string(run.levels[i]);
  return levels;
}

/// The nodes of the finished iterations of a group's runs. Iterations at a depth are the same in
/// runs to larger depths.
struct Iterations {
  std::vector<Contestant> contestants;  // in the order of the runs
  std::map<int, std::map<Contestant, std::map<std::string, double>>> nodes;  // by depth, by start

  Iterations(const Group& group, const std::vector<Run>& runs, const RunRecords& records) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (runs[i].group != group.name || !records[i]) continue;
      const Contestant contestant = contestant_of(runs[i]);
      if (std::find(contestants.begin(), contestants.end(), contestant) == contestants.end())
        contestants.push_back(contestant);
      for (const RunIteration& one : records[i]->iterations)
        if (const auto count = static_cast<double>(one.counts.nodes()); count > 0)
          nodes[one.depth][contestant].emplace(runs[i].start.text(), count);
    }
  }

  /// The starts on which the depth was completed by all of these contestants that completed it on
  /// any.
  std::vector<std::string> common_starts(int depth, const std::vector<Contestant>& these) const {
    const auto& all = nodes.at(depth);
    std::vector<const std::map<std::string, double>*> completed;
    for (const Contestant& contestant : these)
      if (const auto done = all.find(contestant); done != all.end())
        completed.push_back(&done->second);
    std::vector<std::string> starts;
    if (completed.empty()) return starts;
    for (const auto& first : *completed.front()) {
      const std::string& start = first.first;  // clang 14 captures no structured binding
      if (std::all_of(completed.begin(), completed.end(),
                      [&](const auto* one) { return one->contains(start); }))
        starts.push_back(start);
    }
    return starts;
  }

  std::optional<double> mean(int depth, const Contestant& contestant,
                             const std::vector<std::string>& starts) const {
    const auto done = nodes.at(depth).find(contestant);
    if (done == nodes.at(depth).end() || starts.empty()) return std::nullopt;
    std::vector<double> counts;
    for (const std::string& start : starts) counts.push_back(done->second.at(start));
    return reports::geometric_mean(counts);
  }

  /// The mean of nodes(d) / nodes(d − 1) over the starts that have both.
  std::optional<double> branching(int depth, const Contestant& contestant,
                                  const std::vector<std::string>& starts) const {
    const auto before = nodes.find(depth - 1);
    if (before == nodes.end() || !before->second.contains(contestant) ||
        !nodes.at(depth).contains(contestant))
      return std::nullopt;
    std::vector<double> ratios;
    for (const std::string& start : starts)
      if (const auto less = before->second.at(contestant).find(start);
          less != before->second.at(contestant).end())
        ratios.push_back(nodes.at(depth).at(contestant).at(start) / less->second);
    if (ratios.empty()) return std::nullopt;
    return reports::geometric_mean(ratios);
  }
};

/// The level of a factor if it varies in the group; otherwise an empty cell.
Cell varying(const Group& group, Factor factor, const Contestant& contestant) {
  if (group.levels[factor].size() == 1 && factor != Factor::variant) return {};
  return contestant[static_cast<std::size_t>(factor)];
}

/// The group, with the levels of varying factors other than the depth and this one.
std::string row_name(const Group& group, const Contestant& contestant, Factor factor) {
  std::string name = group.name;
  for (std::size_t i = 0; i < factor_names.size(); ++i)
    if (const auto other = static_cast<Factor>(i);
        other != factor && other != Factor::depth && group.levels[other].size() > 1)
      name += ", " + contestant[i];
  return name;
}

/// A run that was done.
struct DoneRun {
  const Run* run;
  const RunRecord* record;
};

/// A factor's level.
auto level_of(Factor factor) {
  return [factor](const DoneRun& done) { return cell_of((*done.run)[factor]); };
}

/// The sums of a counter, empty for runs that do not have it.
reports::ColumnOf<DoneRun> known_sums(const Counter& counter, Role role = Role::cost) {
  reports::ColumnOf<DoneRun> column = sum_column<DoneRun>(counter, role);
  column.cell = [&counter, cell = std::move(column.cell)](const DoneRun& done) {
    return is_known(*done.run, *done.record, counter) ? cell(done) : Cell();
  };
  return column;
}

/// A line for each reason why runs did not reach their depth.
std::vector<std::string> obstacles(const std::vector<Run>& runs, const RunRecords& records) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (records[i] && records[i]->unfinished && !records[i]->unfinished->obstacle.empty())
      lines.push_back(fmt::format("{}, {}, {}: depth {} is incomplete: {}", runs[i].group,
                                  runs[i].start.name, runs[i].variant(),
                                  records[i]->unfinished->depth, records[i]->unfinished->obstacle));
  return lines;
}

/// Notes on the conventions for distinguishing moves, without repeats.
std::vector<std::string> convention_notes(const Experiment& experiment) {
  std::map<const SearchableGame*, std::vector<AnyStart>> positions;
  for (const Group& group : experiment.groups)
    for (const Start& start : group.starts) positions[group.game].push_back(start.position);
  std::vector<std::string> notes;
  for (const auto& [game, starts] : positions)
    for (std::string& note : cli::convention_notes(game->info, starts))
      notes.push_back(std::move(note));
  return notes;
}

/// The groups with starts from which every game is shorter than the search depth.
std::vector<std::string> shallow_starts(const Experiment& experiment) {
  std::vector<std::string> notes;
  for (const Group& group : experiment.groups) {
    int deepest = 0;
    for (const Level& depth : group.levels[Factor::depth])
      deepest = std::max(deepest, std::get<int>(depth));
    if (deepest >= max_ply - 1) continue;  // the user gave no depth
    const auto shallow =
        std::count_if(group.starts.begin(), group.starts.end(), [&](const Start& start) {
          const int plies = group.game->info.longest(start.position);
          return plies > 0 && plies < deepest;
        });
    if (shallow > 0)
      notes.push_back(fmt::format(
          "{}: {} of {} starts end before depth {}: they are searched to their end, and "
          "included in the averages",
          group.name, shallow, group.starts.size(), deepest));
  }
  return notes;
}

/// Notes on searches whose values are not compared, because they may differ.
std::vector<std::string> selective_notes(const Experiment& experiment,
                                         const std::vector<Run>& runs) {
  const bool compares =
      std::any_of(experiment.groups.begin(), experiment.groups.end(), [](const Group& group) {
        return group.levels[Factor::variant].size() > 1 ||
               group.levels[Factor::ordering].size() > 1 ||
               group.levels[Factor::generator].size() > 1;
      });
  if (!compares) return {};
  std::vector<std::string> notes;
  if (const std::string names = selective_switches_in(runs); !names.empty())
    notes.push_back(fmt::format(
        "{}: selective: values may differ and are not compared; it may visit less than the minimal "
        "tree",
        names));
  std::set<std::string> inexact;
  for (const Run& run : runs)
    if (!is_exact(run.job.algorithm) && selective_in(run).empty()) inexact.insert(run.variant());
  for (const std::string& name : inexact)
    notes.push_back(fmt::format(
        "{}: does not always find the minimax value: its values are not compared", name));
  return notes;
}

/// A note if limits ended runs before their first iteration was finished.
std::string unfinished_note(const RunRecords& records) {
  const auto number = std::ranges::count_if(
      records, [](const auto& record) { return record && !record->last_finished(); });
  if (number == 0) return {};
  return fmt::format("{} of {} runs finished no iteration within their limits", number,
                     records.size());
}

/// A note if nodes are not compared between generators, because the ordering is theirs.
std::vector<std::string> ordering_notes(const Experiment& experiment,
                                        const std::vector<Run>& runs) {
  const bool several = std::ranges::any_of(experiment.groups, [](const Group& group) {
    return group.levels[Factor::generator].size() > 1;
  });
  if (!several || std::ranges::none_of(runs, [](const Run& run) {
        return run.job.ordering == ordering_of_generators;
      }))
    return {};
  return {fmt::format(
      "with --order {} each generator visits other nodes; with --order canonical all visit "
      "the same",
      ordering_of_generators)};
}

void add_note_on_times(const std::string& note, std::vector<Table>& tables) {
  for (Table& table : tables)
    if (reports::has_times(table)) table.notes.push_back(note);
}

/// Notes under tables with times if some runs simulate their threads.
void note_lockstep(const std::vector<Run>& runs, std::vector<Table>& tables) {
  if (std::ranges::any_of(runs, [](const Run& run) {
        return run.job.switches["threads"] > 1 && run.job.switches["lockstep"] > 0;
      }))
    add_note_on_times(
        "with lockstep seconds are those of the simulation; the time that it simulates is the "
        "number of positions that the first thread visits (--measure steps)",
        tables);
}

/// Whether a guest's search has finished an iteration without taking a move from plylab's lists.
bool takes_no_listed_move(const Run& run, const RunRecord& record) {
  const RunIteration* const last = record.last_finished();
  return last != nullptr && is_added(search_of(run.variant())) && last->counts.leaves > 0 &&
         last->counts[Event::picked] == 0;
}

/// A note on searches that list their moves by themselves.
std::vector<std::string> notes_on_own_lists(const std::vector<Run>& runs,
                                            const RunRecords& records) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (records[i] && takes_no_listed_move(runs[i], *records[i]) &&
        std::ranges::find(names, runs[i].variant()) == names.end())
      names.push_back(runs[i].variant());
  if (names.empty()) return {};
  return {fmt::format(
      "not on equal terms: the search lists its moves by itself, so that the ordering and the "
      "switches reach it only as far as it asks for them: {}",
      fmt::join(names, ", "))};
}

/// A level in a block, compared with the baseline.
struct SolvedRow {
  std::string block;
  Level level;
  bool is_baseline;
  std::size_t starts = 0, solved = 0, gained = 0, lost = 0;

  reports::ProportionInterval interval() const { return reports::wilson_interval(solved, starts); }
};

/// The solutions of each start, by its text.
std::map<std::string, std::vector<std::string>> solutions_of(const Group& group) {
  std::map<std::string, std::vector<std::string>> solutions;
  for (const Start& start : group.starts)
    if (!start.best.empty()) solutions.emplace(start.text(), start.best);
  return solutions;
}

bool solves(const RunRecord& record, const std::vector<std::string>& best) {
  const RunIteration* last = record.last_finished();
  return last && std::find(best.begin(), best.end(), last->move) != best.end();
}

Cell beside_baseline(const SolvedRow& row, std::size_t number) {
  return row.is_baseline ? Cell() : Cell(number);
}

Table starts_table(const Experiment& experiment) {
  std::vector<reports::NamedStart> starts;
  for (const Group& group : experiment.groups)
    for (const Start& start : group.starts)
      starts.push_back({&group.game->info, start.name, start.position});
  return reports::starts_table().with(reports::without_repeats(std::move(starts)));
}

/// What the runs of a group can show in pictures.
struct Extent {
  std::set<int> depths;              // of their iterations
  std::set<Contestant> contestants;  // without the minimal tree
};

/// In the order of the groups.
std::vector<Extent> extents_of(const std::vector<Run>& runs) {
  std::vector<std::string> groups;
  std::vector<Extent> extents;
  for (const Run& run : runs) {
    const auto place = static_cast<std::size_t>(std::find(groups.begin(), groups.end(), run.group) -
                                                groups.begin());
    if (place == groups.size()) {
      groups.push_back(run.group);
      extents.emplace_back();
    }
    const bool is_minimal = run.variant() == minimal_variant;
    if (!is_minimal) extents[place].contestants.insert(contestant_of(run));
    const bool deepens = run.job.switches["deepening"] && !is_minimal;
    for (int depth = deepens ? 1 : run.depth(); depth <= run.depth(); ++depth)
      extents[place].depths.insert(depth);
  }
  return extents;
}

/// Those of the pictures of which there is at least one.
std::vector<reports::Picture> numbered(
    std::initializer_list<std::pair<reports::Picture, std::size_t>> pictures) {
  std::vector<reports::Picture> all;
  for (const auto& [picture, number] : pictures)
    if (number > 0) {
      all.push_back(picture);
      all.back().number = number;
    }
  return all;
}

// ---- declarations ----

TableOf<LevelRow> overview_table(const Experiment& experiment, Factor factor) {
  return {
      "overview",
      experiment.name + ": means of last_nodes; sums of visited and seconds",
      {{group_column, [](const LevelRow& row) { return row.block; }},
       {level_column(factor, "what is compared"),
        [](const LevelRow& row) { return cell_of(row.level); }},
       {{"runs", "", "one on each start", 0}, [](const LevelRow& row) { return row.runs; }},
       {{"cut", "",
         "runs that did not reach their depth: cut off by a limit, or ended by a mate of "
         "iteration 0 or the opening book",
         0},
        [](const LevelRow& row) { return row.censored; }},
       {{"starts", "",
         "starts completed by every contestant that completed any; the means are over these", 0},
        [](const LevelRow& row) { return row.nodes.size(); }},
       {{"last_nodes", "", "geometric mean of the last iteration's nodes", 0, Role::iteration_cost},
        [](const LevelRow& row) { return mean_of(row.nodes); }},
       {{"by_minimal", "ratio",
         "geometric mean of last_nodes divided by the nodes of the minimal tree", 2},
        [](const LevelRow& row) { return row.by_minimal; }},
       {{"first_cut", "%",
         "share of the first move in the cutoffs of the last iterations of these starts", 1},
        [](const LevelRow& row) {
          return row.last.cutoffs == 0 ? Cell() : Cell(100 * row.last.first_move_cutoff_rate());
        }},
       {{"visited", "",
         fmt::format("{}; of all runs and iterations", counter("visited").definition), 0,
         Role::cost},
        [](const LevelRow& row) { return row.counted > 0 ? Cell(row.visited) : Cell(); }},
       {{"seconds", "s", "sum of the wall times of all runs and iterations", 2},
        [](const LevelRow& row) { return row.seconds > 0 ? Cell(row.seconds) : Cell(); }},
       {{"rate", "M visits/s", "visited by seconds", 2},
        [](const LevelRow& row) { return rate(row.visited, row.seconds); }}}};
}

/// A column for each block is added to it.
Schema minimal_table(std::string_view count) {
  const bool is_graph = count == "graph";
  return {fmt::format("minimal_{}", count),
          fmt::format("Beside the minimal {}: {} of the last iteration, geometric means over the "
                      "starts",
                      is_graph ? "graph" : "tree", is_graph ? "nodes" : count),
          {{"variant", "", "what searched", 0, Role::contestant}}};
}

/// A contestant of a group at a depth.
struct DepthRow {
  const Group* group;
  Contestant contestant;
  int depth;
  std::size_t starts;
  double nodes;
  std::optional<double> branching;
};

TableOf<DepthRow> by_depth_table(const std::vector<Extent>& groups) {
  reports::ColumnsOf<DepthRow> columns{{{"group", "", "of the experiment", 0, Role::group},
                                        [](const DepthRow& row) { return row.group->name; }}};
  for (std::size_t i = 1; i < factor_names.size(); ++i)
    columns.push_back({{factor_names[i], "", "the contestant, where it varies", 0,
                        role_of(static_cast<Factor>(i))},
                       [factor = static_cast<Factor>(i)](const DepthRow& row) {
                         return varying(*row.group, factor, row.contestant);
                       }});
  columns.insert(
      columns.end(),
      {{reports::columns::depth, [](const DepthRow& row) { return row.depth; }},
       {{"starts", "",
         "starts on which every contestant of the group that reached this depth on any start "
         "reached it",
         0, Role::sample},
        [](const DepthRow& row) { return row.starts; }},
       {{"nodes", "", "geometric mean of this iteration's nodes", 0, Role::cost},
        [](const DepthRow& row) { return row.nodes; }},
       {{"ebf", "", "geometric mean of nodes(d) / nodes(d−1)", 2},
        [](const DepthRow& row) { return row.branching; }}});
  std::size_t growths = 0, branchings = 0;  // a branching factor needs the depth before
  for (const Extent& group : groups) {
    const std::size_t pictures = reports::pictures_for(group.contestants.size());
    if (group.depths.size() > 1) growths += pictures;
    if (group.depths.size() > 2) branchings += pictures;
  }
  return {"by_depth", "Nodes by depth: each iteration, geometric means over the starts",
          std::move(columns),
          numbered({{growth_picture, growths}, {branching_picture, branchings}}),
          reports::Readers::programs};
}

/// Contestants that differ only in the factor.
struct PivotRow {
  std::string name;
  int depth;
  std::size_t starts;
  std::map<std::string, std::optional<double>> nodes;  // by level
};

/// A column for each level of any group, in order of appearance.
TableOf<PivotRow> pivot_table(const Experiment& experiment, Factor factor) {
  std::vector<std::string> levels;
  for (const Group& group : experiment.groups)
    for (const std::string& level : group.levels.texts(factor))
      if (std::find(levels.begin(), levels.end(), level) == levels.end()) levels.push_back(level);
  reports::ColumnsOf<PivotRow> columns{
      {group_column, [](const PivotRow& row) { return row.name; }},
      {reports::columns::depth, [](const PivotRow& row) { return row.depth; }},
      {{"starts", "",
        "starts on which every contestant of the row that reached this depth on any start "
        "reached it",
        0},
       [](const PivotRow& row) { return row.starts; }}};
  for (const std::string& level : levels)
    columns.push_back(
        {{level, "", "geometric mean of this iteration's nodes", 0}, [level](const PivotRow& row) {
           const auto mean = row.nodes.find(level);
           return mean == row.nodes.end() ? Cell() : Cell(mean->second);
         }});
  return {"pivot",
          fmt::format("Nodes by depth and {}: each iteration, geometric means over the starts",
                      name_of(factor)),
          std::move(columns)};
}

TableOf<SolvedRow> solved_by_level(Factor factor) {
  return {"solved",
          "Positions solved: the last iteration chose a best move of the suite",
          {{group_column, [](const SolvedRow& row) { return row.block; }},
           {level_column(factor, "what is compared"),
            [](const SolvedRow& row) { return cell_of(row.level); }},
           {{"starts", "", "starts with best moves that the baseline has run, too", 0},
            [](const SolvedRow& row) { return row.starts; }},
           {{"solved", "", "of these", 0}, [](const SolvedRow& row) { return row.solved; }},
           {{"rate", "%", "solved / starts", 1},
            [](const SolvedRow& row) {
              return 100 * static_cast<double>(row.solved) / static_cast<double>(row.starts);
            }},
           {{"low", "%", "95 % interval of the rate (Wilson)", 1},
            [](const SolvedRow& row) { return 100 * row.interval().low; }},
           {{"high", "%", "its upper end", 1},
            [](const SolvedRow& row) { return 100 * row.interval().high; }},
           {{"gained", "", "solved here and not by the baseline", 0},
            [](const SolvedRow& row) { return beside_baseline(row, row.gained); }},
           {{"lost", "", "solved by the baseline and not here", 0},
            [](const SolvedRow& row) { return beside_baseline(row, row.lost); }},
           {{"p_mcnemar", "p", "two-sided p-value of McNemar's exact test on gained and lost", 4},
            [](const SolvedRow& row) {
              return row.is_baseline ? Cell() : Cell(mcnemar_test(row.gained, row.lost));
            }}}};
}

TableOf<DoneRun> runs_declared(const std::vector<Extent>& groups) {
  std::size_t profiles = 0, scatters = 0;
  for (const Extent& group : groups)
    if (const std::size_t number = group.contestants.size(); number > 1) {
      profiles += reports::pictures_for(number);
      scatters += reports::pictures_for(number - 1);
    }
  return {
      "runs",
      "The runs: counts of all iterations",
      {{{"start", "", "the position's name", 0, Role::position},
        [](const DoneRun& done) { return done.run->start.name; }},
       {{"group", "", "of the experiment", 0, Role::group},
        [](const DoneRun& done) { return done.run->group; }},
       {{"depth", "", "plies asked for", 0, Role::depth},
        [](const DoneRun& done) { return done.run->depth(); }},
       {{"switches", "", "the switches, with the table size that the whole group shares", 0,
         Role::contestant},
        [](const DoneRun& done) { return to_string(done.run->job.switches); }},
       {{"evaluation", "", "", 0, Role::contestant}, level_of(Factor::evaluation)},
       {{"ordering", "", "", 0, Role::contestant}, level_of(Factor::ordering)},
       {{"generator", "", "", 0, Role::contestant}, level_of(Factor::generator)},
       {{"variant", "", "what searched", 0, Role::contestant}, level_of(Factor::variant)},
       {{"complete", "", "the depth was reached", 0, Role::finished},
        [](const DoneRun& done) { return done.record->complete(); }},
       {reports::columns::value_or_mate,
        [](const DoneRun& done) {
          const RunIteration* last = done.record->last_finished();
          return last ? Cell(last->value) : Cell();
        }},
       {{"reached", "", "depth of the last finished iteration: of value and last_nodes", 0,
         Role::reached},
        [](const DoneRun& done) {
          const RunIteration* last = done.record->last_finished();
          return last ? Cell(last->depth) : Cell();
        }},
       {{"last_nodes", "", "nodes of the last finished iteration", 0, Role::iteration_cost},
        [](const DoneRun& done) {
          const RunIteration* last = done.record->last_finished();
          return last ? Cell(last->counts.nodes()) : Cell();
        }},
       known_sums(counter("nodes")),
       known_sums(counter("leaves")),
       known_sums(counter("quiescence")),
       known_sums(counter("researches"), Role::value),
       known_sums(counter("visited")),
       {reports::columns::wall_time,
        [](const DoneRun& done) {  // the minimal tree has no time
          return done.run->variant() == minimal_variant ? Cell() : Cell(done.record->seconds());
        }},
       {{"rate", "M visits/s", "visited by seconds", 2},
        [](const DoneRun& done) { return rate(done.record->visited(), done.record->seconds()); }}},
      numbered({{profile_picture, profiles}, {scatter_picture, scatters}}),
      reports::Readers::programs};
}

}  // namespace

Table overview(const Experiment& experiment, const std::vector<Run>& runs,
               const RunRecords& records, Factor factor) {
  std::vector<LevelRow> rows;
  for (const Group& group : experiment.groups)
    for (const Block& block : blocks_of(group, runs, records, factor)) {
      const std::set<std::string> common = common_starts(block);
      for (const Level& level : group.levels[factor]) {
        const auto done = block.by_level.find(to_string(level));
        if (done == block.by_level.end()) continue;
        LevelRow& row = rows.emplace_back(LevelRow{block.name, level});
        Run run = *block.example;
        run.levels[static_cast<std::size_t>(factor)] = level;
        for (const auto& [start, record] : done->second)
          row.add(run, *record, common.contains(start));
        row.by_minimal = ratio_to_minimal(block, done->first, minimal_ratios.front(), common);
      }
    }
  Table table = overview_table(experiment, factor).with(rows);
  if (std::any_of(rows.begin(), rows.end(), [](const LevelRow& row) { return row.censored > 0; }))
    table.notes.emplace_back(
        "visited and seconds include the runs that did not reach their depth (cut)");
  return table;
}

Table beside_minimal(const Experiment& experiment, const std::vector<Run>& runs,
                     const RunRecords& records, std::string_view count) {
  const MinimalRatio& ratio = find_entry(minimal_ratios, count, "minimal");
  Table table(minimal_table(count));
  std::vector<Block> blocks;
  std::vector<std::set<std::string>> common;  // starts of each
  std::vector<std::string> variants;          // of all groups, in order of appearance
  for (const Group& group : experiment.groups) {
    for (Block& block : blocks_of(group, runs, records, Factor::variant)) {
      table.columns.emplace_back(block.name, "ratio", "geometric mean over its starts", 2);
      common.push_back(common_starts(block));
      blocks.push_back(std::move(block));
    }
    for (const std::string& variant : group.levels.texts(Factor::variant))
      if (std::find(variants.begin(), variants.end(), variant) == variants.end())
        variants.push_back(variant);
  }
  if (std::find(variants.begin(), variants.end(), minimal_variant) == variants.end()) return table;
  for (const std::string& variant : variants) {
    std::vector<Cell> row{variant};
    for (std::size_t i = 0; i < blocks.size(); ++i)
      row.emplace_back(ratio_to_minimal(blocks[i], variant, ratio, common[i]));
    table.add(std::move(row));
  }
  const auto is_empty = [](const std::vector<Cell>& row) {
    return std::all_of(row.begin() + 1, row.end(), [](const Cell& cell) { return cell == Cell(); });
  };
  if (std::all_of(table.rows.begin(), table.rows.end(), is_empty)) table.rows.clear();
  return table;
}

Table by_depth(const Experiment& experiment, const std::vector<Run>& runs,
               const RunRecords& records) {
  std::vector<DepthRow> rows;
  for (const Group& group : experiment.groups) {
    const Iterations iterations(group, runs, records);
    for (const Contestant& contestant : iterations.contestants)
      for (const auto& [depth, done] : iterations.nodes) {
        const auto starts = iterations.common_starts(depth, iterations.contestants);
        if (const auto mean = iterations.mean(depth, contestant, starts))
          rows.push_back({&group, contestant, depth, starts.size(), *mean,
                          iterations.branching(depth, contestant, starts)});
      }
  }
  return by_depth_table(extents_of(runs)).with(rows);
}

Table pivot_by_depth(const Experiment& experiment, const std::vector<Run>& runs,
                     const RunRecords& records, Factor factor) {
  std::vector<PivotRow> rows;
  for (const Group& group : experiment.groups) {
    if (factor == Factor::depth) break;
    const Iterations iterations(group, runs, records);
    std::vector<std::pair<std::string, std::vector<Contestant>>> compared;  // in a row, by its name
    for (const Contestant& contestant : iterations.contestants) {
      const std::string name = row_name(group, contestant, factor);
      auto place = std::find_if(compared.begin(), compared.end(),
                                [&](const auto& other) { return other.first == name; });
      if (place == compared.end()) place = compared.emplace(place, name, std::vector<Contestant>());
      place->second.push_back(contestant);
    }
    for (const auto& [name, contestants] : compared)
      for (const auto& [depth, done] : iterations.nodes) {
        const auto starts = iterations.common_starts(depth, contestants);
        PivotRow& row = rows.emplace_back(PivotRow{name, depth, starts.size(), {}});
        for (const Contestant& contestant : contestants)
          row.nodes[contestant[static_cast<std::size_t>(factor)]] =
              iterations.mean(depth, contestant, starts);
      }
  }
  return pivot_table(experiment, factor).with(rows);
}

Table solved_table(const Experiment& experiment, const std::vector<Run>& runs,
                   const RunRecords& records, const ComparisonSpec& comparison) {
  std::vector<SolvedRow> rows;
  for (const Group& group : experiment.groups) {
    const auto solutions = solutions_of(group);
    if (solutions.empty()) continue;
    const auto& levels = group.levels[comparison.factor];
    const auto named = std::find_if(levels.begin(), levels.end(), [&](const Level& level) {
      return to_string(level) == comparison.baseline;
    });
    const Level baseline = named == levels.end() ? levels.front() : *named;
    for (const Block& block : blocks_of(group, runs, records, comparison.factor))
      for (const Level& level : levels) {
        SolvedRow row{block.name, level, level == baseline};
        for (const auto& [start, best] : solutions) {
          const RunRecord* ours = block.find(to_string(level), start);
          const RunRecord* theirs = block.find(to_string(baseline), start);
          if (!ours || !theirs) continue;
          const bool we = solves(*ours, best), they = solves(*theirs, best);
          ++row.starts;
          row.solved += we;
          row.gained += we && !they;
          row.lost += they && !we;
        }
        if (row.starts > 0) rows.push_back(std::move(row));
      }
  }
  return solved_by_level(comparison.factor).with(rows);
}

Table runs_table(const std::vector<Run>& runs, const RunRecords& records) {
  std::vector<DoneRun> rows;
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (records[i]) rows.push_back({&runs[i], &*records[i]});
  return runs_declared(extents_of(runs)).with(rows);
}

namespace {

/// All tables of the runs. The records are read where a table is filled.
std::vector<PlannedTable> plan_of(const Experiment& experiment, const std::vector<Run>& runs,
                                  const RunRecords& records, const ComparisonSpec& comparison) {
  const auto any_run = [&](auto&& holds) { return std::ranges::any_of(runs, holds); };
  const auto is_minimal = [](const Run& run) { return run.variant() == minimal_variant; };
  const Factor factor = comparison.factor;
  const std::vector<Extent> extents = extents_of(runs);
  std::vector<PlannedTable> plan;
  if (comparison.by_position) plan = position_tables(experiment, runs, records, comparison.detail);
  // For one position these already show everything to people.
  const bool hides_others = comparison.by_position && experiment.groups.front().starts.size() == 1;
  const auto add = [&](Schema schema, const std::function<Table()>& filled) {
    plan.push_back({std::move(schema), [=] {
                      Table table = filled();
                      if (hides_others) table.readers = reports::Readers::programs;
                      return table;
                    }});
  };
  add(overview_table(experiment, factor),
      [&, factor] { return overview(experiment, runs, records, factor); });
  if (!comparison.claims.empty())
    add(claims_table(), [&] { return claims_table(experiment, runs, records, comparison); });
  for (const MinimalRatio& ratio : minimal_ratios)
    if (any_run([&](const Run& run) {
          return is_minimal(run) && (ratio.name != "graph" || run.job.minimal);
        }))
      add(minimal_table(ratio.name),
          [&] { return beside_minimal(experiment, runs, records, ratio.name); });
  if (factor != Factor::depth)
    add(pivot_table(experiment, factor),
        [&, factor] { return pivot_by_depth(experiment, runs, records, factor); });
  for (PlannedTable& table : compared_tables(experiment, runs, records, comparison))
    add(std::move(table.schema), table.filled);
  if (any_run([](const Run& run) { return run.job.switches["threads"] > 1; }) &&
      any_run([](const Run& run) { return run.job.switches["threads"] == 1; }))
    add(speed_up_table(), [&] { return speed_up_table(experiment, runs, records); });
  if (!comparison.by_position && any_run([](const Run& run) { return !run.start.best.empty(); }))
    add(solved_by_level(factor),
        [&] { return solved_table(experiment, runs, records, comparison); });
  add(by_depth_table(extents), [&] { return by_depth(experiment, runs, records); });
  if (!comparison.by_position)
    add(runs_declared(extents), [&] { return runs_table(runs, records); });
  add(reports::starts_table(), [&] { return starts_table(experiment); });
  return plan;
}

}  // namespace

reports::Report report_of(const Experiment& experiment, const std::vector<Run>& runs,
                          const RunRecords& records, const ComparisonSpec& comparison) {
  reports::Report report;
  if (experiment.name != name_of_searches) report.title = experiment.name;
  report.complete = std::all_of(records.begin(), records.end(),
                                [](const auto& record) { return record.has_value(); });
  report.tables = reports::filled(plan_of(experiment, runs, records, comparison));
  const auto tell = [&](std::vector<std::string> lines) {
    for (std::string& line : lines)
      if (!line.empty()) report.notes.push_back(std::move(line));
  };
  tell({experiment.note});
  tell(contradictions(runs, records));
  tell(obstacles(runs, records));
  tell({unfinished_note(records)});
  tell(selective_notes(experiment, runs));
  tell(ordering_notes(experiment, runs));
  tell(notes_on_own_lists(runs, records));
  tell(shallow_starts(experiment));
  if (comparison.by_position) tell({description_of_searches(runs)});
  tell(convention_notes(experiment));
  const bool any_run = !report.tables.front().rows.empty();
  std::erase_if(report.tables, [&](const Table& table) {
    const bool is_first = &table == &report.tables.front() && !comparison.by_position;
    return (table.rows.empty() && !is_first) || (table.name == "starts" && !any_run);
  });
  note_terms(experiment, report.tables);
  note_lockstep(runs, report.tables);
  return report;
}

void note_terms(const Experiment& experiment, std::vector<Table>& tables) {
  const auto terms = table_notes(experiment);
  for (Table& table : tables) table.notes.insert(table.notes.begin(), terms.begin(), terms.end());
}

std::vector<PlannedTable> tables_on_request(const std::vector<Run>& runs, const RunRecords& records,
                                            const ComparisonSpec& comparison) {
  std::vector<PlannedTable> plan{{raw_table(), [&] { return raw_table(runs, records); }}};
  if (comparison.by_position)
    plan.push_back({runs_declared({}), [&] {
                      Table table = runs_table(runs, records);
                      table.pictures.clear();  // the report has other pictures
                      return table;
                    }});
  return plan;
}

std::vector<Schema> declared_tables(const Experiment& experiment, const std::vector<Run>& runs,
                                    const ComparisonSpec& comparison) {
  const RunRecords none(runs.size());
  return reports::schemas_of(plan_of(experiment, runs, none, comparison));
}

void note_store(const std::vector<std::string>& cpus, const std::vector<std::string>& builds,
                std::size_t strangers, reports::Report& report) {
  if (std::string note = reports::note_on_builds(builds); !note.empty())
    report.notes.push_back(std::move(note));
  if (strangers > 0)
    report.notes.push_back(
        fmt::format("left out: {} of runs that are not in the experiment",
                    strangers == 1 ? "1 line" : fmt::format("{} lines", strangers)));
  if (const std::string note = reports::note_on_machines(cpus); !note.empty())
    add_note_on_times(note, report.tables);
}

}  // namespace plylab::search::lab
