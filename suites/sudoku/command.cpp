#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/parallel.h"
#include "gen/sudoku/grid.h"
#include "reports/command_line/command_line.h"
#include "reports/progress.h"
#include "reports/session.h"
#include "reports/tables/columns.h"
#include "reports/tables/sources.h"
#include "reports/text/terminal.h"
#include "search/sudoku/cells.h"
#include "search/sudoku/lanes.h"
#include "suites/sudoku/trace.h"

namespace plylab::suites::sudoku {
namespace {

using plylab::sudoku::Grid;
using plylab::sudoku::Puzzle;
using search::sudoku::Limits;
using search::sudoku::Result;

struct Options {
  std::vector<std::string> files;
  std::string solver;
  std::string kernel;
  std::uint64_t limit = 0;
  std::uint64_t show = 1;
  bool trace = false;
  bool summary = false;
  int threads = available_processors();
};

const std::vector<std::string> solvers{"lanes", "cells"};

/// A puzzle under way.
struct Job {
  std::string where;  ///< "file:line"
  Grid puzzle;
  Result result = {};
  bool begun = false;
  Trace trace = {};
};

/// What all files hold.
struct Loaded {
  std::vector<Job> jobs = {};
  std::vector<reports::Source> sources = {};
  std::size_t problems = 0;  ///< have been told
};

Loaded load(const std::vector<std::string>& files) {
  Loaded loaded;
  for (const std::string& file : files) {
    const bool standard_input = file == "-";
    const std::string name = standard_input ? "stdin" : file;
    const std::string text = standard_input ? read_standard_input() : read_file(file);
    const auto [puzzles, problems] = plylab::sudoku::read_puzzles(text, name);
    for (const std::string& problem : problems) reports::tell(problem);
    if (puzzles.empty()) throw InputError(name + ": there is no puzzle");
    loaded.problems += problems.size();
    loaded.sources.push_back({"puzzles", name, sha256(text), puzzles.size()});
    for (const Puzzle& puzzle : puzzles)
      loaded.jobs.push_back(
          {fmt::format("{}:{}", std::filesystem::path(name).filename().string(), puzzle.line),
           puzzle.grid});
  }
  return loaded;
}

/// Completes the options, and refuses what makes no sense together.
void check(Options& options, reports::Session& session) {
  session.check_options();
  if (options.solver.empty()) options.solver = options.trace ? "cells" : "lanes";
  find_entry(solvers, options.solver, "--solver");
  const bool lanes = options.solver == "lanes";
  if (options.trace && lanes) throw InputError("--trace: only the solver 'cells' takes steps");
  if (!options.kernel.empty() && !lanes)
    throw InputError("--kernel: only the solver 'lanes' has kernels");
  if (lanes) options.kernel = search::sudoku::find_kernel("--kernel", options.kernel).name;
  require_threads(options.threads);
}

/// So many puzzles are searched together, however many threads there are: the work and its results
/// do not depend on them.
constexpr std::size_t batch = 512;

void search_by_lanes(std::span<Job> jobs, const Limits& limits, const std::string& kernel) {
  std::vector<Grid> puzzles;
  for (const Job& job : jobs) puzzles.push_back(job.puzzle);
  auto results = search::sudoku::search_lanes(
      puzzles, limits, *search::sudoku::find_kernel("--kernel", kernel).kernel);
  for (std::size_t i = 0; i < results.size(); ++i) {
    jobs[i].result = std::move(results[i]);
    jobs[i].begun = true;
  }
}

void search_by_cells(std::span<Job> jobs, const Limits& limits, bool trace) {
  for (Job& job : jobs) {
    if (*limits.stop) return;
    job.begun = true;
    if (trace)
      job.result = search::sudoku::search_cells(
          job.puzzle, limits,
          [&](const auto& step, const Grid& grid) { job.trace.add(step, grid); });
    else
      job.result = search::sudoku::search_cells(job.puzzle, limits);
  }
}

void search_all(std::vector<Job>& jobs, const Options& options, const Limits& limits) {
  reports::Progress progress("sudoku", "puzzles");
  const std::size_t size = options.solver == "lanes" ? batch : 1;
  std::atomic<std::size_t> done = 0;
  in_parallel((jobs.size() + size - 1) / size, options.threads, limits.stop,
              [&](std::size_t i, std::size_t) {
                const std::span some =
                    std::span(jobs).subspan(i * size, std::min(size, jobs.size() - i * size));
                if (options.solver == "lanes")
                  search_by_lanes(some, limits, options.kernel);
                else
                  search_by_cells(some, limits, options.trace);
                const auto count = static_cast<double>(done += some.size());
                progress.update(count / static_cast<double>(jobs.size()), count);
              });
}

reports::Table puzzles_table(const std::vector<Job>& jobs, const Options& options) {
  reports::Table table{
      "puzzles",
      "Puzzles",
      {{"where", "", "file and line"},
       {"clues", "", "cells that are not empty", 0},
       {"solutions", "", "different ones", 0},
       {"complete", "", "false: the search was ended, there may be more solutions"},
       {"forced", "", "cells that had one candidate", 0},
       {"tried", "", "assumptions made where no cell had one", 0},
       {"dead_ends", "", "where a contradiction was met", 0},
       {"solution", "", "the first one, row by row"}},
      {},
      {}};
  const bool cells = options.solver == "cells";
  for (const auto& [where, puzzle, result, begun, trace] : jobs)
    if (begun)
      table.add({where, clues(puzzle), result.solutions, result.complete,
                 cells ? reports::Cell(result.forced) : reports::Cell(), result.tried,
                 result.dead_ends,
                 result.found.empty() ? reports::Cell()
                                      : reports::Cell(to_string(result.found.front()))});
  return table;
}

reports::Table solutions_table(const std::vector<Job>& jobs) {
  reports::Table table{"solutions",
                       "Solutions",
                       {{"where", "", "file and line"}, {"number", "", "from 1", 0}, {"solution"}},
                       {},
                       {}};
  for (const Job& job : jobs)
    for (std::size_t i = 0; i < job.result.found.size(); ++i)
      table.add({job.where, i + 1, to_string(job.result.found[i])});
  return table;
}

reports::Table summary_table(const std::vector<Job>& jobs, double seconds, const Options& options) {
  reports::Table table{"summary",
                       "Summary",
                       {{"solver"},
                        {"puzzles", "", "that were begun", 0},
                        {"none", "", "puzzles without solution", 0},
                        {"unique", "", "puzzles with one", 0},
                        {"several", "", "puzzles with more", 0},
                        {"unknown", "", "puzzles whose search ended too early to tell", 0},
                        {"solutions", "", "of all puzzles", 0},
                        {"tried", "", "of all puzzles", 0},
                        {"dead_ends", "", "of all puzzles", 0},
                        reports::columns::wall_time,
                        {"rate", "puzzles/s", "puzzles a second", 0}},
                       {},
                       {}};
  std::size_t puzzles = 0, none = 0, unique = 0, several = 0;
  Result sum;
  for (const auto& [where, puzzle, result, begun, trace] : jobs) {
    if (!begun) continue;
    ++puzzles;
    several += result.solutions > 1;
    unique += result.solutions == 1 && result.complete;
    none += result.solutions == 0 && result.complete;
    sum.solutions += result.solutions;
    sum.tried += result.tried;
    sum.dead_ends += result.dead_ends;
  }
  table.add({options.solver, puzzles, none, unique, several, puzzles - none - unique - several,
             sum.solutions, sum.tried, sum.dead_ends, seconds,
             static_cast<double>(puzzles) / seconds});
  if (!options.kernel.empty()) table.notes.push_back("kernel " + options.kernel);
  return table;
}

/// Adds what the searches did, as text and as table.
void add_traces(reports::Report& report, const std::vector<Job>& jobs) {
  reports::Table table = trace_table();
  for (const Job& job : jobs) {
    for (std::string& line : job.trace.lines(job.puzzle)) report.text.push_back(std::move(line));
    job.trace.add_to(table, job.where);
    if (job.trace.cut())
      report.tables.front().notes.push_back(
          fmt::format("{}: the trace ends after {} steps", job.where, Trace::most_steps));
  }
  report.tables.push_back(std::move(table));
}

void run_sudoku(Options options, reports::Session& session) {
  check(options, session);
  auto [jobs, sources, problems] = load(options.files);
  const Limits limits{options.limit, options.show, &session.stop()};

  const auto begin = std::chrono::steady_clock::now();
  session.attempt([&, &to_search = jobs] { search_all(to_search, options, limits); });
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;

  reports::Report report{.complete = !session.stop()};
  if (!options.summary) report.tables.push_back(puzzles_table(jobs, options));
  if (!options.summary && options.show > 1) report.tables.push_back(solutions_table(jobs));
  report.tables.push_back(summary_table(jobs, time.count(), options));
  if (options.trace) add_traces(report, jobs);
  report.tables.push_back(reports::sources_table(sources));
  session.publish(std::move(report), options.threads);
  if (problems > 0)
    throw InputError(fmt::format("sudoku: {} of the puzzles cannot be read", problems));
}

}  // namespace

void add_sudoku_command(reports::Command app, reports::Session& session) {
  const auto options = std::make_shared<Options>();
  const reports::Command sudoku =
      app.add_subcommand("sudoku", "Find all solutions of Sudoku puzzles");
  sudoku
      .add_option("files FILE", options->files,
                  "Files of puzzles, - for standard input: lines of 81 cells, with dots or zeros "
                  "for empty ones, or drawings in nine lines")
      .required();
  sudoku
      .add_option("--solver NAME", options->solver,
                  "lanes: many grids at once in vectors; cells: cell by cell, the obvious way "
                  "(default: lanes; cells with --trace)")
      .offers(solvers);
  std::vector<std::string> kernel_names = names_in(search::sudoku::kernels());
  sudoku
      .add_option("--kernel NAME", options->kernel,
                  fmt::format("Kernel of lanes: {} (default: the fastest here)",
                              fmt::join(kernel_names, ", ")))
      .offers(kernel_names);
  sudoku
      .add_option("--limit N", options->limit,
                  "Most solutions of a puzzle that are counted; 0: all")
      .show_default();
  sudoku
      .add_option("--show N", options->show,
                  "Most solutions of a puzzle that are shown; with more than one in a table of "
                  "their own")
      .show_default();
  sudoku.add_flag("--trace", options->trace, "Show each step of the search");
  sudoku.add_flag("--summary", options->summary, "Show no line for each puzzle");
  sudoku.add_option("-j,--jobs N", options->threads, "Puzzles at once, or batches of 512 by lanes")
      .range(1, 1024)
      .show_default();
  session.add_options(sudoku);
  sudoku.example("plylab sudoku puzzles.txt --limit 2");
  sudoku.example("plylab sudoku puzzles.txt --trace");
  sudoku.example("plylab sudoku - --limit 1000000 --summary < grids.txt");
  sudoku.callback([options, &session] { run_sudoku(*options, session); });
}

}  // namespace plylab::suites::sudoku
