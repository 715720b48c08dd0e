#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/parallel.h"
#include "gen/engines/engine_fault.h"
#include "perft/games/countable_game.h"
#include "perft/soak/engines.h"
#include "reports/command_line/command_line.h"
#include "reports/progress.h"
#include "reports/session.h"

namespace plylab::perft::soak {
namespace {

using reports::Table;

struct Options {
  std::string game;
  Job job{.threads = available_processors()};
  std::string engine;
  std::string protocol = "auto";
  double timeout = 10;
};

Table summary_of(const Result& result, const GameInfo& game) {
  Table table{"soak",
              "Soak",
              {{"game"},
               {"games", "", "taken back to their start", 0},
               {"positions", "", "of the games, and each one's children", 0},
               {"seconds", "s", "wall time", 1},
               {"rate", "M positions/s", "by all threads", 3}},
              {},
              {}};
  table.add({game.name, result.games, result.positions, result.seconds,
             static_cast<double>(result.positions) / std::max(result.seconds, 1e-9) / 1e6});
  std::vector<std::string> boards = game.generator_names();
  for (const KernelInfo& kernel : game.kernels)
    if (kernel.runs) boards.push_back(kernel.name);
  table.notes.push_back(fmt::format("by {}", fmt::join(boards, ", ")));
  return table;
}

/// What was looked at; the engine also if it was not asked.
Table checks_of(const Result& result, bool has_engine) {
  Table table{"checks",
              "Checks",
              {{"check"}, {"positions", "", "that it has looked at", 0}, {"what"}},
              {},
              {}};
  for (std::size_t i = 0; i < verify::checks.size(); ++i)
    if (result.checked[i] > 0 || (has_engine && i == static_cast<std::size_t>(Check::engine)))
      table.add({verify::checks[i].name, result.checked[i], verify::checks[i].help});
  return table;
}

Table difference_table(const std::optional<Difference>& difference) {
  Table table{"difference",
              "The first difference",
              {{"check", "", "which has failed"},
               {"generator", "", "the odd one out"},
               {"position", "", "in the game's notation"},
               {"moves", "", "that lead to the fault from there"},
               {"what"}},
              {},
              {},
              reports::Readers::programs};
  if (difference)
    table.add({verify::info(difference->check).name, difference->generator, difference->start,
               fmt::format("{}", fmt::join(difference->moves, " ")), difference->what});
  return table;
}

std::vector<std::string> text_report_of(const Difference& difference) {
  std::vector<std::string> lines{fmt::format("{}: {} {}", verify::info(difference.check).name,
                                             difference.generator, difference.what),
                                 "  position  " + difference.start};
  if (!difference.moves.empty())
    lines.push_back(fmt::format("  moves     {}", fmt::join(difference.moves, " ")));
  lines.insert(lines.end(), difference.text_report.begin(), difference.text_report.end());
  return lines;
}

std::unique_ptr<Engines> start_engines(const Options& options, const GameInfo& game,
                                       const reports::Session& session) {
  if (options.engine.empty()) return nullptr;
  if (game.name != "chess") throw InputError("--engine: is asked about chess only");
  try {
    return std::make_unique<Engines>(options.engine, options.protocol,
                                     engines::Seconds(options.timeout), options.job.threads,
                                     session.stop());
  } catch (const engines::EngineFault& error) {
    throw InputError(fmt::format("--engine '{}' {}", options.engine, error.what()));
  }
}

void run_soak(const Options& options, const CountableGames& games, reports::Session& session) {
  session.check_options();
  const CountableGame& game = find_game(games, options.game, "--game");
  require_threads(options.job.threads);
  const auto engines = start_engines(options, game.info, session);
  reports::Progress progress("soak", "positions");
  Job job = options.job;
  if (job.positions == 0 && job.seconds == 0) job.seconds = 10;
  job.stop = &session.stop();
  job.progress = [&](double share, double positions) { progress.update(share, positions); };
  if (engines)
    job.engine = [&](std::size_t thread, const chess::Setup& setup) {
      return engines->ask(thread, setup);
    };
  const Result result = game.soak(job);
  progress.finish();
  reports::Report report{.complete = result.complete};
  if (result.difference) {
    session.note_difference();
    report.text = text_report_of(*result.difference);
  }
  report.tables = {difference_table(result.difference), summary_of(result, game.info),
                   checks_of(result, engines != nullptr)};
  session.publish(std::move(report), job.threads);
}

void add_engine_options(reports::Command engine, Options& options) {
  const reports::Option asked =
      engine.add_option("--engine CMD", options.engine,
                        "An engine to ask as well, with its arguments (default: none)");
  engine
      .add_option("--engine-every N", options.job.engine_every,
                  "Ask it in each thread's first and then every Nth position of a game")
      .positive()
      .show_default()
      .needs(asked);
  engine
      .add_option("--protocol NAME|FILE", options.protocol,
                  "auto, or a name or file as in PROTOCOLS.md")
      .show_default()
      .needs(asked);
  engine.add_option("--timeout SECONDS", options.timeout, "Seconds for an answer")
      .positive()
      .show_default()
      .needs(asked);
}

}  // namespace

void add_soak_command(reports::Command app, reports::Session& session,
                      const CountableGames& games) {
  const auto options = std::make_shared<Options>();
  const bool has_chess = perft::has_chess(games);
  const reports::Command soak =
      app.add_subcommand("soak", "Compare all generators and kernels in positions of random games");
  soak.add_option("--game NAME", options->game,
                  fmt::format("The game (default: {})", games.front().info.name))
      .offers(game_names(games));
  soak.add_option("--positions N", options->job.positions,
                  "Ends after so many, the children of a game's positions included (default: no "
                  "limit)")
      .positive();
  soak.add_option("--seconds S", options->job.seconds,
                  "Ends after so long (default: 10, if there is no other limit)")
      .positive();
  soak.add_option("--seed", options->job.seed, "Of the games").show_default();
  soak.add_option("--every N", options->job.every,
                  fmt::format("Three plies at once{} and all texts in every Nth position of a game",
                              has_chess ? ", the slow rules of chess, packed forms" : ""))
      .positive()
      .show_default();
  soak.add_option("-t,--threads N", options->job.threads, "Games at once")
      .range(1, 1024)
      .show_default();
  if (has_chess) add_engine_options(soak.group("Engine"), *options);
  session.add_options(soak);
  soak.example("plylab soak --seconds 60");
  soak.example("plylab soak --positions 1000000000 --engine stockfish");
  soak.example("plylab soak --game reversi --positions 10000000");
  soak.notes(
      fmt::format("Exit status: 0 all agree, 1 a difference, 2 wrong use{}, 130 stopped by Ctrl-C",
                  has_chess ? " or no engine" : ""));
  soak.callback([options, &games, &session] { run_soak(*options, games, session); });
}

}  // namespace plylab::perft::soak
