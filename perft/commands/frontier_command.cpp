#include <fmt/format.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "gen/base/input_error.h"
#include "perft/commands/options.h"
#include "perft/games/countable_game.h"
#include "perft/walk/walk.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/progress.h"
#include "reports/cli/session.h"
#include "reports/tables/columns.h"

namespace plylab::perft {
namespace {

struct FrontierOptions {
  cli::GameOptions positions;
  JobOptions how;
};

struct FrontierRow {
  std::string position;
  int depth;
  Level level;
};

reports::TableOf<FrontierRow> frontier_table() {
  using Row = FrontierRow;
  return {"frontier",
          "Frontier",
          {{reports::columns::position, &Row::position},
           {reports::columns::depth, &Row::depth},
           {{"positions", "", "distinct positions, by their packed form", 0},
            [](const Row& row) { return row.level.positions; }},
           {{"paths", "", "legal move paths to these positions (perft)", 0},
            [](const Row& row) { return row.level.paths; }},
           {{"paths_ended", "", "paths of games that end earlier", 0},
            [](const Row& row) { return row.level.ended; }},
           {{"bytes", "", "size of the positions and their paths on disk", 0},
            [](const Row& row) { return row.level.bytes; }}}};
}

void run_frontier(FrontierOptions options, const CountableGames& games, cli::Session& session) {
  session.check_options();
  const CountableGame& game = find_game(games, options.positions.game, "--game");
  options.how.choose_generator(game, game.info.default_generator);
  options.how.check();
  const auto positions = options.positions.load(game.info);
  FrontierJob job{.how = options.how.job, .workspace = options.how.workspace()};
  job.how.stop = &session.stop();

  session.declare({frontier_table()});

  reports::Report report;
  std::vector<FrontierRow> rows;
  session.attempt([&] {
    for (const cli::NamedPosition& position : positions) {
      cli::Progress progress(fmt::format("frontier {}", job.how.depth), "positions",
                             session.share());
      job.how.progress = [&](double share, double done) { progress.update(share, done); };
      int depth = 0;
      // Adds the row at once, so that it is kept if the user stops the next ply.
      job.found = [&](const Level& level) { rows.push_back({position.name, ++depth, level}); };
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
  report.tables.push_back(frontier_table().with(rows));
  report.tables.front().notes = cli::convention_notes(game.info, positions);
  session.publish(std::move(report), options.how.job.threads);
}

}  // namespace

void add_frontier_command(cli::Command app, cli::Session& session, const CountableGames& games) {
  const auto options = std::make_shared<FrontierOptions>();
  const cli::Command frontier =
      app.add_subcommand("frontier", "Count the distinct positions after a number of plies");
  options->positions.add_to(frontier, game_names(games));
  options->how.job.depth = 5;
  frontier.add_option("-d,--depth N", options->how.job.depth, "Plies")
      .range(1, max_depth)
      .show_default();
  options->how.add_generator(frontier, games, "the game's usual one");
  options->how.add_threads(frontier);
  options->how.add_workspace(frontier);
  session.add_options(frontier);
  frontier.example("plylab frontier --depth 6");
  frontier.example("plylab frontier --game checkers --depth 12 --memory 4096");
  frontier.guides({"counting"});
  frontier.callback([options, &games, &session] {
    if (cli::refuse_mpi_ranks()) run_frontier(*options, games, session);
  });
}

}  // namespace plylab::perft
