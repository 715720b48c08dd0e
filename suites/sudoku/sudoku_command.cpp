#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <future>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/encoding.h"
#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/parallel.h"
#include "gen/sudoku/grid.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/progress.h"
#include "reports/cli/session.h"
#include "reports/tables/columns.h"
#include "reports/tables/sources.h"
#include "reports/text/terminal.h"
#include "search/sudoku/solvers.h"

namespace plylab::suites::sudoku {
namespace {

using plylab::sudoku::column_of;
using plylab::sudoku::drawing_of;
using plylab::sudoku::Grid;
using plylab::sudoku::Puzzle;
using plylab::sudoku::Puzzles;
using plylab::sudoku::row_of;
using reports::Cell;
using search::sudoku::Limits;
using search::sudoku::Result;
using search::sudoku::Step;

struct Options {
  std::vector<std::string> files;
  std::string solver;
  std::string kernel;
  std::uint64_t limit = 1'000'000;
  std::uint64_t show = 1;
  bool trace = false;
  bool summary = false;
  int threads = available_processors();
};

const std::vector<std::string> solvers{"lanes", "cells"};

/// Completes the options, and rejects contradictory ones.
void check(Options& options, cli::Session& session) {
  session.check_options();
  if (options.solver.empty()) options.solver = options.trace ? "cells" : "lanes";
  find_entry(solvers, options.solver, "--solver");
  const bool lanes = options.solver == "lanes";
  if (options.trace && lanes) throw InputError("--trace is for the solver 'cells'");
  if (!options.kernel.empty() && !lanes) throw InputError("--kernel is for the solver 'lanes'");
  if (lanes) options.kernel = search::sudoku::find_kernel("--kernel", options.kernel).name;
  require_threads(options.threads);
}

/// A file of puzzles.
struct Input {
  std::string name;   ///< its path, or "stdin"
  std::string label;  ///< the path's last part
  std::string text;
  Puzzles read = {};
  std::future<std::string> sha256;  ///< computed while the puzzles are read and solved
};

std::vector<Input> load(const std::vector<std::string>& files) {
  std::vector<Input> inputs(files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    Input& input = inputs[i];
    const bool standard_input = files[i] == "-";
    input.name = standard_input ? "stdin" : files[i];
    input.label = std::filesystem::path(input.name).filename().string();
    input.text = standard_input ? read_standard_input(in_lines) : read_file(files[i], in_lines);
    input.sha256 = std::async(std::launch::async, [&input] { return sha256(input.text); });
    input.read = plylab::sudoku::read_puzzles(as_text(input.text), input.name);
    for (const std::string& problem : input.read.problems) reports::tell(problem);
    if (input.read.puzzles.empty()) throw InputError(input.name + ": there is no puzzle");
  }
  return inputs;
}

/// The steps of one search.
struct Trace {
  static constexpr std::size_t max_steps = 100'000;  ///< further steps are not kept

  std::vector<std::pair<Step, Grid>> steps = {};  ///< with the grid of a solution
  bool cut = false;                               ///< there were more steps

  void add(const Step& step, const Grid& grid) {
    cut = steps.size() == max_steps;
    if (!cut) steps.emplace_back(step, step.kind == Step::Kind::solution ? grid : Grid{});
  }
};

/// A puzzle and its solutions.
struct Job {
  const Input* input;
  const Puzzle* puzzle;
  Result result = {};
  bool begun = false;
  std::unique_ptr<Trace> trace = nullptr;

  std::string where() const { return fmt::format("{}:{}", input->label, puzzle->line); }
};

std::vector<Job> jobs_of(const std::vector<Input>& inputs, const Options& options) {
  std::vector<Job> jobs;
  std::size_t size = 0;
  for (const Input& input : inputs) size += input.read.puzzles.size();
  jobs.reserve(size);
  for (const Input& input : inputs)
    for (const Puzzle& puzzle : input.read.puzzles) {
      jobs.push_back({&input, &puzzle});
      if (options.trace) jobs.back().trace = std::make_unique<Trace>();
    }
  return jobs;
}

/// The number of puzzles that are searched together, for any number of threads, so that the results
/// do not depend on it.
constexpr std::size_t batch = 512;

void search_by_lanes(std::span<Job> jobs, const Limits& limits, const std::string& kernel) {
  std::vector<Grid> puzzles;
  puzzles.reserve(jobs.size());
  for (const Job& job : jobs) puzzles.push_back(job.puzzle->grid);
  auto results = search::sudoku::search_lanes(
      puzzles, limits, *search::sudoku::find_kernel("--kernel", kernel).kernel);
  for (std::size_t i = 0; i < results.size(); ++i) {
    jobs[i].result = std::move(results[i]);
    jobs[i].begun = true;
  }
}

void search_by_cells(std::span<Job> jobs, const Limits& limits) {
  for (Job& job : jobs) {
    if (*limits.stop) return;
    job.begun = true;
    if (job.trace)
      job.result = search::sudoku::search_cells(
          job.puzzle->grid, limits,
          [&](const Step& step, const Grid& grid) { job.trace->add(step, grid); });
    else
      job.result = search::sudoku::search_cells(job.puzzle->grid, limits);
  }
}

void search_all(std::vector<Job>& jobs, const Options& options, const Limits& limits,
                std::atomic<double>* share) {
  cli::Progress progress("sudoku", "puzzles", share);
  const std::size_t size = options.solver == "lanes" ? batch : 1;
  std::atomic<std::size_t> done = 0;
  in_parallel((jobs.size() + size - 1) / size, options.threads, limits.stop,
              [&](std::size_t i, std::size_t) {
                const std::span some =
                    std::span(jobs).subspan(i * size, std::min(size, jobs.size() - i * size));
                if (options.solver == "lanes")
                  search_by_lanes(some, limits, options.kernel);
                else
                  search_by_cells(some, limits);
                const auto count = static_cast<double>(done += some.size());
                progress.update(count / static_cast<double>(jobs.size()), count);
              });
}

reports::TableOf<const Job*> puzzles_table(const Options& options) {
  const bool cells = options.solver == "cells";
  return {
      "puzzles",
      "Puzzles",
      {{{"where", "", "file and line"}, [](const Job* job) { return job->where(); }},
       {{"clues", "", "cells that are not empty"},
        [](const Job* job) { return clues(job->puzzle->grid); }},
       {{"solutions", "", "different ones"}, [](const Job* job) { return job->result.solutions; }},
       {{"complete", "", "false if the search was stopped: there may be more solutions", 1,
         reports::Role::finished},
        [](const Job* job) { return job->result.complete; }},
       {{"forced", "", "cells with a single candidate"},
        [=](const Job* job) { return cells ? Cell(job->result.forced) : Cell(); }},
       {{"tried", "", "guesses: digits tried when no cell had a single candidate"},
        [](const Job* job) { return job->result.tried; }},
       {{"dead_ends", "", "contradictions"}, [](const Job* job) { return job->result.dead_ends; }},
       {{"solution", "", "the first one, row by row"}, [](const Job* job) {
          const auto& found = job->result.found;
          return found.empty() ? Cell() : Cell(to_string(found.front()));
        }}}};
}

reports::Schema solutions_table() {
  return {"solutions",
          "Solutions",
          {{"where", "", "file and line"}, {"number", "", "from 1"}, {"solution"}}};
}

reports::Table solutions_table(const std::vector<const Job*>& jobs) {
  reports::Table table(solutions_table());
  for (const Job* job : jobs)
    for (std::size_t i = 0; i < job->result.found.size(); ++i)
      table.add({job->where(), i + 1, to_string(job->result.found[i])});
  return table;
}

/// The sums over all puzzles that were begun.
struct Sum {
  std::size_t puzzles = 0, none = 0, unique = 0, several = 0;
  std::uint64_t solutions = 0, tried = 0, dead_ends = 0;
  double seconds = 0;

  void add(const Result& result) {
    ++puzzles;
    several += result.solutions > 1;
    unique += result.solutions == 1 && result.complete;
    none += result.solutions == 0 && result.complete;
    solutions += result.solutions;
    tried += result.tried;
    dead_ends += result.dead_ends;
  }
};

reports::TableOf<Sum> summary_table(const std::string& solver) {
  return {"summary",
          "Summary",
          {{{"solver"}, [=](const Sum&) { return solver; }},
           {{"puzzles", "", "that were begun"}, &Sum::puzzles},
           {{"none", "", "puzzles without a solution"}, &Sum::none},
           {{"unique", "", "puzzles with one"}, &Sum::unique},
           {{"several", "", "puzzles with more"}, &Sum::several},
           {{"unknown", "", "puzzles whose search was stopped before the result was known"},
            [](const Sum& one) { return one.puzzles - one.none - one.unique - one.several; }},
           {{"solutions", "", "of all puzzles"}, &Sum::solutions},
           {{"tried", "", "of all puzzles"}, &Sum::tried},
           {{"dead_ends", "", "of all puzzles"}, &Sum::dead_ends},
           {reports::columns::wall_time, &Sum::seconds},
           {{"rate", "puzzles/s", "puzzles a second", 0},
            [](const Sum& one) { return static_cast<double>(one.puzzles) / one.seconds; }}}};
}

reports::Table summary_table(const std::vector<const Job*>& jobs, double seconds,
                             const Options& options) {
  Sum sum{.seconds = seconds};
  for (const Job* job : jobs) sum.add(job->result);
  reports::Table table = summary_table(options.solver).with({sum});
  if (!options.kernel.empty()) table.notes.push_back("kernel " + options.kernel);
  const auto cut = std::count_if(jobs.begin(), jobs.end(), [&](const Job* job) {
    return !job->result.complete && options.limit > 0 && job->result.solutions >= options.limit;
  });
  if (cut > 0)
    table.notes.push_back(fmt::format(
        "solutions of {} of the puzzles are counted up to {} each (--limit)", cut, options.limit));
  return table;
}

/// The step's name in Bik's program.
std::string name_of(Step::Kind kind) {
  switch (kind) {
    case Step::Kind::forced:
      return "must-be";
    case Step::Kind::tried:
      return "try";
    case Step::Kind::dead_end:
      return "dead-end";
    case Step::Kind::solution:
      break;
  }
  return "solution";
}

std::string digits_of(unsigned candidates) {
  std::string digits;
  for (int digit = 1; digit <= 9; ++digit)
    if (((candidates >> digit) & 1) != 0) digits += static_cast<char>('0' + digit);
  return digits;
}

std::string line_of(const Step& step) {
  std::string line =
      fmt::format("{:{}}{:<9}{},{} = {}", "", std::max(1, 2 * step.depth), name_of(step.kind),
                  row_of(step.cell) + 1, column_of(step.cell) + 1,
                  step.kind == Step::Kind::dead_end ? "?" : fmt::format("{}", step.digit));
  if (step.kind != Step::Kind::tried) return line;
  const std::string digits = digits_of(step.candidates);
  return line + fmt::format(" from {{{}}}:#{}", digits, digits.size());
}

void add_drawing(std::vector<std::string>& lines, const std::string& title, const Grid& grid) {
  lines.push_back(title);
  for (const std::string& line : drawing_of(grid)) lines.push_back("  " + line);
  lines.emplace_back();
}

/// Prints in the format of Bik's program: the puzzle, the steps, and each solution where it is
/// found.
void add_trace(std::vector<std::string>& lines, const Job& job) {
  add_drawing(lines, "PROBLEM:", job.puzzle->grid);
  for (const auto& [step, grid] : job.trace->steps) {
    if (step.kind != Step::Kind::solution) {
      lines.push_back(line_of(step));
      continue;
    }
    lines.emplace_back();
    add_drawing(lines, "SOLUTION:", grid);
  }
}

/// A step and the puzzle that it belongs to.
using JobStep = std::pair<const Job*, const Step*>;

std::vector<JobStep> steps_of(const std::vector<const Job*>& jobs) {
  std::vector<JobStep> steps;
  for (const Job* job : jobs)
    for (const auto& [step, grid] : job->trace->steps) steps.emplace_back(job, &step);
  return steps;
}

reports::TableOf<JobStep> trace_table() {
  /// The value of a step that is about a cell.
  const auto of_cell = [](auto value) {
    return [value](const JobStep& one) {
      return one.second->kind == Step::Kind::solution ? Cell() : Cell(value(*one.second));
    };
  };
  return {"trace",
          "Trace",
          {{{"where", "", "file and line"}, [](const JobStep& one) { return one.first->where(); }},
           {{"depth", "", "the number of digits tried before", 1, reports::Role::depth},
            [](const JobStep& one) { return one.second->depth; }},
           {{"step", "", "must-be, try, dead-end or solution"},
            [](const JobStep& one) { return name_of(one.second->kind); }},
           {{"row", "", "from above, from 1"},
            of_cell([](const Step& step) { return row_of(step.cell) + 1; })},
           {{"column", "", "from the left, from 1"},
            of_cell([](const Step& step) { return column_of(step.cell) + 1; })},
           {{"digit", "", "placed there"}, of_cell([](const Step& step) {
              return step.kind == Step::Kind::dead_end ? Cell() : Cell(step.digit);
            })},
           {{"candidates", "", "the digits that row, column and box allow"},
            of_cell([](const Step& step) { return digits_of(step.candidates); })}},
          {},
          reports::Readers::programs};
}

void run_sudoku(Options options, cli::Session& session) {
  check(options, session);
  std::vector<reports::Schema> declared;
  if (!options.summary) declared.emplace_back(puzzles_table(options));
  if (!options.summary && options.show > 1) declared.push_back(solutions_table());
  declared.emplace_back(summary_table(options.solver));
  if (options.trace) declared.emplace_back(trace_table());
  declared.emplace_back(reports::sources_table());
  session.declare(declared);
  std::vector<Input> inputs = load(options.files);
  std::vector<Job> jobs = jobs_of(inputs, options);
  const Limits limits{options.limit, options.show, &session.stop()};

  const auto begin = std::chrono::steady_clock::now();
  session.attempt([&] { search_all(jobs, options, limits, session.share()); });
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;

  std::vector<const Job*> begun;
  begun.reserve(jobs.size());
  for (const Job& job : jobs)
    if (job.begun) begun.push_back(&job);
  reports::Report report{.complete = !session.stop()};
  if (!options.summary) report.tables.push_back(puzzles_table(options).with(begun));
  if (!options.summary && options.show > 1) report.tables.push_back(solutions_table(begun));
  report.tables.push_back(summary_table(begun, time.count(), options));
  if (options.trace) {
    for (const Job* job : begun) {
      add_trace(report.text, *job);
      if (job->trace->cut)
        report.tables.front().notes.push_back(
            fmt::format("{}: the trace ends after {} steps", job->where(), Trace::max_steps));
    }
    report.tables.push_back(trace_table().with(steps_of(begun)));
  }
  std::vector<reports::Source> sources;
  std::size_t problems = 0;
  for (Input& input : inputs) {
    sources.push_back({input.name, input.sha256.get(), input.read.puzzles.size()});
    problems += input.read.problems.size();
  }
  report.tables.push_back(reports::sources_table().with(sources));
  session.publish(std::move(report), options.threads);
  if (problems > 0)
    throw InputError(fmt::format("sudoku: {} of the puzzles cannot be read", problems));
}

}  // namespace

void add_sudoku_command(cli::Command app, cli::Session& session) {
  const auto options = std::make_shared<Options>();
  const cli::Command sudoku = app.add_subcommand("sudoku", "Find all solutions of Sudoku puzzles");
  sudoku
      .add_option(
          "FILE", options->files,
          "Files of puzzles; - reads standard input. A puzzle is a line of 81 cells, with dots "
          "or zeros for empty ones, or nine lines")
      .required();
  sudoku
      .add_option(
          "--solver NAME", options->solver,
          "lanes: many puzzles at once in vector registers; cells: one at a time, the obvious "
          "way (default: lanes; with --trace cells)")
      .offers(solvers);
  std::vector<std::string> kernel_names = names_in(search::sudoku::kernels());
  sudoku
      .add_option("--kernel NAME", options->kernel,
                  fmt::format("The kernel of lanes: {} (default: the fastest on this CPU)",
                              fmt::join(kernel_names, ", ")))
      .offers(kernel_names);
  sudoku
      .add_option(
          "--limit N", options->limit,
          "Most solutions to count for a puzzle, of which one with few clues has billions; 0: all")
      .show_default();
  sudoku
      .add_option("--show N", options->show,
                  "Most solutions to show for a puzzle; more than one get a table of their own")
      .show_default();
  sudoku.add_flag("--trace", options->trace, "Show each step of the search");
  sudoku.add_flag("--summary", options->summary, "Show only totals, no line for each puzzle");
  cli::add_jobs_option(sudoku, options->threads,
                       "Puzzles, or batches of 512 for lanes, to solve in parallel");
  session.add_options(sudoku);
  sudoku.example("plylab sudoku puzzles.txt --limit 2");
  sudoku.example("plylab sudoku puzzles.txt --trace");
  sudoku.example("plylab sudoku - --limit 1000000 --summary < grids.txt");
  sudoku.guides({"games"});
  sudoku.callback([options, &session] { run_sudoku(*options, session); });
}

}  // namespace plylab::suites::sudoku
