// Problems solved completely, and whether they are sound.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "gen/chess/board/diagram.h"
#include "reports/tables/columns.h"
#include "suites/mate/mate.h"

namespace plylab::suites::mate {
namespace {

using reports::Cell;
using search::mate::Solution;
using search::mate::Soundness;

/// A task and its solution.
struct Solved {
  const MateTask* task = nullptr;
  Solution solution;

  Soundness soundness() const { return judge(solution, task->solutions); }
};

/// Whether the record's bm, am and dm hold: dm is the length, and each first move is allowed. None
/// if the record states none of them, or if the solution does not decide it.
std::optional<bool> as_stated(const Solved& solved) {
  const solve::Goal& stated = solved.task->stated;
  const Solution& solution = solved.solution;
  if (!states_mate(stated)) return std::nullopt;
  const auto moves_of = [](const search::mate::Stipulation& stipulation) {
    return static_cast<std::uint64_t>((stipulation.plies() + 1) / 2);
  };
  const bool found = !solution.lines.empty();
  const bool contradicts =
      !solution.shorter.empty() ||
      (found && stated.mate && moves_of(solution.stipulation) != *stated.mate) ||
      std::any_of(solution.lines.begin(), solution.lines.end(),
                  [&](const auto& line) { return !allows_key(stated, line.front()); });
  if (contradicts) return false;
  if (!found && stated.mate && (!solution.refuted || moves_of(*solution.refuted) < *stated.mate))
    return std::nullopt;                                           // dm was not searched
  return solution.complete ? std::optional(found) : std::nullopt;  // there may be more lines
}

/// Whether a problem whose length is demanded or stated certainly has another solution than
/// intended.
bool is_faulty(const Solved& solved) {
  if (!solved.task->stipulation().has_length()) return false;
  const Soundness soundness = solved.soundness();
  return soundness != Soundness::sound && soundness != Soundness::several &&
         soundness != Soundness::unknown;
}

/// The board, and below it the stipulation and the number of pieces.
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

std::vector<std::string> text_of(const Solved& solved, const Options& options) {
  const MateTask& task = *solved.task;
  std::vector<std::string> lines{fmt::format(
      "{}  {}  {}", task.name, to_string(task.position().setup()), to_string(task.stipulation()))};
  if (options.diagram)
    for (const std::string& line : board_of(task, *options.diagram)) lines.push_back("  " + line);
  for (const std::string& line : search::mate::to_lines(task.composition, solved.solution))
    lines.push_back("  " + line);
  lines.push_back("  " + verdict(solved.solution, task.solutions));
  return lines;
}

/// Inserts a row for each skipped problem at its place.
void add_skipped(const Tasks& problems, const std::vector<Solved>& all, reports::Table& table) {
  const auto& skipped = problems.skipped;
  for (auto one = skipped.rbegin(); one != skipped.rend(); ++one) {
    const MateTask* const next = problems.tasks.data() + one->before;
    const auto place = std::find_if(all.begin(), all.end(),
                                    [&](const Solved& solved) { return solved.task >= next; });
    std::vector<Cell> row(table.columns.size());
    row[0] = one->name;
    row[2] = "skipped";
    table.rows.insert(table.rows.begin() + (place - all.begin()), std::move(row));
  }
  note_skipped(skipped, table);
}

reports::TableOf<Solved> problems_table() {
  return {"problems",
          "Problems",
          {{reports::columns::record, [](const auto& one) { return one.task->name; }},
           {{"stipulation", "", "with the length of the solutions"},
            [](const auto& one) { return to_string(one.solution.stipulation); }},
           {{"verdict", "",
             "C+ if the solutions are exactly as intended, else the flaw; skipped: see the note"},
            [](const auto& one) { return verdict(one.solution, one.task->solutions); }},
           {{"solutions", "",
             "keys in forced play, otherwise all lines; empty if a limit was reached before"},
            [](const auto& one) {
              return one.solution.complete ? Cell(one.solution.lines.size()) : Cell();
            }},
           {{"none_within", "", "proved: no solution of that length or shorter"},
            [](const auto& one) {
              return one.solution.refuted ? Cell(to_string(*one.solution.refuted)) : Cell();
            }},
           {{"as_stated", "", "the record's bm, am and dm hold"},
            [](const auto& one) { return as_stated(one); }},
           {reports::columns::mate_nodes, [](const auto& one) { return one.solution.nodes; }},
           {reports::columns::time, [](const auto& one) { return one.solution.seconds; }}}};
}

reports::Table problems_table(const Tasks& problems, const std::vector<Solved>& all) {
  reports::Table table = problems_table().with(all);
  std::map<std::string_view, int> counts;
  for (const Solved& one : all) ++counts[name_of(one.soundness())];
  if (!problems.skipped.empty()) counts["skipped"] = static_cast<int>(problems.skipped.size());
  std::string sums;
  for (const auto& [name, count] : counts)
    sums += fmt::format("{}{} {}", sums.empty() ? "" : ", ", count, name);
  if (all.size() + problems.skipped.size() > 1) table.notes.push_back(sums);
  add_skipped(problems, all, table);
  table.notes.emplace_back(
      "as in chess problems, repetitions and the fifty-move rule do not count");
  return table;
}

/// A line of a solution, for programs; people read it in the text.
struct SolutionLine {
  const MateTask* task;
  const char* play;
  search::mate::Stipulation stipulation;
  std::string text;
};

reports::TableOf<SolutionLine> solutions_table() {
  return {"solutions",
          "Solutions",
          {{reports::columns::record, [](const auto& one) { return one.task->name; }},
           {{"play", "", "actual; short: fewer moves than demanded; set (of help and series play)"},
            &SolutionLine::play},
           {{"stipulation", "", "with the length of the line"},
            [](const auto& one) { return to_string(one.stipulation); }},
           {{"line", "", "numbered as in problems; of forced play, the longest defence"},
            &SolutionLine::text}},
          {},
          reports::Readers::programs};
}

std::vector<SolutionLine> solution_lines(const std::vector<Solved>& all) {
  std::vector<SolutionLine> lines;
  for (const auto& [task, solution] : all) {
    const auto add = [&, &of = *task](
                         const char* play, const search::mate::Stipulation& stipulation,
                         const std::vector<search::mate::Line>& of_play, bool is_set_play = false) {
      for (const auto& line : of_play)
        lines.push_back({&of, play, stipulation, problem_line(of.composition, line, is_set_play)});
    };
    add("actual", solution.stipulation, solution.lines);
    for (const auto& [stipulation, shorter] : solution.shorter) add("short", stipulation, shorter);
    add("set", solution.stipulation, solution.set_lines, true);
  }
  return lines;
}

}  // namespace

void note_skipped(const std::vector<SkippedProblem>& skipped, reports::Table& table) {
  for (const SkippedProblem& one : skipped)
    table.notes.push_back(fmt::format("{} is skipped: {}", one.name, one.why));
}

void solve_problems(const Options& options, const Tasks& problems, cli::Session& session) {
  const std::vector<MateTask>& tasks = problems.tasks;
  session.declare({problems_table(), solutions_table()});
  std::vector<std::optional<Solved>> found(tasks.size());
  solve_each(tasks.size(), options, session, [&](std::size_t i, std::size_t) {
    search::mate::Composition composition = tasks[i].composition;
    composition.limits.stop = &session.stop();
    found[i] = Solved{&tasks[i], search::mate::solve(composition)};
  });
  std::vector<Solved> all;  // only those reached
  for (auto& solved : found)
    if (solved) all.push_back(std::move(*solved));

  reports::Report report{.complete = !session.stop()};
  for (const Solved& solved : all) {
    for (std::string& line : text_of(solved, options)) report.text.push_back(std::move(line));
    if (is_faulty(solved) || as_stated(solved) == false) session.note_difference();
  }
  report.tables = {problems_table(problems, all), solutions_table().with(solution_lines(all))};
  session.publish(std::move(report), options.jobs);
}

}  // namespace plylab::suites::mate
