#include "suites/mate/problems.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "gen/chess/board/diagram.h"
#include "reports/tables/columns.h"
#include "reports/text/utf8.h"
#include "search/mate/problem_text.h"
#include "search/mate/soundness.h"
#include "suites/mate/results.h"

namespace plylab::suites::mate {
namespace {

using reports::Cell;
using reports::Table;
using search::mate::Solution;
using search::mate::Soundness;

/// A task that has been solved.
struct Solved {
  const MateTask* task = nullptr;
  Solution solution;
};

/// Whether the verdict is what whoever demands a length expects; nothing if it is not certain.
bool is_faulty(const Solved& solved) {
  if (!solved.task->stipulation().has_length()) return false;
  const Soundness soundness = judge(solved.solution, solved.task->solutions);
  return soundness != Soundness::sound && soundness != Soundness::several &&
         soundness != Soundness::unknown;
}

/// The board, and under it what is demanded and how many pieces there are.
std::vector<std::string> board_of(const MateTask& task, const std::string& figures) {
  const chess::Squares& squares = task.position().squares();
  auto lines = chess::diagram(
      squares, figures == "unicode" ? chess::Figures::unicode : chess::Figures::letters);
  const auto pieces = [&](chess::Color color) {
    return std::count_if(squares.begin(), squares.end(), [&](chess::Piece piece) {
      return piece != chess::no_piece && color_of(piece) == color;
    });
  };
  lines.push_back(fmt::format("    {}  ({} + {})", to_string(task.stipulation()),
                              pieces(chess::white), pieces(chess::black)));
  return lines;
}

std::vector<std::string> text_report(const Solved& solved, const Options& options) {
  const MateTask& task = *solved.task;
  std::vector<std::string> lines{fmt::format(
      "{}  {}  {}", task.name, to_string(task.position().setup()), to_string(task.stipulation()))};
  for (const std::string& line : task.heading) lines.push_back("  " + reports::one_line(line));
  if (options.diagram && task.with_board)
    for (const std::string& line : board_of(task, *options.diagram)) lines.push_back("  " + line);
  for (std::string& line : search::mate::to_lines(task.composition, solved.solution))
    lines.push_back("  " + std::move(line));
  lines.push_back("  " + verdict(solved.solution, task.solutions));
  return lines;
}

Table table_of(const std::vector<Solved>& all) {
  Table table{"problems",
              "Problems",
              {reports::columns::record,
               {"stipulation", "", "with the length at which it was met"},
               {"verdict", "", "C+: just what is meant; else what is wrong"},
               {"solutions", "", "the keys of forced play, else all lines", 0},
               {"none_within", "", "proved: no solution of that length or less"},
               {"as_stated", "", "the record's bm, am and dm are met", 0},
               reports::columns::mate_nodes,
               reports::columns::time},
              {},
              {}};
  std::map<std::string_view, int> counts;
  for (const Solved& solved : all) {
    const Solution& solution = solved.solution;
    const auto& refuted = solution.refuted;
    table.add({solved.task->name, to_string(solution.stipulation),
               verdict(solution, solved.task->solutions), solution.lines.size(),
               refuted ? Cell(to_string(*refuted)) : Cell(),
               as_stated(solved.task->stated, solution), solution.nodes, solution.seconds});
    ++counts[name_of(judge(solution, solved.task->solutions))];
  }
  std::string sums;
  for (const auto& [name, count] : counts)
    sums += fmt::format("{}{} {}", sums.empty() ? "" : ", ", count, name);
  if (all.size() > 1) table.notes.push_back(sums);
  table.notes.emplace_back("as in problems, repetitions and the fifty-move rule do not matter");
  return table;
}

/// Every line by itself, for programs: the text tells it people.
Table lines_of(const std::vector<Solved>& all) {
  Table table{"solutions",
              "Solutions",
              {reports::columns::record,
               {"play", "", "actual; short: fewer moves than demanded; set"},
               {"line", "", "numbered as in problems; of forced play, the longest defence"}},
              {},
              {}};
  table.readers = reports::Readers::programs;
  for (const auto& [task, solution] : all) {
    for (const auto& line : solution.lines)
      table.add({task->name, "actual", problem_line(task->composition, line)});
    for (const auto& line : solution.short_lines)
      table.add({task->name, "short", problem_line(task->composition, line)});
    for (const auto& line : solution.set_lines)
      table.add({task->name, "set", problem_line(task->composition, line, true)});
  }
  return table;
}

}  // namespace

void solve_problems(const Options& options, const std::vector<MateTask>& tasks,
                    reports::Session& session) {
  std::vector<std::optional<Solved>> found(tasks.size());
  work_through(tasks.size(), options, session, [&](std::size_t i) {
    search::mate::Composition composition = tasks[i].composition;
    composition.limits.stop = &session.stop();
    found[i] = Solved{&tasks[i], search::mate::solve(composition)};
  });
  std::vector<Solved> all;
  for (auto& solved : found)
    if (solved) all.push_back(std::move(*solved));  // the others were not come to

  reports::Report report{.complete = !session.stop()};
  for (const Solved& solved : all) {
    for (std::string& line : text_report(solved, options)) report.text.push_back(std::move(line));
    if (is_faulty(solved) || as_stated(solved.task->stated, solved.solution) == false)
      session.note_difference();
  }
  report.tables = {table_of(all), lines_of(all)};
  session.publish(std::move(report), options.jobs);
}

}  // namespace plylab::suites::mate
