#include "search/tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <utility>

#include "reports/tables/columns.h"
#include "search/base/value_text.h"

namespace plylab::search {
namespace {

using reports::Cell;
using reports::Column;
using reports::Table;

/// What each row of each table begins with.
std::vector<Column> columns(std::initializer_list<Column> more) {
  std::vector<Column> all{reports::columns::position, reports::columns::search,
                          reports::columns::generator};
  all.insert(all.end(), more);
  return all;
}

/// An empty cell where 0 means that there is nothing to tell.
template <class T>
Cell known(T value) {
  return value == 0 ? Cell() : Cell(value);
}

Cell ratio(std::uint64_t nodes, std::uint64_t least) {
  return least == 0 ? Cell() : Cell(static_cast<double>(nodes) / static_cast<double>(least));
}

/// As chess programs mark a value that is only a bound: ++ for a fail-high, -- for a fail-low.
const char* mark(const RootSearch<std::string>& search) {
  return search.value >= search.beta ? "++" : search.value <= search.alpha ? "--" : "";
}

/// "e4" of "1. e4".
std::string without_number(const std::string& move) { return move.substr(move.rfind(' ') + 1); }

/// Whether the game is drawn where the line ends.
bool ends_in_draw(const GameInfo& game, const AnyStart& start,
                  const std::vector<std::string>& line) {
  const auto referee = game.referee(start);
  for (const std::string& move : line) {
    if (referee->end()) return false;
    referee->play_words(without_number(move));
  }
  const auto end = referee->end();
  return end && !end->winner;
}

using TextIteration = Iteration<std::string, Counters>;

/// Whether anything is known of the value.
bool has_value(const TextIteration& iteration) {
  return iteration.complete || !iteration.line.empty();
}

Cell value_cell(const TextIteration& iteration) {
  return !has_value(iteration) || is_mate(iteration.value) ? Cell() : Cell(iteration.value);
}

Cell outcome_cell(const GameInfo& game, const AnyStart& start, const TextIteration& iteration) {
  if (!has_value(iteration)) return {};
  if (is_mate(iteration.value)) return decision_text(iteration.value);
  const bool draw = iteration.value == 0 && ends_in_draw(game, start, iteration.line);
  return draw ? Cell("draw") : Cell();
}

std::string joined(const std::vector<std::string>& line) {
  return fmt::format("{}", fmt::join(line, " "));
}

}  // namespace

double iteration_seconds(const TextResult& result) {
  return std::accumulate(
      result.iterations.begin(), result.iterations.end(), 0.0,
      [](double sum, const TextIteration& iteration) { return sum + iteration.seconds; });
}

Tables::Tables()
    : summary{"search",
              "Search: the deepest completed iteration",
              columns({{"depth", "", "plies of the deepest completed iteration", 0},
                       reports::columns::value,
                       reports::columns::outcome,
                       {"move", "", "best move", 0},
                       reports::columns::nodes}),
              {},
              {}},
      effort{
          "effort",
          "Effort: moves and re-searches of that iteration, the time of all",
          columns({{"first_cut", "%", "share of the first move in the iteration's beta cutoffs", 1},
                   {"researches", "", "its second searches of a child or of the root", 0},
                   {"seconds", "s", "wall time of all iterations", 3}}),
          {},
          {}},
      counters{"counters",
               "Counters of that iteration (visited: of all)",
               columns({{"interior", "", "nodes above depth 0", 0},
                        {"leaves", "", "nodes at depth 0", 0},
                        {"quiescence", "", "positions searched below the leaves", 0},
                        {"distinct", "", "different positions among the nodes (--distinct)", 0},
                        {"cutoffs", "", "beta cutoffs", 0},
                        {"again", "", "nodes of second searches", 0},
                        {"visited", "", "nodes of all iterations, quiescence included", 0}}),
               {},
               {}},
      table_use{"table_use",
                "The table in that iteration",
                columns({{"probes", "", "looks into the table", 0},
                         {"hits", "", "that found the position", 0},
                         {"cutoffs", "", "and ended the node", 0},
                         {"tightenings", "", "and narrowed its window", 0},
                         {"collisions", "", "entries replaced by another position's", 0}}),
                {},
                {}},
      selectivity{"selectivity",
                  "Extensions and prunings in that iteration",
                  columns({{"null_tries", "", "null moves", 0},
                           {"null_cutoffs", "", "that cut", 0},
                           {"extensions", "", "moves searched deeper", 0},
                           {"reductions", "", "late moves searched less deep at first", 0},
                           {"futile", "", "moves left out", 0},
                           {"razored", "", "nodes searched less deep", 0}}),
                  {},
                  {}},
      minimal{"minimal",
              "The minimal tree of that depth",
              columns({reports::columns::nodes,
                       {"tree", "", "alpha-beta's with the best moves first, without table", 0},
                       {"to_tree", "ratio", "nodes / tree", 2},
                       {"graph", "", "the same with table", 0},
                       {"to_graph", "ratio", "nodes / graph", 2}}),
              {},
              {}},
      iterations{"iterations",
                 "Iterations, each for itself",
                 columns({reports::columns::depth,
                          reports::columns::value,
                          reports::columns::outcome,
                          reports::columns::nodes,
                          {"ebf", "", "nodes(d) / nodes(d−1)", 2},
                          {"ebf2", "", "square root of nodes(d) / nodes(d−2)", 2},
                          {"seconds", "s", "wall time of this iteration", 3},
                          {"line", "", "principal variation", 0}}),
                 {},
                 {}},
      cut_index{
          "cut_index",
          "Beta cutoffs by the place of the cutting move",
          columns({{"place", "", "place in the node's order, 1 is first; the last is 'and on'", 0},
                   {"cutoffs", "", "beta cutoffs there", 0}}),
          {},
          {}},
      trace{"trace",
            "Searches of the root",
            columns({reports::columns::depth,
                     reports::columns::value_or_mate,
                     {"bound", "", "++ the window failed high, -- low", 0},
                     {"alpha", "", "the window that was searched", 0},
                     {"beta", "", "the window that was searched", 0},
                     {"time", "s", "since the search began", 2},
                     {"visited", "", "nodes since the search began, quiescence included", 0},
                     {"line", "", "principal variation, or the move that failed high", 0}}),
            {},
            {}},
      visits{"visits",
             "Visits",
             columns({{"depth", "", "of the iteration"},
                      {"visit", "", "its number in the iteration"},
                      {"node", "", "the moves that lead there"},
                      {"alpha", "", "the window's lower end, for the side to move at the node"},
                      {"beta", "", "its upper end"},
                      {"value", "", "what the visit returned, for the side to move at the node"},
                      {"cutoff", "", "a move's value reached beta"}}),
             {},
             {}} {}

void Tables::add(const GameInfo& game, const reports::NamedPosition& start, const Job& job,
                 const TextResult& result) {
  const std::string& position = start.name;
  const auto row = [&](Table& table, std::initializer_list<Cell> more) {
    std::vector<Cell> cells{position, job.algorithm, job.generator};
    cells.insert(cells.end(), more);
    table.add(std::move(cells));
  };
  for (std::size_t i = 0; i < result.iterations.size(); ++i) {
    const auto& iteration = result.iterations[i];
    const std::string line = joined(iteration.line);
    row(iterations, {iteration.depth, value_cell(iteration),
                     outcome_cell(game, start.start, iteration), iteration.stats.nodes(),
                     known(result.branching_factor(i)), known(result.branching_factor_over_two(i)),
                     iteration.seconds, iteration.complete ? line : line + " (incomplete)"});
  }
  for (const auto& search : result.root_searches)
    row(trace, {search.depth, search.value, mark(search), search.alpha, search.beta, search.seconds,
                search.nodes, joined(search.line)});

  const auto note = [&](std::string text) {
    if (std::find(summary.notes.begin(), summary.notes.end(), text) == summary.notes.end())
      summary.notes.push_back(std::move(text));
  };
  if (const auto& end = result.iterations.back(); !end.obstacle.empty())
    note(fmt::format("{}, {}: depth {} is incomplete: {}", position, job.algorithm, end.depth,
                     end.obstacle));
  const auto* last = result.last_complete();
  if (last == nullptr) {
    row(summary, {{}, {}, {}, {}, {}});
    return row(effort, {{}, {}, iteration_seconds(result)});
  }
  const Counters& stats = last->stats;
  row(summary,
      {last->depth, value_cell(*last), outcome_cell(game, start.start, *last),
       last->line.empty() ? Cell() : Cell(without_number(last->line.front())), stats.nodes()});
  row(effort, {stats.cutoffs == 0 ? Cell() : Cell(100 * stats.first_move_cutoff_rate()),
               stats[Event::research], iteration_seconds(result)});
  row(counters, {stats.interiors, stats.leaves, stats[Event::quiescence], known(last->distinct),
                 stats.cutoffs, stats.research_nodes, result.visited});
  if (result.switches.table > 0)
    row(table_use, {stats[Event::probe], stats[Event::hit], stats[Event::table_cutoff],
                    stats[Event::tightening], stats[Event::collision]});
  row(selectivity, {stats[Event::null_try], stats[Event::null_cutoff], stats[Event::extension],
                    stats[Event::reduction], stats[Event::futile], stats[Event::razored]});
  if (result.minimal)
    row(minimal, {stats.nodes(), result.minimal->tree, ratio(stats.nodes(), result.minimal->tree),
                  known(result.minimal->graph), ratio(stats.nodes(), result.minimal->graph)});
  for (std::size_t place = 0; place < stats.cut_index.size(); ++place)
    if (stats.cut_index[place] > 0) row(cut_index, {place + 1, stats.cut_index[place]});
}

void Tables::add_visits(const std::string& position, const Job& job, const TextResult& result) {
  for (const auto& iteration : result.iterations) {
    std::size_t number = 0;
    for (const auto& visit : iteration.visits)
      visits.add({position, job.algorithm, job.generator, iteration.depth, ++number,
                  visit.path.empty() ? "root" : joined(visit.path), visit.alpha, visit.beta,
                  visit.value, visit.cutoff});
    if (!iteration.complete)
      visits.notes.push_back(
          fmt::format("{}, {}: cut off after {} visits", position, job.algorithm, number));
  }
}

}  // namespace plylab::search
