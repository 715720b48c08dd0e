#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/base/input_error.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/progress.h"
#include "reports/cli/session.h"
#include "reports/formats/output.h"
#include "reports/tables/sources.h"
#include "reports/text/terminal.h"
#include "search/run/options.h"
#include "search/run/searches.h"
#include "suites/players/engine_player.h"
#include "suites/solve/solution_store.h"
#include "suites/solve/solve.h"
#include "suites/solve/tables.h"

namespace plylab::suites::solve {
namespace {

struct Options {
  cli::PositionOptions positions;
  search::Options search;
  std::vector<std::string> searches;  // as parse_search() reads them
  players::EngineOptions engines;
  std::string criterion = "end";
  int threads = 1;
  bool detail = false;
  std::string epd, runs;
};

/// Makes puzzles of records; reports and leaves out those with nothing to solve. `is_whole` becomes
/// false if a record is left out, or has a faulty goal. Throws InputError if no puzzle is left.
std::vector<Puzzle> puzzles_of(const std::vector<epd::Record>& records, bool& is_whole) {
  std::vector<Puzzle> puzzles;
  std::vector<const epd::Record*> without_goal;
  for (const epd::Record& record : records) {
    std::vector<std::string> problems;
    Goal goal = goal_of(record, problems);
    for (const std::string& problem : problems)
      reports::tell(fmt::format("{}:{}: {}", record.file, record.line, problem));
    is_whole &= problems.empty();
    // A contradiction has been reported when the suite was read.
    const bool contradicts = record.states_mate_distance() && !record.mate_distance();
    is_whole &= !contradicts;
    if (!goal.empty())
      puzzles.push_back({&record, std::move(goal)});
    else if (problems.empty() && !contradicts)
      without_goal.push_back(&record);
  }
  if (without_goal.empty()) return puzzles;
  is_whole = false;
  const epd::Record& first = *without_goal.front();
  const std::size_t others = without_goal.size() - 1;
  const std::string message =
      fmt::format("{}:{}: no bm, am, dm or points: nothing to solve{}", first.file, first.line,
                  others == 0 ? "" : fmt::format(", and so in {} other records", others));
  if (puzzles.empty()) throw InputError(message);
  reports::tell(message);
  return puzzles;
}

/// Solves all puzzles, with progress on the terminal. Returns notes on stored answers that do not
/// count.
std::vector<std::string> run_all(const std::vector<Puzzle>& puzzles, Contestants& contestants,
                                 const search::Limits& limits, const Options& options,
                                 cli::Session& session, std::vector<Solutions>& solutions) {
  std::optional<SolutionStore> store;
  if (!options.runs.empty())
    store.emplace(options.runs, limits, session.provenance(options.threads));
  const auto field = static_cast<double>(contestants.list().size());
  const double all = static_cast<double>(puzzles.size()) * field;
  cli::Progress progress("solve", "positions", session.share());
  const auto finished = [&](std::size_t done) {
    const auto count = static_cast<double>(done);
    progress.update(count / all, count / field);
  };
  session.attempt([&] {
    solve_all(puzzles, contestants, limits, options.threads, store ? &*store : nullptr, finished,
              solutions);
  });
  return store ? store->notes(contestants.list()) : std::vector<std::string>();
}

/// The built-in searches of --algo and --search, if there are any.
std::vector<players::SearchSpec> built_in_searches(Options& options, const search::Limits& limits) {
  const search::SearchableGame& chess = search::searchable_chess();
  std::vector<players::SearchSpec> searches;
  if (options.search.algorithms != std::vector<std::string>{"none"}) {
    options.search.check(chess, options.threads);
    for (search::Job& job : options.search.jobs(chess, limits))
      searches.push_back({job.algorithm, job});
  } else if (options.engines.engines.empty() && options.searches.empty()) {
    throw InputError("--algo none: no contestant given: use --search or --engine");
  }
  for (const std::string& text : options.searches) {
    players::SearchSpec& search =
        searches.emplace_back(players::parse_search("--search", text, chess, options.threads));
    if (search.keeps_table)
      throw InputError("--search: table kept: positions of a suite are no game");
    search.always_moves = false;
  }
  for (players::SearchSpec& search : searches) search.job.prepare_table = true;
  return searches;
}

/// A note on each engine that has visited more nodes than the limit. Its answers count all the
/// same.
std::vector<std::string> notes_on_nodes(const std::vector<Contestant>& contestants,
                                        const std::vector<Solutions>& solutions,
                                        std::uint64_t max_nodes) {
  std::vector<std::string> notes;
  for (std::size_t k = 0; k < contestants.size(); ++k) {
    const auto over = std::ranges::count_if(solutions, [&](const Solutions& of_puzzle) {
      return of_puzzle[k] && of_puzzle[k]->reply.nodes.value_or(0) > max_nodes;
    });
    if (over > 0)
      notes.push_back(fmt::format("{} visited more nodes than the limit in {} position{}",
                                  contestants[k].search, over, over == 1 ? "" : "s"));
  }
  return notes;
}

/// For each engine, what its thinking output lacks: the reason for empty cells.
std::vector<std::string> notes_on_output(const std::vector<Contestant>& contestants,
                                         const std::vector<Solutions>& solutions) {
  std::vector<std::string> notes;
  for (std::size_t k = 0; k < contestants.size(); ++k) {
    std::map<std::string, std::size_t> lacking;  // positions
    for (const Solutions& of_puzzle : solutions)
      if (of_puzzle[k] && !of_puzzle[k]->reply.fault && !of_puzzle[k]->reply.missing.empty())
        ++lacking[of_puzzle[k]->reply.missing];
    for (const auto& [what, positions] : lacking)
      notes.push_back(fmt::format("{} in {} position{}: {}; what depends on it is left empty",
                                  contestants[k].search, positions, positions == 1 ? "" : "s",
                                  what));
  }
  return notes;
}

/// "limits of each position: depth 5, 60000 nodes".
std::string limits_note(const search::Limits& limits) {
  std::vector<std::string> parts;
  if (limits.depth < search::max_ply - 1) parts.push_back(fmt::format("depth {}", limits.depth));
  if (limits.nodes < std::numeric_limits<std::uint64_t>::max())
    parts.push_back(fmt::format("{} nodes", limits.nodes));
  if (std::isfinite(limits.seconds)) parts.push_back(fmt::format("{} s", limits.seconds));
  return fmt::format("limits of each position: {}", fmt::join(parts, ", "));
}

/// All tables to show, and what holds for all of them.
reports::Report report_of(const Results& results, const Options& options,
                          const search::Limits& limits) {
  reports::Report report{.tables = {side_by_side(results), summary(results)}};
  std::vector<reports::Table>& all = report.tables;
  std::vector<std::string>& notes = report.notes;
  notes.push_back(limits_note(limits));
  const bool named = options.search.algorithms.front() != "none";  // by --algo
  const bool searches = named || !options.searches.empty();
  if (named && !options.search.table_note.empty()) notes.push_back(options.search.table_note);
  for (const Contestant& one : results.contestants)
    notes.push_back(one.definition.starts_with(one.search)
                        ? one.definition
                        : fmt::format("{}: {}", one.search, one.definition));
  all.push_back(faults_table(results));
  reports::Table solutions = solutions_table(results), costs = costs_table(results);
  if (!options.engines.engines.empty())
    costs.notes.emplace_back(
        "nodes of engines are as they report them; where nodes or time may have ended a search, an "
        "engine's last depth is not counted, because it may be unfinished");
  if (searches)
    solutions.notes.emplace_back(
        "a search stops when its shortest mate is proved (with selective switches: at twice that "
        "depth), with mate-search at any mate by checks");
  for (reports::Table* const table : {&solutions, &costs}) {
    if (!options.detail) table->readers = reports::Readers::programs;
    all.push_back(std::move(*table));
  }
  all.push_back(iterations_table(results));
  const GameInfo& game = search::searchable_chess().info;
  std::vector<reports::NamedStart> starts;
  for (const Puzzle& puzzle : results.puzzles)
    starts.push_back({&game, puzzle.name(), game.parse(chess::to_string(puzzle.record->setup))});
  all.push_back(reports::starts_table().with(reports::without_repeats(std::move(starts))));
  return report;
}

/// Adds the sources as a (wide) table with --detail, or else as notes.
void add_sources(const std::vector<reports::Source>& sources, bool detail,
                 reports::Report& report) {
  const bool by_notes = !detail && !report.tables.empty();
  if (by_notes)
    for (const reports::Source& source : sources)
      report.notes.push_back(fmt::format("suite {}, SHA-256 {}", source.file, source.sha256));
  report.tables.push_back(reports::sources_table().with(sources));
  if (by_notes) report.tables.back().readers = reports::Readers::programs;
}

/// The suite with the answers of the only contestant. Records that it was not asked about stay
/// unchanged.
std::string analysed(const std::vector<epd::Record>& records, const std::vector<Puzzle>& puzzles,
                     const std::vector<Solutions>& solutions, bool complete) {
  std::string text = complete ? "" : "# Unfinished: not all of the work was done.\n";
  std::size_t next = 0;
  for (const epd::Record& record : records) {
    const bool asked = next < puzzles.size() && puzzles[next].record == &record;
    const Solution* const solution =
        asked && solutions[next].front() ? &*solutions[next].front() : nullptr;
    next += asked;
    text += to_string(solution ? with_analysis(record, solution->reply) : record) + '\n';
  }
  return text;
}

void run_solve(Options options, cli::Session& session) {
  session.check_options();
  const ChosenCriterion criterion = find_criterion(options.criterion);
  search::Limits limits = options.search.limits(5, session.stop());
  limits.until_mate = true;
  const auto searches = built_in_searches(options, limits);
  const auto engines = options.engines.specs(options.search.hash);
  if (!options.epd.empty()) {
    if (searches.size() + engines.size() != 1)
      throw InputError("--epd: needs a single search or engine, and there are several");
    session.check_new_file("--epd", options.epd);
  }
  if (!options.runs.empty()) session.check_output("--runs", options.runs);
  options.positions.drop_repeated_suites("solved");
  std::vector<reports::Source> sources;
  std::vector<epd::Issue> unread;
  const auto records = options.positions.load_suites(&sources, &unread);
  bool is_whole = unread.empty();
  const auto puzzles = puzzles_of(records, is_whole);
  if (!is_whole) session.note_difference();
  if (puzzles.empty())
    throw InputError(
        fmt::format("{}: nothing to solve", fmt::join(options.positions.suites, ", ")));
  if (criterion.criterion->name == "points" &&
      std::ranges::none_of(puzzles, [](const Puzzle& one) { return !one.goal.points.empty(); }))
    throw InputError("--criterion points: no record gives points to moves");
  std::vector<reports::Schema> declared = declared_tables(searches.size() + engines.size());
  declared.insert(declared.end(), {reports::starts_table(), reports::sources_table()});
  session.declare(declared);
  reports::Report report;
  try {
    Contestants contestants(searches, engines, limits, static_cast<std::size_t>(options.threads),
                            session.stop(), !options.runs.empty());
    std::vector<Solutions> solutions;
    const auto notes_on_store = run_all(puzzles, contestants, limits, options, session, solutions);
    for (const Solutions& of_puzzle : solutions)
      for (const auto& solution : of_puzzle)
        if (solution && solution->reply.fault) session.note_difference();
    if (!options.epd.empty())
      session.attempt([&] {
        reports::save_text(analysed(records, puzzles, solutions, !session.stop()), options.epd,
                           &session.stop());
      });
    report = report_of({puzzles, contestants.list(), solutions, criterion, limits.seconds}, options,
                       limits);
    for (auto& notes : {notes_on_nodes(contestants.list(), solutions, limits.nodes),
                        notes_on_output(contestants.list(), solutions), notes_on_store})
      report.notes.insert(report.notes.end(), notes.begin(), notes.end());
  } catch (const engines::EngineFault&) {  // stopped before the engines had started
  }
  if (!is_whole)
    report.notes.push_back(
        fmt::format("{} of the {} records that can be read are asked; standard error names what "
                    "is left out",
                    puzzles.size(), records.size()));
  if (!sources.empty()) add_sources(sources, options.detail, report);
  report.complete = !session.stop();
  session.publish(std::move(report), options.threads);
}

}  // namespace

void add_solve_command(cli::Command app, cli::Session& session) {
  const auto options = std::make_shared<Options>();
  options->search.algorithms = {"selective"};
  options->search.usual_ordering = "hash";
  const cli::Command solve = app.add_subcommand(
      "solve", "Solve test suites (bm, am, dm, points) with searches and engines");
  options->positions.add_suites_to(solve.group("Positions")).required();
  solve.option("--suite").help(
      "A file of positions with goals (EPD, PGN), or the name of a shipped suite; may be repeated");
  options->search.add_to(solve, true);
  for (const char* name : {"--eval", "--order", "--with", "--depth"})
    solve.option(name).values(1, 1);
  solve.option("--depth").help("Depth in plies (default: 5 without other limits)");
  solve.option("--time").help(
      "Most seconds per position (default: no limit). An answer that is more than 0.1 s "
      "late counts, but is marked");
  solve.option("--with").help(
      "A set of switches for --algo, such as table=64,killers (see plylab list switches); several "
      "sets side by side: --search (default: the search's own)");
  solve.option("--algo").help(
      "Searches, all or none (see plylab list searches; with --search or --engine the default is "
      "none)");
  solve.group("Search").add_option(
      "--search TEXT", options->searches,
      "A search with settings of its own: \"NAME=pvs with table=16,null eval pst order hash gen "
      "x88\"; all but the algorithm may be left out; may be repeated");
  options->engines.add_to(solve);
  std::string names;
  for (const Criterion& one : criteria()) names += fmt::format("\n  {}: {}", one.name, one.help);
  solve.add_option("--criterion NAME", options->criterion, "What solved means:" + names)
      .offers(names_in(criteria()))
      .show_default();
  solve.add_flag("--detail", options->detail, "Show the costs of each solution");
  solve.add_option("--epd FILE", options->epd,
                   "Write the suite with its solutions (acd, acn, ce, pm, pv) to this new file");
  solve.add_option("--runs FILE", options->runs,
                   "Store every result in this file, as JSON lines, and resume from it");
  cli::add_jobs_option(solve, options->threads, "Positions to solve in parallel, one thread each");
  session.add_options(solve);
  session.add_figure_option(solve, {scatter_picture, solved_time_picture, solved_nodes_picture});
  session.add_paper_option(solve);
  solve.example("plylab solve --suite bratko-kopec --algo pvs,negascout --time 1");
  solve.example(
      "plylab solve --suite bratko-kopec --search \"plain=pvs with plain\" \\\n"
      "  --search \"null=pvs with null,table=16\" --nodes 100000");
  solve.example("plylab solve --suite my.epd --nodes 1000000 --quiescence --format csv");
  solve.example("plylab solve --suite my.epd --time 5 --criterion stable:4 --jobs 2");
  solve.example(
      "plylab solve --suite my.epd --algo pvs --engine stockfish \\\n  --engine \"gnu=gnuchess "
      "--uci\" --option gnu:Hash=64 --time 1");
  solve.notes(
      "Exit status: 0 if all positions were searched, solved or not; 1 if an engine failed, or the "
      "suite has records that cannot be read or have nothing to solve; 2 for wrong usage");
  solve.guides({"solve", "protocols"});
  solve.callback([options, solve, &session] {
    const bool has_others = !options->engines.engines.empty() || !options->searches.empty();
    if (has_others && !solve.option("--algo").given()) options->search.algorithms = {"none"};
    if (options->search.algorithms == std::vector<std::string>{"none"})
      for (const char* name :
           {"--gen", "--kernel", "--eval", "--order", "--with", "--threads", "--quiescence"})
        if (solve.option(name).given())
          throw InputError(fmt::format(
              "{}: applies only to the searches of --algo, and there are none; name one", name));
    run_solve(*options, session);
  });
}

}  // namespace plylab::suites::solve
