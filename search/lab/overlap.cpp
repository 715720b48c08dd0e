#include "search/lab/overlap.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "gen/base/input_error.h"
#include "reports/tables/columns.h"
#include "search/lab/position_tables.h"
#include "search/lab/tree_picture.h"

namespace plylab::search::lab {
namespace {

using Visits = std::vector<Visit<std::string>>;

// ---- one iteration ----

/// The different keys of the visits for which `holds` does, in ascending order.
template <class Holds>
std::vector<Key> keys_of(const Visits& visits, const Holds& holds) {
  std::vector<Key> keys;
  for (const Visit<std::string>& visit : visits)
    if (holds(visit)) keys.push_back(visit.key);
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

template <class Holds>
Shared shared(const Visits& first, const Visits& second, const Holds& holds) {
  const std::vector<Key> a = keys_of(first, holds), b = keys_of(second, holds);
  std::vector<Key> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return {a.size(), b.size(), both.size()};
}

bool is_list(const Visits& visits) {
  return std::any_of(visits.begin(), visits.end(),
                     [](const VisitFacts& visit) { return visit.ply > 0 && !visit.parent; });
}

struct Hash {
  std::size_t operator()(const Key& key) const { return mixed(key); }
};
/// The visits of each position.
using ByKey = std::unordered_map<Key, std::vector<const VisitFacts*>, Hash>;

ByKey by_key(const Visits& visits) {
  ByKey map;
  for (const Visit<std::string>& visit : visits) map[visit.key].push_back(&visit);
  return map;
}

/// Why a search that has made these visits of a node has not gone on to a move that another one has
/// searched in its visit `above`.
Unvisited reason_at(const VisitFacts& above, const std::vector<const VisitFacts*>& visits) {
  bool as_deep = false, searched = false, cut = false, cut_as_wide = false;
  for (const VisitFacts* visit : visits) {
    if (visit->depth >= 0 && visit->depth < above.depth) continue;  // −1: unknown
    as_deep = true;
    if (visit->by_table) continue;
    searched = true;
    if (!visit->cutoff) continue;
    cut = true;
    cut_as_wide |= visit->given_beta >= above.given_beta;
  }
  return !as_deep      ? Unvisited::depth
         : !searched   ? Unvisited::table
         : !cut        ? Unvisited::pruned
         : cut_as_wide ? Unvisited::order
                       : Unvisited::window;
}

/// The different positions that only the first has visited. A position counts by its first visit.
VisitedAlone visited_alone(const Visits& visits, const ByKey& other, bool by_list) {
  VisitedAlone alone = {};
  std::vector<Unvisited> reasons(visits.size());  // of the visits whose position is not the other's
  std::unordered_set<Key, Hash> seen;
  for (std::size_t i = 0; i < visits.size(); ++i) {
    const Visit<std::string>& visit = visits[i];
    if (other.contains(visit.key)) continue;
    if (by_list) {
      reasons[i] = Unvisited::list;
    } else {
      const VisitFacts& above = visits[*visit.parent];
      const auto met = other.find(above.key);
      reasons[i] = met == other.end() ? reasons[*visit.parent] : reason_at(above, met->second);
    }
    if (seen.insert(visit.key).second) ++alone[static_cast<std::size_t>(reasons[i])];
  }
  return alone;
}

void add(VisitedAlone& sum, const VisitedAlone& more) {
  std::transform(sum.begin(), sum.end(), more.begin(), sum.begin(), std::plus());
}

// ---- searches ----

bool are_compared(const Run& a, const Run& b) {
  return a.start == b.start && a.job.generator == b.job.generator;
}

/// So many visits of one search are kept, of all iterations.
constexpr std::uint64_t max_kept = 500'000;

TextResult visits_of(const Run& run, const std::string& kernel, const std::atomic<bool>& stop) {
  TextResult result = recorded_visits(run, kernel, max_kept, stop);
  if (result.unfinished && result.visited >= max_kept && run.job.limits.nodes > max_kept)
    throw InputError(
        fmt::format("--overlap: {} visits more than {} positions of {}: use a smaller --depth",
                    run.name, max_kept, run.start.name));
  return result;
}

/// Of the deepest iteration that both have finished; none if there is none with visits.
std::optional<Overlap> deepest_overlap(const TextResult& first, const TextResult& second) {
  for (auto one = first.iterations.rbegin(); one != first.iterations.rend(); ++one)
    for (const auto& other : second.iterations)
      if (one->depth == other.depth && !one->visits.empty() && !other.visits.empty())
        return overlap_of(one->visits, other.visits);
  return std::nullopt;
}

}  // namespace

Shared& Shared::operator+=(const Shared& more) {
  first += more.first;
  second += more.second;
  both += more.both;
  return *this;
}

Overlap& Overlap::operator+=(const Overlap& more) {
  starts += more.starts;
  positions += more.positions;
  leaves += more.leaves;
  plies.resize(std::max(plies.size(), more.plies.size()));
  for (std::size_t ply = 0; ply < more.plies.size(); ++ply) plies[ply] += more.plies[ply];
  add(by_first, more.by_first);
  add(by_second, more.by_second);
  return *this;
}

Overlap overlap_of(const Visits& first, const Visits& second) {
  Overlap overlap{.starts = 1};
  overlap.positions = shared(first, second, [](const VisitFacts&) { return true; });
  overlap.leaves = shared(first, second, [](const VisitFacts& visit) { return visit.depth == 0; });
  int deepest = 0;
  for (const Visits* visits : {&first, &second})
    for (const Visit<std::string>& visit : *visits) deepest = std::max(deepest, visit.ply);
  for (int ply = 0; ply <= deepest; ++ply)
    overlap.plies.push_back(
        shared(first, second, [ply](const VisitFacts& visit) { return visit.ply == ply; }));
  const bool by_list = is_list(first) || is_list(second);
  overlap.by_first = visited_alone(first, by_key(second), by_list);
  overlap.by_second = visited_alone(second, by_key(first), by_list);
  return overlap;
}

void check_overlap(const std::vector<Run>& runs) {
  if (std::any_of(runs.begin(), runs.end(), [](const Run& run) { return run.job.minimal; })) return;
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (are_compared(runs[i], runs[k])) return;
  throw InputError("--overlap: needs two searches, such as --algo pvs,mtdf, or --minimal");
}

std::vector<Overlap> overlaps(const std::vector<Run>& runs, const std::string& kernel,
                              const std::atomic<bool>& stop) {
  std::vector<Overlap> all;
  const auto of_pair = [&](const Run& first, const std::string& second) -> Overlap& {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Overlap& one) {
      return one.first == first.name && one.second == second &&
             one.generator == first.job.generator;
    });
    if (found != all.end()) return *found;
    return all.emplace_back(
        Overlap{.first = first.name, .second = second, .generator = first.job.generator});
  };
  std::vector<bool> done(runs.size());
  for (std::size_t i = 0; i < runs.size() && !stop; ++i) {
    if (done[i]) continue;
    std::vector<std::pair<const Run*, TextResult>> searches;  // of this start by this generator
    for (std::size_t k = i; k < runs.size() && !stop; ++k)
      if (k == i || are_compared(runs[i], runs[k])) {
        done[k] = true;
        searches.emplace_back(&runs[k], visits_of(runs[k], kernel, stop));
      }
    for (std::size_t a = 0; a < searches.size() && !stop; ++a) {
      const auto& [run, result] = searches[a];
      for (std::size_t b = a + 1; b < searches.size(); ++b) {
        Overlap& sum = of_pair(*run, searches[b].first->name);
        if (const auto overlap = deepest_overlap(result, searches[b].second)) sum += *overlap;
      }
      if (!run->job.minimal) continue;
      const char* minimal = result.switches["table"] > 0 ? "minimal graph" : "minimal tree";
      Overlap& sum = of_pair(*run, minimal);
      const auto* last = result.last_finished();
      if (last == nullptr || stop) continue;
      if (!result.minimal)
        throw InputError(
            fmt::format("--overlap: the search for the {} of {} visits more than {} positions: use "
                        "a smaller --depth",
                        minimal, run->start.name, max_kept));
      sum += overlap_of(last->visits, result.minimal_visits);
    }
  }
  return all;
}

namespace {

// ---- tables ----

using reports::Cell;
using reports::ColumnsOf;
using reports::TableOf;
namespace columns = reports::columns;

struct SharedRow {
  const Overlap* overlap;
  std::string_view scope;  // all positions, or leaves
  Shared shared;
  std::size_t ply = 0;
};

struct AloneRow {
  const Overlap* overlap;
  bool is_first;  // the search is the first of the two
  std::size_t reason;
  std::uint64_t positions, all;

  const std::string& search() const { return is_first ? overlap->first : overlap->second; }
  const std::string& other() const { return is_first ? overlap->second : overlap->first; }
};

/// The columns that name the two searches, those of `between`, and what they share.
ColumnsOf<SharedRow> shared_columns(ColumnsOf<SharedRow> between) {
  ColumnsOf<SharedRow> all{
      {columns::search, [](const SharedRow& row) { return Cell(row.overlap->first); }},
      {{"other", "", "the search that it is compared with"},
       [](const SharedRow& row) { return Cell(row.overlap->second); }},
      {columns::generator, [](const SharedRow& row) { return Cell(row.overlap->generator); }},
      {{"starts", "", "root positions in which both have finished an iteration of the same depth",
        0},
       [](const SharedRow& row) { return row.overlap->starts; }}};
  std::move(between.begin(), between.end(), std::back_inserter(all));
  ColumnsOf<SharedRow> shared{
      {{"visited", "", "different positions that the search visits, without quiescence", 0},
       [](const SharedRow& row) { return row.shared.first; }},
      {{"by_other", "", "different positions that the other visits, without quiescence", 0},
       [](const SharedRow& row) { return row.shared.second; }},
      {{"both", "", "different positions that both visit", 0},
       [](const SharedRow& row) { return row.shared.both; }},
      {{"jaccard", "%", "both, of all that either visits", 1},
       [](const SharedRow& row) { return share(row.shared.both, row.shared.either()); }},
      {{"of_visited", "%", "both, of what the search visits", 1},
       [](const SharedRow& row) { return share(row.shared.both, row.shared.first); }},
      {{"of_other", "%", "both, of what the other visits", 1},
       [](const SharedRow& row) { return share(row.shared.both, row.shared.second); }}};
  std::move(shared.begin(), shared.end(), std::back_inserter(all));
  return all;
}

TableOf<SharedRow> overlap_table() {
  return {
      "overlap",
      "Positions that two searches visit, in the deepest iteration that both finish: sums over "
      "the starts",
      shared_columns({{{"positions", "", "all, or leaves: those with no plies left in some visit"},
                       [](const SharedRow& row) { return Cell(row.scope); }}})};
}

TableOf<SharedRow> overlap_plies_table() {
  return {"overlap_by_ply",
          "Positions that two searches visit in that iteration, by distance from the root",
          shared_columns({{{"ply", "plies", "from the root", 0, reports::Role::depth},
                           [](const SharedRow& row) { return row.ply; }}})};
}

TableOf<AloneRow> alone_table() {
  std::string meanings;
  for (const UnvisitedReason& reason : unvisited_reasons)
    meanings += fmt::format("{}{}: {}", meanings.empty() ? "" : "; ", reason.name, reason.meaning);
  return {"visited_alone",
          "Positions that only the first of two searches visits, by the reason",
          {{columns::search, [](const AloneRow& row) { return Cell(row.search()); }},
           {{"not_by", "", "the search that does not visit them"},
            [](const AloneRow& row) { return Cell(row.other()); }},
           {columns::generator, [](const AloneRow& row) { return Cell(row.overlap->generator); }},
           {{"reason", "", "of the search that does not visit them: " + meanings},
            [](const AloneRow& row) { return Cell(unvisited_reasons[row.reason].name); }},
           {{"positions", "", "different positions", 0}, &AloneRow::positions},
           {{"share", "%", "of all that only the first visits", 1},
            [](const AloneRow& row) { return share(row.positions, row.all); }}}};
}

void add_rows(const Overlap& overlap, bool is_first, std::vector<AloneRow>& rows) {
  const VisitedAlone& alone = is_first ? overlap.by_first : overlap.by_second;
  const auto all = std::accumulate(alone.begin(), alone.end(), std::uint64_t{0});
  for (std::size_t reason = 0; reason < alone.size(); ++reason)
    if (alone[reason] > 0) rows.push_back({&overlap, is_first, reason, alone[reason], all});
}

}  // namespace

std::vector<reports::PlannedTable> overlap_tables(const std::vector<Overlap>& overlaps) {
  const auto all = std::make_shared<const std::vector<Overlap>>(overlaps);
  return {{overlap_table(),
           [all] {
             std::vector<SharedRow> rows;
             std::vector<std::string> notes;
             for (const Overlap& one : *all) {
               if (one.starts == 0) {
                 notes.push_back(
                     fmt::format("{} and {}: no iteration that both finish and tell the "
                                 "visits of",
                                 one.first, one.second));
                 continue;
               }
               rows.push_back({&one, "all", one.positions});
               rows.push_back({&one, "leaves", one.leaves});
             }
             reports::Table table = overlap_table().with(rows);
             table.notes = std::move(notes);
             return table;
           }},
          {overlap_plies_table(),
           [all] {
             std::vector<SharedRow> rows;
             for (const Overlap& one : *all)
               for (std::size_t ply = 0; ply < one.plies.size(); ++ply)
                 rows.push_back({&one, "", one.plies[ply], ply});
             return overlap_plies_table().with(rows);
           }},
          {alone_table(), [all] {
             std::vector<AloneRow> rows;
             for (const Overlap& one : *all)
               for (const bool is_first : {true, false}) add_rows(one, is_first, rows);
             reports::Table table = alone_table().with(rows);
             if (rows.empty() && std::any_of(all->begin(), all->end(),
                                             [](const Overlap& one) { return one.starts > 0; }))
               table.notes.emplace_back("no search visits a position that another does not");
             return table;
           }}};
}

}  // namespace plylab::search::lab
