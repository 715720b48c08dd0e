#include "search/lab/side_by_side.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "gen/base/input_error.h"
#include "reports/tables/columns.h"
#include "search/run/searches.h"

namespace plylab::search::lab {
namespace {

using reports::Cell;
using reports::Role;
using reports::Table;
using reports::TableOf;
namespace columns = reports::columns;

/// All that a contestant found.
struct Competitor {
  std::string name, generator;  ///< no generator: it is one of the others
  std::map<std::string, std::vector<DepthReached>> depths = {};  ///< by the text of the start

  const DepthReached* at(const std::string& start, int depth) const {
    const auto found = depths.find(start);
    if (found == depths.end()) return nullptr;
    const auto place = std::ranges::find(found->second, depth, &DepthReached::depth);
    return place == found->second.end() ? nullptr : &*place;
  }
  std::string_view counted_by() const { return generator.empty() ? "itself" : "plylab"; }
};

std::vector<DepthReached> depths_of(const RunRecord& record) {
  std::vector<DepthReached> depths;
  std::uint64_t visited = 0;
  double seconds = 0;
  for (const RunIteration& one : record.iterations) {
    visited += one.counts.visited();
    seconds += one.seconds;
    depths.push_back({one.depth, one.move, one.value, visited, seconds});
  }
  return depths;
}

/// A group of starts that the others searched, too.
struct GroupBeside {
  std::string name;
  std::vector<const Start*> starts = {};
  std::vector<Competitor> contestants = {};  ///< in the order of the runs, then the others
  int max_depth = 0;                         ///< of the runs

  Competitor& searching(const Run& run) {
    const std::string& generator = run.job.generator;
    const auto place = std::ranges::find_if(contestants, [&](const Competitor& one) {
      return one.name == run.name && one.generator == generator;
    });
    return place != contestants.end() ? *place
                                      : contestants.emplace_back(Competitor{run.name, generator});
  }
};

/// The depths of another contestant that a run of the group might have reached, too. One with a
/// fault has reached none.
std::vector<DepthReached> comparable_depths(const OtherSearch& search, int max_depth) {
  std::vector<DepthReached> depths;
  if (search.fault.empty())
    std::ranges::copy_if(search.depths, std::back_inserter(depths),
                         [&](const DepthReached& one) { return one.depth <= max_depth; });
  return depths;
}

std::vector<GroupBeside> groups_beside(const std::vector<Run>& runs, const RunRecords& records,
                                       const OtherSearches& others) {
  std::vector<GroupBeside> groups;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Run& run = runs[i];
    const std::string text = run.start.text();
    const auto start =
        std::ranges::find(others.starts, text, [](const Start* one) { return one->text(); });
    if (start == others.starts.end()) continue;
    auto group = std::ranges::find(groups, run.group, &GroupBeside::name);
    if (group == groups.end()) group = groups.insert(group, {run.group});
    if (std::ranges::find(group->starts, *start) == group->starts.end())
      group->starts.push_back(*start);
    group->max_depth = std::max(group->max_depth, run.depth());
    if (run.variant() == minimal_variant) continue;  // it has no time
    Competitor& contestant = group->searching(run);
    if (!records[i]) continue;
    auto depths = depths_of(*records[i]);
    auto& known = contestant.depths[text];
    if (!depths.empty() && (known.empty() || depths.back().depth > known.back().depth))
      known = std::move(depths);  // of several depths the greatest
  }
  for (GroupBeside& group : groups)
    for (std::size_t i = 0; i < others.names.size(); ++i) {
      Competitor& one = group.contestants.emplace_back(Competitor{others.names[i], ""});
      for (std::size_t k = 0; k < others.starts.size(); ++k)
        if (const auto& search = others.searches[i][k];
            search && std::ranges::find(group.starts, others.starts[k]) != group.starts.end())
          one.depths.emplace(others.starts[k]->text(), comparable_depths(*search, group.max_depth));
    }
  return groups;
}

/// What a contestant needed for the starts that all finished.
struct Sum {
  const GroupBeside* group;
  const Competitor* contestant;
  std::optional<int> depth = {};  // none: it has finished none that all finished
  std::size_t positions = 0, solved = 0, common = 0;
  std::optional<std::uint64_t> visited = 0;  // none: the contestant does not tell them
  double seconds = 0;

  void add(const DepthReached& reached) {
    ++common;
    if (visited && reached.visited)
      *visited += *reached.visited;
    else
      visited.reset();
    seconds += reached.seconds;
  }
};

/// The columns, after those that say who searched.
template <class R>
reports::ColumnsOf<R> with_contestant(reports::ColumnsOf<R> more) {
  reports::ColumnsOf<R> all{
      {{"group", "", "of the experiment", 0, Role::group},
       [](const R& row) { return row.group->name; }},
      {columns::search_or_engine, [](const R& row) { return row.contestant->name; }},
      {columns::search_generator,
       [](const R& row) {
         const std::string& generator = row.contestant->generator;
         return generator.empty() ? Cell() : Cell(generator);
       }},
      {{"counted_by", "", "who counts the positions visited: plylab, or the engine itself"},
       [](const R& row) { return Cell(row.contestant->counted_by()); }}};
  for (auto& column : more) all.push_back(std::move(column));
  return all;
}
reports::ColumnOf<Sum> seconds_column(std::string_view until) {
  return {{"seconds", "s", until, 3, Role::cost},
          [](const Sum& row) { return row.common > 0 ? Cell(row.seconds) : Cell(); }};
}
reports::ColumnOf<Sum> visited_column() {
  return {
      {"visited", "", "positions visited until then, quiescence included", 0, Role::cost},
      [](const Sum& row) { return row.common > 0 && row.visited ? Cell(*row.visited) : Cell(); }};
}

TableOf<Sum> to_depth_table() {
  return {"to_depth",
          "Time and positions to each depth",
          with_contestant<Sum>(
              {{columns::depth, &Sum::depth},
               {{"positions", "",
                 "that all contestants that finished any depth finished to that depth: the sums "
                 "are over these"},
                &Sum::common},
               seconds_column("wall time from the start of the search until the depth is finished"),
               visited_column()}),
          {time_to_depth_picture}};
}

TableOf<Sum> to_solution_table() {
  return {"to_solution", "Time and positions to the solution",
          with_contestant<Sum>(
              {{{"positions", "", "with a best move"}, &Sum::positions},
               {{"solved", "", "positions in which the last depth finished has a best move"},
                &Sum::solved},
               {{"common", "", "positions that all contestants solved: the sums are over these"},
                &Sum::common},
               seconds_column(
                   "wall time until the depth is finished from which on each has a best move"),
               visited_column()})};
}

/// A contestant in a position at a depth.
struct Place {
  const GroupBeside* group;
  const Competitor* contestant;
  const Start* start;
  const DepthReached* reached;  // null: no depth

  /// A cell that is empty without a depth.
  Cell of(auto&& what) const { return reached != nullptr ? Cell(what(*reached)) : Cell(); }
};

TableOf<Place> depths_table() {
  auto table_columns = with_contestant<Place>(
      {{columns::depth,
        [](const Place& row) { return row.of([](const auto& one) { return one.depth; }); }},
       {columns::value_or_mate,
        [](const Place& row) { return row.of([](const auto& one) { return one.value; }); }},
       {{"move", "", "the best one"},
        [](const Place& row) { return row.of([](const auto& one) { return one.move; }); }},
       {{"seconds", "s", "wall time from the start of the search until the depth is finished", 3},
        [](const Place& row) { return row.of([](const auto& one) { return one.seconds; }); }},
       {{"visited", "", "positions visited until then, quiescence included"},
        [](const Place& row) { return row.of([](const auto& one) { return one.visited; }); }}});
  table_columns.insert(table_columns.begin(),
                       {columns::position, [](const Place& row) { return row.start->name; }});
  return {"depths", "Depths by position", std::move(table_columns)};
}

std::vector<Sum> sums_to_depth(const GroupBeside& group) {
  const auto& all = group.contestants;
  int deepest = 0;
  std::vector<const Competitor*> finishers;  // of any depth
  for (const Competitor& one : all) {
    bool finishes = false;
    for (const auto& [start, depths] : one.depths)
      for (const DepthReached& reached : depths) {
        deepest = std::max(deepest, reached.depth);
        finishes = true;
      }
    if (finishes) finishers.push_back(&one);
  }
  std::vector<Sum> rows;
  for (int depth = 1; depth <= deepest; ++depth) {
    std::vector<Sum> sums;
    for (const Competitor* const one : finishers) sums.push_back({&group, one, depth});
    for (const Start* const start : group.starts) {
      if (!std::ranges::all_of(sums, [&](const Sum& sum) {
            return sum.contestant->at(start->text(), depth) != nullptr;
          }))
        continue;
      for (Sum& sum : sums) sum.add(*sum.contestant->at(start->text(), depth));
    }
    if (sums.front().common > 0) rows.insert(rows.end(), sums.begin(), sums.end());
  }
  for (const Competitor& one : all)
    if (std::ranges::find(rows, &one, &Sum::contestant) == rows.end())
      rows.push_back({&group, &one});
  std::ranges::stable_sort(rows, {}, [&](const Sum& row) { return row.contestant - all.data(); });
  return rows;
}

/// The first depth from which on all have a best move; null if the last one has none.
const DepthReached* solved_at(const Competitor& contestant, const Start& start) {
  const auto found = contestant.depths.find(start.text());
  if (found == contestant.depths.end()) return nullptr;
  const DepthReached* since = nullptr;
  for (const DepthReached& reached : found->second) {
    const bool is_best =
        std::ranges::find(start.best, reached.move) != start.best.end() && !reached.move.empty();
    if (!is_best)
      since = nullptr;
    else if (since == nullptr)
      since = &reached;
  }
  return since;
}

std::vector<Sum> sums_to_solution(const GroupBeside& group) {
  const auto& all = group.contestants;
  std::vector<Sum> sums;
  for (const Competitor& one : all) sums.push_back({&group, &one});
  for (const Start* const start : group.starts) {
    if (start->best.empty()) continue;
    std::vector<const DepthReached*> solved;
    for (const Competitor& one : all) solved.push_back(solved_at(one, *start));
    const bool by_all = std::ranges::find(solved, nullptr) == solved.end();
    for (std::size_t i = 0; i < sums.size(); ++i) {
      ++sums[i].positions;
      sums[i].solved += solved[i] != nullptr;
      if (by_all) sums[i].add(*solved[i]);
    }
  }
  if (sums.front().positions == 0) sums.clear();
  return sums;
}

}  // namespace

std::vector<const Start*> starts_for(const OtherContestants& others, const Experiment& experiment) {
  std::vector<const Start*> starts;
  std::set<std::string> seen;
  for (const Group& group : experiment.groups)
    if (others.play(group.game->info))
      for (const Start& start : group.starts)
        if (seen.insert(start.text()).second) starts.push_back(&start);
  if (starts.empty()) throw InputError("--engine: engines play chess only");
  return starts;
}

bool OtherSearches::complete() const {
  return std::ranges::all_of(searches, [](const auto& by_start) {
    return std::ranges::all_of(by_start, [](const auto& one) { return one.has_value(); });
  });
}

bool OtherSearches::any_failed() const {
  return std::ranges::any_of(searches, [](const auto& by_start) {
    return std::ranges::any_of(by_start,
                               [](const auto& one) { return one && !one->fault.empty(); });
  });
}

OtherSearches searches_in(const std::vector<OtherRecord>& records, const Experiment& experiment,
                          int depth) {
  OtherSearches found;
  std::map<std::string, std::size_t> starts, contestants;  // their places
  std::vector<std::set<std::string>> programs;             // of each contestant
  for (const Group& group : experiment.groups)
    for (const Start& start : group.starts)
      if (std::ranges::find(records, start.text(), &OtherRecord::text) != records.end() &&
          starts.try_emplace(start.text(), found.starts.size()).second)
        found.starts.push_back(&start);
  for (const OtherRecord& record : records) {
    const auto start = starts.find(record.text);
    if (start == starts.end() || record.depth != depth) continue;
    const auto [contestant, is_new] = contestants.try_emplace(
        record.contestant + " | " + record.definition, found.definitions.size());
    if (is_new) {
      // One name may stand for an engine with two tables.
      const bool is_known = std::ranges::find(found.names, record.contestant) != found.names.end();
      found.names.push_back(is_known ? record.definition : record.contestant);
      found.definitions.push_back(record.definition);
      found.searches.emplace_back(found.starts.size());
      programs.emplace_back();
    }
    programs[contestant->second].insert(record.program);
    found.searches[contestant->second][start->second] = record;
  }
  for (std::size_t i = 0; i < programs.size(); ++i)
    if (programs[i].size() > 1)
      found.notes.push_back(
          fmt::format("{}: its program has changed, and not all searches have been made again",
                      found.names[i]));
  return found;
}

OtherLimits limits_for_others(const OtherContestants& others, const std::vector<Run>& runs,
                              int simultaneous, const std::atomic<bool>& stop) {
  OtherLimits how{.simultaneous = simultaneous};
  how.limits = {.depth = 0, .stop = &stop};
  for (const Run& run : runs) {
    if (!others.play(run.game->info)) continue;
    const Limits& limits = run.job.limits;
    how.limits.depth = std::max(how.limits.depth, limits.depth);
    how.limits.nodes = limits.nodes;
    how.limits.seconds = limits.seconds;
    how.table = std::max(how.table, table_size(run.job.algorithm, run.job.switches));
    how.threads = std::max(how.threads, run.job.switches["threads"]);
  }
  return how;
}

namespace {

/// Why cells of the others are empty: a line for each fault, and for each other reason one with the
/// number of positions.
std::vector<std::string> notes_on_gaps(const OtherSearches& others,
                                       const std::vector<GroupBeside>& groups) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < others.names.size(); ++i) {
    std::map<std::string, std::size_t> reasons;  // positions
    for (std::size_t k = 0; k < others.starts.size(); ++k) {
      const auto& search = others.searches[i][k];
      if (!search) continue;
      const std::string& start = others.starts[k]->text();
      const bool has_depth = std::ranges::any_of(groups, [&](const GroupBeside& group) {
        return std::ranges::any_of(group.contestants, [&](const Competitor& one) {
          const auto found = one.depths.find(start);
          return one.name == others.names[i] && found != one.depths.end() && !found->second.empty();
        });
      });
      if (!search->fault.empty())
        lines.push_back(
            fmt::format("{} in {}: {}", others.names[i], others.starts[k]->name, search->fault));
      else if (!search->missing.empty())
        ++reasons[search->missing];
      else if (!has_depth && search->depths.empty())
        ++reasons["no depth is known to be finished"];
      else if (!has_depth)
        ++reasons["it tells only depths that were not asked for"];
    }
    for (const auto& [reason, positions] : reasons)
      lines.push_back(fmt::format("{} in {} position{}: {}", others.names[i], positions,
                                  positions == 1 ? "" : "s", reason));
  }
  return lines;
}

/// What is unequal between the tables of the searches and those of the others, which get the
/// greatest; table_notes() says what is unequal among the searches. Empty for nothing.
std::string note_on_tables(const std::vector<Run>& runs) {
  std::set<int> sizes;  // MiB
  for (const Run& run : runs)
    if (run.game->is_chess && run.variant() != minimal_variant)
      sizes.insert(table_size(run.job.algorithm, run.job.switches));
  if (sizes.empty() || (sizes.size() == 1 && *sizes.begin() > 0)) return "";
  if (sizes.size() == 1)
    return "not on equal terms: the searches have no table, engines have their own";
  return fmt::format(
      "not on equal terms: engines have tables of {} MiB, as the searches with the greatest",
      *sizes.rbegin());
}

}  // namespace

std::vector<reports::Schema> side_by_side_tables() {
  return {to_depth_table(), to_solution_table(), depths_table()};
}

std::vector<Table> side_by_side_tables(const Experiment& experiment, const std::vector<Run>& runs,
                                       const RunRecords& records, const OtherSearches& others) {
  const std::vector<GroupBeside> groups = groups_beside(runs, records, others);
  std::vector<Sum> by_depth, by_solution;
  std::vector<Place> places;
  for (const GroupBeside& group : groups) {
    std::ranges::copy(sums_to_depth(group), std::back_inserter(by_depth));
    std::ranges::copy(sums_to_solution(group), std::back_inserter(by_solution));
    for (const Start* const start : group.starts)
      for (const Competitor& one : group.contestants)
        if (const auto found = one.depths.find(start->text()); found != one.depths.end()) {
          for (const DepthReached& reached : found->second)
            places.push_back({&group, &one, start, &reached});
          if (found->second.empty()) places.push_back({&group, &one, start, nullptr});
        }
  }
  Table to_depth = to_depth_table().with(by_depth);
  Table to_solution = to_solution_table().with(by_solution);
  Table depths = depths_table().with(places);
  if (others.starts.size() > 1) depths.readers = reports::Readers::programs;
  to_depth.notes.emplace_back(
      "depths, values and positions visited of engines are as they report them: a selective "
      "engine's depth is not that of a full search, and its last one does not count where nodes or "
      "time may have ended the search; seconds are all plylab's");
  for (std::size_t i = 0; i < others.names.size(); ++i)
    to_depth.notes.push_back(fmt::format("{}: {}", others.names[i], others.definitions[i]));
  const auto tell = [&](const std::vector<std::string>& notes) {
    to_depth.notes.insert(to_depth.notes.end(), notes.begin(), notes.end());
  };
  tell(notes_on_gaps(others, groups));
  if (std::ranges::none_of(by_depth, [](const Sum& row) { return row.depth.has_value(); }))
    tell({"no depth was finished by all contestants in any position"});
  if (std::ranges::any_of(runs, [](const Run& run) { return run.variant() == minimal_variant; }))
    tell({"without minimal, which is a tree of known values, and has no time"});
  tell(others.notes);
  std::vector<std::string> terms = table_notes(experiment);
  if (std::string note = note_on_tables(runs); !note.empty()) terms.push_back(std::move(note));
  for (Table* const table : {&to_depth, &to_solution, &depths})
    table->notes.insert(table->notes.begin(), terms.begin(), terms.end());
  std::vector<Table> tables{std::move(to_depth), std::move(to_solution), std::move(depths)};
  std::erase_if(tables, [](const Table& table) { return table.rows.empty(); });
  return tables;
}

}  // namespace plylab::search::lab
