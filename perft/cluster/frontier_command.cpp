#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>

#include "gen/parallel.h"
#include "gen/select_names.h"
#include "perft/command_tables.h"
#include "perft/commands.h"
#include "perft/countable_game.h"
#include "perft/walk.h"
#include "reports/columns.h"
#include "reports/command_line.h"
#include "reports/game_options.h"
#include "reports/progress.h"
#include "reports/session.h"

namespace plylab::perft::cluster {
namespace {

using reports::Table;

struct FrontierOptions {
  reports::GameOptions positions;
  FrontierJob job{.ply = 5, .threads = available_processors()};
  std::size_t memory_mib = 1024;
};

void add_rows(Table& table, const std::string& position, const FrontierFile& frontier) {
  int depth = 0;
  for (const Level& level : frontier.levels)
    table.add(
        {position, ++depth, level.positions, cell(level.paths), cell(level.ended), level.bytes});
}

void run_frontier(const FrontierOptions& options, const CountableGames& games,
                  reports::Session& session) {
  session.check_options();
  const CountableGame& game = find_game(games, options.positions.game, "--game");
  FrontierJob job = options.job;
  job.generator = job.generator.empty() ? game.info.default_generator : job.generator;
  job.generator = select_names("--gen", {job.generator}, game.info.generator_names()).front();
  job.kernel = reports::chosen_kernel(game.info, job.kernel, {job.generator});
  job.memory = options.memory_mib << 20;
  job.stop = &session.stop();
  require_threads(job.threads);
  const auto positions = options.positions.load(game.info);

  reports::Report report;
  Table table{"frontier",
              "Frontier",
              {reports::columns::position,
               reports::columns::depth,
               {"positions", "", "different ones, by their packed form", 0},
               {"paths", "", "legal move paths that lead to them: perft", 0},
               {"ended", "", "games that are over before", 0},
               {"bytes", "", "on disk", 0}},
              {},
              reports::convention_notes(game.info, positions)};
  session.attempt([&] {
    for (const reports::NamedPosition& position : positions) {
      reports::Progress progress(fmt::format("frontier {}", job.ply), "positions");
      job.progress = [&](double share, double done) { progress.update(share, done); };
      try {
        add_rows(table, position.name, game.frontier(position.text, job));
      } catch (const Stopped&) {
        report.complete = false;
        break;
      }
    }
  });
  report.tables.push_back(std::move(table));
  session.publish(std::move(report), job.threads);
}

}  // namespace

void add_frontier_command(reports::Command app, reports::Session& session,
                          const CountableGames& games) {
  const auto options = std::make_shared<FrontierOptions>();
  const reports::Command frontier =
      app.add_subcommand("frontier", "Count the different positions after so many plies");
  options->positions.add_to(frontier, game_names(games));
  frontier.add_option("-d,--depth N", options->job.ply, "Plies").range(1, 60).show_default();
  frontier.add_option("--gen NAME", options->job.generator,
                      "The generator (see plylab list generators; default: the game's usual one)");
  reports::add_kernel_option(frontier, options->job.kernel).offers(reports::kernel_names(games));
  frontier.add_option("-t,--threads N", options->job.threads, "Threads")
      .range(1, 1024)
      .show_default();
  frontier
      .add_option("--memory MIB", options->memory_mib,
                  "MiB that are held in memory; what is more goes to temporary files")
      .range(std::size_t{1}, std::size_t{1} << 30)
      .show_default();
  frontier.add_option("--temporary FOLDER", options->job.folder,
                      "Where temporary files are made (default: TMPDIR, or /tmp)");
  session.add_options(frontier);
  frontier.example("plylab frontier --depth 6");
  frontier.example("plylab frontier --game checkers --depth 12 --memory 4096");
  frontier.callback([options, &games, &session] { run_frontier(*options, games, session); });
}

}  // namespace plylab::perft::cluster
