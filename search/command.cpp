#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "reports/command_line.h"
#include "reports/position_options.h"
#include "reports/progress.h"
#include "reports/session.h"
#include "search/commands.h"
#include "search/lab/adhoc_experiment.h"
#include "search/options.h"
#include "search/registry.h"
#include "search/tables.h"

namespace plylab::search {
namespace {

using reports::Report;

using ChessIteration = Iteration<chess::Move, Counters>;

/// Whether all algorithms came to one value, where they completed one depth.
bool values_agree(const std::vector<ChessIteration>& finals) {
  for (const ChessIteration& a : finals)
    for (const ChessIteration& b : finals)
      if (a.depth == b.depth && a.value != b.value) return false;
  return true;
}

struct CommandOptions {
  reports::PositionOptions positions;
  Options search;
  lab::AdhocOptions adhoc;
  bool detail = false;
  bool trace = false;
  bool distinct = false;
  bool minimal = false;
};

void run_search(CommandOptions options, reports::Session& session) {
  session.check_options();
  if (options.adhoc.asked_for(options.search))
    return options.adhoc.run(options.search, options.positions, options.trace, session);
  options.search.check();
  if (options.search.algorithms.size() > 1) {
    require_exact(options.search.switches());
    require_exact_searches(options.search.algorithms);
  }
  const auto records = options.positions.load();
  auto jobs = options.search.jobs(options.search.limits(4, session.stop()));
  for (Job& job : jobs) {
    job.distinct = options.distinct;
    job.minimal = options.minimal;
  }

  Report report;
  Tables tables;
  reports::Progress progress("search", "nodes");
  double done = 0, visited = 0;
  for (const epd::Record& record : records) {
    const std::string name = record.id().value_or(fmt::format("line {}", record.line));
    const chess::ValidSetup position(record.setup);
    std::vector<ChessIteration> finals;
    for (const Job& job : jobs) {
      const Result result = search::run(position, job);
      tables.add(name, position, job, result);
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
  tables.summary.notes.push_back(options.search.description());
  const bool one = records.size() == 1;
  const auto show = [&](reports::Table& table, bool wanted) {
    if (wanted && !table.rows.empty()) report.tables.push_back(std::move(table));
  };
  show(tables.trace, options.trace);
  show(tables.summary, true);
  show(tables.effort, true);
  show(tables.minimal, options.minimal);
  show(tables.iterations, options.detail || one);
  show(tables.counters, options.detail || options.distinct);
  show(tables.table_use, options.detail);
  show(tables.selectivity, options.detail);
  show(tables.cut_index, options.detail);
  session.publish(std::move(report), 1);
}

}  // namespace

void add_search_command(reports::Command app, reports::Session& session) {
  const auto options = std::make_shared<CommandOptions>();
  const reports::Command search =
      app.add_subcommand("search", "Search positions and count what it costs");
  options->positions.add_to(search);
  options->search.add_to(search);
  options->adhoc.add_to(search);
  search.add_flag("--detail", options->detail,
                  "Add all counters, iterations and the cut-index histogram");
  search.add_flag("--trace", options->trace,
                  "Show every search of the root with its window; of a tree every visit");
  search.add_flag("--distinct", options->distinct, "Count different positions too (slow)");
  search.add_flag("--minimal", options->minimal,
                  "Search the minimal tree too, with a table the minimal graph");
  session.add_options(search);
  search.footer(
      "Example: plylab search --algo alphabeta,pvs --gen all --depth 5\n"
      "         plylab search --suite bratko-kopec --depth 4 --order hash --detail\n"
      "         plylab search --tree \"tree(width=9,depth=5)\" --seeds 1..20 --depth 5 --jobs 2\n"
      "         plylab search --with plain --with killers,history --compare switches --depth 4,5\n"
      "         plylab search --algo mtdf --with killers,history --depth 8 --trace");
  search.callback([options, &session] { run_search(*options, session); });
}

}  // namespace plylab::search
