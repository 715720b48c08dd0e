#include "suites/mate/options.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/base/files.h"
#include "gen/base/huge_page_buffer.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/parallel.h"
#include "reports/progress.h"
#include "search/mate/solvers.h"
#include "search/mate/variants.h"

namespace plylab::suites::mate {
namespace {

using search::mate::Aim;
using search::mate::Goal;
using search::mate::Stipulation;

constexpr double default_seconds = 10;
constexpr std::size_t default_most_solutions = 10'000;  // more, nobody reads, and memory has an end

std::vector<std::string> games() {
  std::vector<std::string> names = search::mate::variant_names();
  names.insert(names.begin(), "chess");
  return names;
}

bool is_direct_mate(const Stipulation& stipulation) {
  return stipulation.aim == Aim::direct && stipulation.goal == Goal::mate && !stipulation.series;
}

}  // namespace

void Options::check() {
  find_entry(games(), game, "--game");
  by_solvers = !solvers.empty() || quiet_captures;
  if (stipulation) demanded = search::mate::parse_stipulation(*stipulation);
  const std::string_view for_solutions = tree             ? "--tree"
                                         : set_play       ? "--set-play"
                                         : duplex         ? "--duplex"
                                         : !twins.empty() ? "--twin"
                                         : diagram        ? "--diagram"
                                         : popeye         ? "--popeye"
                                                          : "";
  const std::string_view for_chess = !positions.fens.empty() ? "--fen"
                                     : positions.suite       ? "--suite"
                                     : quiet_captures        ? "--quiet-captures"
                                                             : for_solutions;
  if (in_variant() && !for_chess.empty())
    throw InputError(fmt::format("{} is for chess, not for {}", for_chess, game));
  if (in_variant() == variant_positions.empty())
    throw InputError(in_variant() ? fmt::format("mate: no position of {}: give --position", game)
                                  : "--position is for variants of chess, which --game names");
  by_solvers |= in_variant();
  if (by_solvers && !for_solutions.empty())
    throw InputError(fmt::format("{} is for all solutions, not for --solver or --quiet-captures",
                                 for_solutions));
  if (by_solvers && demanded && !is_direct_mate(*demanded))
    throw InputError(fmt::format("--solver and --quiet-captures are for direct mates, not for {}",
                                 *stipulation));
  if (solvers.empty()) solvers = {"exhaustive"};
  solvers = select_names("--solver", solvers, search::mate::mate_solver_names(in_variant()));
  require_memory((hash << 20) * static_cast<std::size_t>(jobs));
  if (!in_variant() && positions.fens.empty() && positions.moves.empty() && !positions.suite &&
      !popeye)
    throw InputError("mate: no position: give --fen, --suite or --popeye");
  if (popeye && demanded)
    throw InputError(
        "--stipulation is for --fen and --suite; the problems of --popeye have theirs");
  if (!twins.empty() && positions.fens.empty()) throw InputError("--twin is for --fen");
}

bool Options::asks_for_solutions(const std::vector<MateTask>& tasks) const {
  if (by_solvers) return false;
  return demanded || tree || set_play || duplex || !twins.empty() || diagram || popeye ||
         solutions || most_solutions ||
         !std::all_of(tasks.begin(), tasks.end(), [](const MateTask& task) {
           return is_direct_mate(task.stipulation()) && !task.states_problem;
         });
}

void Options::add_to(reports::Command mate) {
  const reports::Command input = mate.group("Positions");
  input
      .add_option("--game NAME", game,
                  "Chess, or a variant of it, where solvers look for mates (default: chess)")
      .offers(games());
  input.add_option("--position TEXT", variant_positions,
                   "A position of the variant: a FEN, and \"moves …\" behind it; may be repeated");
  input.add_option(
      "--fen FEN", positions.fens,
      "A position; may be repeated. The board alone will do: then the side begins that "
      "begins by the stipulation, and king and rook at home may castle");
  reports::add_moves_option(input, positions.moves);
  input
      .add_option("--suite FILE|NAME", positions.suite,
                  "An EPD file, or the name of a shipped suite; its records may state "
                  "stipulation \"h#2\" and solutions 2")
      .offers(shipped_names(".epd"));
  input.add_option("--popeye FILE", popeye,
                   "Problems as Popeye reads them, in English, German or French; - for standard "
                   "input");
  input.add_option("--twin TEXT", twins,
                   "A twin of each --fen, in Popeye's words: \"move a1 b2\", \"remove e5\", \"add "
                   "white Qe8\", \"stipulation h=2\" …; may be repeated");
  const reports::Command problem = mate.group("Problems");
  problem.add_option(
      "--stipulation TEXT", stipulation,
      "#3 mate, =2 stalemate, s#3 selfmate, r#2 reflexmate, semi-r#2, h#2.5 helpmate, "
      "ser-h#5 series; all of them with = too, and without a number for the shortest "
      "(default: the record's, else a mate, in its dm moves if it has any)");
  problem
      .add_option("--tree KIND", tree,
                  "solution: every defence against every key, threats, duals; full: set play and "
                  "tries, too (default: a line for each key)")
      .one_of({"solution", "full"});
  problem.add_flag("--set-play", set_play, "What would follow if the other side began");
  problem.add_flag("--duplex", duplex, "Also with the parts of the sides exchanged");
  problem
      .add_option("--diagram FIGURES", diagram,
                  "Show the board: letters, or unicode (default: no board)")
      .one_of({"letters", "unicode"});
  problem
      .add_option("--refutations N", refutations,
                  "A full tree has the tries that fail to so many defences at most (default: 1)")
      .range(std::size_t{1}, std::size_t{100});
  problem.add_option("--solutions N", solutions,
                     "So many keys or lines are meant (default: the record's, else one key, and "
                     "any number of help and series lines)");
  problem
      .add_option("--max-solutions N", most_solutions,
                  "Stop a problem at so many keys or lines (default: 10000)")
      .positive();
  const reports::Command solving = mate.group("Solving");
  solving
      .add_option("--solver NAME", solvers,
                  "Look for one mate with these solvers, or all (see plylab list solvers; default: "
                  "exhaustive if there is no stipulation)")
      .offers(names_in(search::mate::mate_solvers))
      .delimiter(',');
  solving.add_flag("--quiet-captures", quiet_captures,
                   "Let the solver checks win material as well (ply 10 and later)");
  solving
      .add_option("--time SECONDS", seconds,
                  "Most seconds for an answer (default: 10 if no number of moves is demanded)")
      .positive();
  solving
      .add_option("--nodes N", nodes, "Most positions to look at for an answer (default: no limit)")
      .positive();
  solving.add_option("--hash MIB", hash, "MiB of the tables for each job")
      .range(1, 1 << 20)
      .show_default();
  solving.add_option("-j,--jobs N", jobs, "Problems at once, one thread each")
      .range(1, 1024)
      .show_default();
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
  composition.tree |= tree.has_value();
  composition.set_play |= full || set_play;
  composition.tries |= full;
  if (refutations) composition.most_refutations = *refutations;
  composition.most_solutions =
      most_solutions.value_or(std::min(composition.most_solutions, default_most_solutions));
  if (solutions) task.solutions = solutions;
  const search::mate::MateLimits own = limits(task.length_demanded);
  if (nodes > 0) composition.limits.nodes = nodes;
  composition.limits.seconds =
      seconds > 0 ? seconds : std::min(composition.limits.seconds, own.seconds);
  composition.table_bytes = hash << 20;
}

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

}  // namespace plylab::suites::mate
