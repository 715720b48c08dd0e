#include "suites/mate/proofs.h"

#include <fmt/format.h>

#include "gen/chess/text.h"
#include "gen/fairy/fairy.h"
#include "gen/game/read_position.h"
#include "search/mate/solvers.h"
#include "search/mate/variants.h"
#include "suites/mate/results.h"

namespace plylab::suites::mate {
namespace {

using search::mate::MateSolver;

search::mate::MateAnswer ask(const MateSolver& solver,
                             const search::mate::MateProblemOf<chess::ValidSetup>& problem) {
  return solver.solve(problem);
}
search::mate::MateAnswer ask(const MateSolver& solver,
                             const search::mate::MateProblemOf<chess::VariantSetup>& problem) {
  return solver.solve_variant(problem);
}

template <class Start>
MateResult result_of(const MateSolver& solver, const MateQuestion& question, const Start& position,
                     const Options& options, const std::atomic<bool>& stop) {
  search::mate::MateProblemOf<Start> problem{position};
  problem.most_moves = question.most_moves;
  problem.limits = question.limits;
  problem.limits.stop = &stop;
  problem.quiet_captures = options.quiet_captures;
  problem.table_bytes = options.hash << 20;
  MateResult result{question.name, solver.name, ask(solver, problem)};
  const auto& line = result.answer.line;
  result.stated = states_something(question.stated);
  result.as_stated = as_stated(question.stated, result.answer);
  if (line.empty()) return result;
  using chess::san, fairy::san, chess::san_line, fairy::san_line;
  result.key = san(position, line.front());
  result.line = san_line(position, line);
  return result;
}

}  // namespace

std::vector<MateQuestion> questions_of(const std::vector<MateTask>& tasks) {
  std::vector<MateQuestion> questions;
  for (const MateTask& task : tasks)
    questions.push_back({task.name, task.position(),
                         task.stipulation().has_length() ? task.stipulation().moves : 0,
                         task.composition.limits, task.stated});
  return questions;
}

std::vector<MateQuestion> questions_in_variant(const Options& options) {
  std::vector<MateQuestion> questions;
  for (const std::string& text : options.variant_positions)
    questions.push_back(
        {std::to_string(questions.size() + 1),
         search::mate::read_variant(options.game, with_moves(text, options.positions.moves)),
         options.demanded_moves(), options.limits(options.demanded_moves() > 0)});
  return questions;
}

void look_for_mates(const Options& options, const std::vector<MateQuestion>& questions,
                    reports::Session& session) {
  const std::size_t solvers = options.solvers.size();
  std::vector<MateResult> results(questions.size() * solvers);
  work_through(results.size(), options, session, [&](std::size_t i) {
    const MateQuestion& question = questions[i / solvers];
    const MateSolver& solver = search::mate::find_mate_solver(options.solvers[i % solvers]);
    results[i] = std::visit(
        [&](const auto& position) {
          return result_of(solver, question, position, options, session.stop());
        },
        question.position);
  });
  std::erase_if(results, [](const MateResult& result) { return result.solver.empty(); });
  for (const MateResult& result : results)
    if (result.as_stated == false) session.note_difference();

  reports::Report report{.complete = !session.stop()};
  report.tables = {table_of(results, options.quiet_captures), lines_of(results)};
  if (questions.size() > 1) report.tables.push_back(summary_of(results));
  if (!options.positions.suite) {
    reports::Table& lines = report.tables[1];
    lines.readers = reports::Readers::programs;  // the text tells it people
    for (const MateResult& result : results)
      if (!result.line.empty())
        report.text.push_back(fmt::format("{} {}  {}", result.name, result.solver, result.line));
  }
  session.publish(std::move(report), options.jobs);
}

}  // namespace plylab::suites::mate
