#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/huge_page_buffer.h"
#include "gen/input_error.h"
#include "gen/parallel.h"
#include "gen/select_names.h"
#include "gen/text.h"
#include "perft/cluster/count_run.h"
#include "perft/cluster/count_tables.h"
#include "perft/commands.h"
#include "perft/walk.h"
#include "reports/command_line.h"
#include "reports/game_options.h"
#include "reports/output.h"
#include "reports/progress.h"
#include "reports/provenance.h"
#include "reports/session.h"
#include "reports/shell_quoted.h"

namespace plylab::perft::cluster {
namespace {

struct CountCallOptions {
  reports::GameOptions positions;
  bool names_game = false;  // or the game is the manifest's
  Plan plan;
  CountJob job{.threads = available_processors()};
  std::string higher;
  std::size_t convention = 0;  // of the statistics
  std::size_t memory_mib = 1024;
  std::string manifest;
  std::string part;
  std::string script;
  std::vector<std::string> others;  // manifests to be merged
};

Part parse_part(std::string_view text) {
  if (text.empty()) return {};
  std::string_view rest = text;
  const auto number = parse_number<std::size_t>(take_until(rest, "/"));
  if (!rest.empty()) rest.remove_prefix(1);
  const auto of = parse_number<std::size_t>(rest);
  if (!number || !of || *number < 1 || *number > *of)
    throw InputError(fmt::format("--part: '{}' is not a part and their number, such as 3/8", text));
  return {*number, *of};
}

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
          fmt::format("--frontier: {} is not above the depth {}", plan.ply, plan.depth));
    return plan;
  }
  const auto require = [&](std::string_view what, bool same) {
    if (!same) throw InputError(fmt::format("'{}' is of another {}", options.manifest, what));
  };
  require("game", plan.game == there->game);
  require("position", plan.position.empty() || plan.position == there->position);
  require("depth", plan.depth == 0 || plan.depth == there->depth);
  require("frontier", plan.ply == 0 || plan.ply == there->ply);
  require("count: --stats", !plan.statistics || there->statistics);
  require("count: --higher", options.higher.empty() || plan.with_higher == there->with_higher);
  return *there;
}

/// A job script for an array of jobs, a part each. A job that is sent a second time goes on with
/// its manifest.
std::string slurm_script(const CountCallOptions& options) {
  std::string call = "plylab count";
  const auto add = [&](const std::string& option, const std::string& value) {
    if (!value.empty()) call += " " + option + " " + reports::shell_quoted(value);
  };
  const auto add_number = [&](const std::string& option, std::size_t value) {
    if (value > 0) call += fmt::format(" {} {}", option, value);
  };
  const reports::GameOptions& positions = options.positions;
  add("--game", positions.game);
  for (const std::string& position : positions.positions) add("--position", position);
  for (const std::string& fen : positions.chess.fens) add("--fen", fen);
  add("--moves", positions.chess.moves);
  for (const std::string& seed : positions.seeds) add("--seeds", seed);
  add("--convention", positions.convention);
  add_number("--depth", static_cast<std::size_t>(options.plan.depth));
  add_number("--frontier", static_cast<std::size_t>(options.plan.ply));
  if (options.plan.statistics) call += " --stats";
  add("--higher", options.higher);
  add("--gen", options.job.generator);
  add("--kernel", options.job.kernel);
  add_number("--hash", options.job.hash_mib);
  if (options.job.exact) call += " --exact";
  add_number("--memory", options.memory_mib);
  add("--temporary", options.job.folder);
  const std::string manifest = reports::shell_quoted(options.manifest);
  // Named so that the manifests' names with a * do not mean them, too.
  const std::filesystem::path path(options.manifest);
  const std::string report =
      reports::shell_quoted((path.parent_path() / ("report." + path.filename().string())).string());
  return fmt::format(R"(#!/bin/bash
#SBATCH --job-name=plylab
#SBATCH --array=1-{0}
#SBATCH --cpus-per-task=1
#SBATCH --signal=TERM@30
# Submit it by sbatch, and again for jobs that did not come to their end. Then
#   plylab count --manifest {1} {1}.*
exec {2} \
  --part "$SLURM_ARRAY_TASK_ID/{0}" --manifest {1}."$SLURM_ARRAY_TASK_ID" \
  --threads "$SLURM_CPUS_PER_TASK" --out {3}."$SLURM_ARRAY_TASK_ID".txt
)",
                     options.job.part.of, manifest, call, report);
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
                          Manifest& manifest) {
  const Plan& plan = *manifest.plan();
  const Known known = known_from(manifest);
  reports::Report report{.complete = known.result.complete,
                         .tables = {count_table(plan, known), divide_table(plan, known)}};
  if (plan.statistics)
    report.tables.push_back(statistics_table(game, plan, known, options.convention));
  report.tables.push_back(workers_table(known));
  for (std::string& note : reports::convention_notes(game.info, {plan.position}))
    report.tables.front().notes.push_back(std::move(note));
  if (known.result.complete) return report;
  const Part& part = options.job.part;
  if (part.of == 1 || !options.others.empty()) return report;
  const std::vector<bool> finished = manifest.finished();
  report.complete = true;
  for (std::size_t unit = 0; unit < finished.size(); ++unit)
    report.complete &= finished[unit] || !part.has(unit);
  return report;
}

/// The work of a rank that has no manifest.
void help(const CountCallOptions& options, const CountableGames& games, Ranks& ranks) {
  CountJob job = options.job;
  job.kernel =
      reports::chosen_kernel(find_game(games, options.positions.game).info, options.job.kernel);
  try {
    help_counting(games, ranks, job);
  } catch (const Stopped&) {
  }
}

void run_count(CountCallOptions options, const CountableGames& games, reports::Session& session) {
  session.check_options();
  CountJob& job = options.job;
  job.part = parse_part(options.part);
  if (options.manifest.empty())
    throw InputError("--manifest: in which file is the work to be kept?");
  if (!options.script.empty()) return reports::write_text(slurm_script(options), "");
  session.check_output("--manifest", options.manifest);
  require_memory(job.hash_mib << 20);
  require_threads(job.threads);

  job.program = reports::program_of(session.provenance(job.threads));
  job.memory = options.memory_mib << 20;
  job.stop = &session.stop();
  auto ranks = Ranks::join();
  if (ranks && ranks->rank() > 0) return help(options, games, *ranks);
  Crew crew(std::move(ranks));
  job.crew = &crew;

  Manifest manifest(options.manifest);
  manifest.merge(others_of(options.others));
  const bool is_told = manifest.plan() && !options.names_game;
  const CountableGame& game = is_told ? find_game(games, manifest.plan()->game, options.manifest)
                                      : find_game(games, options.positions.game, "--game");
  // It is of the statistics in a game whose moves are told apart in one way.
  if (game.info.conventions.empty())
    options.convention =
        game.find_convention("--convention", std::exchange(options.positions.convention, {}));
  const Plan plan = wanted_plan(options, game, manifest);
  if (job.generator.empty()) job.generator = game.info.default_generator;
  job.generator = select_names("--gen", {job.generator}, game.info.generator_names()).front();
  job.kernel = reports::chosen_kernel(game.info, job.kernel);

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
  session.publish(
      manifest.plan() ? report_of(options, game, manifest) : reports::Report{.complete = false},
      job.threads);
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
  count.add_option("--gen NAME", options->job.generator,
                   "The generator (see plylab list generators; default: the game's usual one)");
  reports::add_kernel_option(count, options->job.kernel);
  count.add_option("-t,--threads N", options->job.threads, "Threads").range(1, 1024).show_default();
  const reports::Option hash =
      count
          .add_option("--hash MIB", options->job.hash_mib,
                      "MiB of a transposition table; 0: none, every path is walked")
          .range(std::size_t{0}, std::size_t{1} << 40)
          .show_default();
  count
      .add_flag("--exact", options->job.exact,
                "Tell the positions in the table apart by their packed form, not by 128-bit keys")
      .needs(hash);
  count
      .add_option(
          "--memory MIB", options->memory_mib,
          "MiB that are held in memory to find the frontier; what is more goes to temporary "
          "files")
      .range(std::size_t{1}, std::size_t{1} << 30)
      .show_default();
  count.add_option("--temporary FOLDER", options->job.folder,
                   "Where temporary files are made (default: TMPDIR, or /tmp)");
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
