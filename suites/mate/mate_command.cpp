#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "gen/base/files.h"
#include "gen/base/huge_page_buffer.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/parallel.h"
#include "gen/game/read_position.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/progress.h"
#include "reports/text/terminal.h"
#include "search/mate/solvers.h"
#include "suites/mate/mate.h"

namespace plylab::suites::mate {
namespace {

using search::mate::Stipulation;

constexpr double default_seconds = 10;
constexpr std::size_t default_max_solutions = 10'000;

std::vector<std::string> games() {
  std::vector<std::string> names = search::mate::variant_names();
  names.insert(names.begin(), "chess");
  return names;
}

/// The tasks as questions to solvers.
std::vector<MateQuestion> questions_of(const std::vector<MateTask>& tasks) {
  std::vector<MateQuestion> questions;
  for (const MateTask& task : tasks) {
    const int moves = task.is_mated()                   ? static_cast<int>(*task.stated.mated)
                      : task.stipulation().has_length() ? task.stipulation().moves
                                                        : 0;
    questions.push_back({task.name, task.position().in_chess(), moves, task.composition.limits,
                         task.stated, task.is_mated()});
  }
  return questions;
}

/// The positions of --position as questions to solvers.
std::vector<MateQuestion> questions_in_variant(const Options& options) {
  const bool has_length = options.demanded && options.demanded->has_length();
  std::vector<MateQuestion> questions;
  for (const std::string& text : options.variant_positions)
    questions.push_back(
        {std::to_string(questions.size() + 1),
         search::mate::read_variant(options.game, with_moves(text, options.positions.moves)),
         has_length ? options.demanded->moves : 0, options.limits(has_length)});
  return questions;
}

/// Skips the tasks in which the side to move is mated, and their duplex, and says so: only solvers
/// of one mate are asked that. Throws InputError if no other is left.
void skip_mated(Tasks& problems) {
  constexpr std::string_view why =
      "its record states that the side to move is mated, which only solvers of one mate look for";
  std::vector<MateTask> tasks;
  std::vector<SkippedProblem> skipped;
  auto next = problems.skipped.begin();
  const auto take_skipped = [&](std::size_t before) {
    for (; next != problems.skipped.end() && next->before <= before; ++next)
      skipped.push_back({next->name, next->why, tasks.size()});
  };
  std::string mated;  // the name of the last
  for (std::size_t i = 0; i < problems.tasks.size(); ++i) {
    take_skipped(i);
    MateTask& task = problems.tasks[i];
    if (task.is_mated()) {
      mated = task.name;
      reports::tell(fmt::format("{}: {}; it is skipped", task.name, why));
      skipped.push_back({task.name, std::string(why), tasks.size()});
    } else if (mated.empty() || task.name != mated + " duplex") {
      tasks.push_back(std::move(task));
    }
  }
  take_skipped(problems.tasks.size());
  if (tasks.empty()) throw InputError(fmt::format("no problem is left; of the last one, {}", why));
  problems.tasks = std::move(tasks);
  problems.skipped = std::move(skipped);
}

void run_mate(Options options, const cli::Command& command, cli::Session& session) {
  session.check_options();
  if (!options.runs.empty()) session.check_output("--runs", options.runs);
  if (!options.proofs.empty()) session.check_new_file("--proofs", options.proofs);
  options.check(command);
  if (options.in_variant())
    return look_for_mates(options, questions_in_variant(options), {}, session);
  Tasks problems = load(options);
  const bool for_solutions = options.asks_for_solutions(problems.tasks);
  if (for_solutions && !options.runs.empty())
    throw InputError("--runs stores the answers of solvers: name them by --solver");
  if (for_solutions && !options.proofs.empty())
    throw InputError("--proofs writes the proofs of solvers: name them by --solver");
  if (for_solutions) skip_mated(problems);
  if (problems.any_unread || !problems.skipped.empty()) session.note_difference();
  if (for_solutions)
    solve_problems(options, problems, session);
  else
    look_for_mates(options, questions_of(problems.tasks), problems.skipped, session);
}

}  // namespace

void Options::check(const cli::Command& command) {
  find_entry(games(), game, "--game");
  const auto first_given = [&](std::initializer_list<const char*> names) {
    const auto given =
        std::ranges::find_if(names, [&](const char* name) { return command.option(name).given(); });
    return given == names.end() ? std::string_view() : *given;
  };
  const std::string_view for_checks =
      first_given({"--quiet-captures", "--perpetual", "--ties", "--stages", "--effort"});
  by_solvers = !solvers.empty() || !for_checks.empty() || endgames || !engines.engines.empty();
  if (stipulation) demanded = search::mate::parse_stipulation(*stipulation);
  const std::string_view for_solutions =
      first_given({"--tree", "--set-play", "--duplex", "--diagram", "--solutions",
                   "--max-solutions", "--refutations"});
  std::string_view for_chess = first_given({"--fen", "--suite", "--runs", "--proofs", "--engine"});
  for (const std::string_view other : {for_checks, first_given({"--endgames"}), for_solutions})
    if (for_chess.empty()) for_chess = other;
  if (in_variant() && !for_chess.empty())
    throw InputError(fmt::format("{} is for chess, not for {}", for_chess, game));
  if (in_variant() == variant_positions.empty())
    throw InputError(in_variant() ? fmt::format("mate: no position of {}: give --position", game)
                                  : "--position is for variants of chess, which --game names");
  by_solvers |= in_variant();
  const std::string_view for_one_mate = !solvers.empty()      ? "--solver"
                                        : !for_checks.empty() ? for_checks
                                        : in_variant()        ? "--game"
                                        : endgames            ? "--endgames"
                                                              : "--engine";
  if (refutations && tree != "full")
    throw InputError("--refutations is for tries: add --tree full");
  if (by_solvers && !in_variant() && !for_solutions.empty())
    throw InputError(
        fmt::format("{} is for all solutions, {} for one mate", for_solutions, for_one_mate));
  if (by_solvers && demanded && !demanded->is_direct_mate())
    throw InputError(fmt::format("{} is for direct mates, not for {}", for_one_mate, *stipulation));
  const bool engines_alone = !engines.engines.empty() && for_checks.empty() && !endgames;
  if (solvers.empty() && !engines_alone) solvers = {for_checks.empty() ? "shortest" : "checks"};
  if (!solvers.empty())
    solvers = select_names("--solver", solvers, search::mate::mate_solver_names(in_variant()));
  if (!for_checks.empty() && std::ranges::find(solvers, "checks") == solvers.end())
    throw InputError(fmt::format("{} is for the solver checks", for_checks));
  if (threads > 1 && std::ranges::find(solvers, "dfpn") == solvers.end())
    throw InputError("--threads is for the solver dfpn: add --solver dfpn");
  require_threads(threads * jobs);
  if (!std::ranges::is_sorted(checks.stages, std::less_equal{}))
    throw InputError("--stages: each stage must be deeper than the one before");
  if (!proofs.empty() && !runs.empty())
    throw InputError("--proofs: the answers of --runs have no proofs; give only one of them");
  require_memory((hash << 20) * static_cast<std::size_t>(jobs));
  if (!in_variant() && positions.fens.empty() && positions.moves.empty() &&
      positions.suites.empty())
    throw InputError("mate: no position: give --fen or --suite");
}

bool Options::asks_for_solutions(const std::vector<MateTask>& tasks) const {
  if (by_solvers) return false;
  return demanded || tree || set_play || duplex || diagram || solutions || max_solutions ||
         !std::all_of(tasks.begin(), tasks.end(), [](const MateTask& task) {
           return task.stipulation().is_direct_mate() && !task.states_problem;
         });
}

search::mate::MateLimits Options::limits(bool length_demanded) const {
  search::mate::MateLimits limits;
  if (nodes > 0) limits.nodes = nodes;
  if (seconds > 0)
    limits.seconds = seconds;
  else if (nodes == 0 && !length_demanded)
    limits.seconds = default_seconds;
  return limits;
}

void Options::apply(MateTask& task) const {
  search::mate::Composition& composition = task.composition;
  const bool full = tree == "full";
  composition.tree = tree.has_value();
  composition.set_play = full || set_play;
  composition.tries = full;
  if (refutations) composition.max_refutations = *refutations;
  composition.max_solutions = max_solutions.value_or(default_max_solutions);
  if (solutions) task.solutions = solutions;
  composition.limits = limits(task.length_demanded);
  composition.table_bytes = hash << 20;
}

void solve_each(std::size_t number, const Options& options, cli::Session& session,
                const std::function<void(std::size_t, std::size_t)>& solve) {
  cli::Progress progress("mate", "problems", session.share());
  std::atomic<std::size_t> done = 0;
  session.attempt([&] {
    in_parallel(number, options.jobs, &session.stop(), [&](std::size_t i, std::size_t job) {
      solve(i, job);
      const auto now = static_cast<double>(++done);
      progress.update(now / static_cast<double>(number), now);
    });
  });
  progress.finish();
}

void add_mate_command(cli::Command app, cli::Session& session) {
  const auto options = std::make_shared<Options>();
  const cli::Command mate =
      app.add_subcommand("mate", "Solve mates and chess problems, with proof");
  const cli::Command input = mate.group("Positions");
  input.add_option("--game NAME", options->game, "The game: chess or a variant (default: chess)")
      .offers(games());
  input.add_option("--position TEXT", options->variant_positions,
                   "A FEN of the variant, optionally followed by \"moves …\"; may be repeated");
  input.add_option(
      "--fen FEN", options->positions.fens,
      "A FEN; may be repeated. The board alone is enough: then the stipulation decides "
      "which side moves, and kings and rooks on their initial squares may castle");
  cli::add_moves_option(input, options->positions.moves);
  input
      .add_option("--suite FILE|NAME", options->positions.suites,
                  "An EPD file, or the name of a shipped suite. Records may have the opcodes "
                  "stipulation \"h#2\" and solutions 2. Records that state no mate are skipped, "
                  "unless --stipulation, --time or --nodes is given")
      .offers(shipped_names(".epd"))
      .values(1, 1);
  const cli::Command problem = mate.group("Problems");
  problem.add_option(
      "--stipulation TEXT", options->stipulation,
      "What to solve: #3 mate, =2 stalemate, s#3 selfmate, r#2 reflexmate, semi-r#2, h#2.5 "
      "helpmate, hs#3 help-selfmate, ser-h#5 series helpmate, pser-h#5 with parries. Each also "
      "with = for "
      "stalemate, and without a number for the shortest (default: the record's, or else a "
      "mate, in the moves of its dm)");
  problem
      .add_option("--tree KIND", options->tree,
                  "solution: all keys, threats, defences and duals; full: set play and tries, too "
                  "(default: one line for each key)")
      .one_of({"solution", "full"});
  problem.add_flag("--set-play", options->set_play,
                   "Show set play: the solutions if the other side moved first");
  problem.add_flag("--duplex", options->duplex, "Also solve each problem with sides exchanged");
  problem
      .add_option("--diagram FIGURES", options->diagram,
                  "Show the board in letters or unicode (default: no board)")
      .one_of({"letters", "unicode"});
  problem
      .add_option("--refutations N", options->refutations,
                  "In a full tree, the most refutations that a try may have (default: 1)")
      .range(std::size_t{1}, std::size_t{100});
  problem.add_option(
      "--solutions N", options->solutions,
      "The intended number of solutions (default: the record's; or else one key, or any "
      "number of help and series lines)");
  problem
      .add_option("--max-solutions N", options->max_solutions,
                  "Stop at this number of solutions of one length (default: 10000)")
      .positive();
  const cli::Command solving = mate.group("Solving");
  solving
      .add_option("--solver NAME", options->solvers,
                  "Find one mate with these solvers, or all (see plylab list solvers; default: "
                  "without a stipulation shortest, or checks with one of its options; none with "
                  "--engine)")
      .offers(names_in(search::mate::mate_solvers))
      .delimiter(',');
  solving.add_option("--endgames DIR", options->endgames,
                     "Probe the endgame tables in this folder first (see plylab endgame)");
  solving
      .add_option("--time SECONDS", options->seconds,
                  "Most seconds per answer (default: 10, unless --nodes is given or --stipulation "
                  "gives the "
                  "number of moves)")
      .positive();
  solving
      .add_option("--nodes N", options->nodes, "Most nodes to visit per answer (default: no limit)")
      .positive();
  solving.add_option("--hash MIB", options->hash, "Size of the tables of each job, in MiB")
      .range(1, 1 << 20)
      .show_default();
  cli::add_jobs_option(
      solving, options->jobs,
      "Problems to solve in parallel, with one thread each or, by dfpn, --threads");
  cli::add_threads_option(solving, options->threads,
                          "Threads of dfpn for each answer. With more than one, nodes and lines "
                          "differ from one call to the next");
  solving.add_option(
      "--runs FILE", options->runs,
      "Store every answer of a solver or engine in this file, as JSON lines, and resume from it; "
      "only where solvers look for one mate (--solver)");
  solving.add_option(
      "--proofs FILE", options->proofs,
      "Write the proof of each mate that a solver finds to this new file: the answer to every "
      "defence, as JSON lines that other programs can check");
  options->engines.add_to(mate);
  mate.group("Engines")
      .add_flag(
          "--plain", options->plain,
          "Do not tell engines the length of the mate that the record or --stipulation gives: "
          "go nodes N, not go mate M nodes N")
      .needs(mate.option("--engine"));
  const cli::Command checks = mate.group("Solver checks");
  checks.add_flag("--quiet-captures", options->checks.quiet_captures,
                  "Also win material by captures without check (from ply 10)");
  checks.add_flag("--perpetual", options->checks.perpetual,
                  "Find a draw by perpetual check if there is nothing better");
  checks
      .add_option("--stages PLIES,...", options->checks.stages,
                  "Depths of the searches in a round, in plies (default: 8,16,24)")
      .delimiter(',')
      .range(1, search::mate::CheckSearch::max_plies);
  checks
      .add_option(
          "--effort N", options->checks.effort,
          "The budget that the lines of the first round share: 8000 plus 100 times Nielsen's "
          "speed factor (default: 16000)")
      .range(std::size_t{1}, std::size_t{1} << 40);
  checks.add_option("--ties SEED", options->checks.tie_seed,
                    "Shuffle equal moves with this seed (default: in generated order)");
  session.add_options(mate);
  session.add_figure_option(mate, {mates_by_length_picture});
  mate.example("plylab mate --fen kbK5/pp6/1P6/8/8/8/8/R7 --stipulation \"#2\" --tree solution");
  mate.example("plylab mate --fen 8/8/8/8/8/2K5/7R/k7 --stipulation \"h#2\"");
  mate.example(
      "plylab mate --game stationary \\\n"
      "  --position \"r1b1k3/p1pp3p/6pN/4Pnn1/2B3P1/2P5/PP3R1P/4K3 w - -\"");
  mate.example("plylab mate --suite seeds --solver all --time 5");
  mate.example("plylab mate --suite mates --solver dfpn --engine stockfish --nodes 10000");
  mate.notes(
      "Without a stipulation, solvers look for one mate. With one, all solutions are "
      "found, and the verdict is C+ or names the flaw.\n"
      "Exit status: 0 if all results are as stated and demanded; 1 if one is not, an engine "
      "fails or announces what is refuted, or a record cannot be used; 2 for wrong usage");
  mate.guides({"mate"});
  mate.callback([options, mate, &session] { run_mate(*options, mate, session); });
}

}  // namespace plylab::suites::mate
