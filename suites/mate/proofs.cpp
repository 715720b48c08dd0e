#include "suites/mate/proofs.h"

#include <fmt/format.h>

#include "gen/chess/line.h"
#include "search/mate/solvers.h"
#include "suites/mate/results.h"

namespace plylab::suites::mate {
namespace {

search::mate::MateProblem problem_of(const MateTask& task, const Options& options,
                                     const std::atomic<bool>& stop) {
  search::mate::MateProblem problem{task.position()};
  if (task.stipulation().has_length()) problem.most_moves = task.stipulation().moves;
  problem.limits = task.composition.limits;
  problem.limits.stop = &stop;
  problem.quiet_captures = options.quiet_captures;
  problem.table_bytes = task.composition.table_bytes;
  return problem;
}

}  // namespace

void look_for_mates(const Options& options, const std::vector<MateTask>& tasks,
                    reports::Session& session) {
  const std::size_t solvers = options.solvers.size();
  std::vector<MateResult> results(tasks.size() * solvers);
  work_through(results.size(), options, session, [&](std::size_t i) {
    const MateTask& task = tasks[i / solvers];
    const search::mate::MateSolver& solver =
        search::mate::find_mate_solver(options.solvers[i % solvers]);
    results[i] = {&task, solver.name, solver.solve(problem_of(task, options, session.stop()))};
  });
  std::erase_if(results, [](const MateResult& result) { return !result.task; });  // not come to
  for (const MateResult& result : results)
    if (as_stated(result.task->stated, result.answer) == false) session.note_difference();

  reports::Report report{.complete = !session.stop()};
  report.tables = {table_of(results, options.quiet_captures), lines_of(results)};
  if (tasks.size() > 1) report.tables.push_back(summary_of(results));
  if (!options.positions.suite) {
    reports::Table& lines = report.tables[1];
    lines.readers = reports::Readers::programs;  // the story tells it people
    for (const MateResult& result : results)
      if (!result.answer.line.empty())
        report.story.push_back(
            fmt::format("{} {}  {}", result.task->name, result.solver,
                        chess::san_line(result.task->position(), result.answer.line)));
  }
  session.publish(std::move(report), options.jobs);
}

}  // namespace plylab::suites::mate
