#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reports/progress.h"
#include "reports/session.h"
#include "search/options.h"
#include "suites/commands.h"
#include "suites/epd/positions.h"
#include "suites/epd/sources.h"
#include "suites/solve/solutions.h"
#include "suites/solve/solve.h"

namespace plylab::suites {
namespace {

struct Options {
  PositionOptions positions;
  search::Options search;
  std::string criterion = "end";
  int threads = 1;
};

/// The line of the file, for messages.
std::string place(const Options& options, const Record& record) {
  return options.positions.suite ? fmt::format("{}:{}", *options.positions.suite, record.line)
                                 : fmt::format("--fen");
}

/// A record with something to solve.
struct Puzzle {
  const Record* record;
  Goal goal;
};

/// Reports what cannot be solved and leaves it out.
std::vector<Puzzle> puzzles_of(const std::vector<Record>& records, const Options& options) {
  std::vector<Puzzle> puzzles;
  for (const Record& record : records) {
    std::vector<std::string> problems;
    Goal goal = goal_of(record, problems);
    for (const std::string& problem : problems)
      fmt::print(stderr, "{}: {}\n", place(options, record), problem);
    if (!goal.empty())
      puzzles.push_back({&record, std::move(goal)});
    else if (problems.empty())
      fmt::print(stderr, "{}: no bm, am, dm or points: nothing to solve\n", place(options, record));
  }
  return puzzles;
}

/// Solves every puzzle by every job, so many at a time, each on one thread. The solutions are in
/// order, puzzle by puzzle; those that a stop came before are empty.
std::vector<std::optional<Solution>> solve_all(const std::vector<Puzzle>& puzzles,
                                               const std::vector<search::Job>& jobs, int threads,
                                               const std::atomic<bool>& stop) {
  std::vector<std::optional<Solution>> solutions(puzzles.size() * jobs.size());
  reports::Progress progress("solve", "nodes");
  double done = 0, visited = 0;
  std::exception_ptr failure;
#pragma omp parallel for schedule(dynamic) num_threads(threads)
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    if (stop) continue;
    try {
      const Puzzle& puzzle = puzzles[i / jobs.size()];
      Solution solution = solve(*puzzle.record, puzzle.goal, jobs[i % jobs.size()]);
      if (stop) continue;
#pragma omp critical(plylab_solve)
      {
        visited += static_cast<double>(solution.search.visited);
        progress.update(++done / static_cast<double>(solutions.size()), visited);
      }
      solutions[i] = std::move(solution);
    } catch (...) {  // no exception may leave a parallel loop
#pragma omp critical(plylab_solve)
      failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
  return solutions;
}

void run_solve(Options options, reports::Session& session) {
  session.check_options();
  options.search.check();
  const ChosenCriterion criterion = find_criterion(options.criterion);
  std::vector<Source> sources;
  const auto records = options.positions.load(&sources);
  search::Limits limits = options.search.limits(5, session.stop());
  limits.until_mate = criterion.criterion->name != "stable";  // which needs more iterations
  const auto jobs = options.search.jobs(limits);
  const auto puzzles = puzzles_of(records, options);
  const auto solutions = solve_all(puzzles, jobs, options.threads, session.stop());

  std::vector<Tally> tallies;
  for (const search::Job& job : jobs) tallies.push_back({&job, criterion});
  SolutionTables tables(criterion);
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    if (!solutions[i]) continue;
    const Puzzle& puzzle = puzzles[i / jobs.size()];
    tallies[i % jobs.size()].add(*solutions[i]);
    tables.add(*puzzle.record, puzzle.goal, jobs[i % jobs.size()], *solutions[i]);
  }
  tables.solutions.notes.push_back(options.search.description());
  if (limits.until_mate)
    tables.judgements.notes.push_back(
        "a search ends once it has proved its shortest mate; with --criterion stable it goes on");
  reports::Report report{.complete = !session.stop(),
                         .tables = {std::move(tables.solutions), std::move(tables.costs),
                                    summary_of(tallies), std::move(tables.judgements)}};
  if (!sources.empty()) report.tables.push_back(sources_table(sources));
  session.publish(std::move(report), options.threads);
}

}  // namespace

void add_solve_command(CLI::App& app, reports::Session& session) {
  const auto options = std::make_shared<Options>();
  options->search.algorithms = {"alphabeta"};
  options->search.usual_ordering = "hash";
  CLI::App* solve =
      app.add_subcommand("solve", "Solve a suite's bm, am, dm and points by searching");
  options->positions.add_to(*solve);
  options->search.add_to(*solve);
  std::string names;
  for (const Criterion& one : criteria()) names += fmt::format("\n  {}: {}", one.name, one.help);
  solve->add_option("--criterion", options->criterion, "What solved means:" + names)
      ->capture_default_str();
  solve->add_option("--jobs", options->threads, "Positions at once, each on one thread")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  session.add_options(*solve);
  solve->footer(
      "Example: plylab solve --suite bratko-kopec --algo pvs,negascout --time 1\n"
      "         plylab solve --suite my.epd --nodes 1000000 --quiescence --format csv\n"
      "         plylab solve --suite my.epd --time 5 --criterion stable:4 --jobs 2");
  solve->callback([options, &session] { run_solve(*options, session); });
}

}  // namespace plylab::suites
