#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "reports/progress.h"
#include "reports/session.h"
#include "search/options.h"
#include "suites/commands.h"
#include "suites/mate/command.h"
#include "suites/mate/mine_command.h"
#include "suites/positions.h"
#include "suites/solutions.h"
#include "suites/solve.h"

namespace plylab::suites {
namespace {

struct Options {
  PositionOptions positions;
  search::Options search;
};

/// One search's sums over the suite.
struct Tally {
  const search::Job* job;
  std::uint64_t positions = 0, solved = 0, kept = 0, nodes = 0;
  double seconds = 0, found_seconds = 0;

  void add(const Solution& solution) {
    ++positions;
    solved += solution.solved;
    kept += solution.kept;
    nodes += solution.search.visited;
    seconds += solution.search.seconds;
    if (solution.solved) found_seconds += solution.first_found->seconds;
  }
};

reports::Table summary_of(const std::vector<Tally>& tallies) {
  reports::Table table{
      "summary",
      "Summary",
      {{"search", "", "the algorithm", 0},
       {"generator", "", "the move generator", 0},
       {"positions", "", "with something to solve", 0},
       {"solved", "", "the goal is met at the end", 0},
       {"kept", "", "and was never left after it was first met", 0},
       {"nodes", "", "positions visited, quiescence included", 0},
       {"found_seconds", "s", "until the goals of the solved ones were first met, summed", 3},
       {"seconds", "s", "time in all", 3}},
      {},
      {}};
  for (const Tally& tally : tallies)
    table.add({tally.job->algorithm, tally.job->generator, tally.positions, tally.solved,
               tally.kept, tally.nodes, tally.found_seconds, tally.seconds});
  return table;
}

/// The line of the file, for messages.
std::string place(const Options& options, const Record& record) {
  return options.positions.suite ? fmt::format("{}:{}", *options.positions.suite, record.line)
                                 : fmt::format("--fen");
}

void run_solve(Options options, reports::Session& session) {
  session.check_options();
  options.search.check();
  const auto records = options.positions.load();
  search::Limits limits = options.search.limits(5, session.stop());
  limits.until_mate = true;
  const auto jobs = options.search.jobs(limits);
  std::vector<Tally> tallies;
  for (const search::Job& job : jobs) tallies.push_back({&job});

  SolutionTables tables;
  reports::Progress progress("solve", "nodes");
  double done = 0, visited = 0;
  for (const Record& record : records) {
    std::vector<std::string> problems;
    const Goal goal = goal_of(record, problems);
    for (const std::string& problem : problems)
      fmt::print(stderr, "{}: {}\n", place(options, record), problem);
    if (goal.empty()) {
      if (problems.empty())
        fmt::print(stderr, "{}: no bm, am or dm: nothing to solve\n", place(options, record));
      continue;
    }
    for (std::size_t i = 0; i < jobs.size() && !session.stop(); ++i) {
      const Solution solution = solve(record, goal, jobs[i]);
      if (session.stop()) break;
      tallies[i].add(solution);
      tables.add(record, goal, jobs[i], solution);
      visited += static_cast<double>(solution.search.visited);
      progress.update(++done / static_cast<double>(jobs.size() * records.size()), visited);
    }
    if (session.stop()) break;
  }
  progress.finish();
  tables.solutions.notes.push_back(options.search.description());
  session.publish(
      {.complete = !session.stop(),
       .tables = {std::move(tables.solutions), std::move(tables.costs), summary_of(tallies)}},
      1);
}

}  // namespace

void add_commands(CLI::App& app, reports::Session& session) {
  const auto options = std::make_shared<Options>();
  options->search.algorithms = {"alphabeta"};
  options->search.orderings = {"hash"};
  CLI::App* solve = app.add_subcommand("solve", "Solve a suite's bm, am and dm by searching");
  options->positions.add_to(*solve);
  options->search.add_to(*solve);
  session.add_options(*solve);
  solve->footer(
      "Example: plylab solve --suite bratko-kopec --algo pvs,negascout --time 1\n"
      "         plylab solve --suite my.epd --nodes 1000000 --quiescence --format csv");
  solve->callback([options, &session] { run_solve(*options, session); });

  add_list_command(app, session);
  add_demo_command(app, session);
  add_bench_command(app, session);
  add_verify_command(app, session);
  add_fen_command(app, session);
  mate::add_mate_command(app, session);

  CLI::App* mine = app.add_subcommand("mine", "Make suites from positions of random games");
  mine->require_subcommand(1);
  mate::add_mine_mates_command(*mine, session);
}

}  // namespace plylab::suites
