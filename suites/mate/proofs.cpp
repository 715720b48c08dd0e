// One mate for each position, by solvers and engines, and how well it is proved.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gen/chess/text.h"
#include "gen/fairy/fairy.h"
#include "reports/formats/output.h"
#include "reports/tables/columns.h"
#include "reports/text/terminal.h"
#include "search/mate/solvers.h"
#include "suites/mate/answer_store.h"
#include "suites/mate/by_tables.h"
#include "suites/mate/engine_mates.h"
#include "suites/mate/mate.h"
#include "suites/mate/proof_file.h"

namespace plylab::suites::mate {
namespace {

using reports::Cell;
using search::mate::MateAnswer;
using search::mate::MateSolver;
using search::mate::MateStatus;

/// The answer of a solver or an engine to a question.
struct MateResult {
  const MateQuestion* question = nullptr;
  std::string_view solver;
  MateAnswer answer;
  std::string key = {}, line = {};  ///< in SAN; empty if there is none
  bool of_engine = false;
  std::string fault = {};            ///< of an engine, in place of an answer
  std::string_view line_fault = {};  ///< of an engine: see fault_of_line()
  Claim claim = Claim::none;

  /// Whether a mate is found, or announced and not refuted.
  bool mates() const { return answer.mates() && claim != Claim::refuted; }
  /// Whether there is a mate in that many moves, or a shorter one.
  bool is_proved() const {
    return answer.mates() && (answer.status >= MateStatus::line_valid || claim == Claim::proved);
  }
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
    if (result.claim == Claim::refuted)
      return moves < *length ? std::nullopt : std::optional(false);
    if (moves < *length) return result.is_proved() ? std::optional(false) : std::nullopt;
    if (moves > *length)
      return answer.status == MateStatus::shortest ? std::optional(false) : std::nullopt;
  }
  // Its line does not show that its move mates.
  if (answer.status == MateStatus::announced) return std::nullopt;
  // Its own best moves have not been compared.
  if (result.question->is_mated)
    return stated.best.empty() && stated.avoid.empty() ? std::optional(true) : std::nullopt;
  if (allows_key(stated, answer.line.front())) return true;
  // A longer mate, or a line that is not proved, refutes no key.
  const bool refutes_key =
      answer.status == MateStatus::shortest || (length && answer.status == MateStatus::line_valid);
  return refutes_key ? std::optional(false) : std::nullopt;
}

/// Whether there is proved to be no mate in the moves that --stipulation demands.
bool refutes_demand(const MateResult& result, const Options& options) {
  return options.demanded && options.demanded->has_length() && !result.answer.mates() &&
         result.answer.refuted >= options.demanded->moves;
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
          .table_bytes = options.hash << 20,
          .threads = options.threads,
          .keep_proof = !options.proofs.empty()};
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

bool has_engines(const Options& options) { return !options.engines.engines.empty(); }

/// With the columns of engines and of the solver that searches checks alone, if they are asked.
reports::TableOf<MateResult> mates_table(const Options& options, bool has_rounds) {
  const auto unless_zero = [](int number, int sign = 1) {
    return number != 0 ? Cell(sign * number) : Cell();
  };
  const auto unless_empty = [](std::string_view text) {
    return text.empty() ? Cell() : Cell(text);
  };
  reports::ColumnsOf<MateResult> columns{
      {reports::columns::record, [](const auto& one) { return one.question->name; }},
      {{"solver", "", "who answered"}, &MateResult::solver},
      {{"status", "", "the strength of the proof; of an engine, what it shows"},
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
       [=](const auto& one) { return unless_empty(one.key); }},
      {{"as_stated", "", "the record's bm, am and dm hold"},
       [](const auto& one) { return as_stated(one); }},
      {reports::columns::mate_nodes,
       [](const auto& one) {
         return one.of_engine && one.answer.nodes == 0 ? Cell() : Cell(one.answer.nodes);
       }},
      {reports::columns::time,
       [](const auto& one) { return one.fault.empty() ? Cell(one.answer.seconds) : Cell(); }}};
  if (has_engines(options)) {
    columns.push_back(
        {{"claim", "",
          "of an engine that announces a mate: plylab's solvers have proved that there "
          "is one in that many moves or fewer, or refuted it, or it is open"},
         [=](const auto& one) { return unless_empty(name_of(one.claim)); }});
    columns.push_back({{"bad_line", "",
                        "of an engine that announces a mate: its line is too short or too long for "
                        "it, or does not end in mate"},
                       [=](const auto& one) { return unless_empty(one.line_fault); }});
  }
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

/// What an engine has announced.
struct Announced {
  std::uint64_t proved = 0, refuted = 0, bad_lines = 0;

  void add(const MateResult& result) {
    proved += result.claim == Claim::proved;
    refuted += result.claim == Claim::refuted;
    bad_lines += !result.line_fault.empty();
  }
};

/// The columns of engines, of a row with these members; empty for solvers.
template <class Row>
void add_columns_of_engines(reports::ColumnsOf<Row>& columns) {
  const auto of_engine = [](auto member) {
    return [=](const Row& row) { return row.of_engine ? Cell(row.announced.*member) : Cell(); };
  };
  columns.push_back({{"proved", "", "of the mates that an engine announces, proved by plylab"},
                     of_engine(&Announced::proved)});
  columns.push_back({{"wrong", "", "announcements of an engine that plylab has refuted"},
                     of_engine(&Announced::refuted)});
  columns.push_back({{"bad_lines", "",
                      "announced mates whose line is too short or too long, or ends without mate"},
                     of_engine(&Announced::bad_lines)});
}

/// The sums of a solver or an engine.
struct Sum {
  std::string_view solver;
  bool of_engine = false;
  std::uint64_t positions = 0, mates = 0, shortest = 0, stated = 0, as_stated = 0, open = 0,
                nodes = 0;
  double seconds = 0;
  Announced announced = {};
};

reports::TableOf<Sum> summary_table(bool has_engines) {
  reports::ColumnsOf<Sum> columns{
      {{"solver"}, &Sum::solver},
      {{"positions"}, &Sum::positions},
      {{"mates", "", "found, or announced by an engine and not refuted"}, &Sum::mates},
      {{"shortest", "", "of these, proved shortest; engines prove nothing"},
       [](const Sum& sum) { return sum.of_engine ? Cell() : Cell(sum.shortest); }},
      {{"stated", "", "records with bm, am or dm"}, &Sum::stated},
      {{"as_stated", "", "of the stated, records whose statements hold"},
       [](const Sum& sum) { return sum.stated == 0 ? Cell() : Cell(sum.as_stated); }},
      {{"open", "", "of the stated, undecided"},
       [](const Sum& sum) { return sum.stated == 0 ? Cell() : Cell(sum.open); }},
      {reports::columns::mate_nodes,
       [](const Sum& sum) { return sum.of_engine && sum.nodes == 0 ? Cell() : Cell(sum.nodes); }},
      {{"seconds", "s", "time of all answers", 3}, &Sum::seconds}};
  if (has_engines) add_columns_of_engines(columns);
  return {"summary", "Summary", std::move(columns)};
}

std::vector<Sum> sums_of(const std::vector<MateResult>& results) {
  std::vector<Sum> sums;
  for (const MateResult& result : results) {
    const MateAnswer& answer = result.answer;
    auto sum = std::find_if(sums.begin(), sums.end(),
                            [&](const Sum& known) { return known.solver == result.solver; });
    if (sum == sums.end()) sum = sums.insert(sums.end(), Sum{result.solver, result.of_engine});
    const bool stated = has_statement(*result.question);
    const std::optional<bool> right = as_stated(result);
    ++sum->positions;
    sum->mates += result.mates();
    sum->shortest += answer.status == MateStatus::shortest;
    sum->stated += stated;
    sum->open += stated && !right;
    sum->as_stated += right.value_or(false);
    sum->nodes += answer.nodes;
    sum->seconds += answer.seconds;
    sum->announced.add(result);
  }
  return sums;
}

/// Whether the mate is proved and shorter than the record states.
bool is_shorter_than_stated(const MateResult& result) {
  const std::optional<std::uint64_t> stated = result.question->stated_length();
  return stated && result.is_proved() && static_cast<std::uint64_t>(result.answer.moves) < *stated;
}

/// What a solver or an engine made of the records that state mates of one length.
struct LengthSum {
  std::int64_t stated = 0;
  std::string_view solver;
  bool of_engine = false;
  std::uint64_t positions = 0, mates = 0, as_short = 0, shorter = 0, shortest = 0, refuted = 0;
  Announced announced = {};
};

reports::TableOf<LengthSum> lengths_table(bool has_engines) {
  reports::ColumnsOf<LengthSum> columns{
      {{"stated", "moves",
        "length of the mate that the record states; less than 0 if the side to move is mated"},
       &LengthSum::stated},
      {{"solver", "", "", 1, reports::Role::contestant}, &LengthSum::solver},
      {{"positions"}, &LengthSum::positions},
      {{"mates", "", "found, or announced by an engine and not refuted, of any length"},
       &LengthSum::mates},
      {{"as_short", "", "of these, no longer than stated"}, &LengthSum::as_short},
      {{"rate", "%", "as_short of the positions"},
       [](const LengthSum& sum) {
         return 100 * static_cast<double>(sum.as_short) / static_cast<double>(sum.positions);
       }},
      {{"shorter", "", "of these, proved, and shorter than stated"}, &LengthSum::shorter},
      {{"shortest", "", "of the mates, proved shortest; engines prove nothing"},
       [](const LengthSum& sum) { return sum.of_engine ? Cell() : Cell(sum.shortest); }},
      {{"refuted", "", "proved: no mate in the stated length"},
       [](const LengthSum& sum) { return sum.of_engine ? Cell() : Cell(sum.refuted); }}};
  if (has_engines) add_columns_of_engines(columns);
  return {"lengths", "By length of mate", std::move(columns), {mates_by_length_picture}};
}

/// By stated length, then in the order of the solvers.
std::vector<LengthSum> sums_by_length(const std::vector<MateResult>& results) {
  std::vector<LengthSum> sums;
  for (const MateResult& result : results) {
    const auto length = result.question->stated_length();
    if (!length) continue;
    const std::int64_t stated = result.question->shown(static_cast<std::int64_t>(*length));
    auto sum = std::find_if(sums.begin(), sums.end(), [&](const LengthSum& known) {
      return known.stated == stated && known.solver == result.solver;
    });
    if (sum == sums.end())
      sum = sums.insert(sums.end(), LengthSum{stated, result.solver, result.of_engine});
    const MateAnswer& answer = result.answer;
    ++sum->positions;
    sum->mates += result.mates();
    sum->as_short += result.mates() && static_cast<std::uint64_t>(answer.moves) <= *length;
    sum->shorter += is_shorter_than_stated(result);
    sum->shortest += answer.status == MateStatus::shortest;
    sum->refuted += static_cast<std::uint64_t>(answer.refuted) >= *length;
    sum->announced.add(result);
  }
  std::ranges::stable_sort(sums, {}, &LengthSum::stated);
  return sums;
}

/// What is asked in a call, and of whom: solvers first, then engines.
class Asker {
 public:
  /// Starts the engines. Throws as MateEngines(), AnswerStore() and EndgameTables().
  Asker(const Options& options, cli::Session& session)
      : options_(options), stop_(session.stop()), engines_(options, session.stop()) {
    if (options.endgames) tables_.emplace(*options.endgames);
    if (!options.runs.empty())
      store_.emplace(options.runs, session.provenance(options.jobs * options.threads));
  }

 private:  // before ask(), which clang 14 would not see them behind
  std::optional<MateResult> by_tables(const MateQuestion& question,
                                      const chess::ValidSetup& position) const {
    if (!tables_ || question.is_mated) return std::nullopt;
    auto known = answer_by_tables(*tables_, problem_of(question, position, options_, stop_));
    if (!known) return std::nullopt;
    return result_of(question, position, tables_name, std::move(*known));
  }

  template <class Start>
  MateAnswer by_solver(const MateQuestion& question, const Start& position,
                       const MateSolver& solver) {
    const auto search = [&] {
      return solved(solver, problem_of(question, position, options_, stop_), question);
    };
    if constexpr (std::is_same_v<Start, chess::ValidSetup>)
      if (store_)
        return store_->answer(asked(question, position, solver.name, options_), stop_, search);
    return search();
  }

  std::optional<MateResult> by_engine(std::size_t engine, std::size_t job,
                                      const MateQuestion& question,
                                      const chess::ValidSetup& position) try {
    const auto search = [&] { return engines_.ask(engine, job, question, position); };
    const std::string& name = engines_.name(engine);
    const MateAnswer answer =
        store_ ? store_->answer(
                     asked(question, position, name, engines_.settings(engine), options_.hash),
                     stop_, search)
               : search();
    MateResult result = result_of(question, position, name, answer);
    result.of_engine = true;
    if (answer.mates()) result.line_fault = fault_of_line(answer, question, position);
    result.claim = examine(answer, question, [&](const MateQuestion& claimed, auto solver) {
      return by_solver(claimed, position, search::mate::find_mate_solver(solver));
    });
    return result;
  } catch (const engines::EngineFault& fault) {
    if (fault.kind() == engines::FaultKind::stopped) return std::nullopt;
    return MateResult{.question = &question,
                      .solver = engines_.name(engine),
                      .answer = {},
                      .of_engine = true,
                      .fault = fault.what()};
  }

 public:
  std::size_t number() const { return options_.solvers.size() + engines_.number(); }

  /// The answer of one of them. None from the second solver on if the endgame tables know it, and
  /// from an engine that was stopped.
  std::optional<MateResult> ask(std::size_t who, std::size_t job, const MateQuestion& question) {
    const bool is_solver = who < options_.solvers.size();
    return std::visit(
        [&](const auto& position) -> std::optional<MateResult> {
          if constexpr (std::is_same_v<decltype(position), const chess::ValidSetup&>) {
            if (!is_solver)
              return by_engine(who - options_.solvers.size(), job, question, position);
            if (auto known = by_tables(question, position))
              return who == 0 ? std::move(known) : std::nullopt;
          }
          const MateSolver& solver = search::mate::find_mate_solver(options_.solvers[who]);
          return result_of(question, position, solver.name, by_solver(question, position, solver));
        },
        question.position);
  }

  std::vector<std::string> notes() const {
    return store_ ? store_->notes() : std::vector<std::string>();
  }

 private:
  const Options& options_;
  const std::atomic<bool>& stop_;
  MateEngines engines_;
  std::optional<chess::EndgameTables> tables_;
  std::optional<AnswerStore> store_;
};

/// Says on standard error what nobody should overlook: an engine that fails, shorter mates than
/// stated, and announcements that are refuted.
void tell_finds(const MateResult& result) {
  const MateQuestion& question = *result.question;
  if (!result.fault.empty())
    reports::tell(fmt::format("{}: {} {}", question.name, result.solver, result.fault));
  const std::string_view other = question.is_mated ? " by the other side" : "";
  if (is_shorter_than_stated(result))
    reports::tell(fmt::format("{}: {} {} a mate{} in {}, the record states one in {}",
                              question.name, result.solver,
                              result.of_engine ? "announces, and plylab proves," : "proves", other,
                              result.answer.moves, *question.stated_length()));
  if (result.claim == Claim::refuted)
    reports::tell(fmt::format("{}: {} announces mate {}, which plylab refutes", question.name,
                              result.solver, question.shown(result.answer.moves)));
}

}  // namespace

void look_for_mates(const Options& options, const std::vector<MateQuestion>& questions,
                    const std::vector<SkippedProblem>& skipped, cli::Session& session) {
  const bool sums = questions.size() > 1, engines = has_engines(options);
  std::vector<reports::Schema> declared{mates_table(options, false), lines_table()};
  const bool by_length = sums && std::ranges::any_of(questions, [](const MateQuestion& question) {
                           return question.stated_length().has_value();
                         });
  if (sums) declared.emplace_back(summary_table(engines));
  if (by_length) declared.emplace_back(lengths_table(engines));
  session.declare(declared);
  Asker asker(options, session);
  const std::size_t number = asker.number();
  std::vector<std::optional<MateResult>> answers(questions.size() * number);
  solve_each(answers.size(), options, session, [&](std::size_t i, std::size_t job) {
    answers[i] = asker.ask(i % number, job, questions[i / number]);
  });
  std::vector<MateResult> results;
  for (auto& answer : answers)
    if (answer) results.push_back(std::move(*answer));
  for (const MateResult& result : results) {
    if (as_stated(result) == false || refutes_demand(result, options) ||
        result.claim == Claim::refuted || !result.fault.empty())
      session.note_difference();
    tell_finds(result);
  }

  if (!options.proofs.empty()) {
    std::string text = proofs_header() + '\n';
    for (const MateResult& result : results)
      if (result.answer.proof)
        text += proof_line(*result.question, std::get<chess::ValidSetup>(result.question->position),
                           result.solver, result.answer) +
                '\n';
    session.attempt([&] { reports::save_text(text, options.proofs, &session.stop()); });
  }
  std::vector<MateResult> with_line;
  std::ranges::copy_if(results, std::back_inserter(with_line),
                       [](const MateResult& result) { return !result.line.empty(); });
  const bool has_rounds = std::ranges::any_of(
      results, [](const MateResult& result) { return result.answer.round.has_value(); });
  reports::Report report{.complete = !session.stop()};
  report.tables = {mates_table(options, has_rounds).with(results), lines_table().with(with_line)};
  if (sums) report.tables.push_back(summary_table(engines).with(sums_of(results)));
  if (by_length) report.tables.push_back(lengths_table(engines).with(sums_by_length(results)));
  std::vector<std::string>& notes = report.tables.front().notes;
  notes = {"as in chess problems, repetitions and the fifty-move rule do not count"};
  if (std::ranges::find(results, tables_name, &MateResult::solver) != results.end())
    notes.push_back(fmt::format("{}: proved by endgame tables, and not searched", tables_name));
  if (options.threads > 1 && options.solvers.size() > 1)
    notes.push_back(
        fmt::format("dfpn searched with {} threads, other solvers with one", options.threads));
  if (engines)
    notes.emplace_back(
        "of an engine the mate of its last score is shown, with its own line and nodes; claim says "
        "whether plylab's dfpn or exhaustive proves or refutes it within the limits of an answer");
  for (std::string& note : asker.notes()) notes.push_back(std::move(note));
  if (const auto failed = std::ranges::count_if(
          results, [](const MateResult& result) { return !result.fault.empty(); });
      failed > 0)
    notes.push_back(fmt::format("an engine failed in {} position{}: standard error says how",
                                failed, failed == 1 ? "" : "s"));
  note_skipped(skipped, report.tables.front());
  if (options.positions.suites.empty()) {
    report.tables[1].readers = reports::Readers::programs;  // people read the text
    for (const MateResult& result : with_line)
      report.text.push_back(
          fmt::format("{} {}  {}", result.question->name, result.solver, result.line));
  }
  session.publish(std::move(report), options.jobs * options.threads);
}

}  // namespace plylab::suites::mate
