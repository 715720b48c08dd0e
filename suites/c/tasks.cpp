#include "suites/c/tasks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <future>
#include <iterator>
#include <optional>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/parallel.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/registry.h"
#include "gen/epd/epd.h"
#include "perft/verify/generator.h"
#include "perft/verify/report.h"
#include "perft/verify/verification.h"
#include "perft/walk/job.h"
#include "search/mate/solvers.h"
#include "search/run/users_objects.h"
#include "suites/solve/solve.h"

namespace plylab::suites::c {
namespace {

/// The communication with a running task: its stop flag and its progress.
struct Watch {
  std::atomic<bool> stop = false;
  std::atomic<double> share = 0;
};

/// Runs work(watch) on another thread while this thread calls goes_on; without goes_on, runs it on
/// this thread.
template <class Work>
auto watched(const GoesOn& goes_on, const Work& work) {
  Watch watch;
  if (!goes_on) return work(watch);
  using namespace std::chrono_literals;
  auto result = std::async(std::launch::async, [&] { return work(watch); });
  try {
    while (result.wait_for(50ms) != std::future_status::ready)
      if (!watch.stop && !goes_on(watch.share)) watch.stop = true;
  } catch (...) {
    watch.stop = true;
    result.wait();
    throw;
  }
  return result.get();
}

/// Reads the suite of that name or path, or records from the text itself. Throws InputError for the
/// first line that cannot be used: the caller would not see that it is missing.
epd::Suite read_suite(const std::string& text) {
  std::error_code none;
  const bool is_text =
      text.find('\n') != std::string::npos ||
      (text.find('/') != std::string::npos && text.find(' ') != std::string::npos &&
       !std::filesystem::is_regular_file(text, none));
  epd::Suite suite = is_text ? epd::parse_suite(text, "EPD") : epd::find_suite(text);
  if (!suite.issues.empty()) throw InputError(to_string(suite.issues.front()));
  if (suite.records.empty()) throw InputError(fmt::format("'{}' has no record", suite.path));
  return suite;
}

}  // namespace

Position::Position(std::string_view game, std::string_view text)
    : counts(&find_game(perft::countable_games(), game, "game")),
      searches(&find_game(search::searchable_games(), game, "game")),
      start(info().parse(text.empty() ? std::string_view(info().start) : text)) {}

Position Position::after(std::string_view moves) const {
  Position next = *this;
  next.start = info().parse(with_moves(start.text(), moves));
  return next;
}

reports::Table Position::moves() const {
  reports::Table table{"moves", "", {{"move"}, {"words"}}};
  const auto referee = info().referee(start);
  for (const std::string& move : referee->moves()) table.add({move, referee->words(move)});
  return table;
}

reports::Table Position::end() const {
  reports::Table table{"end", "", {{"ending"}, {"winner"}}};
  if (const auto end = info().referee(start)->end())
    table.add({end->ending.name,
               end->winner ? reports::Cell(*end->winner == Side::first ? "first" : "second")
                           : reports::Cell()});
  return table;
}

CommandRun run(const std::vector<std::string>& arguments, const GoesOn& goes_on) {
  return watched(goes_on,
                 [&](Watch& watch) { return run_command(arguments, watch.stop, watch.share); });
}

PerftAnswer perft(const Position& position, PerftTask task, const GoesOn& goes_on) {
  const perft::CountableGame& game = *position.counts;
  if (task.statistics) {
    game.require_statistics("statistics");
    task.job.mode = perft::Mode::statistics;
  }
  const std::size_t convention = game.find_convention("convention", task.convention);
  const perft::Result result = watched(goes_on, [&](Watch& watch) {
    task.job.stop = &watch.stop;
    task.job.progress = [&](double share, double) { watch.share = share; };
    return game.run(position.start, task.job);
  });

  PerftAnswer answer;
  answer.total =
      reports::Table{"total", "", {{"leaves"}, {"early"}, {"seconds"}, {"kernel"}, {"complete"}}};
  answer.total.add({result.leaves, result.early, result.seconds,
                    result.kernel.empty() ? reports::Cell() : reports::Cell(result.kernel),
                    result.complete});
  answer.divide = reports::Table{"divide", "", {{"move"}, {"leaves"}}};
  for (const perft::RootMove& branch : result.branches)
    answer.divide.add({branch.move, branch.leaves});
  answer.statistics = reports::Table{"statistics", "", {{"name"}, {"count"}}};
  if (!task.statistics) return answer;
  const std::vector<Count> counts = game.columns_in(convention, result.kinds);
  for (std::size_t i = 0; i < counts.size(); ++i)
    answer.statistics.add({std::string(game.columns[i].name), counts[i]});
  return answer;
}

namespace {

/// A limit of whole plies or moves; 0 is none.
void check_range(std::string_view name, int limit, int max) {
  if (limit < 0 || limit > max)
    throw InputError(fmt::format("{}: {} is not from 0 to {}", name, limit, max));
}

void check_seconds(double seconds) {
  if (!(seconds >= 0) || std::isinf(seconds))
    throw InputError(fmt::format("seconds: {} is negative, or no finite number", seconds));
}

}  // namespace

void set_limits(search::Limits& limits, int depth, std::uint64_t nodes, double seconds) {
  check_range("depth", depth, search::max_ply - 1);
  check_seconds(seconds);
  if (depth == 0 && nodes == 0 && seconds == 0)
    throw InputError("a search needs a limit: depth, nodes or seconds");
  if (depth > 0) limits.depth = depth;
  if (nodes > 0) limits.nodes = nodes;
  if (seconds > 0) limits.seconds = seconds;
}

search::TextResult search(const Position& position, search::Job job, const GoesOn& goes_on) {
  search::require_at_once(job, 1);
  return watched(goes_on, [&](Watch& watch) {
    job.limits.stop = &watch.stop;
    return position.searches->run(position.start, {}, job, search::MoveStyle::notation);
  });
}

reports::Table iterations(const search::ResultOf<std::string>& result) {
  struct One {
    const search::IterationCosts* costs;
    const std::vector<std::string>* line;
    std::optional<search::Value> value;  // none if unfinished
    std::string obstacle = {};

    const search::Counters& stats() const { return costs->counts; }
  };
  std::vector<One> rows;
  for (const auto& one : result.iterations) rows.push_back({&one, &one.line, one.value});
  if (const auto& one = result.unfinished) rows.push_back({&*one, &one->best, {}, one->obstacle});
  using search::Event;
  const auto event = [](Event kind) {
    return [kind](const One& one) { return one.stats()[kind]; };
  };
  const reports::TableOf<One> table{
      "iterations",
      "",
      {{{"depth"}, [](const One& one) { return one.costs->depth; }},
       {{"value"}, &One::value},
       {{"line"}, [](const One& one) { return fmt::format("{}", fmt::join(*one.line, " ")); }},
       {{"nodes"}, [](const One& one) { return one.stats().nodes(); }},
       {{"leaves"}, [](const One& one) { return one.stats().leaves; }},
       {{"cutoffs"}, [](const One& one) { return one.stats().cutoffs; }},
       {{"first_move_cutoffs"}, [](const One& one) { return one.stats().cut_index[0]; }},
       {{"researches"}, event(Event::research)},
       {{"quiescence"}, event(Event::quiescence)},
       {{"table_cutoffs"}, event(Event::table_cutoff)},
       {{"seconds"}, [](const One& one) { return one.costs->seconds; }},
       {{"complete"}, [](const One& one) { return one.value.has_value(); }},
       {{"obstacle"}, &One::obstacle}}};
  return table.with(rows);
}

reports::Table solve(const std::string& suite_or_records, search::Job job, int threads,
                     const GoesOn& goes_on) {
  if (threads < 1) throw InputError(fmt::format("threads: {} is less than 1", threads));
  search::require_at_once(job, threads);
  const epd::Suite suite = read_suite(suite_or_records);
  std::vector<solve::Puzzle> puzzles;
  std::vector<std::string> problems;
  for (const epd::Record& record : suite.records)
    if (solve::Goal goal = solve::goal_of(record, problems); !goal.empty())
      puzzles.push_back({&record, std::move(goal)});
  if (!problems.empty()) throw InputError(fmt::format("'{}': {}", suite.path, problems.front()));
  if (puzzles.empty()) throw InputError(fmt::format("'{}': no bm, am, dm or points", suite.path));
  std::vector<solve::Solutions> solutions;
  watched(goes_on, [&](Watch& watch) {
    job.limits.stop = &watch.stop;
    solve::Contestants contestants({{job.algorithm, job}}, {}, job.limits,
                                   static_cast<std::size_t>(threads), watch.stop);
    const auto finished = [&](std::size_t done) {
      watch.share = static_cast<double>(done) / static_cast<double>(puzzles.size());
    };
    solve::solve_all(puzzles, contestants, job.limits, threads, nullptr, finished, solutions);
    return true;
  });
  reports::Table table{
      "solutions",
      "",
      {{"record"}, {"fen"}, {"goal"}, {"solved"}, {"move"}, {"depth"}, {"nodes"}, {"seconds"}}};
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const epd::Record& record = *puzzles[i].record;
    if (const std::optional<solve::Solution>& found = solutions[i].front())
      table.add({puzzles[i].name(), chess::to_string(record.setup),
                 solve::to_string(record, puzzles[i].goal),
                 found->assessment && found->assessment->at_end,
                 found->reply.move ? reports::Cell(solve::played_san(record, found->reply))
                                   : reports::Cell(),
                 found->reply.depth, found->reply.nodes, found->reply.seconds});
  }
  return table;
}

reports::Table mate(const Position& position, const MateTask& task, const GoesOn& goes_on) {
  namespace mate = search::mate;
  const std::string& game = position.info().name;
  const mate::MateSolver& solver = mate::find_mate_solver(task.solver);
  check_range("moves", task.max_moves, mate::longest_mate);
  check_seconds(task.seconds);
  if (task.max_moves == 0 && task.nodes == 0 && task.seconds == 0)
    throw InputError("a mate needs a limit: moves, nodes or seconds");
  const auto look = [&](const auto& start, auto solve) {
    return watched(goes_on, [&](Watch& watch) {
      mate::MateProblemOf<std::decay_t<decltype(start)>> problem{start, task.max_moves};
      if (task.nodes > 0) problem.limits.nodes = task.nodes;
      if (task.seconds > 0) problem.limits.seconds = task.seconds;
      problem.limits.stop = &watch.stop;
      problem.table_bytes = task.hash_mib << 20;
      return solve(problem);
    });
  };
  mate::MateAnswer answer;
  if (game == chess::Chess::name) {
    answer = look(position.start.as<chess::Chess>(), solver.solve);
  } else {
    const chess::VariantSetup start = mate::read_variant(game, position.start.text());
    if (solver.solve_variant == nullptr)
      throw InputError(fmt::format("the mate solver {} knows chess only", task.solver));
    answer = look(start, solver.solve_variant);
  }
  std::string line;
  Position reached = position;
  for (const chess::Move move : answer.line) {
    const std::string text = to_uci(move, chess::CastlingText::takes_rook);
    line += line.empty() ? "" : " ";
    line += reached.info().referee(reached.start)->words(text);
    reached = reached.after(text);
  }
  reports::Table table{
      "mate", "", {{"status"}, {"moves"}, {"refuted"}, {"line"}, {"nodes"}, {"seconds"}}};
  table.add(
      {name_of(answer.status), answer.moves, answer.refuted, line, answer.nodes, answer.seconds});
  return table;
}

const reports::Table& Verification::table(std::string_view name) const {
  return *std::find_if(tables.begin(), tables.end(),
                       [&](const reports::Table& table) { return table.name == name; });
}

std::vector<std::string> moves_of(const engines::PerftQuestion& question) {
  std::vector<std::string> moves;
  chess::Setup setup = question.start;
  for (const chess::Move move : question.moves) {
    moves.push_back(move_text(setup, move));
    setup = chess::after(setup, move);
  }
  return moves;
}

engines::PerftAnswer CountingFunction::ask(const engines::PerftQuestion& question) {
  return perft::verify::answer_or_fault([&] {
    engines::PerftAnswer answer = count_(question);
    divides_ |= !answer.branches.empty();
    if (answer.total) return answer;
    answer.total = Count(0);
    for (const engines::ReportedBranch& branch : answer.branches)
      *answer.total += branch.leaves.value_or(0);
    return answer;
  });
}

Verification verify(const VerifyTask& task,
                    const std::function<std::unique_ptr<engines::GeneratorUnderTest>(
                        const std::atomic<bool>& stop)>& start,
                    const GoesOn& goes_on) {
  using namespace perft::verify;
  perft::validate({.depth = task.depth});
  std::vector<epd::Record> records;
  for (const std::string& fen : task.fens)
    records.push_back({.setup = Position(chess::Chess::name, fen).start.as<chess::Chess>().setup(),
                       .operations = {},
                       .name = fen});
  const bool by_default = records.empty() && task.random == 0 && task.suite.empty();
  if (!task.suite.empty() || by_default)
    for (epd::Record& record : read_suite(by_default ? "verify" : task.suite).records)
      records.push_back(std::move(record));
  VerificationResult result{.generator = "the generator", .max_faults = task.max_faults};
  result.outcomes = watched(goes_on, [&](Watch& watch) {
    std::ranges::move(random_records(task.random, task.seed, task.chess960,
                                     [&](std::size_t) { return !watch.stop; }),
                      std::back_inserter(records));
    result.tasks = tasks_of(records, chosen_depths(task.depth, task.random > 0));
    VerificationOptions options;
    options.start = [&] { return start(watch.stop); };
    options.jobs = task.jobs;
    options.max_faults = task.max_faults;
    options.stop = &watch.stop;
    options.progress = [&](double share) { watch.share = share; };
    auto outcomes = perft::verify::verify(result.tasks, options);
    result.is_interrupted = watch.stop;
    return outcomes;
  });
  Verification verification{tables(result)};
  reports::Table& summary = verification.tables.front();
  summary.columns.emplace_back("report");
  summary.rows.front().emplace_back(fmt::format("{}", fmt::join(text_report(result), "\n")));
  return verification;
}

}  // namespace plylab::suites::c
