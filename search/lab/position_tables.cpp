#include "search/lab/position_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <set>
#include <utility>

#include "reports/tables/columns.h"
#include "search/base/value.h"
#include "search/run/searches.h"

namespace plylab::search::lab {
namespace {

using reports::Cell;
using reports::ColumnsOf;
using reports::PlannedTable;
using reports::Role;
using reports::Schema;
using reports::TableOf;
namespace columns = reports::columns;

/// A run with one of its finished iterations: for summaries the last one, if any.
struct Row {
  const Run* run;
  const RunRecord* record;
  const RunIteration* iteration;
  std::size_t number = 0;  // of the iteration, or of a place in the cut index
};

/// A row of the table of iterations: a finished one, or the unfinished one of the record.
struct IterationRow : Row {
  const IterationCosts& costs() const {
    return iteration ? static_cast<const IterationCosts&>(*iteration) : *record->unfinished;
  }
  std::string line() const {
    if (iteration) return iteration->line;
    const std::string& best = record->unfinished->best;
    return best.empty() ? "(incomplete)" : best + " (incomplete)";
  }
};

/// All iterations of the runs, in their order.
std::vector<IterationRow> iterations_of(const std::vector<Run>& runs, const RunRecords& records) {
  std::vector<IterationRow> rows;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!records[i]) continue;
    const RunRecord& record = *records[i];
    for (std::size_t k = 0; k < record.iterations.size(); ++k)
      rows.push_back({{&runs[i], &record, &record.iterations[k], k}});
    if (record.unfinished) rows.push_back({{&runs[i], &record, nullptr}});
  }
  return rows;
}

/// The columns, after those with which each row begins.
template <class R>
ColumnsOf<R> with_names(ColumnsOf<R> more) {
  ColumnsOf<R> all{{columns::position, [](const R& row) { return Cell(row.run->start.name); }},
                   {columns::search, [](const R& row) { return Cell(row.run->name); }},
                   {columns::generator, [](const R& row) { return Cell(row.run->job.generator); }}};
  for (auto& column : more) all.push_back(std::move(column));
  return all;
}

/// A cell about the iteration; empty where there is none.
auto of_iteration(auto&& value) {
  return [value](const Row& row) { return row.iteration ? Cell(value(*row.iteration)) : Cell(); };
}
auto of_counts(auto&& value) {
  return of_iteration([value](const RunIteration& one) { return value(one.counts); });
}

/// The column of a counter of the row's iteration.
reports::ColumnOf<Row> column(const Counter& counter, Role role = Role::value) {
  return {{counter.name, counter.unit, counter.definition, 0, role}, of_counts(counter.of)};
}
reports::ColumnOf<Row> column(Event event, Role role = Role::value) {
  return column(counter_of(event), role);
}
/// The same for a counter that is a cost.
reports::ColumnOf<Row> cost_column(const Counter& counter) {
  return column(counter, Role::iteration_cost);
}

/// An empty cell for 0, where 0 means unknown.
template <class T>
Cell known(T value) {
  return value == 0 ? Cell() : Cell(value);
}

Cell ratio(std::uint64_t nodes, std::uint64_t min) {
  return min == 0 ? Cell() : Cell(static_cast<double>(nodes) / static_cast<double>(min));
}

/// The share of listed moves that were never searched.
Cell unused(const Counters& counts) {
  const std::uint64_t generated = counts[Event::generated];
  const std::uint64_t used =
      counts[Event::picked] - counts[Event::futile] + counts[Event::quiescence];
  return share(generated - std::min(used, generated), generated);
}

Cell value_of(const RunIteration& iteration) {
  return is_mate(iteration.value) ? Cell() : Cell(iteration.value);
}

/// The ratio of the iteration's nodes to those of the iteration `before` plies earlier; 0 if one of
/// them is unknown.
double growth(const Row& row, std::size_t before) {
  if (!row.iteration || row.number < before) return 0;
  return static_cast<double>(row.iteration->counts.nodes()) /
         static_cast<double>(row.record->iterations[row.number - before].counts.nodes());
}

Switches in_force(const Run& run) {
  return restricted_to(run.game->scope, effective_switches(run.job.algorithm, run.job.switches));
}

/// The column of a counter; empty in runs without the switch.
reports::ColumnOf<Row> column_with(Switch needed, Event event) {
  auto [heading, cell] = column(event);
  return {std::move(heading), [needed, cell = std::move(cell)](const Row& row) {
            return in_force(*row.run)[needed] > 0 ? cell(row) : Cell();
          }};
}

Cell outcome_of(const Row& row) {
  if (!row.iteration) return {};
  const Value value = row.iteration->value;
  if (!is_mate(value)) return value == 0 && row.iteration->drawn ? Cell("draw") : Cell();
  const bool selective = !selective_switches(in_force(*row.run)).empty();
  return decision_text(
      value, is_shortest_mate(mate_value - std::abs(value), row.iteration->depth, selective));
}

/// A column with a number of table entries.
reports::ColumnOf<Row> entries_column(std::string_view name, std::string_view help,
                                      std::uint64_t TableCensus::*member) {
  return {{name, "", help, 0}, [member](const Row& row) { return (*row.record->table).*member; }};
}

/// The counts of one search and generator, summed over the deepest completed iterations on all
/// starts.
struct Totals {
  std::string search, generator;
  Counters counts = {};
};

std::vector<Totals> totals_of(const std::vector<Row>& rows) {
  std::vector<Totals> all;
  for (const Row& row : rows) {
    if (!row.iteration) continue;
    const std::string &search = row.run->name, &generator = row.run->job.generator;
    auto same = std::find_if(all.begin(), all.end(), [&](const Totals& one) {
      return one.search == search && one.generator == generator;
    });
    if (same == all.end()) same = all.insert(same, {search, generator});
    same->counts += row.iteration->counts;
  }
  return all;
}

/// The cutoffs of a search that have a cause: the place of the move, or its class.
struct CutRow {
  std::string search, generator;
  Cell cause;
  std::uint64_t cutoffs, all;  ///< those of the cause, and of any
};

TableOf<CutRow> cut_table(const char* name, const char* title, reports::Column cause,
                          const char* cutoffs, const char* of) {
  return {name,
          title,
          {{columns::search, &CutRow::search},
           {columns::generator, &CutRow::generator},
           {std::move(cause), &CutRow::cause},
           {{"cutoffs", "", cutoffs, 0}, &CutRow::cutoffs},
           {{"share", "%", of, 2}, [](const CutRow& row) { return share(row.cutoffs, row.all); }}}};
}

std::vector<CutRow> places_of(const std::vector<Totals>& totals) {
  std::vector<CutRow> rows;
  for (const auto& [search, generator, counts] : totals)
    for (std::size_t i = 0; i < counts.cut_index.size(); ++i)
      if (const std::uint64_t cutoffs = counts.cut_index[i]; cutoffs > 0)
        rows.push_back({search, generator, i + 1, cutoffs, counts.cutoffs});
  return rows;
}

/// Null moves, the classes of moves, and the cutoffs of which the search tells no class. Empty if
/// no search tells classes, as in games without them.
std::vector<CutRow> classes_of(const std::vector<Totals>& totals) {
  std::vector<CutRow> rows;
  const auto tells = [](const Totals& one) {
    return std::ranges::any_of(one.counts.cut_classes, [](auto cutoffs) { return cutoffs > 0; });
  };
  if (std::ranges::none_of(totals, tells)) return rows;
  for (const auto& [search, generator, counts] : totals) {
    const std::uint64_t by_null = counts[Event::null_cutoff], all = counts.cutoffs + by_null;
    if (by_null > 0) rows.push_back({search, generator, "null move", by_null, all});
    std::uint64_t untold = counts.cutoffs;
    for (std::size_t i = 0; i < move_class_names.size(); ++i)
      if (const std::uint64_t cutoffs = counts.cut_classes[i]; cutoffs > 0) {
        rows.push_back({search, generator, move_class_names[i], cutoffs, all});
        untold -= std::min(untold, cutoffs);
      }
    if (untold > 0) rows.push_back({search, generator, "not told", untold, all});
  }
  return rows;
}

/// A search's work in a phase of the game at the root.
struct Phase {
  std::string search, generator;
  std::string_view phase;
  std::size_t positions = 0;
  std::uint64_t visited = 0;
  double seconds = 0;
};

TableOf<Phase> phases_table() {
  return {"phases",
          "Rates by the phase of the game at the root, all iterations",
          {{columns::search, &Phase::search},
           {columns::generator, &Phase::generator},
           {{"phase", "", help_of_phase, 0}, &Phase::phase},
           {{"positions", "", "that begin in this phase", 0}, &Phase::positions},
           {{counter("visited").name, "", counter("visited").definition, 0, Role::cost},
            &Phase::visited},
           {{"rate", "M visits/s", "visited / seconds", 2}, [](const Phase& one) {
              return one.seconds > 0 ? Cell(static_cast<double>(one.visited) / one.seconds / 1e6)
                                     : Cell();
            }}}};
}

std::vector<Phase> phases_of(const std::vector<Row>& rows) {
  std::vector<Phase> all;
  for (const Row& row : rows) {
    if (row.run->game->scope == Scope::any_game) continue;
    const Phase one{row.run->name, row.run->job.generator, phase_in(row.run->start.text())};
    auto same = std::find_if(all.begin(), all.end(), [&](const Phase& other) {
      return other.search == one.search && other.generator == one.generator &&
             other.phase == one.phase;
    });
    if (same == all.end()) same = all.insert(same, one);
    ++same->positions;
    same->visited += row.record->visited();
    same->seconds += row.record->seconds();
  }
  return all;
}

std::string joined(const std::vector<std::string>& line) {
  return fmt::format("{}", fmt::join(line, " "));
}

/// As chess programs mark a value that is only a bound: ++ for a fail-high, -- for a fail-low.
const char* bound_of(const RootSearch<std::string>& search) {
  return search.value >= search.beta ? "++" : search.value <= search.alpha ? "--" : "";
}

/// As Hossa marks what it prints of an iteration: "2/6" for the second move of the root at depth 6,
/// "<6>" for the whole root, and "!" for a jump.
std::string mark_of(const RootSearch<std::string>& search, bool jump) {
  return (jump ? "! " : "") + (search.place > 0 ? fmt::format("{}/{}", search.place, search.depth)
                                                : fmt::format("<{}>", search.depth));
}

/// A table whose rows are known already, or none yet.
template <class R>
PlannedTable planned(TableOf<R> table, std::vector<R> rows) {
  const Schema schema = table;
  return {schema, [table = std::move(table), rows = std::move(rows)] { return table.with(rows); }};
}

/// The tables of the searches of an experiment, theme by theme.
class PositionTables {
 public:
  PositionTables(const Experiment& experiment, const std::vector<Run>& runs,
                 const RunRecords& records, bool detail)
      : experiment_(experiment),
        runs_(runs),
        detail_(detail),
        iterations_(iterations_of(runs, records)) {
    for (const Group& group : experiment.groups) starts_ += group.starts.size();
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (!records[i]) continue;
      const RunRecord& record = *records[i];
      const RunIteration* last = record.last_finished();
      searches_.push_back({&runs[i], &record, last});
      for (std::size_t place = 0; last && place < last->counts.cut_index.size(); ++place)
        if (last->counts.cut_index[place] > 0) places_.push_back({&runs[i], &record, last, place});
    }
  }

  std::vector<PlannedTable> all() && {
    add_results();
    add_counters();
    add_table();
    add_selectivity();
    add_threads();
    add_cutoffs();
    return std::move(all_);
  }

 private:
  /// The rows of completed iterations that hold.
  std::vector<Row> those(auto&& hold) const {
    std::vector<Row> some;
    std::ranges::copy_if(searches_, std::back_inserter(some),
                         [&](const Row& row) { return row.iteration && hold(row); });
    return some;
  }
  std::vector<Row> completed() const {
    return those([](const Row&) { return true; });
  }
  /// Whether the effective switches of any run hold.
  bool any_run(auto&& holds) const {
    return std::ranges::any_of(runs_, [&](const Run& run) { return holds(in_force(run)); });
  }

  template <class R>
  void add(TableOf<R> table, std::vector<R> rows) {
    all_.push_back(planned(std::move(table), std::move(rows)));
  }
  /// The same after the columns that name the search.
  template <class R>
  void add(const char* name, const char* title, const std::vector<R>& rows, ColumnsOf<R> shown) {
    add<R>({name, title, with_names(std::move(shown))}, rows);
  }

  void add_results() {
    add<Row>("search", "Search: the deepest completed iteration", searches_,
             {{{"depth", "", "plies of the deepest completed iteration", 0, Role::reached},
               of_iteration([](const RunIteration& one) { return one.depth; })},
              {columns::value, of_iteration(value_of)},
              {columns::outcome, outcome_of},
              {{"move", "", "best move", 0}, of_iteration([](const RunIteration& one) {
                 return one.move.empty() ? Cell() : Cell(one.move);
               })},
              cost_column(counter("nodes"))});
    add<Row>("effort", "Effort: moves and second searches of that iteration, the time of all",
             searches_,
             {{{"first_cut", "%", "share of the first move in the iteration's cutoffs", 1},
               of_counts([](const Counters& counts) {
                 return counts.cutoffs == 0 ? Cell() : Cell(100 * counts.first_move_cutoff_rate());
               })},
              column(Event::research),
              {{"seconds", "s", "wall time of all iterations", 3},
               [](const Row& row) { return Cell(row.record->seconds()); }}});
    if (experiment_.minimal)
      add<Row>("minimal", "The minimal tree of that depth",
               those([](const Row& row) { return row.record->minimal.has_value(); }),
               {cost_column(counter("nodes")),
                {{"tree", "", "of alpha-beta with the best moves first, without a table", 0},
                 [](const Row& row) { return Cell(row.record->minimal->tree); }},
                {{"to_tree", "ratio", "nodes / tree", 2},
                 [](const Row& row) {
                   return ratio(row.iteration->counts.nodes(), row.record->minimal->tree);
                 }},
                {{"graph", "", "the same with a table", 0},
                 [](const Row& row) { return known(row.record->minimal->graph); }},
                {{"to_graph", "ratio", "nodes / graph", 2}, [](const Row& row) {
                   return ratio(row.iteration->counts.nodes(), row.record->minimal->graph);
                 }}});
    if (detail_ || starts_ == 1)
      add<IterationRow>(
          "iterations", "Iterations, each by itself", iterations_,
          {{columns::depth, [](const IterationRow& row) { return row.costs().depth; }},
           {columns::value, of_iteration(value_of)},
           {columns::outcome, outcome_of},
           {cost_column(counter("nodes")).column,
            [](const IterationRow& row) { return row.costs().counts.nodes(); }},
           {{"ebf", "", "nodes(d) / nodes(d−1)", 2},
            [](const Row& row) { return known(growth(row, 1)); }},
           {{"ebf2", "", "square root of nodes(d) / nodes(d−2)", 2},
            [](const Row& row) { return known(std::sqrt(growth(row, 2))); }},
           {{"seconds", "s", "wall time of this iteration", 3},
            [](const IterationRow& row) { return row.costs().seconds; }},
           {{"line", "",
             "principal variation; of an incomplete iteration the best line found in it", 0},
            &IterationRow::line}});
  }

  void add_counters() {
    if (detail_ || experiment_.distinct)
      add<Row>("counters", "Counters of that iteration (visited: of all)", completed(),
               {cost_column(counter("interior")),
                cost_column(counter("leaves")),
                column(Event::quiescence, Role::iteration_cost),
                {{"distinct", "", "distinct positions among the nodes (--distinct)", 0},
                 of_iteration([](const RunIteration& one) { return known(one.distinct); })},
                column(counter("deepest")),
                {{"generated", "", counter_of(Event::generated).definition, 0},
                 of_counts([](const Counters& counts) {
                   return counts.lists_own_moves() ? Cell() : Cell(counts[Event::generated]);
                 })},
                {{"unused", "%", "of these, moves never searched", 1},
                 of_counts([](const Counters& counts) { return unused(counts); })},
                column_with("repetition", Event::repetition),
                column(counter("cutoffs")),
                column(counter("research_nodes")),
                column_with("endgames", Event::endgame),
                sum_column<Row>(counter("visited"))});
    if (detail_)
      add<Row>("evaluations", "Evaluations in that iteration", completed(),
               {column(Event::evaluation),
                column(Event::lazy_evaluation),
                column(Event::pawn_probe),
                column(Event::pawn_hit),
                {{"pawn_hit_rate", "%", "pawn_hits / pawn_probes", 1},
                 of_counts([](const Counters& counts) {
                   return share(counts[Event::pawn_hit], counts[Event::pawn_probe]);
                 })}});
  }

  void add_table() {
    if (detail_ && any_run([](const Switches& used) { return used["table"] > 0; }))
      add<Row>("table_use", "The table in that iteration",
               those([](const Row& row) { return in_force(*row.run)["table"] > 0; }),
               {column(Event::probe, Role::iteration_cost), column(Event::hit),
                column(Event::table_cutoff), column(Event::etc_cutoff), column(Event::tightening),
                column(Event::collision)});
    if (detail_ && experiment_.census)
      add<Row>(
          "table_entries", "What the table holds at the end of the search",
          those([](const Row& row) { return row.record->table.has_value(); }),
          {entries_column("entries", "entries that the table has room for", &TableCensus::entries),
           entries_column("filled", "at the end of the search", &TableCensus::filled),
           {{"filling", "%", "filled / entries", 1},
            [](const Row& row) {
              const TableCensus& table = *row.record->table;
              return 100 * static_cast<double>(table.filled) / static_cast<double>(table.entries);
            }},
           entries_column("exact", "filled entries with an exact value", &TableCensus::exact),
           entries_column("lower", "filled entries with only a lower bound", &TableCensus::lower),
           entries_column("upper", "filled entries with only an upper bound", &TableCensus::upper),
           entries_column("both", "filled entries with two different bounds", &TableCensus::both),
           entries_column("with_move", "filled entries with a best or cutting move",
                          &TableCensus::with_move),
           entries_column("before", "stored by earlier searches", &TableCensus::before)});
  }

  void add_selectivity() {
    if (detail_)
      add<Row>(
          "selectivity", "Extensions and prunings in that iteration", completed(),
          {column(Event::null_try), column(Event::null_cutoff), column(counter("extensions")),
           column(Event::reduction), column(Event::futile), column(Event::razored),
           column_with("probcut", Event::probcut_try), column_with("probcut", Event::probcut)});
    if (detail_)
      add<Row>("extensions",
               "Moves and nodes searched a ply deeper in that iteration, by the reason",
               those([](const Row& row) { return row.iteration->counts.extensions() > 0; }),
               {column(Event::check_extension), column(Event::reply_extension),
                column(Event::recapture_extension), column(Event::pawn_extension),
                column(Event::threat_extension), column(Event::king_extension),
                column(Event::interposition_extension), column(Event::singular_extension)});
    if (experiment_.null_samples > 0)
      add<Row>("null_samples",
               "Cutoffs by null moves in that iteration that a search without this null move "
               "contradicts",
               completed(),
               {column(Event::null_cutoff),
                column(Event::null_sample),
                column(Event::null_wrong),
                {{"wrong_share", "%", "null_wrong / null_samples", 2},
                 of_counts([](const Counters& counts) {
                   return share(counts[Event::null_wrong], counts[Event::null_sample]);
                 })}});
  }

  void add_threads() {
    if (any_run([](const Switches& used) { return used["threads"] > 1; }))
      add<Row>(
          "threads", "Threads: counts of that iteration, rate and waiting of all",
          those([](const Row& row) { return in_force(*row.run)["threads"] > 1; }),
          {{{"threads", "", "that searched together", 0},
            [](const Row& row) { return Cell(in_force(*row.run)["threads"]); }},
           {{counter("by_helpers").name, "", counter("by_helpers").definition, 0},
            of_counts([](const Counters& counts) { return Cell(counts.by_helpers); })},
           {{counter("steps").name, "", counter("steps").definition, 0},
            of_counts([](const Counters& counts) { return Cell(counts.steps()); })},
           column(Event::deferral),
           column(Event::join),
           {{"rate", "M visits/s", "of all iterations and threads; not with lockstep", 2},
            [](const Row& row) {
              if (in_force(*row.run)["lockstep"] > 0) return Cell();
              return Cell(static_cast<double>(row.record->visited()) / row.record->seconds() / 1e6);
            }},
           {{"waiting", "%",
             "share of the threads' time spent waiting for work or for the end of iterations", 1},
            [](const Row& row) {
              const Switches used = in_force(*row.run);
              const auto [elapsed, waiting] =
                  time_of(*row.record, used["threads"], used["lockstep"] > 0);
              return Cell(100 * waiting / (used["threads"] * elapsed));
            }}});
  }

  void add_cutoffs() {
    if (detail_)
      add<Row>(
          "cut_index", "Cutoffs by the place of the cutting move", places_,
          {{{"place", "",
             "place in the node's move order, from 1; the last row is that place and beyond", 0},
            [](const Row& row) { return Cell(row.number + 1); }},
           {{"cutoffs", "", "cutoffs there", 0},
            [](const Row& row) { return Cell(row.iteration->counts.cut_index[row.number]); }}});
    if (detail_ && std::ranges::any_of(
                       runs_, [](const Run& run) { return run.game->scope != Scope::any_game; }))
      add(phases_table(), phases_of(searches_));
    const std::vector<Totals> totals = totals_of(searches_);
    if (detail_)
      add(cut_table("cut_classes", "Cutoffs by the class of the cutting move, over the positions",
                    {"class", "",
                     "the first class that applies, in this order; captures are good or bad by "
                     "static exchange; 'not told': by moves whose class the search does not tell",
                     0},
                    "cutoffs by such moves, in the deepest completed iterations",
                    "share of the search's cutoffs, including those by null moves"),
          classes_of(totals));
    auto places = cut_table(
        "cut_totals", "Cutoffs by the place of the cutting move, over the positions",
        {"place", "",
         "place in the node's move order, from 1; the last row is that place and beyond", 0},
        "cutoffs at that place, in the deepest completed iterations",
        "share of the search's cutoffs");
    std::set<std::pair<std::string, std::string>> names;
    for (const Run& run : runs_) names.emplace(run.name, run.job.generator);
    places.pictures = {cut_index_picture};
    places.pictures.front().number = reports::pictures_for(names.size());
    if (starts_ == 1 || !detail_) places.readers = reports::Readers::programs;
    add(std::move(places), places_of(totals));
  }

  const Experiment& experiment_;
  const std::vector<Run>& runs_;
  bool detail_;
  std::size_t starts_ = 0;
  std::vector<IterationRow> iterations_;
  std::vector<Row> searches_, places_;
  std::vector<PlannedTable> all_;
};

}  // namespace

std::string_view phase_in(std::string_view fen) {
  int pieces = 0;
  for (const char letter : fen.substr(0, fen.find(' '))) {
    const char piece = static_cast<char>(letter | 0x20);  // in lower case
    pieces += piece == 'q' ? 4 : piece == 'r' ? 2 : piece == 'b' || piece == 'n' ? 1 : 0;
  }
  return pieces >= 20 ? "opening" : pieces > 8 ? "middle game" : "endgame";
}

std::vector<PlannedTable> position_tables(const Experiment& experiment,
                                          const std::vector<Run>& runs, const RunRecords& records,
                                          bool detail) {
  return PositionTables(experiment, runs, records, detail).all();
}

namespace {

TableOf<IterationRow> raw() {
  const auto of_run = [](auto&& text) {
    return [text](const IterationRow& row) { return Cell(text(*row.run)); };
  };
  ColumnsOf<IterationRow> columns{
      {{"group", "", "of the experiment", 0}, of_run([](const Run& run) { return run.group; })},
      {columns::position, of_run([](const Run& run) { return run.start.name; })},
      {columns::search, of_run([](const Run& run) { return run.variant(); })},
      {{"switches", "", "that have an effect, presets included", 0},
       of_run([](const Run& run) { return to_string(in_force(run)); })},
      {{"evaluation", "", "in force", 0}, of_run([](const Run& run) {
         const Job& job = run.job;
         return job.evaluation == default_choice ? run.game->default_evaluation(job.algorithm)
                                                 : job.evaluation;
       })},
      {{"ordering", "", "in force", 0}, of_run([](const Run& run) {
         const Job& job = run.job;
         return job.ordering == default_choice ? run.game->default_ordering(job.algorithm)
                                               : job.ordering;
       })},
      {columns::generator, of_run([](const Run& run) { return run.job.generator; })},
      {{"depth_asked", "", "of the run, in plies", 0},
       of_run([](const Run& run) { return run.depth(); })},
      {columns::depth, [](const IterationRow& row) { return row.costs().depth; }},
      {{"finished", "", "whether the iteration was not broken off", 0},
       [](const IterationRow& row) { return row.iteration != nullptr; }},
      {{"value", "",
        "centipawns or points for the side to move; beyond 31000 a win, 32000 less the plies to it",
        0},
       [](const IterationRow& row) { return row.iteration ? Cell(row.iteration->value) : Cell(); }},
      {{"line", "", "principal variation, or the best line found in an unfinished iteration", 0},
       [](const IterationRow& row) {
         return row.iteration ? row.iteration->line : row.record->unfinished->best;
       }},
      {{"seconds", "s", "wall time of this iteration", 3},
       [](const IterationRow& row) {  // the minimal tree has no time
         return row.run->variant() == minimal_variant ? Cell() : Cell(row.costs().seconds);
       }},
      {{"distinct", "", "distinct positions among the nodes (--distinct)", 0},
       [](const IterationRow& row) { return known(row.costs().distinct); }},
      {{"first_move_cutoffs", "", "cutoffs by the first move of the node", 0},
       [](const IterationRow& row) {
         return is_known(*row.run, *row.record, counter("cutoffs"))
                    ? Cell(row.costs().counts.cut_index[0])
                    : Cell();
       }}};
  for (const Counter& counter : counters)
    columns.push_back(
        {{counter.name, counter.unit, counter.definition, 0}, [&counter](const IterationRow& row) {
           return is_known(*row.run, *row.record, counter) ? Cell(counter.of(row.costs().counts))
                                                           : Cell();
         }});
  return {"raw", "Raw data: every counter of every iteration", std::move(columns)};
}

}  // namespace

reports::Schema raw_table() { return raw(); }

reports::Table raw_table(const std::vector<Run>& runs, const RunRecords& records) {
  return raw().with(iterations_of(runs, records));
}

std::string description_of_searches(const std::vector<Run>& runs) {
  std::vector<std::pair<std::string, std::vector<std::string>>> sets;  // with their searches
  for (const Run& run : runs) {
    const std::string text = to_string(in_force(run));
    auto set = std::find_if(sets.begin(), sets.end(),
                            [&](const auto& other) { return other.first == text; });
    if (set == sets.end()) set = sets.emplace(set, text, std::vector<std::string>());
    auto& searches = set->second;
    if (std::find(searches.begin(), searches.end(), run.variant()) == searches.end())
      searches.push_back(run.variant());
  }
  if (runs.empty()) return {};
  std::vector<std::string> common;  // what the searches' names do not say
  const auto add = [&](std::string_view what, const std::string Job::*member) {
    const std::string& first = runs.front().job.*member;
    if (std::ranges::all_of(runs, [&](const Run& run) { return run.job.*member == first; }))
      common.push_back(fmt::format("{} {}", what, first));
  };
  add("evaluation", &Job::evaluation);
  add("ordering", &Job::ordering);
  if (sets.size() == 1) common.push_back(fmt::format("with {}", sets.front().first));
  std::vector<std::string> parts;
  if (!common.empty()) parts.push_back(fmt::format("{}", fmt::join(common, ", ")));
  if (sets.size() > 1)
    for (const auto& [switches, searches] : sets)
      parts.push_back(fmt::format("{} with {}", fmt::join(searches, ", "), switches));
  return fmt::format("{}", fmt::join(parts, "; "));
}

void Trace::add(const Run& run, const TextResult& result) {
  constexpr Value jump = 50;
  for (const auto& search : result.root_searches) {
    const auto before =
        std::ranges::find(result.iterations, search.depth - 1, &Iteration<std::string>::depth);
    roots_.push_back({&run, search,
                      before != result.iterations.end() && run.game->scope != Scope::any_game &&
                          search.value >= before->value + jump});
  }
  for (std::size_t place = 0; place < result.order.size(); ++place)
    moves_.push_back({&run, place, result.order[place]});
}

void Trace::add_visits(const Run& run, const TextResult& result) {
  const auto add_all = [&](const auto& iteration) {
    std::size_t number = 0;
    for (const auto& visit : iteration.visits)
      visits_.push_back({&run, iteration.depth, ++number, visit});
  };
  for (const auto& iteration : result.iterations) add_all(iteration);
  if (!result.unfinished) return;
  add_all(*result.unfinished);
  notes_.push_back(fmt::format("{}, {}: cut off after {} visits", run.start.name, run.name,
                               result.unfinished->visits.size()));
}

std::vector<PlannedTable> Trace::plan() const {
  return {
      planned(
          TableOf<Root>{
              "trace", "Searches of the root, and its moves that became the best",
              with_names<Root>(
                  {{columns::depth, [](const Root& row) { return row.search.depth; }},
                   {{"mark", "",
                     "2/6: the second move of the root at depth 6; <6>: the whole root; !: the "
                     "value is half a pawn or more above the last iteration's",
                     0},
                    [](const Root& row) { return mark_of(row.search, row.jump); }},
                   {columns::value_or_mate, [](const Root& row) { return row.search.value; }},
                   {{"bound", "", "++ the window failed high, -- low", 0},
                    [](const Root& row) { return bound_of(row.search); }},
                   {{"alpha", "",
                     "lower end of the window that was searched; -32767: minus infinity", 0},
                    [](const Root& row) { return row.search.alpha; }},
                   {{"beta", "", "its upper end; 32767: infinity", 0},
                    [](const Root& row) { return row.search.beta; }},
                   {{"time", "s", "time since the search began", 2},
                    [](const Root& row) { return row.search.seconds; }},
                   {{"visited", "", "nodes since the search began, including quiescence", 0,
                     Role::cost},
                    [](const Root& row) { return row.search.nodes; }},
                   {{"line", "", "principal variation, or the move that failed high", 0},
                    [](const Root& row) { return joined(row.search.line); }}})},
          roots_),
      planned(
          TableOf<RootMove>{
              "moves", "Moves of the root as one more iteration would search them",
              with_names<RootMove>(
                  {{{"searched_as", "", "place in that order, 1 is first", 0},
                    [](const RootMove& row) { return row.place + 1; }},
                   {{"generated_as", "", "place among the moves as the generator lists them", 0},
                    [](const RootMove& row) { return row.listed.generated + 1; }},
                   {{"move", "", "", 0}, [](const RootMove& row) { return row.listed.move; }},
                   {{"class", "", "class of the move before it is searched (chess only)", 0},
                    [](const RootMove& row) {
                      const auto& kind = row.listed.kind;
                      return kind ? Cell(move_class_names[static_cast<std::size_t>(*kind)])
                                  : Cell();
                    }}})},
          moves_),
      planned(
          TableOf<VisitedNode>{
              "visits", "Visits",
              with_names<VisitedNode>(
                  {{{"depth", "", "of the iteration", 1, Role::depth}, &VisitedNode::depth},
                   {{"visit", "", "its number in the iteration"}, &VisitedNode::number},
                   {{"node", "", "the moves that lead there"},
                    [](const VisitedNode& row) {
                      return row.visit.lost           ? std::string("after a null move")
                             : row.visit.path.empty() ? std::string("root")
                                                      : joined(row.visit.path);
                    }},
                   {{"alpha", "",
                     "lower end of the window, for the side to move at the node; -32767: minus "
                     "infinity"},
                    [](const VisitedNode& row) { return row.visit.alpha; }},
                   {{"beta", "", "its upper end; 32767: infinity"},
                    [](const VisitedNode& row) { return row.visit.beta; }},
                   {{"value", "", "value returned, for the side to move at the node"},
                    [](const VisitedNode& row) { return row.visit.value; }},
                   {{"cutoff", "", "a move's value reached beta"},
                    [](const VisitedNode& row) { return row.visit.cutoff; }}})},
          visits_)};
}

std::vector<reports::Table> Trace::tables() const {
  std::vector<reports::Table> tables = reports::filled(plan());
  tables.back().notes = notes_;
  std::erase_if(tables, [](const reports::Table& table) { return table.rows.empty(); });
  return tables;
}

}  // namespace plylab::search::lab
