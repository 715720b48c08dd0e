// One mate for each position, and how well it is proved.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gen/chess/text.h"
#include "gen/fairy/fairy.h"
#include "reports/tables/columns.h"
#include "reports/text/terminal.h"
#include "search/mate/solvers.h"
#include "suites/mate/answer_store.h"
#include "suites/mate/by_tables.h"
#include "suites/mate/mate.h"

namespace plylab::suites::mate {
namespace {

using reports::Cell;
using search::mate::MateAnswer;
using search::mate::MateSolver;
using search::mate::MateStatus;

/// A solver's answer to a question.
struct MateResult {
  const MateQuestion* question = nullptr;
  std::string_view solver;
  MateAnswer answer;
  std::string key = {}, line = {};  ///< in SAN; empty if there is none
};

/// Whether the record states anything about what is asked.
bool has_statement(const MateQuestion& question) {
  return question.is_mated || states_mate(question.stated);
}

/// Whether the record's bm, am and dm hold: the key is allowed, and the mate has dm moves; a
/// shorter one refutes dm, whether or not the solver looks for the shortest. None if the record
/// states none of them, or if the answer does not decide it.
std::optional<bool> as_stated(const MateResult& result) {
  const solve::Goal& stated = result.question->stated;
  const MateAnswer& answer = result.answer;
  if (!has_statement(*result.question)) return std::nullopt;
  const std::optional<std::uint64_t> length = result.question->stated_length();
  if (!answer.mates() && length)
    return static_cast<std::uint64_t>(answer.refuted) < *length ? std::nullopt
                                                                : std::optional(false);
  if (answer.line.empty()) return std::nullopt;
  if (length) {
    const auto moves = static_cast<std::uint64_t>(answer.moves);
    if (moves < *length)
      return answer.status >= MateStatus::line_valid ? std::optional(false) : std::nullopt;
    if (moves > *length)
      return answer.status == MateStatus::shortest ? std::optional(false) : std::nullopt;
  }
  // Its own best moves have not been compared.
  if (result.question->is_mated)
    return stated.best.empty() && stated.avoid.empty() ? std::optional(true) : std::nullopt;
  if (allows_key(stated, answer.line.front())) return true;
  // A longer mate, or a line that is not proved, refutes no key.
  const bool is_proved =
      answer.status == MateStatus::shortest || (length && answer.status == MateStatus::line_valid);
  return is_proved ? std::optional(false) : std::nullopt;
}

/// The solver's name for answers from endgame tables.
constexpr std::string_view tables_name = "endgames";

template <class Start>
search::mate::MateProblemOf<Start> problem_of(const MateQuestion& question, const Start& position,
                                              const Options& options,
                                              const std::atomic<bool>& stop) {
  search::mate::MateLimits limits = question.limits;
  limits.stop = &stop;
  return {.position = position,
          .max_moves = question.max_moves,
          .limits = limits,
          .checks = options.checks,
          .table_bytes = options.hash << 20};
}

template <class Start>
MateResult result_of(const MateQuestion& question, const Start& position, std::string_view solver,
                     MateAnswer answer) {
  MateResult result{&question, solver, std::move(answer)};
  const auto& line = result.answer.line;
  if (line.empty()) return result;
  using chess::san, fairy::san, chess::san_line, fairy::san_line;
  if (!question.is_mated) result.key = san(position, line.front());
  result.line = san_line(position, line);
  return result;
}

MateAnswer solved(const MateSolver& solver, const search::mate::MateProblem& problem,
                  const MateQuestion& question) {
  return question.is_mated ? solve_mated(solver, problem) : solver.solve(problem);
}
MateAnswer solved(const MateSolver& solver,
                  const search::mate::MateProblemOf<chess::VariantSetup>& problem,
                  const MateQuestion&) {
  return solver.solve_variant(problem);
}

/// With the columns of the solver that searches checks alone, if it is asked.
reports::TableOf<MateResult> mates_table(const Options& options, bool has_rounds) {
  const auto unless_zero = [](int number, int sign = 1) {
    return number > 0 ? Cell(sign * number) : Cell();
  };
  reports::ColumnsOf<MateResult> columns{
      {reports::columns::record, [](const auto& one) { return one.question->name; }},
      {{"solver", "", "who answered"}, &MateResult::solver},
      {{"status", "", "the strength of the proof"},
       [](const auto& one) { return search::mate::name_of(one.answer.status); }},
      {{"moves", "", "of the mate; less than 0 if the side to move is mated"},
       [=](const auto& one) {
         return unless_zero(one.answer.moves, one.question->is_mated ? -1 : 1);
       }},
      {{"none_within", "",
        "proved: no mate in that many moves or fewer; less than 0: none by the other side"},
       [=](const auto& one) {
         return unless_zero(one.answer.refuted, one.question->is_mated ? -1 : 1);
       }},
      {{"key", "", "the first move; empty if the side to move is mated"},
       [](const auto& one) { return one.key.empty() ? Cell() : Cell(one.key); }},
      {{"as_stated", "", "the record's bm, am and dm hold"},
       [](const auto& one) { return as_stated(one); }},
      {reports::columns::mate_nodes, [](const auto& one) { return one.answer.nodes; }},
      {reports::columns::time, [](const auto& one) { return one.answer.seconds; }}};
  if (options.checks.quiet_captures)
    columns.push_back({{"gain", "pawns", "won by a line without mate", 0},
                       [](const auto& one) { return one.answer.gain; }});
  if (options.checks.perpetual)
    columns.push_back({{"perpetual", "", "the line is a draw by perpetual check"},
                       [](const auto& one) { return one.answer.perpetual; }});
  if (has_rounds) {
    const auto of_round = [](auto member) {
      return [=](const MateResult& one) {
        return one.answer.round ? Cell((*one.answer.round).*member) : Cell();
      };
    };
    columns.push_back({{"stage", "plies", "depth limit of the stage that found the line"},
                       of_round(&search::mate::CheckRound::plies)});
    columns.push_back({{"effort", "", "first effort of that round"},
                       of_round(&search::mate::CheckRound::effort)});
  }
  return {"mates", "Mates", std::move(columns)};
}

reports::TableOf<MateResult> lines_table() {
  return {
      "lines",
      "Lines",
      {{reports::columns::record, [](const auto& one) { return one.question->name; }},
       {{"solver", "", "who answered"}, &MateResult::solver},
       {{"line", "", "best play of both sides, as far as the solver knows"}, &MateResult::line}}};
}

/// A solver's sums.
struct Sum {
  std::string_view solver;
  std::uint64_t positions = 0, mates = 0, shortest = 0, stated = 0, as_stated = 0, open = 0,
                nodes = 0;
  double seconds = 0;
};

reports::TableOf<Sum> summary_table() {
  return {"summary",
          "Summary",
          {{{"solver"}, &Sum::solver},
           {{"positions"}, &Sum::positions},
           {{"mates", "", "found"}, &Sum::mates},
           {{"shortest", "", "of these, proved shortest"}, &Sum::shortest},
           {{"stated", "", "records with bm, am or dm"}, &Sum::stated},
           {{"as_stated", "", "of these, records whose statements hold"}, &Sum::as_stated},
           {{"open", "", "of these, undecided"}, &Sum::open},
           {reports::columns::mate_nodes, &Sum::nodes},
           {{"seconds", "s", "time of all answers", 3}, &Sum::seconds}}};
}

std::vector<Sum> sums_of(const std::vector<MateResult>& results) {
  std::vector<Sum> sums;
  for (const MateResult& result : results) {
    const MateAnswer& answer = result.answer;
    auto sum = std::find_if(sums.begin(), sums.end(),
                            [&](const Sum& known) { return known.solver == result.solver; });
    if (sum == sums.end()) sum = sums.insert(sums.end(), Sum{result.solver});
    const bool stated = has_statement(*result.question);
    const std::optional<bool> right = as_stated(result);
    ++sum->positions;
    sum->mates += answer.mates();
    sum->shortest += answer.status == MateStatus::shortest;
    sum->stated += stated;
    sum->open += stated && !right;
    sum->as_stated += right.value_or(false);
    sum->nodes += answer.nodes;
    sum->seconds += answer.seconds;
  }
  return sums;
}

/// Whether the mate is proved and shorter than the record states.
bool is_shorter_than_stated(const MateResult& result) {
  const std::optional<std::uint64_t> stated = result.question->stated_length();
  return stated && result.answer.mates() && result.answer.status >= MateStatus::line_valid &&
         static_cast<std::uint64_t>(result.answer.moves) < *stated;
}

/// What a solver made of the records that state mates of one length.
struct LengthSum {
  std::int64_t stated = 0;
  std::string_view solver;
  std::uint64_t positions = 0, mates = 0, as_short = 0, shorter = 0, shortest = 0, refuted = 0;
};

reports::TableOf<LengthSum> lengths_table() {
  return {"lengths",
          "By length of mate",
          {{{"stated", "moves",
             "length of the mate that the record states; less than 0 if the side to move is mated"},
            &LengthSum::stated},
           {{"solver"}, &LengthSum::solver},
           {{"positions"}, &LengthSum::positions},
           {{"mates", "", "found, of any length"}, &LengthSum::mates},
           {{"as_short", "", "of these, no longer than stated"}, &LengthSum::as_short},
           {{"shorter", "", "of these, proved, and shorter than stated"}, &LengthSum::shorter},
           {{"shortest", "", "of the mates, proved shortest"}, &LengthSum::shortest},
           {{"refuted", "", "proved: no mate in the stated length"}, &LengthSum::refuted}}};
}

/// By stated length, then in the order of the solvers.
std::vector<LengthSum> sums_by_length(const std::vector<MateResult>& results) {
  std::vector<LengthSum> sums;
  for (const MateResult& result : results) {
    const auto length = result.question->stated_length();
    if (!length) continue;
    const std::int64_t stated = result.question->shown(*length);
    auto sum = std::find_if(sums.begin(), sums.end(), [&](const LengthSum& known) {
      return known.stated == stated && known.solver == result.solver;
    });
    if (sum == sums.end()) sum = sums.insert(sums.end(), LengthSum{stated, result.solver});
    const MateAnswer& answer = result.answer;
    ++sum->positions;
    sum->mates += answer.mates();
    sum->as_short += answer.mates() && static_cast<std::uint64_t>(answer.moves) <= *length;
    sum->shorter += is_shorter_than_stated(result);
    sum->shortest += answer.status == MateStatus::shortest;
    sum->refuted += static_cast<std::uint64_t>(answer.refuted) >= *length;
  }
  std::ranges::stable_sort(sums, {}, &LengthSum::stated);
  return sums;
}

}  // namespace

void look_for_mates(const Options& options, const std::vector<MateQuestion>& questions,
                    const std::vector<SkippedProblem>& skipped, cli::Session& session) {
  std::optional<chess::EndgameTables> tables;
  if (options.endgames) tables.emplace(*options.endgames);
  const bool sums = questions.size() > 1;
  std::vector<reports::Schema> declared{mates_table(options, false), lines_table()};
  const bool by_length = sums && std::ranges::any_of(questions, [](const MateQuestion& question) {
                           return question.stated_length().has_value();
                         });
  if (sums) declared.emplace_back(summary_table());
  if (by_length) declared.emplace_back(lengths_table());
  session.declare(declared);
  std::optional<AnswerStore> store;
  if (!options.runs.empty()) store.emplace(options.runs, session.provenance(options.jobs));
  const std::size_t solvers = options.solvers.size();
  std::vector<MateResult> results(questions.size() * solvers);
  solve_each(results.size(), options, session, [&](std::size_t i) {
    const MateQuestion& question = questions[i / solvers];
    const auto solve = [&](const auto& position) {
      const auto problem = problem_of(question, position, options, session.stop());
      constexpr bool is_chess = std::is_same_v<decltype(problem), const search::mate::MateProblem>;
      if constexpr (is_chess)
        if (const auto known =
                tables && !question.is_mated ? answer_by_tables(*tables, problem) : std::nullopt) {
          if (i % solvers == 0) results[i] = result_of(question, position, tables_name, *known);
          return;
        }
      const MateSolver& solver = search::mate::find_mate_solver(options.solvers[i % solvers]);
      const auto search = [&] { return solved(solver, problem, question); };
      const auto answer = [&] {
        if constexpr (is_chess)
          if (store)
            return store->answer(asked(question, position, solver.name, options), session.stop(),
                                 search);
        return search();
      };
      results[i] = result_of(question, position, solver.name, answer());
    };
    std::visit(solve, question.position);
  });
  std::erase_if(results, [](const MateResult& result) { return result.question == nullptr; });
  for (const MateResult& result : results)
    if (as_stated(result) == false) session.note_difference();
  for (const MateResult& result : results)
    if (is_shorter_than_stated(result))
      reports::tell(fmt::format("{}: {} proves a mate{} in {}, the record states one in {}",
                                result.question->name, result.solver,
                                result.question->is_mated ? " by the other side" : "",
                                result.answer.moves, *result.question->stated_length()));

  std::vector<MateResult> with_line;
  std::ranges::copy_if(results, std::back_inserter(with_line),
                       [](const MateResult& result) { return !result.line.empty(); });
  const bool has_rounds = std::ranges::any_of(
      results, [](const MateResult& result) { return result.answer.round.has_value(); });
  reports::Report report{.complete = !session.stop()};
  report.tables = {mates_table(options, has_rounds).with(results), lines_table().with(with_line)};
  if (sums) report.tables.push_back(summary_table().with(sums_of(results)));
  if (by_length) report.tables.push_back(lengths_table().with(sums_by_length(results)));
  std::vector<std::string>& notes = report.tables.front().notes;
  notes = {"as in chess problems, repetitions and the fifty-move rule do not count"};
  if (std::ranges::find(results, tables_name, &MateResult::solver) != results.end())
    notes.push_back(fmt::format("{}: proved by endgame tables, and not searched", tables_name));
  if (store)
    for (std::string& note : store->notes()) notes.push_back(std::move(note));
  note_skipped(skipped, report.tables.front());
  if (options.positions.suites.empty()) {
    report.tables[1].readers = reports::Readers::programs;  // people read the text
    for (const MateResult& result : with_line)
      report.text.push_back(
          fmt::format("{} {}  {}", result.question->name, result.solver, result.line));
  }
  session.publish(std::move(report), options.jobs);
}

}  // namespace plylab::suites::mate
