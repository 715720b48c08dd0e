#include "perft/commands/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "gen/base/huge_page_buffer.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "reports/cli/game_options.h"
#include "reports/cli/progress.h"
#include "reports/cli/session.h"

namespace plylab::perft {
namespace {

/// The table of a call that names none. In counts of up to some 10^12 leaves a larger one finds
/// hardly more (see perft/walk/table_walk.h).
constexpr std::size_t chosen_hash_mib = 64;

/// Whether a table saves time: below some 10^9 leaves all paths are soon walked.
bool has_many_leaves(const CountableGame& game, const AnyStart& start, int depth) {
  constexpr double many = 1e9;
  const Count of_three_plies = game.run(start, {.depth = 3}).leaves;
  return std::pow(static_cast<double>(of_three_plies), depth / 3.0) >= many;
}

/// Whether there is room for the table and a million merged positions.
bool has_room_for_table() {
  try {
    require_memory(std::size_t{512} << 20);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace

void JobOptions::add_generator(cli::Command command, const CountableGames& games,
                               const std::string& usual) {
  command.add_option("--gen NAME", generators,
                     fmt::format("The generator (see plylab list generators; default: {})", usual));
  cli::add_kernel_option(command, job.kernel).offers(cli::kernel_names(games));
}

void JobOptions::add_generators(cli::Command command, const CountableGames& games) {
  std::vector<std::string> every_generator{"all"};
  for (const CountableGame& game : games)
    for (const std::string& name : game.info.generator_names())
      if (std::ranges::find(every_generator, name) == every_generator.end())
        every_generator.push_back(name);
  command
      .add_option("--gen NAME", generators,
                  "Generators, or all (see plylab list generators; default: the game's usual one)")
      .offers(every_generator)
      .delimiter(',');
}

cli::Option JobOptions::add_threads(cli::Command command, const std::string& help) {
  return cli::add_threads_option(command, job.threads, help);
}

cli::Option JobOptions::add_table(cli::Command command, std::string usual) {
  if (usual.empty()) usual = fmt::format("{}", job.hash_mib);
  const cli::Option hash =
      command
          .add_option(
              "--hash MIB", job.hash_mib,
              fmt::format("Size of the transposition table in MiB; 0 for none: then every path is "
                          "walked. Counts of 2^64 or more are not stored (default: {})",
                          usual))
          .range(std::size_t{0}, std::size_t{1} << 40);
  command
      .add_flag("--exact", job.exact,
                "Identify positions in the table by their packed form, so that two are never "
                "confused, and not by a 128-bit key")
      .needs(hash);
  return hash;
}

void JobOptions::add_early(cli::Command command) {
  command
      .add_option(
          "--early", early,
          "Whether games that end before the depth (early leaves) count: count or drop (default: "
          "depends on the game)")
      .offers({"count", "drop"});
}

void JobOptions::add_workspace(cli::Command command) {
  command
      .add_option("--memory MIB", memory_mib,
                  "Memory for finding the frontier, in MiB; more goes to temporary files")
      .range(std::size_t{1}, std::size_t{1} << 30)
      .show_default();
  add_folder(command);
}

void JobOptions::add_folder(cli::Command command) {
  command.add_option("--temporary FOLDER", folder,
                     "The folder for temporary files, which vanish when the program ends (default: "
                     "TMPDIR, or /tmp)");
}

void JobOptions::check() const {
  try {
    require_memory(job.hash_bytes());
  } catch (const InputError& error) {
    throw InputError(fmt::format("--hash: {}", error.what()), error.kind());
  }
  require_threads(job.threads);
  if (job.exact && job.hash_mib == 0) throw InputError("--exact: requires a --hash above 0");
}

void JobOptions::choose_generators(const CountableGame& game) {
  if (generators.empty()) generators = {game.info.default_generator};
  generators = select_names("--gen", generators, game.info.generator_names());
  job.kernel = cli::chosen_kernel(game.info, job.kernel, generators);
}

void JobOptions::choose_generator(const CountableGame& game, const std::string& usual) {
  if (generators.empty()) generators = {usual};
  if (generators.size() > 1 || generators.front() == "all")
    throw InputError("--gen: give a single generator, not all");
  choose_generators(game);
  job.generator = generators.front();
}

bool JobOptions::counts_early(const CountableGame& game) const {
  if (!early.empty() && early != "count" && early != "drop")
    throw InputError(fmt::format("--early: '{}' is neither count nor drop", early));
  return early.empty() ? game.counts_early_leaves : early == "count";
}

std::size_t take_statistics_convention(cli::GameOptions& options, const CountableGame& game,
                                       bool has_statistics) {
  if (options.convention.empty() || !game.info.conventions.empty()) return 0;
  if (game.conventions.empty())
    throw InputError(fmt::format("--convention: {} has no conventions", game.info.name));
  if (!has_statistics)
    throw InputError(fmt::format(
        "--convention: moves of {} have only one convention; those of statistics need --stats",
        game.info.name));
  return game.find_convention("--convention", std::exchange(options.convention, {}));
}

void PerftOptions::add_to(cli::Command command, const CountableGames& games, cli::Session& session,
                          cli::Session::Contents contents) {
  positions.add_to(command, game_names(games));
  command.add_option("-d,--depth N", depths, "Plies").range(1, max_depth);
  how.add_generators(command, games);
  cli::add_kernel_option(command, how.job.kernel).offers(cli::kernel_names(games));
  how.add_threads(command, "OpenMP threads");
  hash = how.add_table(
      command,
      fmt::format(
          "{} and --exact if some 10^9 or more leaves are expected, otherwise and with --no-bulk 0",
          chosen_hash_mib));
  how.add_early(command);
  command.add_flag("--detail", detail, "Add a table with the work of each thread");
  command.add_flag("--no-bulk", unbulked, "Make every last move instead of bulk counting");
  if (has_chess(games))
    command.add_flag(
        "--allow-unread", allow_unread,
        "Do not let records and counts of the suite that cannot be read change the exit status");
  session.add_options(command, contents);
}

void PerftOptions::check(const CountableGame& game, cli::Session& session) {
  session.check_options();
  how.choose_generators(game);
  if (statistics) game.require_statistics("--stats");
  if (statistics && unbulked) throw InputError("--no-bulk: is for counts without --stats");
  how.check();
  how.job.early_leaves = how.counts_early(game);
  how.job.mode = statistics ? Mode::statistics : unbulked ? Mode::unbulked : Mode::bulk;
  how.job.stop = &session.stop();
  share = session.share();
}

std::vector<cli::NamedPosition> PerftOptions::load(const CountableGame& game) {
  return positions.load(game.info, nullptr, &unread);
}

Result PerftOptions::count(const CountableGame& game, const std::string& generator,
                           const cli::NamedPosition& position, int plies) const {
  cli::Progress progress(fmt::format("perft {}", plies), "leaves", share);
  Job job = how.job;
  job.generator = generator;
  job.depth = plies;
  if (!hash->given() && !unbulked && plies > 3 && has_room_for_table() &&
      has_many_leaves(game, position.start, plies)) {
    job.hash_mib = chosen_hash_mib;
    job.exact = true;
  }
  job.progress = [&](double done, double leaves) { progress.update(done, leaves); };
  return game.run(position.start, job);
}

void PerftOptions::finish(reports::Report& report, const Usage& usage) const {
  std::vector<std::string>& notes = report.tables.front().notes;
  if (const std::size_t number = unread.size(); number > 0)
    notes.push_back(fmt::format("{} of the suite could not be read and {} not compared",
                                number == 1 ? "1 record or stated count"
                                            : fmt::format("{} records or stated counts", number),
                                number == 1 ? "was" : "were"));
  for (const auto& [file, line, what] : unread)
    report.checks.push_back(
        {.name = fmt::format("line {} can be read", line),
         .file = file,
         .line = line,
         .result = allow_unread ? reports::CheckResult::skipped : reports::CheckResult::failed,
         .message = what});
  if (!usage.kernel_note().empty()) notes.push_back(usage.kernel_note());
  if (const std::string note = usage.table_note(); !note.empty())
    notes.push_back(note + "; rates include leaves taken from it" +
                    (hash->given() ? ""
                                   : "; chosen for 10^9 or more expected leaves, while --hash 0 "
                                     "walks every path"));
  for (std::string& note : usage.thread_notes()) notes.push_back(std::move(note));
  if (detail) report.tables.push_back(thread_table().with(usage.threads()));
}

}  // namespace plylab::perft
