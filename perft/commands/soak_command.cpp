#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/base/parallel.h"
#include "perft/games/countable_game.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/progress.h"
#include "reports/cli/session.h"

namespace plylab::perft::soak {
namespace {

using reports::Role;
using reports::TableOf;

struct Options {
  std::string game;
  Job job{.threads = available_processors()};
};

TableOf<const Result*> summary_table(const GameInfo& game) {
  using Row = const Result*;
  return {"soak",
          "Soak",
          {{{"game"}, [&](Row) { return game.name; }},
           {{"games", "", "games played, and taken back to their start", 0},
            [](Row row) { return row->games; }},
           {{"positions", "", "positions of the games and their children", 0},
            [](Row row) { return row->positions; }},
           {{"seconds", "s", "wall time", 1}, [](Row row) { return row->seconds; }},
           {{"rate", "M positions/s", "by all threads", 3}, [](Row row) {
              return static_cast<double>(row->positions) / std::max(row->seconds, 1e-9) / 1e6;
            }}}};
}

std::string note_on_boards(const GameInfo& game) {
  std::vector<std::string> boards = game.generator_names();
  for (const KernelInfo& kernel : game.kernels)
    if (kernel.runs) boards.push_back(kernel.name);
  return fmt::format("by {}", fmt::join(boards, ", "));
}

/// A kind of check, and on how many positions it was made.
using CheckedRow = std::pair<verify::CheckInfo, std::uint64_t>;

TableOf<CheckedRow> checks_table() {
  using Row = CheckedRow;
  return {"checks",
          "Checks",
          {{{"check"}, [](const Row& row) { return row.first.name; }},
           {{"positions", "", "positions checked", 0}, [](const Row& row) { return row.second; }},
           {{"what"}, [](const Row& row) { return row.first.help; }}}};
}

std::vector<CheckedRow> checks_made(const Result& result) {
  std::vector<CheckedRow> rows;
  for (std::size_t i = 0; i < result.checked.size(); ++i)
    if (result.checked[i] > 0) rows.emplace_back(verify::checks[i], result.checked[i]);
  return rows;
}

TableOf<Difference> difference_table() {
  using Row = Difference;
  return {"difference",
          "The first difference",
          {{{"check", "", "which has failed"},
            [](const Row& row) { return verify::info(row.check).name; }},
           {{"generator", "", "the generator that differs", 0, Role::contestant}, &Row::generator},
           {{"position", "", "in the game's notation", 0, Role::position}, &Row::start},
           {{"moves", "", "the moves from there to the fault"},
            [](const Row& row) { return fmt::format("{}", fmt::join(row.moves, " ")); }},
           {{"what"}, &Row::what}},
          {},
          reports::Readers::programs};
}

std::vector<std::string> text_report_of(const Difference& difference) {
  std::vector<std::string> lines{fmt::format("{}: {} {}", verify::info(difference.check).name,
                                             difference.generator, difference.what),
                                 "  position  " + difference.start};
  if (!difference.moves.empty())
    lines.push_back(fmt::format("  moves     {}", fmt::join(difference.moves, " ")));
  return lines;
}

void run_soak(const Options& options, const CountableGames& games, cli::Session& session) {
  session.check_options();
  const CountableGame& game = find_game(games, options.game, "--game");
  require_threads(options.job.threads);
  session.declare({difference_table(), summary_table(game.info), checks_table()});
  cli::Progress progress("soak", "positions", session.share());
  Job job = options.job;
  if (job.positions == 0 && job.seconds == 0) job.seconds = 10;
  job.stop = &session.stop();
  job.progress = [&](double share, double positions) { progress.update(share, positions); };
  const Result result = game.soak(job);
  progress.finish();
  reports::Report report{.complete = result.complete};
  if (result.difference) {
    session.note_difference();
    report.text = text_report_of(*result.difference);
  }
  std::vector<Difference> differences;
  if (result.difference) differences.push_back(*result.difference);
  report.tables = {difference_table().with(differences), summary_table(game.info).with({&result}),
                   checks_table().with(checks_made(result))};
  report.tables[1].notes.push_back(note_on_boards(game.info));
  session.publish(std::move(report), job.threads);
}

}  // namespace

void add_soak_command(cli::Command app, cli::Session& session, const CountableGames& games) {
  const auto options = std::make_shared<Options>();
  const bool has_chess = perft::has_chess(games);
  const cli::Command soak = app.add_subcommand(
      "soak", "Compare all generators and kernels on positions from random games");
  soak.add_option("--game NAME", options->game,
                  fmt::format("The game (default: {})", games.front().info.name))
      .offers(game_names(games));
  soak.add_option("--positions N", options->job.positions,
                  "Stop after N positions, including their children (default: no limit)")
      .positive();
  soak.add_option("--seconds SECONDS", options->job.seconds,
                  "Stop after so many seconds (default: 10, if there is no other limit)")
      .positive();
  soak.add_option("--seed", options->job.seed, "Seed of the games").show_default();
  soak.add_option(
          "--every N", options->job.every,
          fmt::format("Run the slow checks (three plies at once, texts{}) on every Nth position",
                      has_chess ? ", packed forms, the reference generator" : ""))
      .positive()
      .show_default();
  cli::add_jobs_option(soak, options->job.threads, "Games to play in parallel");
  session.add_options(soak);
  soak.example("plylab soak --seconds 60");
  soak.example("plylab soak --game reversi --positions 10000000");
  soak.notes("Exit status: 0 if all agree, 1 if not, 2 for wrong usage, 130 after Ctrl-C");
  soak.guides({"verify"});
  soak.callback([options, &games, &session] { run_soak(*options, games, session); });
}

}  // namespace plylab::perft::soak
