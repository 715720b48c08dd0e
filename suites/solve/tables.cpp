#include "suites/solve/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "reports/tables/averages.h"
#include "reports/tables/columns.h"

namespace plylab::suites::solve {
namespace {

using reports::Cell;
using reports::ColumnsOf;
using reports::Role;
using reports::Schema;
using reports::Table;
using reports::TableOf;
namespace columns = reports::columns;

/// A solution of a puzzle by a contestant.
struct Row {
  const Puzzle* puzzle;
  const Contestant* contestant;
  const Solution* solution;
  std::optional<Moment> first;    // when the goal was first met
  std::optional<Moment> solved;   // when it was solved by the criterion
  std::optional<bool> is_solved;  // none if the criterion does not ask about it
  std::optional<bool> late;       // none without a limit of time

  const engines::Reply& reply() const { return solution->reply; }
  /// None after a fault.
  const std::optional<Assessment>& judged() const { return solution->assessment; }
};

/// The moment of the first hit, if there is one.
std::optional<Moment> first_hit(const Solution& solution) {
  return solution.assessment ? solution.assessment->first : std::nullopt;
}

/// Whether the answer solves the record by the criterion, and when it did. A fault is no answer.
bool is_solved(const Results& results, const Solution& solution) {
  return solution.assessment && results.criterion.solved(*solution.assessment);
}
std::optional<Moment> when_solved(const Results& results, const Solution& solution) {
  return solution.assessment ? results.criterion.when(*solution.assessment) : std::nullopt;
}

std::vector<Row> rows_of(const Results& results) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < results.puzzles.size(); ++i)
    for (std::size_t k = 0; k < results.contestants.size(); ++k)
      if (const auto& solution = results.solutions[i][k])
        rows.push_back({&results.puzzles[i], &results.contestants[k], &*solution,
                        first_hit(*solution), when_solved(results, *solution),
                        results.criterion.counts(results.puzzles[i].goal)
                            ? std::optional(is_solved(results, *solution))
                            : std::nullopt,
                        results.timed() ? std::optional(results.late(*solution)) : std::nullopt});
  return rows;
}

template <class R>
Cell search_of(const R& row) {
  return row.contestant->search;
}
/// A column that is empty for engines.
template <class R>
Cell generator_of(const R& row) {
  return row.contestant->generator.empty() ? Cell() : Cell(row.contestant->generator);
}
Cell position_of(const Row& row) { return row.puzzle->name(); }

template <class T>
Cell known(const std::optional<Moment>& moment, T Moment::*what) {
  return moment ? Cell((*moment).*what) : Cell();
}

/// What it cost until then, "0.02 s at 5" or "9041 at 5", as far as it is known.
std::string cost_of(const Moment& when, bool timed) {
  std::string cost = timed        ? fmt::format("{:.2f} s", when.seconds)
                     : when.nodes ? fmt::to_string(*when.nodes)
                                  : "solved";
  if (when.depth) cost += fmt::format(" at {}", *when.depth);
  return cost;
}

/// The sums of one contestant's solutions.
struct Tally {
  const Contestant* contestant;
  std::uint64_t positions = 0;  ///< to which the criterion applies
  std::uint64_t solved = 0, points = 0, max_points = 0, faults = 0;
  std::optional<std::uint64_t> nodes = 0;  ///< none if they are not told for one of them
  std::optional<std::uint64_t> late = {};  ///< none without a limit of time
  double seconds = 0, found_seconds = 0;

  /// Adds a solution of a puzzle to which the criterion applies.
  void add(const Results& results, const Puzzle& puzzle, const Solution& solution) {
    ++positions;
    solved += is_solved(results, solution);
    if (solution.assessment) points += solution.assessment->points;
    max_points += solve::max_points(puzzle.goal.points);
    faults += solution.reply.fault.has_value();
    if (results.timed()) late = late.value_or(0) + results.late(solution);
    const engines::Reply& reply = solution.reply;
    if (nodes && reply.nodes)
      *nodes += *reply.nodes;
    else
      nodes.reset();
    seconds += solution.reply.seconds;
    if (const auto when = when_solved(results, solution)) found_seconds += when->seconds;
  }
};

std::vector<Tally> tallies_of(const Results& results) {
  std::vector<Tally> tallies;
  for (std::size_t k = 0; k < results.contestants.size(); ++k) {
    Tally& tally = tallies.emplace_back(Tally{&results.contestants[k]});
    for (std::size_t i = 0; i < results.puzzles.size(); ++i) {
      const Puzzle& puzzle = results.puzzles[i];
      const auto& solution = results.solutions[i][k];
      if (solution && results.criterion.counts(puzzle.goal)) tally.add(results, puzzle, *solution);
    }
  }
  return tallies;
}

/// A percentage computed by of(solved, positions) from a tally; empty without positions.
auto per_cent(auto&& of) {
  return [=](const Tally& tally) {
    return tally.positions == 0 ? Cell() : Cell(100 * of(tally.solved, tally.positions));
  };
}

Cell unless_zero(std::uint64_t number, std::uint64_t of) { return of == 0 ? Cell() : Cell(number); }

Cell side_by_side_cell(const Results& results, const Puzzle& puzzle, const Solution& solution) {
  if (is_solved(results, solution)) {
    const auto when = when_solved(results, solution);
    const std::string_view mark = results.late(solution) ? ", late" : "";
    return fmt::format("{}{}", when ? cost_of(*when, results.timed()) : "solved", mark);
  }
  if (solution.reply.fault) return name_of(solution.reply.fault->kind());
  if (!solution.reply.move) return {};
  const auto& came = solution.assessment;
  const bool names_moves = !puzzle.goal.best.empty() || !puzzle.goal.avoid.empty();
  const bool lacks_mate = names_moves && came && came->move_at_end && !came->at_end;
  return fmt::format("{}{}", played_san(*puzzle.record, solution.reply),
                     lacks_mate ? ", no mate shown" : "");
}

/// A column for each contestant is added to it.
Schema side_by_side_table() {
  return {"side_by_side", "Side by side", {columns::record, columns::goal}};
}

TableOf<Tally> summary_table() {
  return {
      "summary",
      "Summary",
      {{columns::search_or_engine, search_of<Tally>},
       {columns::search_generator, generator_of<Tally>},
       {{"positions", "", "positions that the criterion applies to; sums are over these", 0},
        &Tally::positions},
       {{"solved", "", "by the chosen criterion", 0}, &Tally::solved},
       {{"rate", "%", "of the positions", 1}, per_cent([](auto part, auto whole) {
          return static_cast<double>(part) / static_cast<double>(whole);
        })},
       {{"low", "%", "lower end of Wilson's 95 % interval", 1},
        per_cent([](auto part, auto whole) { return reports::wilson_interval(part, whole).low; })},
       {{"high", "%", "upper end of that interval", 1},
        per_cent([](auto part, auto whole) { return reports::wilson_interval(part, whole).high; })},
       {{"visited", "",
         "all nodes, including quiescence; empty for an engine that did not always tell them", 0,
         Role::cost},
        &Tally::nodes},
       {{"solved_in", "s",
         "sum of the times until the solved positions were solved by the criterion", 3},
        &Tally::found_seconds},
       {{"seconds", "s", "sum of the times of all positions", 3}, &Tally::seconds},
       {{"faults", "", "positions where an engine hung, died or played an illegal move", 0},
        &Tally::faults},
       {{"late", "", "answers more than 0.1 s after the limit of --time; they count", 0},
        &Tally::late},
       {{"points", "", "points of the last moves, where records give points", 0},
        [](const Tally& tally) { return unless_zero(tally.points, tally.max_points); }},
       {{"max_points", "", "the greatest possible", 0},
        [](const Tally& tally) { return unless_zero(tally.max_points, tally.max_points); }}}};
}

TableOf<Row> solutions_table(std::size_t contestants) {
  std::vector<reports::Picture> pictures;
  const auto add = [&](reports::Picture picture, std::size_t curves) {
    picture.number = reports::pictures_for(curves);
    pictures.push_back(std::move(picture));
  };
  if (contestants > 1) add(scatter_picture, contestants - 1);
  add(solved_time_picture, contestants);
  add(solved_nodes_picture, contestants);
  return {
      "solutions",
      "Solutions",
      {{columns::record, position_of},
       {columns::goal,
        [](const Row& row) { return to_string(*row.puzzle->record, row.puzzle->goal); }},
       {columns::search_or_engine, search_of<Row>},
       {columns::search_generator, generator_of<Row>},
       {{"solved", "", "by the criterion of the note", 0, Role::solved}, &Row::is_solved},
       {{"kept", "", "an answer met the goal, and so did all answers after it", 0},
        [](const Row& row) { return row.judged() && row.judged()->kept(); }},
       {{"move", "", "the move at the end", 0},
        [](const Row& row) {
          return row.reply().move ? Cell(played_san(*row.puzzle->record, row.reply())) : Cell();
        }},
       {{"found_at", "plies", "the iteration in which the goal was first met", 0},
        [](const Row& row) { return known(row.first, &Moment::depth); }},
       {{"found", "s", "time by then", 3},
        [](const Row& row) { return known(row.first, &Moment::seconds); }},
       {{"found_visited", "", "nodes by then, including quiescence", 0, Role::cost},
        [](const Row& row) { return known(row.first, &Moment::nodes); }},
       {{"solved_at", "plies", "the iteration in which it was solved by the criterion", 0},
        [](const Row& row) { return known(row.solved, &Moment::depth); }},
       {{"solved_in", "s", "time by then", 3},
        [](const Row& row) { return known(row.solved, &Moment::seconds); }},
       {{"solved_visited", "", "nodes by then, including quiescence", 0, Role::cost},
        [](const Row& row) { return known(row.solved, &Moment::nodes); }},
       {{"points", "", "of the move, where the record gives any", 0},
        [](const Row& row) {
          return unless_zero(row.judged() ? row.judged()->points : 0,
                             max_points(row.puzzle->goal.points));
        }},
       {{"late", "", "the answer came more than 0.1 s after the limit of --time", 0}, &Row::late}},
      std::move(pictures)};
}
TableOf<Row> costs_table() {
  const auto last = [](auto engines::EngineLine::*what) {
    return [what](const Row& row) {
      const engines::EngineLine* const line = row.reply().finished_line();
      return line == nullptr || row.reply().fault ? Cell() : Cell(line->*what);
    };
  };
  return {
      "costs",
      "Costs",
      {{columns::record, position_of},
       {columns::search_or_engine, search_of<Row>},
       {columns::search_generator, generator_of<Row>},
       {columns::value, last(&engines::EngineLine::centipawns)},
       {{"mate", "moves",
         "announced; below 0 the side to move is mated; selective searches and engines may "
         "overlook "
         "a shorter one",
         0},
        last(&engines::EngineLine::mate)},
       {{"depth", "", "the last completed iteration", 0, Role::depth},
        [](const Row& row) { return row.reply().depth; }},
       {{"visited", "", "all nodes, including quiescence; empty for an engine that tells none", 0,
         Role::cost},
        [](const Row& row) { return row.reply().nodes; }},
       {{"seconds", "s", "time in all", 3}, [](const Row& row) { return row.reply().seconds; }}}};
}
/// A line of an answer.
struct LineRow {
  const Puzzle* puzzle;
  const Contestant* contestant;
  const engines::EngineLine* line;
};
TableOf<LineRow> iterations_table() {
  return {
      "iterations",
      "Lines of thinking, one or more an iteration",
      {{columns::record, [](const LineRow& row) { return row.puzzle->name(); }},
       {columns::search_or_engine, search_of<LineRow>},
       {columns::search_generator, generator_of<LineRow>},
       {{"depth", "", "of the iteration in which it came", 0, Role::depth},
        [](const LineRow& row) { return row.line->depth; }},
       {{"visited", "", "all nodes since the search began, including quiescence; empty if not told",
         0, Role::cost},
        [](const LineRow& row) { return row.line->nodes; }},
       {{"seconds", "s", "since the search began", 3},
        [](const LineRow& row) { return row.line->seconds; }},
       {columns::value, [](const LineRow& row) { return row.line->centipawns; }},
       {{"mate", "moves", "announced; below 0 the side to move is mated", 0},
        [](const LineRow& row) { return row.line->mate; }},
       {{"move", "", "the best so far, in UCI", 0},
        [](const LineRow& row) { return row.line->move; }},
       {{"line", "", "that begins with it, in UCI", 0},
        [](const LineRow& row) { return fmt::format("{}", fmt::join(row.line->pv, " ")); }}},
      {},
      reports::Readers::programs};
}
TableOf<Row> faults_table() {
  return {"faults",
          "Faults",
          {{columns::record, position_of},
           {{"engine", "", "the engine's name", 0}, search_of<Row>},
           {{"fault", "",
             "no_answer, died, malformed, illegal_move, resigned, or cannot_start (once more)", 0},
            [](const Row& row) { return name_of(row.reply().fault->kind()); }},
           {{"what", "", "what it did", 0},
            [](const Row& row) { return std::string(row.reply().fault->what()); }}}};
}
}  // namespace

std::vector<Schema> declared_tables(std::size_t contestants) {
  return {side_by_side_table(),         summary_table(), faults_table(),
          solutions_table(contestants), costs_table(),   iterations_table()};
}

Table side_by_side(const Results& results) {
  const auto& contestants = results.contestants;
  Table table(side_by_side_table());
  table.notes = {fmt::format(
      "if solved (by the criterion {}): after {}, and in which iteration; otherwise the "
      "last move (no mate shown: it is right, but no line to the goal's mate came), or the fault",
      results.criterion.name(), results.timed() ? "how many seconds" : "how many visited nodes")};
  for (const Contestant& one : contestants) {
    const bool several = std::count_if(contestants.begin(), contestants.end(),
                                       [&](const auto& o) { return o.search == one.search; }) > 1;
    table.columns.emplace_back(
        several ? fmt::format("{} {}", one.search, one.generator) : one.search, "",
        "when it solved the position, or what it did", 0);
  }
  std::vector<std::size_t> solved(contestants.size()), asked(contestants.size());
  for (std::size_t p = 0; p < results.puzzles.size(); ++p) {
    const Puzzle& puzzle = results.puzzles[p];
    std::vector<Cell> row{puzzle.name(), to_string(*puzzle.record, puzzle.goal)};
    for (std::size_t i = 0; i < contestants.size(); ++i) {
      const auto& solution = results.solutions[p][i];
      const bool counts = results.criterion.counts(puzzle.goal);
      row.push_back(counts && solution ? side_by_side_cell(results, puzzle, *solution) : Cell());
      asked[i] += counts;
      solved[i] += counts && solution && is_solved(results, *solution);
    }
    table.add(std::move(row));
  }
  std::vector<Cell> sums{"solved", Cell()};
  for (std::size_t i = 0; i < contestants.size(); ++i)
    sums.emplace_back(fmt::format("{} of {}", solved[i], asked[i]));
  table.add(std::move(sums));
  return table;
}

Table summary(const Results& results) { return summary_table().with(tallies_of(results)); }

Table solutions_table(const Results& results) {
  Table table = solutions_table(results.contestants.size()).with(rows_of(results));
  table.notes.push_back(fmt::format("solved by the criterion {}: {}", results.criterion.name(),
                                    results.criterion.criterion->help));
  return table;
}

Table costs_table(const Results& results) {
  const std::vector<Row> rows = rows_of(results);
  Table table = costs_table().with(rows);
  for (const Row& row : rows)
    if (const std::string& obstacle = row.reply().obstacle; !obstacle.empty())
      table.notes.push_back(fmt::format("{}, {}: goes no deeper: {}", row.puzzle->name(),
                                        row.contestant->search, obstacle));
  return table;
}

Table iterations_table(const Results& results) {
  std::vector<LineRow> lines;
  for (const Row& row : rows_of(results))
    for (const engines::EngineLine& line : row.reply().lines)
      lines.push_back({row.puzzle, row.contestant, &line});
  return iterations_table().with(lines);
}

Table faults_table(const Results& results) {
  std::vector<Row> rows = rows_of(results);
  std::erase_if(rows, [](const Row& row) { return !row.reply().fault; });
  return faults_table().with(rows);
}

}  // namespace plylab::suites::solve
