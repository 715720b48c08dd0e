#include <fmt/format.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "gen/base/input_error.h"
#include "perft/cluster/work_options.h"
#include "perft/command_tables.h"
#include "perft/count/walk.h"
#include "perft/games/countable_game.h"
#include "reports/command_line/command_line.h"
#include "reports/game_options.h"
#include "reports/progress.h"
#include "reports/session.h"
#include "reports/tables/columns.h"
#include "reports/text/launcher.h"

namespace plylab::perft::cluster {
namespace {

using reports::Table;

struct FrontierOptions {
  reports::GameOptions positions;
  int depth = 5;
  WorkOptions work;
};

void run_frontier(FrontierOptions options, const CountableGames& games, reports::Session& session) {
  session.check_options();
  const CountableGame& game = find_game(games, options.positions.game, "--game");
  options.work.choose(game, game.info.default_generator);
  options.work.check();
  const auto positions = options.positions.load(game.info);
  FrontierJob job{.ply = options.depth, .stop = &session.stop()};
  options.work.give_to(job);

  reports::Report report;
  Table table{
      "frontier",
      "Frontier",
      {reports::columns::position,
       reports::columns::depth,
       {"positions", "", "different ones, by their packed form", 0},
       {"paths", "", "legal move paths that lead to them: perft", 0},
       {"paths_ended", "", "paths to games that are over after fewer plies, all of them", 0},
       {"bytes", "", "on disk", 0}},
      {},
      reports::convention_notes(game.info, positions)};
  session.attempt([&] {
    for (const reports::NamedPosition& position : positions) {
      reports::Progress progress(fmt::format("frontier {}", job.ply), "positions");
      job.progress = [&](double share, double done) { progress.update(share, done); };
      int depth = 0;
      // At once: what stops the next ply leaves this one known.
      job.found = [&](const Level& level) {
        table.add({position.name, ++depth, level.positions, cell(level.paths), cell(level.ended),
                   level.bytes});
      };
      try {
        game.frontier(position.start, job);
        if (depth == 0) job.found({.positions = 0, .paths = 0, .ended = 1, .bytes = 0});
      } catch (const Stopped&) {
        report.complete = false;
        break;
      } catch (const std::overflow_error& error) {
        throw InputError(fmt::format("{}, ply {}: {}", position.name, depth + 1, error.what()));
      }
    }
  });
  report.tables.push_back(std::move(table));
  session.publish(std::move(report), options.work.threads);
}

}  // namespace

void add_frontier_command(reports::Command app, reports::Session& session,
                          const CountableGames& games) {
  const auto options = std::make_shared<FrontierOptions>();
  const reports::Command frontier =
      app.add_subcommand("frontier", "Count the different positions after so many plies");
  options->positions.add_to(frontier, game_names(games));
  frontier.add_option("-d,--depth N", options->depth, "Plies").range(1, 60).show_default();
  options->work.add_generator_to(frontier, games, "the game's usual one");
  options->work.add_to(frontier);
  session.add_options(frontier);
  frontier.example("plylab frontier --depth 6");
  frontier.example("plylab frontier --game checkers --depth 12 --memory 4096");
  frontier.callback([options, &games, &session] {
    if (reports::works_alone()) run_frontier(*options, games, session);
  });
}

}  // namespace plylab::perft::cluster
