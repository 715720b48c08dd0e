#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/parallel.h"
#include "gen/engines/engine.h"
#include "gen/engines/process.h"
#include "perft/games/countable_game.h"
#include "perft/verify/comparison.h"
#include "perft/verify/generator.h"
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

/// Copies of one engine that is asked beside the generators, one for each thread.
class Engines {
 public:
  /// Starts them. Throws InputError about the protocol and EngineFault about the engine.
  Engines(const std::string& command, const std::string& protocol, engines::Seconds timeout,
          int number, const std::atomic<bool>& stop)
      : start_([=, &stop] { return engines::start_engine(command, protocol, timeout, stop); }) {
    for (int i = 0; i < number; ++i) engines_.push_back(start_());
  }

  /// Asks one for the paths of two moves: whether they are right, or how it failed. No answer if
  /// the engine does not take the position, or if waiting was stopped.
  std::optional<EngineAnswer> ask(std::size_t number, const chess::Setup& setup) {
    constexpr int depth = 2;
    engines::Engine& engine = *engines_[number];
    if (needs_chess960(setup) && !engine.abilities().chess960) return std::nullopt;
    try {
      const auto right = verify::reference_divide(setup, depth);
      const engines::PerftQuestion question{setup, {}, depth, verify::total_of(right)};
      if (verify::compare(setup, engine.ask(question), right).agrees()) return EngineAnswer();
      std::vector<std::string> lines = verify::report_on(setup, depth, start_);
      if (lines.empty()) lines.emplace_back("asked again in a new process, it is right");
      return EngineAnswer{"counts otherwise", std::move(lines)};
    } catch (const engines::EngineFault& fault) {
      if (fault.kind() == engines::FaultKind::stopped) return std::nullopt;
      return EngineAnswer{fmt::format("has failed: {} {}", engine.name(), fault.what())};
    }
  }

 private:
  std::vector<std::unique_ptr<engines::Engine>> engines_;
  std::function<std::unique_ptr<engines::Engine>()> start_;
};

Table summary_table(const Result& result, const GameInfo& game) {
  using Row = const Result*;
  const reports::ColumnsOf<Row> columns{
      {{"game"}, [&](Row) { return game.name; }},
      {{"games", "", "taken back to their start", 0}, [](Row row) { return row->games; }},
      {{"positions", "", "of the games, and each one's children", 0},
       [](Row row) { return row->positions; }},
      {{"seconds", "s", "wall time", 1}, [](Row row) { return row->seconds; }},
      {{"rate", "M positions/s", "by all threads", 3}, [](Row row) {
         return static_cast<double>(row->positions) / std::max(row->seconds, 1e-9) / 1e6;
       }}};
  Table table = table_of("soak", "Soak", columns, std::vector<Row>{&result});
  std::vector<std::string> boards = game.generator_names();
  for (const KernelInfo& kernel : game.kernels)
    if (kernel.runs) boards.push_back(kernel.name);
  table.notes.push_back(fmt::format("by {}", fmt::join(boards, ", ")));
  return table;
}

/// The checks that were made; the engine also if it was not asked.
Table checks_table(const Result& result, bool has_engine) {
  using Row = std::pair<verify::CheckInfo, std::uint64_t>;
  std::vector<Row> rows;
  for (std::size_t i = 0; i < result.checked.size(); ++i)
    if (result.checked[i] > 0 || (has_engine && i == static_cast<std::size_t>(Check::engine)))
      rows.emplace_back(verify::checks[i], result.checked[i]);
  const reports::ColumnsOf<Row> columns{
      {{"check"}, [](const Row& row) { return row.first.name; }},
      {{"positions", "", "that it has looked at", 0}, [](const Row& row) { return row.second; }},
      {{"what"}, [](const Row& row) { return row.first.help; }}};
  return table_of("checks", "Checks", columns, rows);
}

Table difference_table(const std::optional<Difference>& difference) {
  using Row = Difference;
  const reports::ColumnsOf<Row> columns{
      {{"check", "", "which has failed"},
       [](const Row& row) { return verify::info(row.check).name; }},
      {{"generator", "", "the odd one out"}, [](const Row& row) { return row.generator; }},
      {{"position", "", "in the game's notation"}, [](const Row& row) { return row.start; }},
      {{"moves", "", "that lead to the fault from there"},
       [](const Row& row) { return fmt::format("{}", fmt::join(row.moves, " ")); }},
      {{"what"}, [](const Row& row) { return row.what; }}};
  std::vector<Row> rows;
  if (difference) rows.push_back(*difference);
  Table table = table_of("difference", "The first difference", columns, rows);
  table.readers = reports::Readers::programs;
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
  if (game.name != "chess") throw InputError("--engine: is for chess only");
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
  report.tables = {difference_table(result.difference), summary_table(result, game.info),
                   checks_table(result, engines != nullptr)};
  session.publish(std::move(report), job.threads);
}

void add_engine_options(reports::Command engine, Options& options) {
  const reports::Option asked =
      engine.add_option("--engine CMD", options.engine,
                        "An engine to ask as well, with its arguments (default: none)");
  engine
      .add_option("--engine-every N", options.job.engine_every,
                  "Ask it in the first position of each thread and then in every Nth")
      .positive()
      .show_default()
      .needs(asked);
  engine
      .add_option("--protocol NAME|FILE", options.protocol,
                  "auto, or a name or file (see plylab help protocols)")
      .show_default()
      .needs(asked);
  engine.add_option("--timeout SECONDS", options.timeout, "Seconds to wait for an answer")
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
                  "Stop after N positions, children included (default: no limit)")
      .positive();
  soak.add_option("--seconds S", options->job.seconds,
                  "Stop after S seconds (default: 10, if there is no other limit)")
      .positive();
  soak.add_option("--seed", options->job.seed, "Seed of the games").show_default();
  soak.add_option(
          "--every N", options->job.every,
          fmt::format("Make the slow checks (three plies at once, texts{}) in every Nth position",
                      has_chess ? ", packed forms, the slow rules of chess" : ""))
      .positive()
      .show_default();
  soak.add_option("-t,--threads N", options->job.threads, "Games played at once")
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
  soak.guides({"verify"});
  soak.callback([options, &games, &session] { run_soak(*options, games, session); });
}

}  // namespace plylab::perft::soak
