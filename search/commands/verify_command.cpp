// plylab verify --search: what the verify command of the floor below does for searches.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "perft/commands/commands.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/progress.h"
#include "reports/cli/session.h"
#include "reports/text/terminal.h"
#include "search/commands/commands.h"
#include "search/run/searches.h"
#include "search/verify/report.h"
#include "search/verify/verification.h"

namespace plylab::search::verify {
namespace {

struct Options {
  std::vector<std::string> searches;
  std::string evaluation{default_choice};
  std::string ordering{default_choice};
  std::vector<std::string> with;
};

/// Why the search cannot be compared with minimax; empty if it can.
std::string why_incomparable(const std::string& search, const Switches& wishes) {
  const std::string names = selective_switches(effective_switches(search, wishes));
  if (!names.empty())
    return fmt::format("is not compared with minimax while a selective switch is on: {}", names);
  if (wishes["threads"] > 1) return "is verified on one thread";
  return misfit(search, wishes);
}

/// The searches named with the sets of switches; of "all" those that can have the switches.
std::vector<Subject> subjects_of(const Options& options) {
  std::vector<Subject> subjects;
  std::string why_none;
  for (const std::string& search : select_searches("--search", options.searches)) {
    Subject subject{.search = search,
                    .evaluation = options.evaluation,
                    .ordering = options.ordering,
                    .switches = {}};
    if (options.with.empty()) subject.switches = usual_switches(search);
    for (const std::string& text : options.with)
      subject.switches.push_back(parse_switches("--with", text));
    std::string why;
    for (const Switches& set : subject.switches)
      if (why.empty()) why = why_incomparable(search, set);
    const bool was_named = std::ranges::find(options.searches, "all") == options.searches.end();
    if (!why.empty() && was_named) throw InputError(fmt::format("{} {}", search, why));
    if (why.empty()) subjects.push_back(std::move(subject));
    if (why_none.empty() && !why.empty()) why_none = fmt::format("{} {}", search, why);
  }
  if (subjects.empty())
    throw InputError(fmt::format("--with: no search can be verified: {}", why_none));
  return subjects;
}

/// The positions of the command line, or else telling ones, of this game or of all.
std::vector<Position> positions_of(const SearchableGames& games, const cli::GameOptions& given,
                                   int depth) {
  constexpr int usual_depth = 4;
  const bool names_positions = !given.positions.empty() || !given.chess.fens.empty() ||
                               !given.chess.suites.empty() || !given.chess.moves.empty();
  std::vector<Position> positions;
  if (names_positions) {
    const SearchableGame& game = find_game(games, given.game, "--game");
    for (const cli::NamedPosition& one : given.load(game.info))
      positions.push_back({&game, one.name, one.start, depth > 0 ? depth : usual_depth, depth > 0});
    return positions;
  }
  positions = telling_positions(games, given.game);
  if (depth > 0)
    for (Position& position : positions) {
      position.depth = depth;
      position.is_asked = true;
    }
  return positions;
}

/// Leaves out the positions of games that do not have the evaluation, unless the user has named the
/// game or none has it. Returns a note that says so; empty if none is left out.
std::string leave_out_other_games(const Options& options, const cli::GameOptions& given,
                                  std::vector<Position>& positions) {
  if (options.evaluation == default_choice || !given.game.empty()) return {};
  std::set<std::string> with, without;
  for (const Position& position : positions) {
    try {
      position.game->check_evaluation("--eval", options.evaluation);
      with.insert(position.game->info.name);
    } catch (const InputError&) {
      without.insert(position.game->info.name);
    }
  }
  if (with.empty() || without.empty()) return {};
  std::erase_if(positions,
                [&](const Position& one) { return without.contains(one.game->info.name); });
  return fmt::format("in {} only, since {} {} no evaluation {}", fmt::join(with, ", "),
                     fmt::join(without, ", "), without.size() == 1 ? "has" : "have",
                     options.evaluation);
}

void check_for_games(const std::vector<Subject>& subjects, const std::vector<Position>& positions) {
  std::set<const SearchableGame*> games;
  for (const Position& position : positions) games.insert(position.game);
  for (const SearchableGame* const game : games)
    for (const Subject& subject : subjects) {
      if (subject.evaluation != default_choice)
        game->check_evaluation("--eval", subject.evaluation);
      if (subject.ordering != default_choice) game->check_ordering("--order", subject.ordering);
      for (const Switches& set : subject.switches) game->check_switches("--with", set);
    }
}

/// The check of the evaluation of chess that --eval names: from the positions of the command line,
/// and those with names. None if it names none, or if no position is of chess.
std::optional<EvaluationVerdict> checked_evaluation(const Options& options,
                                                    const std::vector<Position>& positions,
                                                    cli::Session& session) {
  std::vector<AnyStart> starts;
  const SearchableGame* chess = nullptr;
  for (const Position& position : positions)
    if (position.game->is_chess) {
      chess = position.game;
      starts.push_back(position.start);
    }
  if (options.evaluation == default_choice || chess == nullptr) return std::nullopt;
  starts.push_back(chess->info.parse(chess->info.start));
  for (const KnownPosition& known : chess->info.positions)
    starts.push_back(chess->info.parse(std::string(known.name)));
  return verify_evaluation(options.evaluation, starts, session.stop());
}

using Clock = std::chrono::steady_clock;

/// A verification in a thread of its own. A search that uses the nodes of this program stops when
/// it is told to; any other may never return, and nothing can end a thread: then it is left behind,
/// with all that it uses.
struct Work {
  std::vector<Subject> subjects;
  std::vector<Position> positions;
  std::atomic<bool> stop = false;

  std::mutex mutex = {};  ///< guards all below
  std::condition_variable changes = {};
  std::vector<Verdict> verdicts = {};
  std::unique_ptr<cli::Progress> progress = {};
  std::string search = {};        ///< that is verified just now
  std::optional<Step> step = {};  ///< while the search is running
  Clock::time_point since = {};   ///< when it began
  bool is_done = false;
};

/// Verifies all subjects.
void work_through(Work& work, cli::Session& session) {
  const auto locked = [&](auto&& change) {
    const std::lock_guard lock(work.mutex);
    change();
  };
  for (const Subject& subject : work.subjects) {
    locked([&] {
      work.search = subject.search;
      work.progress = std::make_unique<cli::Progress>(subject.search, "positions", session.share());
    });
    session.attempt([&] {
      const auto show = [&](std::size_t done) {
        const auto number = static_cast<double>(done);
        locked([&] {
          work.progress->update(number / static_cast<double>(work.positions.size()), number);
        });
      };
      const auto runs = [&](const std::optional<Step>& step) {
        locked([&] {
          work.step = step;
          work.since = Clock::now();
        });
      };
      Verdict verdict = verify(subject, work.positions, work.stop, show, runs);
      locked([&] { work.verdicts.push_back(std::move(verdict)); });
    });
    locked([&] {
      work.step.reset();  // it may have thrown
      work.progress->finish();
    });
    if (work.stop) break;
  }
  locked([&] { work.is_done = true; });
  work.changes.notify_one();
}

/// Waits for the end of the work. If a search takes too long, or `stop` is set, the work is told to
/// stop, and a last verdict says so. Returns whether it has ended; if not, `lock` holds it up, and
/// a search that does not stop is left behind. Unless it may be left behind, it has all the time.
bool wait_for(Work& work, double timeout, bool may_leave, const std::atomic<bool>& stop,
              std::unique_lock<std::mutex>& lock) {
  constexpr std::chrono::seconds ample(2);  // to stop
  const auto seconds = [&] {
    return std::chrono::duration<double>(Clock::now() - work.since).count();
  };
  std::optional<Step> slow;
  std::optional<Clock::time_point> told;
  while (!work.is_done) {
    work.changes.wait_for(lock, std::chrono::milliseconds(50));
    const bool is_slow = may_leave && work.step && seconds() > timeout;
    if (work.is_done) break;
    if (!told && (is_slow || stop)) {
      if (is_slow) slow = work.step;
      told = Clock::now();
      work.stop = true;
    }
    if (!may_leave || !told || !work.step || Clock::now() - *told < ample) continue;
    work.verdicts.push_back({.search = work.search,
                             .endless = work.step,
                             .waited = slow ? timeout : std::round(seconds())});
    work.progress->finish();
    return false;
  }
  if (slow && !work.verdicts.empty()) {
    work.verdicts.back().slow = slow;
    work.verdicts.back().waited = timeout;
  }
  return true;
}

void run(const Options& options, const SearchableGames& games, const cli::GameOptions& given,
         int depth, double timeout, cli::Session& session) {
  const auto work = std::make_shared<Work>();
  work->subjects = subjects_of(options);
  work->positions = positions_of(games, given, depth);
  const std::string left_out = leave_out_other_games(options, given, work->positions);
  check_for_games(work->subjects, work->positions);
  std::vector<reports::Schema> declared = declared_tables();
  const bool has_chess = std::ranges::any_of(
      work->positions, [](const Position& position) { return position.game->is_chess; });
  if (options.evaluation != default_choice && has_chess) declared.push_back(evaluations_table());
  session.declare(declared);
  const auto evaluation = checked_evaluation(options, work->positions, session);
  std::unique_lock lock(work->mutex);
  std::thread worker([work, &session] { work_through(*work, session); });
  // A caller in the same process would have to live on with a thread that is left behind: it waits.
  const bool may_leave = session.share() == nullptr;
  const bool is_done = wait_for(*work, timeout, may_leave, session.stop(), lock);
  if (is_done) {
    lock.unlock();
    worker.join();
  } else {
    worker.detach();
  }
  reports::Report report{.complete = is_done && !work->stop,
                         .text = text_report(work->verdicts),
                         .tables = tables(work->verdicts),
                         .checks = checks_of(work->verdicts)};
  if (std::ranges::any_of(work->verdicts, [](const Verdict& one) { return one.slow.has_value(); }))
    session.note_partial();
  if (!left_out.empty()) report.tables.front().notes.push_back(left_out);
  if (evaluation) {
    const auto text = text_report(*evaluation);
    report.text.insert(report.text.begin(), text.begin(), text.end());
    if (!report.text.empty() && report.text.back().empty()) report.text.pop_back();
    report.tables.insert(report.tables.begin(), evaluations_table({*evaluation}));
    report.checks.push_back(check_of(*evaluation));
  }
  if (is_done) return session.publish(std::move(report), 1);
  int status = 2;
  try {
    session.publish(std::move(report), 1);
    status = session.status();
  } catch (const InputError& error) {
    reports::tell(fmt::format("{}: {}", session.program(), error.what()));
  }
  std::fflush(nullptr);
  std::_Exit(status);  // what ends with main() may be in use by the search
}

}  // namespace
}  // namespace plylab::search::verify

namespace plylab::search {

perft::OtherSubject searches_to_verify(cli::Session& session, const SearchableGames& games) {
  const auto options = std::make_shared<verify::Options>();
  return {
      .option = "--search",
      .add_options =
          [options, &games](cli::Command command) {
            const cli::Command group = command.group("Searches");
            std::vector<std::string> names = search_names();
            names.emplace_back("all");
            const cli::Option search =
                group
                    .add_option("--search NAME", options->searches,
                                "Verify a search of this program; all: those that must find "
                                "minimax's value; in small positions that tell much, unless "
                                "positions are given; may be repeated")
                    .delimiter(',')
                    .offers(names);
            group
                .add_option("--eval NAME", options->evaluation,
                            fmt::format("Its evaluation (see plylab list evaluations){}",
                                        has_chess(games)
                                            ? "; in chess, the state that it keeps through moves "
                                              "is checked, too, and that it values positions for "
                                              "the side to move"
                                            : ""))
                .needs(search)
                .show_default();
            group
                .add_option("--order NAME", options->ordering,
                            "Its move ordering (see plylab list orderings)")
                .needs(search)
                .show_default();
            group
                .add_option(
                    "--with SWITCHES", options->with,
                    "Its switches (see plylab list switches); may be repeated "
                    "(default: plain, then table=1, as far as the search can do without and with a "
                    "table)")
                .needs(search);
            command.example("plylab verify --search all");
          },
      .run = [options, &session, &games](
                 const cli::GameOptions& given, int depth,
                 double timeout) { verify::run(*options, games, given, depth, timeout, session); }};
}

}  // namespace plylab::search
