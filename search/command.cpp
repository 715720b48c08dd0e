#include "search/command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "gen/chess/line.h"
#include "reports/progress.h"
#include "reports/session.h"
#include "search/options.h"
#include "suites/positions.h"

namespace plylab::search {
namespace {

using reports::Cell;
using reports::Report;
using reports::Table;

using ChessIteration = Iteration<chess::Move, Counters>;

/// What each row of each table begins with.
struct Run {
  std::string position;
  std::string algorithm;
  std::string generator;

  std::vector<Cell> cells(std::initializer_list<Cell> more) const {
    std::vector<Cell> row{position, algorithm, generator};
    row.insert(row.end(), more);
    return row;
  }
};

std::vector<reports::Column> columns(std::initializer_list<reports::Column> more) {
  std::vector<reports::Column> all{{"position", "", "the record's id, or the FEN given", 0},
                                   {"search", "", "the algorithm", 0},
                                   {"generator", "", "the move generator", 0}};
  all.insert(all.end(), more);
  return all;
}

Table summary_table() {
  return {
      "search",
      "Search: the deepest completed iteration",
      columns({{"depth", "", "plies of the deepest completed iteration", 0},
               {"value", "", "centipawns for the side to move; ±(32000 − n) is mate in n plies", 0},
               {"move", "", "best move", 0},
               {"nodes", "", "calls of the search function, root included", 0},
               {"first_cut", "%", "share of the first move in all beta cutoffs", 1},
               {"researches", "", "second searches after a null-window fail-high", 0},
               {"ebf", "", "nodes(d) / nodes(d−1)", 2},
               {"seconds", "s", "wall time of all iterations", 3}}),
      {},
      {}};
}

Table counters_table() {
  return {"counters",
          "Counters of that iteration",
          columns({{"interior", "", "nodes above depth 0", 0},
                   {"leaves", "", "nodes at depth 0", 0},
                   {"quiescence", "", "positions searched below the leaves", 0},
                   {"cutoffs", "", "beta cutoffs", 0},
                   {"visited", "", "nodes of all iterations, quiescence included", 0}}),
          {},
          {}};
}

Table iterations_table() {
  return {"iterations",
          "Iterations",
          columns({{"depth", "", "plies", 0},
                   {"value", "", "centipawns for the side to move", 0},
                   {"nodes", "", "calls of the search function in this iteration", 0},
                   {"ebf", "", "nodes(d) / nodes(d−1)", 2},
                   {"ebf2", "", "square root of nodes(d) / nodes(d−2)", 2},
                   {"seconds", "s", "wall time of this iteration", 3},
                   {"line", "", "principal variation", 0}}),
          {},
          {}};
}

Table cut_index_table() {
  return {
      "cut_index",
      "Beta cutoffs by the place of the cutting move",
      columns({{"place", "", "place in the node's move order, 1 is first; the last is 'and on'", 0},
               {"cutoffs", "", "beta cutoffs there", 0}}),
      {},
      {}};
}

Cell factor(double value) { return value == 0 ? Cell() : Cell(value); }

/// Adds the result of one search to the four tables.
struct Tables {
  Table summary = summary_table();
  Table counters = counters_table();
  Table iterations = iterations_table();
  Table cut_index = cut_index_table();

  void add(const Run& run, const chess::Setup& position, const Result& result) {
    for (std::size_t i = 0; i < result.iterations.size(); ++i) add(run, position, result, i);
    const ChessIteration* last = result.last_complete();
    if (last == nullptr) {
      summary.add(run.cells({{}, {}, {}, {}, {}, {}, {}, result.seconds}));
      return;
    }
    const Counters& stats = last->stats;
    const auto index = static_cast<std::size_t>(last - result.iterations.data());
    summary.add(run.cells(
        {last->depth, last->value,
         last->line.empty() ? Cell() : Cell(chess::san(position, last->line.front())),
         stats.nodes(), stats.cutoffs == 0 ? Cell() : Cell(100 * stats.first_move_cutoff_rate()),
         stats.researches, factor(result.branching_factor(index)), result.seconds}));
    counters.add(run.cells(
        {stats.interiors, stats.leaves, stats.quiescence_nodes, stats.cutoffs, result.visited}));
    for (std::size_t place = 0; place < stats.cut_index.size(); ++place)
      if (stats.cut_index[place] > 0) cut_index.add(run.cells({place + 1, stats.cut_index[place]}));
  }

 private:
  void add(const Run& run, const chess::Setup& position, const Result& result, std::size_t i) {
    const ChessIteration& iteration = result.iterations[i];
    const std::string line = chess::san_line(position, iteration.line);
    iterations.add(
        run.cells({iteration.depth, iteration.line.empty() ? Cell() : Cell(iteration.value),
                   iteration.stats.nodes(), factor(result.branching_factor(i)),
                   factor(result.branching_factor_over_two(i)), iteration.seconds,
                   iteration.complete ? line : line + " (incomplete)"}));
  }
};

/// Whether all algorithms came to one value, where they completed one depth.
bool values_agree(const std::vector<ChessIteration>& finals) {
  for (const ChessIteration& a : finals)
    for (const ChessIteration& b : finals)
      if (a.depth == b.depth && a.value != b.value) return false;
  return true;
}

struct CommandOptions {
  suites::PositionOptions positions;
  Options search;
  bool detail = false;
};

void run_search(CommandOptions options, reports::Session& session) {
  session.check_options();
  options.search.check();
  const auto records = options.positions.load();
  const auto jobs = options.search.jobs(options.search.limits(4, session.stop()));

  Report report;
  Tables tables;
  reports::Progress progress("search", "nodes");
  double done = 0, visited = 0;
  for (const suites::Record& record : records) {
    const std::string name = record.id().value_or(fmt::format("line {}", record.line));
    const chess::Setup position(record.fen);
    std::vector<ChessIteration> finals;
    for (const Job& job : jobs) {
      const Result result = search::run(position, job);
      tables.add({name, job.algorithm, job.generator}, position, result);
      if (const ChessIteration* last = result.last_complete()) finals.push_back(*last);
      visited += static_cast<double>(result.visited);
      progress.update(++done / static_cast<double>(jobs.size() * records.size()), visited);
      if (session.stop()) break;
    }
    if (!values_agree(finals)) {
      tables.summary.notes.push_back(name + ": the root values differ");
      session.note_difference();
    }
    if (session.stop()) break;
  }
  progress.finish();
  report.complete = !session.stop();
  tables.summary.notes.push_back(fmt::format("evaluation {}, ordering {}, quiescence {}",
                                             options.search.evaluation, options.search.ordering,
                                             options.search.quiescence ? "on" : "off"));
  report.tables.push_back(std::move(tables.summary));
  if (options.detail) report.tables.push_back(std::move(tables.counters));
  if (options.detail || records.size() == 1) report.tables.push_back(std::move(tables.iterations));
  if (options.detail) report.tables.push_back(std::move(tables.cut_index));
  session.publish(std::move(report), 1);
}

}  // namespace

void add_commands(CLI::App& app, reports::Session& session) {
  const auto options = std::make_shared<CommandOptions>();
  CLI::App* search = app.add_subcommand("search", "Search positions and count what it costs");
  options->positions.add_to(*search);
  options->search.add_to(*search);
  search->add_flag("--detail", options->detail,
                   "Add all counters, iterations and the cut-index histogram");
  session.add_options(*search);
  search->footer(
      "Example: plylab search --algo alphabeta,pvs --gen all --depth 5\n"
      "         plylab search --suite bratko-kopec --depth 4 --order hash --detail");
  search->callback([options, &session] { run_search(*options, session); });
}

}  // namespace plylab::search
