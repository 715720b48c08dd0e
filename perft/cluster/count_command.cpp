#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/input_error.h"
#include "perft/cluster/count_run.h"
#include "perft/cluster/count_tables.h"
#include "perft/cluster/slurm_script.h"
#include "perft/cluster/work_options.h"
#include "perft/commands.h"
#include "perft/walk.h"
#include "reports/command_line.h"
#include "reports/game_options.h"
#include "reports/output.h"
#include "reports/progress.h"
#include "reports/provenance.h"
#include "reports/session.h"

namespace plylab::perft::cluster {
namespace {

struct CountCallOptions {
  reports::GameOptions positions;
  bool names_game = false;  // or the game is the manifest's
  Plan plan;
  WorkOptions work;
  std::string higher;
  std::size_t convention = 0;  // of the statistics
  std::string manifest;
  std::string part;
  std::string script;
  std::vector<std::string> others;  // manifests to be merged
};

bool names_position(const reports::GameOptions& options) {
  return !options.positions.empty() || !options.seeds.empty() || !options.convention.empty() ||
         !options.chess.fens.empty() || !options.chess.moves.empty() || options.chess.suite;
}

/// The plan of the manifest, which must be as the options say; in a new one, what the options say.
Plan wanted_plan(const CountCallOptions& options, const CountableGame& game,
                 const Manifest& manifest) {
  const std::optional<Plan>& there = manifest.plan();
  Plan plan = options.plan;
  plan.game = game.info.name;
  if (!there || names_position(options.positions)) {
    const auto positions = options.positions.load(game.info);
    if (positions.size() != 1) throw InputError("one position at a time is counted by units");
    plan.position = positions.front().text;
  }
  if (plan.statistics && game.columns.empty())
    throw InputError(fmt::format("--stats: {} has no statistics", game.info.name));
  if (!options.higher.empty() && options.higher != "count" && options.higher != "drop")
    throw InputError(fmt::format("--higher: '{}' is neither count nor drop", options.higher));
  plan.with_higher = options.higher.empty() ? game.counts_higher_leaves : options.higher == "count";
  if (!there) {
    if (plan.depth == 0) throw InputError("--depth: how deep is to be counted?");
    if (plan.ply >= plan.depth)
      throw InputError(
          fmt::format("--frontier: {} is not less than the depth {}", plan.ply, plan.depth));
    return plan;
  }
  const std::string file = options.others.empty()
                               ? options.manifest
                               : fmt::format("{}", fmt::join(options.others, "', '"));
  const auto require = [&](bool is_said, std::string_view what, const auto& said, const auto& is) {
    if (is_said && said != is)
      throw InputError(fmt::format("'{}' is of {} {}, not {}", file, what, is, said));
  };
  require(true, "game", plan.game, there->game);
  require(!plan.position.empty(), "position", plan.position, there->position);
  require(plan.depth != 0, "depth", plan.depth, there->depth);
  require(plan.ply != 0, "frontier", plan.ply, there->ply);
  const auto higher = [](bool counts) { return counts ? "count" : "drop"; };
  require(!options.higher.empty(), "--higher", options.higher,
          std::string(higher(there->with_higher)));
  if (plan.statistics && !there->statistics)
    throw InputError(fmt::format("'{}' is without statistics", file));
  return *there;
}

/// The manifests named, without the logs beside them that killed processes have left: `ten.count.*`
/// names these, too, but they are read with their manifests.
std::vector<std::string> others_of(const std::vector<std::string>& named) {
  std::vector<std::string> others;
  for (const std::string& path : named) {
    const auto is_log = [&](const std::string& other) {
      return path == other + "-wal" || path == other + "-journal";
    };
    if (std::ranges::any_of(named, is_log)) continue;
    if (!std::filesystem::exists(path)) throw InputError(fmt::format("cannot open '{}'", path));
    others.push_back(path);
  }
  return others;
}

/// What is known, for people and programs.
reports::Report report_of(const CountCallOptions& options, const CountableGame& game,
                          Manifest& manifest, double seconds) {
  const Plan& plan = *manifest.plan();
  const Known known = known_from(manifest);
  reports::Report report{.complete = known.result.complete,
                         .tables = {count_table(plan, known, seconds), divide_table(plan, known)}};
  if (plan.statistics)
    report.tables.push_back(statistics_table(game, plan, known, options.convention));
  report.tables.push_back(workers_table(known));
  std::vector<std::string>& notes = report.tables.front().notes;
  for (std::string& note : reports::convention_notes(game.info, {plan.position}))
    notes.push_back(std::move(note));
  if (manifest.part())
    notes.push_back(fmt::format("this is part {} of the count", to_text(*manifest.part())));
  return report;
}

/// Prints the job script asked for.
void write_script(const CountCallOptions& options, const Part& part) {
  if (options.part.empty()) throw InputError("--script: of how many parts? --part 1/64, say");
  if (options.plan.depth == 0) throw InputError("--depth: how deep is to be counted?");
  if (!options.others.empty()) throw InputError("--script: counts, and merges no files");
  reports::write_text(
      slurm_script({.program = std::filesystem::read_symlink("/proc/self/exe").string(),
                    .positions = options.positions,
                    .plan = options.plan,
                    .higher = options.higher,
                    .work = options.work,
                    .parts = part.of,
                    .manifest = options.manifest}),
      "");
}

/// The part that is to be counted: what the manifest is of, or what is asked for.
Part wanted_part(const CountCallOptions& options, const Part& asked, const Manifest& manifest) {
  if (!manifest.part()) return asked;
  const std::string is =
      fmt::format("'{}' is part {} of a count", manifest.path(), to_text(*manifest.part()));
  if (!options.others.empty()) throw InputError(is + ": merge it, too, into a file of its own");
  if (!options.part.empty() && asked != *manifest.part())
    throw InputError(fmt::format("{}, not {}", is, to_text(asked)));
  return *manifest.part();
}

void run_count(CountCallOptions options, const CountableGames& games, reports::Session& session) {
  const auto begin = std::chrono::steady_clock::now();
  session.check_options();
  const Part part = options.part.empty() ? Part() : parse_part(options.part, "--part");
  if (options.manifest.empty())
    throw InputError("--manifest: in which file is the work to be kept?");
  if (!options.script.empty()) return write_script(options, part);
  if (!options.part.empty() && !options.others.empty())
    throw InputError("--part: no more is counted where manifests are merged");
  session.check_output("--manifest", options.manifest);
  options.work.check();

  CountJob job{.program = reports::program_of(session.provenance(options.work.threads)),
               .stop = &session.stop()};
  auto ranks = Ranks::join();
  if (ranks && ranks->rank() > 0) {  // which has no manifest
    const CountableGame& game = find_game(games, options.positions.game, "--game");
    options.work.kernel = reports::chosen_kernel(game.info, options.work.kernel);
    options.work.give_to(job);
    return help_counting(games, *ranks, job);
  }
  Crew crew(std::move(ranks));
  job.crew = &crew;

  Manifest manifest(options.manifest);
  job.part = wanted_part(options, part, manifest);
  manifest.merge(others_of(options.others));
  const bool is_told = manifest.plan() && !options.names_game;
  const CountableGame& game = is_told ? find_game(games, manifest.plan()->game, options.manifest)
                                      : find_game(games, options.positions.game, "--game");
  // It is of the statistics in a game whose moves are told apart in one way.
  if (game.info.conventions.empty())
    options.convention =
        game.find_convention("--convention", std::exchange(options.positions.convention, {}));
  const Plan plan = wanted_plan(options, game, manifest);
  options.work.choose(game, game.info.default_generator);
  options.work.give_to(job);

  session.attempt([&] {
    if (!options.others.empty()) return;
    std::optional<reports::Progress> progress;
    progress.emplace("frontier", "positions");
    job.finding = [&](double share, double positions) { progress->update(share, positions); };
    job.found = [&] {
      progress.reset();
      progress.emplace(fmt::format("count {}", plan.depth), "leaves");
    };
    job.progress = [&](double share, double leaves) { progress->update(share, leaves); };
    try {
      count_missing(game, plan, manifest, job);
    } catch (const Stopped&) {  // before there was anything to be counted
    }
  });
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  reports::Report report{.complete = false};
  if (manifest.plan()) {
    report = report_of(options, game, manifest, seconds.count());
    // A part is complete when it is counted.
    if (job.part.of > 1) report.complete = missing_units(manifest, job.part).empty();
  }
  session.publish(std::move(report), job.threads);
}

}  // namespace

void add_count_command(reports::Command app, reports::Session& session,
                       const CountableGames& games) {
  const auto options = std::make_shared<CountCallOptions>();
  const reports::Command count = app.add_subcommand(
      "count", "Count the paths from a position in pieces of work that survive any interruption");
  options->positions.add_to(count, game_names(games));
  count.add_option("FILE", options->others,
                   "Manifests whose finished units are taken over; then no more is counted");
  count.add_option(
      "--manifest FILE", options->manifest,
      "The file that keeps the work, new or of an earlier call, which is gone on with");
  count.add_option("-d,--depth N", options->plan.depth, "Plies (default: that of the manifest)")
      .range(2, 60);
  count
      .add_option("--frontier N", options->plan.ply,
                  "The ply whose different positions are the pieces of work (default: one that has "
                  "enough of them)")
      .range(1, 59);
  count.add_flag("--stats", options->plan.statistics, "Count the last moves by kind");
  count.add_option("--higher", options->higher,
                   "Games that are over before the depth is reached: count them as leaves that "
                   "lie higher, or drop them (default: as is usual in the game)");
  options->work.add_generator_to(count, games, "the game's usual one");
  options->work.add_table_to(count);
  options->work.add_to(count);
  const reports::Command batch = count.group("Many machines");
  batch.add_option("--part I/N", options->part,
                   "Count only the Ith of N parts, into a manifest of its own (default: all)");
  batch
      .add_option("--script SYSTEM", options->script,
                  "Print a job script for all N parts, and count nothing (default: none)")
      .one_of({"slurm"});
  batch.notes(
      "Started by mpirun, as in 'mpirun -n 8 plylab count ...', all ranks count together, each "
      "with its threads and table, and the first one has the manifest.");
  session.add_options(count);
  count.example("plylab count --depth 9 --manifest nine.count --hash 4096");
  count.example("plylab count --game reversi --depth 12 --stats --manifest twelve.count");
  count.example("plylab count -d 10 --manifest ten.count --part 1/64 --script slurm > job.sh");
  count.example("plylab count --manifest ten.count ten.count.*");
  const reports::Option game = count.option("--game");
  count.callback([options, game, &games, &session] {
    options->names_game = game.given();
    run_count(*options, games, session);
  });
}

}  // namespace plylab::perft::cluster
