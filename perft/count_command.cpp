#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/parallel.h"
#include "perft/cluster/count_call.h"
#include "perft/cluster/count_tables.h"
#include "perft/cluster/slurm_script.h"
#include "perft/count/walk.h"
#include "perft/count_options.h"
#include "reports/command_line/command_line.h"
#include "reports/formats/output.h"
#include "reports/game_options.h"
#include "reports/progress.h"
#include "reports/session.h"
#include "reports/tables/sources.h"
#include "reports/text/shell_quoted.h"
#include "reports/text/terminal.h"

namespace plylab::perft::cluster {
namespace {

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

PartProgress progress_of(const Part& part, Manifest& manifest) {
  PartProgress progress{.part = part};
  const std::vector<bool> finished = manifest.finished();
  for (std::size_t unit = 0; unit < finished.size(); ++unit) {
    if (!part.has(unit, finished.size())) continue;
    ++progress.units;
    progress.finished += finished[unit] ? 1 : 0;
  }
  return progress;
}

/// What is known, for people and programs.
reports::Report report_of(const CountCall& options, const CountableGame& game, Manifest& manifest,
                          double seconds) {
  const Plan& plan = *manifest.plan();
  const Known known = known_from(manifest);
  std::optional<PartProgress> part;
  if (manifest.part()) part = progress_of(*manifest.part(), manifest);
  reports::Report report{
      .complete = known.result.complete,
      .tables = {count_table(game, plan, known, part, seconds), divide_table(plan, known)}};
  if (plan.statistics)
    report.tables.push_back(statistics_table(game, plan, known, options.convention));
  report.tables.push_back(workers_table(known));
  std::vector<std::string>& notes = report.tables.front().notes;
  for (std::string& note : reports::convention_notes(game.info, {game.info.parse(plan.position)}))
    notes.push_back(std::move(note));
  return report;
}

/// The manifest named; without one a copy of the first of the others, which takes in what they have
/// and is gone at the end.
Manifest open_manifest(const std::string& path, std::vector<std::string>& others,
                       const Database::Copy& copy) {
  if (!path.empty()) return Manifest(path);
  const std::string first = others.front();
  others.erase(others.begin());
  return Manifest(first, copy);
}

/// How much is finished, where it is, and which call of the program goes on with it.
std::string note_of(const PartProgress& progress, const CountCall& call,
                    const std::string& program) {
  const std::string done =
      fmt::format("{} of {} units are finished", progress.finished, progress.units);
  if (call.manifest.empty() && call.others.size() > 1) return done + " in these files together";
  const std::string& file = call.manifest.empty() ? call.others.front() : call.manifest;
  return fmt::format("{} and kept in '{}': {} goes on with the others", done, file,
                     call.others.empty()
                         ? "the same call"
                         : program + " count --manifest " + reports::shell_quoted(file));
}

/// Prints the job script asked for.
void write_script(const CountCall& options, const Part& part) {
  if (options.part.empty()) throw InputError("--script: of how many parts? --part 1/64, say");
  if (options.plan.depth == 0) throw InputError("--depth: how deep is to be counted?");
  if (!options.others.empty()) throw InputError("--script: counts, and merges no files");
  reports::write_text(
      slurm_script(options, std::filesystem::read_symlink("/proc/self/exe").string(), part.of), "");
}

/// The work of a rank that has no manifest.
void help(const WorkOptions& options, const CountableGames& games, Ranks& ranks,
          const reports::Session& session) {
  help_counting(games, ranks, [&](const CountableGame& game) {
    require_threads(options.threads);  // memory is required where it is made
    CountJob job{.program = reports::program_of(session.provenance(options.threads)),
                 .stop = &session.stop()};
    options.give_to(job);
    job.kernel = reports::chosen_kernel(game.info, options.kernel);
    return job;
  });
}

void run_count(CountCall options, const CountableGames& games, reports::Session& session) {
  const auto begin = std::chrono::steady_clock::now();
  auto ranks = Ranks::join();  // before all else, so that one rank alone says what is wrong
  if (ranks && !options.names_threads)
    options.work.threads = std::min(options.work.threads, ranks->threads_each());
  if (ranks && ranks->rank() > 0) return help(options.work, games, *ranks, session);
  Crew crew(std::move(ranks));
  session.check_options();
  const Part part = options.part.empty() ? Part() : parse_part(options.part, "--part");
  if (options.manifest.empty() && (options.others.empty() || !options.script.empty()))
    throw InputError("--manifest: in which file is the work to be kept?");
  if (!options.script.empty()) return write_script(options, part);
  if (!options.part.empty() && !options.others.empty())
    throw InputError("--part: no more is counted where manifests are merged");
  if (!options.manifest.empty()) session.check_output("--manifest", options.manifest);
  options.work.check();

  CountJob job{.crew = &crew,
               .program = reports::program_of(session.provenance(options.work.threads)),
               .stop = &session.stop()};

  std::vector<std::string> others = others_of(options.others);
  const Database::Copy copy{options.work.folder};
  Manifest manifest = open_manifest(options.manifest, others, copy);
  std::vector<std::string> notes;
  const Manifest::OnChanged leave_out = [&](const std::string& path,
                                            const std::set<std::size_t>& units) {
    if (units.empty()) return;
    reports::tell(notes.emplace_back(note_of_changed(path, units)));
  };
  // What is only shown must be all right.
  manifest.merge(others, copy, options.manifest.empty() ? Manifest::OnChanged() : leave_out);
  if (!options.others.empty() && !manifest.plan())
    throw InputError(fmt::format("'{}' has no plan yet", manifest.path()));
  job.part = wanted_part(options, part, manifest);
  const bool is_told = manifest.plan() && !options.names_game;
  const CountableGame& game =
      is_told ? find_stored_game(games, manifest.plan()->game, fmt::format("'{}'", manifest.path()))
              : find_game(games, options.positions.game, "--game");
  options.convention = take_statistics_convention(
      options.positions, game,
      options.plan.statistics || (manifest.plan() && manifest.plan()->statistics));
  const Plan plan = wanted_plan(options, game, manifest);
  const std::string wanted_generator = options.work.generator;
  options.work.choose(game, game.info.default_generator);
  options.work.give_to(job);

  const bool is_well = session.attempt([&] {
    if (!options.others.empty()) return;
    leave_out(manifest.path(), manifest.drop_changed());
    if (!wanted_generator.empty() && manifest.plan() && missing_units(manifest, job.part).empty())
      notes.push_back(note_of_nothing_left(options.work.generator, known_from(manifest)));
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
    std::ranges::copy(notes, std::back_inserter(report.tables.front().notes));
    // A part is complete when it is counted.
    if (job.part.of > 1) report.complete = missing_units(manifest, job.part).empty();
    if (!report.complete && is_well)
      reports::tell(note_of(progress_of(job.part, manifest), options, session.program()));
  }
  // A script must not take what is known so far for the whole.
  if (!report.complete) session.note_difference();
  session.publish(std::move(report), job.threads);
}

}  // namespace

void add_count_command(reports::Command app, reports::Session& session,
                       const CountableGames& games) {
  const auto options = std::make_shared<CountCall>();
  const reports::Command count = app.add_subcommand(
      "count", "Count the paths from a position in pieces of work that survive any interruption");
  options->positions.add_to(count, game_names(games));
  count.add_option(
      "FILE", options->others,
      "Manifests, which are only read, even of counts that are running: their finished "
      "units are shown together, or put into --manifest, and no more is counted");
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
  const reports::Option script =
      batch
          .add_option("--script SYSTEM", options->script,
                      "Print a job script for all N parts, and count nothing (default: none)")
          .one_of({"slurm"});
  session.add_options(count);
  for (const char* option : {"--format", "--table", "--legend", "--quiet", "--out"})
    script.excludes(count.option(option));  // there is no report
  count.example("plylab count --depth 9 --manifest nine.count --hash 4096");
  count.example("plylab count --game reversi --depth 12 --stats --manifest twelve.count");
  count.example("plylab count -d 10 --manifest ten.count --part 1/64 --script slurm > job.sh");
  count.example("plylab count --manifest ten.count ten.count.*");
  count.example("plylab count ten.count");
  count.notes(
      "Started by mpirun, as in 'mpirun -n 8 --bind-to none plylab count ...', all ranks count "
      "together, be they more than there are processors, and the first one has the manifest. Each "
      "has --threads, by default its share of the machine's processors, at least one. Those on one "
      "machine have one table of --hash MiB in common. Other commands do not work by ranks.\n\n"
      "Exit status: 0 all is counted (of a part: all of it), 1 not yet, 2 wrong use, "
      "130 stopped by Ctrl-C: the same call goes on");
  const reports::Option game = count.option("--game"), threads = count.option("--threads");
  count.callback([options, game, threads, &games, &session] {
    options->names_game = game.given();
    options->names_threads = threads.given();
    if (!options->names_threads && !options->script.empty()) options->work.threads = 1;
    run_count(*options, games, session);
  });
}

}  // namespace plylab::perft::cluster
