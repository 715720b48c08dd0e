#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/parallel.h"
#include "perft/cluster/count_units.h"
#include "perft/cluster/partial_count.h"
#include "perft/commands/cluster_tables.h"
#include "perft/commands/options.h"
#include "perft/commands/tables.h"
#include "perft/walk/walk.h"
#include "reports/cli/command_line.h"
#include "reports/cli/progress.h"
#include "reports/cli/session.h"
#include "reports/tables/sources.h"
#include "reports/text/shell_quoted.h"
#include "reports/text/terminal.h"

namespace plylab::perft::cluster {
namespace {

/// The arguments of plylab count.
struct CountCall {
  cli::GameOptions positions;
  bool names_game = false;  ///< otherwise the manifest names it
  Plan plan;                ///< only depth, ply and statistics
  JobOptions how;
  bool names_threads = false;  ///< otherwise one for each processor
  std::size_t convention = 0;  ///< of the statistics
  std::string manifest;
  std::string part;
  std::vector<std::string> others;  ///< manifests to merge or show
};

bool names_position(const cli::GameOptions& options) {
  return !options.positions.empty() || !options.seeds.empty() || !options.chess.fens.empty() ||
         !options.chess.moves.empty() || !options.chess.suites.empty();
}

/// The name of the convention of a position.
std::string convention_of(const GameInfo& info, const std::string& position) {
  return std::string(info.conventions[info.convention_of(info.parse(position))].name);
}

/// The one position that the call names, or the initial position.
std::string position_of(const CountCall& call, const CountableGame& game) {
  const auto positions = call.positions.load(game.info);
  if (positions.size() != 1)
    throw InputError(fmt::format("count takes one position, not {}", positions.size()));
  return positions.front().start.text();
}

/// Throws InputError if the call contradicts a plan; `where` names it.
void require_same(const CountCall& call, const CountableGame& game, const Plan& plan,
                  std::string_view where) {
  const auto require = [&](bool is_said, std::string_view what, const auto& said, const auto& is) {
    if (is_said && said != is)
      throw InputError(fmt::format("{} has {} {}, not {}", where, what, is, said));
  };
  require(call.names_game, "game", game.info.name, plan.game);
  if (const std::string& said = call.positions.convention; !said.empty()) {
    find_entry(game.info.conventions, said, "--convention");
    require(true, "convention", said, convention_of(game.info, plan.position));
  }
  if (names_position(call.positions))
    require(true, "position", position_of(call, game), plan.position);
  require(call.plan.depth != 0, "depth", call.plan.depth, plan.depth);
  require(call.plan.ply != 0, "frontier", call.plan.ply, plan.ply);
  const auto early = [](bool counts) { return std::string(counts ? "count" : "drop"); };
  require(!call.how.early.empty(), "--early", early(call.how.counts_early(game)),
          early(plan.early_leaves));
  if (call.plan.statistics && !plan.statistics)
    throw InputError(fmt::format("{} has no statistics", where));
}

/// The manifest's plan, or for a new manifest the call's. Throws InputError if the two contradict
/// each other, or the plan cannot be counted.
Plan wanted_plan(const CountCall& call, const CountableGame& game, const Manifest& manifest) {
  if (call.plan.statistics) game.require_statistics("--stats");
  if (manifest.plan()) {
    const std::string file =
        call.others.empty() ? call.manifest : fmt::format("{}", fmt::join(call.others, "', '"));
    const std::string where = fmt::format("'{}'", file);
    require_same(call, game, *manifest.plan(), where);
    validate(*manifest.plan(), game, where);
    return *manifest.plan();
  }
  Plan plan = call.plan;
  plan.game = game.info.name;
  plan.position = position_of(call, game);
  plan.early_leaves = call.how.counts_early(game);
  if (plan.depth == 0) throw InputError("--depth is required");
  if (plan.ply >= plan.depth)
    throw InputError(fmt::format("--frontier: {} is not below the depth {}", plan.ply, plan.depth));
  return plan;
}

/// The part to count: the manifest's, or else `asked`. Throws InputError if the call names a
/// different one.
Part wanted_part(const CountCall& call, const Part& asked, const Manifest& manifest) {
  if (!manifest.part()) return asked;
  if (!call.part.empty() && asked != *manifest.part())
    throw InputError(fmt::format("'{}' is part {} of a count, not {}", manifest.path(),
                                 to_text(*manifest.part()), to_text(asked)));
  return *manifest.part();
}

/// The manifests named, without SQLite's logs, which killed processes leave behind. A pattern such
/// as `ten.count.*` matches these, too, but they are read together with their manifests.
std::vector<std::string> others_of(const std::vector<std::string>& named) {
  std::vector<std::string> others;
  for (const std::string& path : named) {
    const auto is_log = [&](const std::string& other) {
      return path == other + "-wal" || path == other + "-journal";
    };
    if (std::ranges::any_of(named, is_log)) continue;
    others.push_back(path);
  }
  return others;
}

PartProgress progress_of(const Part& part, Manifest& manifest) {
  PartProgress progress{.part = part};
  const std::vector<bool> finished = manifest.finished();
  const Range units = part.units(*manifest.plan());
  progress.units = units.size();
  for (std::size_t unit = units.from; unit < units.to; ++unit)
    progress.finished += finished[unit] ? 1 : 0;
  return progress;
}

/// The tables of what is counted of a plan.
std::vector<reports::Table> tables_of(const CountCall& options, const CountableGame& game,
                                      const Plan& plan, const PartialCount& known,
                                      const std::optional<PartProgress>& part, double seconds) {
  std::vector<reports::Table> tables{count_table(game, plan, known, part, seconds),
                                     divide_table(plan, known)};
  if (plan.statistics) tables.push_back(statistics_table(game, plan, known, options.convention));
  tables.push_back(workers_table(known));
  return tables;
}

/// The report on the counts so far.
reports::Report report_of(const CountCall& options, const CountableGame& game, Manifest& manifest,
                          double seconds) {
  const Plan& plan = *manifest.plan();
  const PartialCount known = sum_of(manifest);
  for (const auto& [name, units] : known.units_by_generator())
    validate_generator(game, name, fmt::format("'{}'", manifest.path()));
  std::optional<PartProgress> part;
  if (manifest.part()) part = progress_of(*manifest.part(), manifest);
  reports::Report report{.complete = known.result.complete,
                         .tables = tables_of(options, game, plan, known, part, seconds)};
  std::vector<std::string>& notes = report.tables.front().notes;
  for (std::string& note : cli::convention_notes(game.info, {game.info.parse(plan.position)}))
    notes.push_back(std::move(note));
  return report;
}

/// Opens the manifest; without one, a temporary copy of the first of the others, into which the
/// rest will be merged.
Manifest open_manifest(const std::string& path, std::vector<std::string>& others,
                       const Database::Copy& copy) {
  if (!path.empty()) return Manifest(path);
  const std::string first = others.front();
  others.erase(others.begin());
  return Manifest(first, copy);
}

/// The note on changed units in a manifest.
std::string note_of_changed(const std::string& path, const Manifest::ChangedUnits& units) {
  return fmt::format("'{}': unit{} {} {} been changed: not used, but counted again", path,
                     units.size() == 1 ? "" : "s", fmt::join(units, ", "),
                     units.size() == 1 ? "has" : "have");
}

/// The note on a generator that has nothing left to count.
std::string note_of_nothing_left(const std::string& generator, const PartialCount& count) {
  return fmt::format(
      "nothing was left for {0} to count: {1} has counted everything. For a second "
      "opinion, count with {0} into another manifest, and merge the two",
      generator, generators_of(count));
}

/// The note on an unfinished count: how much is finished, where it is stored, and what counts the
/// rest: a running process, or a command.
std::string note_of(const PartProgress& progress, const CountCall& call,
                    const std::string& program) {
  const std::string done =
      fmt::format("{} of {} units are finished", progress.finished, progress.units);
  const auto running = std::ranges::count_if(call.others, is_in_use);
  if (call.manifest.empty() && call.others.size() > 1)
    return fmt::format("{} in these files together; {} of them {} being counted", done,
                       running == 0 ? "none" : std::to_string(running),
                       running == 1 ? "is" : "are");
  const std::string& file = call.manifest.empty() ? call.others.front() : call.manifest;
  const std::string counter =
      call.others.empty() ? "the same call counts"
      : call.manifest.empty() && running > 0
          ? "a running process is counting"
          : fmt::format("no process is counting now, {} count --manifest {} counts", program,
                        reports::shell_quoted(file));
  return fmt::format("{} and kept in '{}'; {} the others", done, file, counter);
}

/// Counts as a rank without a manifest.
void help(const CountCall& call, const CountableGames& games, Ranks& ranks,
          const cli::Session& session) {
  count_as_worker(games, ranks, [&](const CountableGame& game, const Plan& plan) {
    CountCall own = call;
    take_statistics_convention(own.positions, game, plan.statistics);
    require_same(own, call.names_game ? find_game(games, call.positions.game, "--game") : game,
                 plan, fmt::format("the count of rank 0, unlike that of rank {},", ranks.rank()));
    require_threads(call.how.job.threads);  // memory is checked when it is allocated
    CountJob job{.how = call.how.job,
                 .program = reports::program_of(session.provenance(call.how.job.threads))};
    if (!call.how.generators.empty()) job.how.generator = call.how.generators.front();
    job.how.stop = &session.stop();
    job.how.kernel = cli::chosen_kernel(game.info, call.how.job.kernel);
    return job;
  });
}

void run_count(CountCall options, const CountableGames& games, cli::Session& session) {
  const auto begin = std::chrono::steady_clock::now();
  auto ranks = Ranks::join();  // first, so that only one rank reports errors
  int& threads = options.how.job.threads;
  if (ranks && !options.names_threads) threads = std::min(threads, ranks->threads_each());
  if (ranks && ranks->rank() > 0) return help(options, games, *ranks, session);
  Coordinator coordinator(std::move(ranks));
  session.check_options();
  const Part part = options.part.empty() ? Part() : parse_part(options.part, "--part");
  if (options.manifest.empty() && options.others.empty())
    throw InputError("--manifest is required");
  if (!options.part.empty() && !options.others.empty())
    throw InputError("--part: merging counts nothing");
  if (!options.manifest.empty()) session.check_output("--manifest", options.manifest);
  options.how.check();

  std::vector<std::string> others = others_of(options.others);
  const Database::Copy copy{options.how.folder};
  Manifest manifest = open_manifest(options.manifest, others, copy);
  std::vector<std::string> notes;
  const Manifest::OnChanged leave_out = [&](const std::string& path,
                                            const Manifest::ChangedUnits& units) {
    if (units.empty()) return;
    reports::tell(notes.emplace_back(note_of_changed(path, units)));
  };
  // Without a manifest to count into, changed rows are errors.
  manifest.merge(others, copy, options.manifest.empty() ? Manifest::OnChanged() : leave_out);
  if (!options.others.empty() && !manifest.plan()) throw no_frontier_in(manifest.path());
  const bool is_told = manifest.plan() && !options.names_game;
  const CountableGame& game =
      is_told ? find_stored_game(games, manifest.plan()->game, fmt::format("'{}'", manifest.path()))
              : find_game(games, options.positions.game, "--game");
  options.convention = take_statistics_convention(
      options.positions, game,
      options.plan.statistics || (manifest.plan() && manifest.plan()->statistics));
  const Plan plan = wanted_plan(options, game, manifest);
  std::vector<reports::Schema> tables{count_table(plan.early_leaves, false), divide_table(plan)};
  if (plan.statistics) tables.push_back(perft::statistics_table(game));
  tables.push_back(workers_table());
  session.declare(tables);
  const bool names_generator = !options.how.generators.empty();
  options.how.choose_generator(game, game.info.default_generator);
  CountJob job{.how = options.how.job,
               .workspace = options.how.workspace(),
               .part = wanted_part(options, part, manifest),
               .coordinator = &coordinator,
               .program = reports::program_of(session.provenance(threads))};
  job.how.stop = &session.stop();

  const bool is_well = session.attempt([&] {
    if (!options.others.empty()) return;
    leave_out(manifest.path(), manifest.drop_changed());
    if (names_generator && manifest.plan() && missing_units(manifest, job.part).empty())
      notes.push_back(note_of_nothing_left(job.how.generator, sum_of(manifest)));
    std::optional<cli::Progress> progress;
    progress.emplace("frontier", "positions", session.share());
    job.finding = [&](double share, double positions) { progress->update(share, positions); };
    job.found = [&] {
      progress.reset();
      progress.emplace(fmt::format("count {}", plan.depth), "leaves", session.share());
    };
    job.how.progress = [&](double share, double leaves) { progress->update(share, leaves); };
    try {
      count_missing(game, plan, manifest, job);
    } catch (const Stopped&) {  // before the frontier was found
    }
  });
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  reports::Report report{.complete = false};
  if (manifest.plan()) {
    report = report_of(options, game, manifest, seconds.count());
    std::ranges::copy(notes, std::back_inserter(report.tables.front().notes));
    // A part is complete when all its units are counted.
    if (job.part.of > 1) report.complete = missing_units(manifest, job.part).empty();
    if (!report.complete && is_well)
      reports::tell(note_of(progress_of(job.part, manifest), options, session.program()));
  }
  if (!report.complete) session.note_partial();
  session.publish(std::move(report), threads);
}

}  // namespace

void add_count_command(cli::Command app, cli::Session& session, const CountableGames& games) {
  const auto options = std::make_shared<CountCall>();
  const cli::Command count = app.add_subcommand(
      "count", "Run a long perft that survives interruptions and spreads over machines");
  options->positions.add_to(count, game_names(games));
  count.add_option(
      "FILE", options->others,
      "Manifests to read, even of running counts. Their finished units are shown together, "
      "or merged into --manifest; nothing is counted");
  count.add_option("--manifest FILE", options->manifest,
                   "The file that stores finished units: a new one, or an earlier one to continue");
  count.add_option("-d,--depth N", options->plan.depth, "Depth in plies (default: the manifest's)")
      .range(2, max_depth);
  count
      .add_option(
          "--frontier N", options->plan.ply,
          "The ply whose distinct positions are divided into units (default: the first with "
          "500,000, at most --depth minus 3)")
      .range(1, max_depth - 1);
  count.add_flag("--stats", options->plan.statistics, "Count last moves by kind");
  options->how.add_early(count);
  options->how.add_generator(count, games, "the game's usual one");
  options->how.job.hash_mib = 16;  // perft(9) in a third of the time; more gains nothing
  options->how.add_table(count);
  const cli::Option threads = options->how.add_threads(count);
  options->how.add_workspace(count);
  const cli::Command batch = count.group("Many machines");
  batch.add_option("--part I/N", options->part,
                   "Count only part I of N, in a manifest of its own (default: all parts)");
  session.add_options(count);
  count.example("plylab count --depth 9 --manifest nine.count --frontier 5 --hash 16");
  count.example("plylab count --game reversi --depth 12 --stats --manifest twelve.count");
  count.example("plylab count --depth 10 --manifest ten.count.1 --part 1/64");
  count.example("plylab count --manifest ten.count ten.count.*");
  count.example("plylab count ten.count");
  count.notes(
      "Under MPI, as in 'mpirun -n 8 --bind-to none plylab count ...', all ranks count "
      "together, and the first one writes the manifest. Each rank has --threads threads "
      "(by default its share of the machine's processors) and its own table of --hash MiB, "
      "so start one rank per machine. perft, divide, frontier, certify and audit refuse to run "
      "as several ranks.\n"
      "\n"
      "Exit status: 0 if the count (or the part) is complete, 1 if not, 2 for wrong usage, "
      "130 after Ctrl-C. The same call resumes an incomplete count. mpirun has its own "
      "exit status: Open MPI returns 1 after Ctrl-C.");
  const cli::Option game = count.option("--game");
  count.guides({"cluster"});
  count.callback([options, game, threads, &games, &session] {
    options->names_game = game.given();
    options->names_threads = threads.given();
    run_count(*options, games, session);
  });
}

}  // namespace plylab::perft::cluster
