#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/chess/line.h"
#include "gen/huge_page_buffer.h"
#include "gen/input_error.h"
#include "gen/parallel.h"
#include "gen/select_names.h"
#include "reports/columns.h"
#include "reports/command_line.h"
#include "reports/position_options.h"
#include "reports/progress.h"
#include "reports/session.h"
#include "search/mate/solvers.h"
#include "search/mate/tree.h"
#include "suites/commands.h"
#include "suites/mate/results.h"

namespace plylab::suites::mate {
namespace {

constexpr double default_seconds = 10;

struct Options {
  int moves = 0;
  reports::PositionOptions positions;
  std::vector<std::string> solvers{"exhaustive"};
  std::string kind = "direct";
  bool tree = false;
  bool quiet_captures = false;
  double seconds = 0;
  std::uint64_t nodes = 0;
  std::size_t hash = 64;  // MiB
  int jobs = 1;

  void check() {
    solvers = select_names("--solver", solvers, search::mate::mate_solver_names());
    if (kind != "direct" && (tree || quiet_captures))
      throw InputError(fmt::format("--{} is for direct mates, not for --kind {}",
                                   tree ? "tree" : "quiet-captures", kind));
    require_memory((hash << 20) * static_cast<std::size_t>(jobs));
    if (positions.fens.empty() && !positions.suite)
      throw InputError("mate: no position: give --fen or --suite");
  }

  /// A number of moves that is given is reached however long it takes; else there must be an end.
  search::mate::MateProblem problem(const MateTask& task, const std::atomic<bool>& stop) const {
    search::mate::MateProblem problem{task.position};
    problem.most_moves = moves;
    if (moves == 0 && task.stated.mate)
      problem.most_moves =
          static_cast<int>(std::min<std::uint64_t>(*task.stated.mate, search::mate::longest_mate));
    if (nodes > 0) problem.limits.nodes = nodes;
    if (seconds > 0)
      problem.limits.seconds = seconds;
    else if (nodes == 0 && moves == 0)
      problem.limits.seconds = default_seconds;
    problem.limits.stop = &stop;
    problem.quiet_captures = quiet_captures;
    problem.table_bytes = hash << 20;
    return problem;
  }
};

std::vector<MateTask> load(const Options& options) {
  std::vector<MateTask> tasks;
  const auto records = options.positions.load();
  for (std::size_t i = 0; i < records.size(); ++i) {
    const epd::Record& record = records[i];
    const bool from_suite = i >= options.positions.fens.size();
    std::vector<std::string> problems;
    tasks.push_back({from_suite ? record.id().value_or(fmt::format("line {}", record.line))
                                : fmt::format("{}", i + 1),
                     chess::ValidSetup(record.setup), solve::goal_of(record, problems)});
    for (const std::string& problem : problems)
      fmt::print(stderr, "{}:{}: {}\n", options.positions.suite.value_or("--fen"), record.line,
                 problem);
  }
  return tasks;
}

/// Calls solve(i) for each of so many pieces of work and shows how far it has come.
void work_through(std::size_t number, const Options& options, reports::Session& session,
                  const std::function<void(std::size_t)>& solve) {
  reports::Progress progress("mate", "problems");
  std::atomic<std::size_t> done = 0;
  session.attempt([&] {
    in_parallel(number, options.jobs, &session.stop(), [&](std::size_t i, std::size_t) {
      solve(i);
      const auto now = static_cast<double>(++done);
      progress.update(now / static_cast<double>(number), now);
    });
  });
  progress.finish();
}

void note(std::optional<bool> as_stated, reports::Session& session) {
  if (as_stated == false) session.note_difference();
}

void solve_direct(const Options& options, const std::vector<MateTask>& tasks,
                  reports::Session& session) {
  const std::size_t solvers = options.solvers.size();
  std::vector<MateResult> results(tasks.size() * solvers);
  std::vector<search::mate::SolutionTree> trees(options.tree ? tasks.size() : 0);
  work_through(results.size(), options, session, [&](std::size_t i) {
    const MateTask& task = tasks[i / solvers];
    const search::mate::MateSolver& solver =
        search::mate::find_mate_solver(options.solvers[i % solvers]);
    const search::mate::MateProblem problem = options.problem(task, session.stop());
    results[i] = {&task, solver.name, solver.solve(problem)};
    if (options.tree && i % solvers == 0) trees[i / solvers] = search::mate::solution_tree(problem);
  });
  std::erase_if(results, [](const MateResult& result) { return !result.task; });  // not come to
  for (const MateResult& result : results)
    note(as_stated(result.task->stated, result.answer), session);

  reports::Report report{.complete = !session.stop()};
  for (std::size_t i = 0; i < trees.size(); ++i) {
    report.story.push_back(
        fmt::format("{}  {}", tasks[i].name, to_string(tasks[i].position.setup())));
    for (std::string& line : search::mate::to_lines(tasks[i].position, trees[i]))
      report.story.push_back("  " + std::move(line));
  }
  report.tables = {table_of(results, options.quiet_captures), lines_of(results)};
  if (tasks.size() > 1) report.tables.push_back(summary_of(results));
  if (!options.positions.suite) {
    reports::Table& lines = report.tables[1];
    lines.readers = reports::Readers::programs;  // the story tells it people
    for (const MateResult& result : results)
      if (!result.answer.line.empty())
        report.story.push_back(
            fmt::format("{} {}  {}", result.task->name, result.solver,
                        chess::san_line(result.task->position, result.answer.line)));
  }
  session.publish(std::move(report), options.jobs);
}

void solve_selfmate_helpmate(const Options& options, const std::vector<MateTask>& tasks,
                             reports::Session& session) {
  std::vector<std::optional<search::mate::MateSolutions>> all(tasks.size());
  work_through(tasks.size(), options, session, [&](std::size_t i) {
    const search::mate::MateProblem problem = options.problem(tasks[i], session.stop());
    all[i] = options.kind == "self" ? search::mate::solve_selfmate(problem)
                                    : search::mate::solve_helpmate(problem);
  });

  reports::Report report{.complete = !session.stop()};
  reports::Table table{"solutions",
                       options.kind == "self" ? "Selfmates" : "Helpmates",
                       {reports::columns::record,
                        {"moves", "", "of the shortest solutions", 0},
                        {"none_within", "moves", "proved", 0},
                        {"solutions", "", "a selfmate's keys, a helpmate's lines", 0},
                        {"as_stated", "", "the record's bm, am and dm are met", 0},
                        reports::columns::mate_nodes,
                        reports::columns::time},
                       {},
                       {}};
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (!all[i]) continue;  // not come to
    const search::mate::MateSolutions& solutions = *all[i];
    const bool any = solutions.moves > 0;
    table.add({tasks[i].name, any ? reports::Cell(solutions.moves) : reports::Cell(),
               solutions.refuted, solutions.lines.size(), as_stated(tasks[i].stated, solutions),
               solutions.nodes, solutions.seconds});
    for (const auto& line : solutions.lines)
      report.story.push_back(
          fmt::format("{}  {}", tasks[i].name, chess::san_line(tasks[i].position, line)));
    note(as_stated(tasks[i].stated, solutions), session);
  }
  report.tables.push_back(std::move(table));
  session.publish(std::move(report), options.jobs);
}

void run_mate(Options options, reports::Session& session) {
  session.check_options();
  options.check();
  const auto tasks = load(options);
  if (options.kind == "direct")
    solve_direct(options, tasks, session);
  else
    solve_selfmate_helpmate(options, tasks, session);
}

}  // namespace

void add_mate_command(reports::Command app, reports::Session& session) {
  const auto options = std::make_shared<Options>();
  const reports::Command mate =
      app.add_subcommand("mate", "Solve mate problems, and say how well it is proved");
  mate.add_option("moves", options->moves,
                  "The most moves of the mate (default: a record's dm, else whatever is found)")
      .range(1, search::mate::longest_mate);
  mate.add_option("--fen FEN", options->positions.fens, "A position; may be repeated");
  mate.add_option("--suite FILE|NAME", options->positions.suite,
                  "An EPD file, or the name of a shipped suite");
  mate.add_option("--solver NAME", options->solvers, "Solvers, or all (see plylab list solvers)")
      .delimiter(',')
      .show_default();
  mate.add_option("--kind", options->kind,
                  "direct; self: the side to move is mated; help: both sides mate Black")
      .one_of({"direct", "self", "help"})
      .show_default();
  mate.add_flag("--tree", options->tree,
                "Print the whole solution: key, threat, variations, duals, tries");
  mate.add_flag("--quiet-captures", options->quiet_captures,
                "Let checks win material as well (ply 10 and later)");
  mate.add_option("--time SECONDS", options->seconds,
                  "Most seconds for an answer (default: 10 if no number of moves is given)")
      .positive();
  mate.add_option("--nodes N", options->nodes,
                  "Most positions to look at for an answer (default: no limit)")
      .positive();
  mate.add_option("--hash MIB", options->hash, "MiB of the tables for each job")
      .range(1, 1 << 20)
      .show_default();
  mate.add_option("-j,--jobs N", options->jobs, "Problems at once, one thread each")
      .range(1, 1024)
      .show_default();
  session.add_options(mate);
  mate.example("plylab mate 2 --fen \"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\" --tree");
  mate.example("plylab mate --suite seeds --solver all --time 5");
  mate.notes("Exit status: 0 all is as the records state, 1 something differs, 2 wrong use");
  mate.callback([options, &session] { run_mate(*options, session); });
}

}  // namespace plylab::suites::mate
