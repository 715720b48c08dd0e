#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/base/huge_page_buffer.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/parallel.h"
#include "gen/engines/process.h"
#include "gen/epd/epd.h"
#include "perft/bench/options.h"
#include "perft/bench/rate_comparison.h"
#include "perft/bench/tables.h"
#include "reports/command_line/command_line.h"
#include "reports/game_options.h"
#include "reports/progress.h"
#include "reports/session.h"

namespace plylab::perft::bench {
namespace {

constexpr std::size_t six_positions = 6;  // the first of suites/data/perft.epd
constexpr const char* usual_engine = "stockfish";
constexpr double short_time = 0.01;
constexpr std::uint64_t usual_leaves = 10'000'000;  // take some hundredths of a second

/// A depth for each of so many positions, by usual() if none is given. Throws InputError if there
/// are more or fewer.
std::vector<int> depths_for(std::size_t positions, const Options& options, auto&& usual) {
  if (options.depths.empty()) return usual();
  if (options.depths.size() != positions)
    throw InputError(fmt::format("--depths: {} given, one for each of the {} positions wanted",
                                 options.depths.size(), positions));
  return options.depths;
}

/// The six positions of chess with their published counts.
std::vector<BenchPosition> six_legs(const Options& options) {
  const std::vector<int> depths =
      depths_for(six_positions, options, [] { return std::vector{7, 6, 8, 6, 6, 6}; });
  const epd::Suite suite = epd::find_suite("perft");
  if (suite.records.size() < six_positions)
    throw InputError(fmt::format("{}: fewer than {} positions", suite.path, six_positions));
  std::vector<BenchPosition> positions;
  for (std::size_t i = 0; i < six_positions; ++i) {
    const int depth = std::max(1, depths[i] - options.quick);
    positions.push_back(
        make_bench_position(suite.records[i], depth, std::max(1, depth - options.engine_less)));
  }
  return positions;
}

/// The depth from which there are so many leaves that a rate means something, or the game's end, or
/// the greatest depth; that which was reached when `stop` went up.
int usual_depth(const CountableGame& game, const AnyStart& position,
                const std::atomic<bool>& stop) {
  const int longest = game.info.longest(position);
  for (int depth = 1;; ++depth) {
    const Count leaves = game.run(position, {.depth = depth, .stop = &stop}).leaves;
    if (depth == longest || depth == most_plies || leaves == 0 || leaves >= usual_leaves || stop)
      return depth;
  }
}

/// Positions given, or where the game begins: the generators must agree on their counts.
std::vector<BenchPosition> given_legs(const Options& options, const CountableGame& game,
                                      const std::atomic<bool>& stop) {
  reports::GameOptions given;
  given.positions = options.positions;
  const auto loaded = given.load(game.info);
  const std::vector<int> depths = depths_for(loaded.size(), options, [&] {
    std::vector<int> usual;
    for (const reports::NamedPosition& position : loaded)
      usual.push_back(usual_depth(game, position.start, stop));
    return usual;
  });
  std::vector<BenchPosition> positions;
  for (std::size_t i = 0; i < loaded.size(); ++i)
    positions.push_back(make_bench_position(loaded[i], std::max(1, depths[i] - options.quick)));
  return positions;
}

bool counts_six(const Options& options, const CountableGame& game) {
  return game.info.name == "chess" && options.positions.empty();
}

/// Everybody at the start; what must be said about it goes to `notes`.
RateComparison make_comparison(const Options& options, const CountableGame& game,
                               const perft::Job& job, const reports::Session& session,
                               std::vector<std::string>& notes) {
  const bool six = counts_six(options, game);
  RateComparison comparison(six ? six_legs(options) : given_legs(options, game, session.stop()));
  for (Contestant& ours :
       our_contestants(game, options.generators, options.kernels, job, options.statistics))
    comparison.add(std::move(ours));
  std::vector<std::string> engines = options.engines;
  if (engines.empty() && !options.no_engine && six) {
    if (engines::find_engine(usual_engine)) {
      engines.emplace_back(usual_engine);
    } else {
      notes.push_back(
          fmt::format("no engine: there is no {} on the PATH or in /usr/games", usual_engine));
    }
  }
  for (const std::string& command : engines)
    comparison.add(engine_contestant(command, engines::Seconds(options.timeout), session.stop()));
  return comparison;
}

/// The line on the terminal that says how many turns are done.
struct Meter {
  std::optional<reports::Progress> progress = {};
  double measurements = 1, done = 0, leaves = 0;

  void show(double share = 0, Count now = 0) {
    progress->update((done + share) / measurements, leaves + static_cast<double>(now));
  }
};

void run(RateComparison& comparison, const Options& options, Meter& meter,
         const reports::Session& session) {
  const std::size_t positions = comparison.positions().size(),
                    contestants = comparison.contestants().size();
  meter.progress.emplace("bench", "leaves");
  meter.measurements = static_cast<double>(options.rounds * positions * contestants);
  for (std::size_t round = 1; round <= options.rounds; ++round)
    for (std::size_t position = 0; position < positions; ++position)
      for (std::size_t who = 0; who < contestants && !session.stop(); ++who) {
        if (comparison.run(round, position, who, session.stop()))
          meter.leaves += static_cast<double>(comparison.measurements().back().timing.leaves);
        ++meter.done;
        meter.show();
      }
}

/// The sentences below the figures: whom the ratios refer to, and whatever went wrong.
std::vector<std::string> remarks(const RateComparison& comparison, const Options& options) {
  std::vector<std::string> notes{
      fmt::format("ratios are to {}, both rates of the same round; min and max over the rounds",
                  comparison.contestants()[comparison.reference()].name)};
  if (options.statistics)
    notes.emplace_back(
        "contestants with --stats tell the moves apart by kind, too; all others, the reference "
        "among them, count leaves alone");
  if (options.threads > 1)
    notes.push_back(
        fmt::format("plylab counts with {} threads, engines as they do", options.threads));
  if (options.hash_mib > 0)
    notes.push_back(fmt::format(
        "plylab counts with a table of {} MiB, engines as they do; its rates are leaves counted, "
        "not walked",
        options.hash_mib));
  for (std::size_t who = 0; who < comparison.contestants().size(); ++who) {
    const Contestant& contestant = comparison.contestants()[who];
    for (std::size_t position = 0; position < comparison.positions().size(); ++position)
      if (const Measurement* wrong = comparison.wrong_count(who, position)) {
        const BenchPosition::Goal& goal = contestant.goal(comparison.positions()[position]);
        notes.push_back(fmt::format(
            "{}: {} counts {} at depth {}, {}", comparison.positions()[position].name,
            contestant.name, to_string(wrong->timing.leaves), goal.depth,
            goal.leaves ? fmt::format("the suite states {}", *goal.leaves) : "others do not"));
      }
    if (!contestant.failure.empty())
      notes.push_back(fmt::format("{} {}", contestant.name, contestant.failure));
  }
  if (std::any_of(
          comparison.measurements().begin(), comparison.measurements().end(),
          [](const Measurement& measurement) { return measurement.timing.seconds < short_time; }))
    notes.push_back(
        fmt::format("turns of less than {} ms: such rates mean little", 1e3 * short_time));
  return notes;
}

void check(Options& options, const CountableGame& game, reports::Session& session) {
  session.check_options();
  if (options.generators.empty()) options.generators = {game.info.default_generator};
  options.generators = select_names("--gen", options.generators, game.info.generator_names());
  if (options.kernels.empty())
    if (const std::string kernel = reports::chosen_kernel(game.info, ""); !kernel.empty())
      options.kernels = {kernel};
  if (game.info.name != "chess" && !options.engines.empty())
    throw InputError("--engine: engines are asked in chess only");
  for (const std::string& command : options.engines)
    if (command.find_first_not_of(' ') == command.npos)
      throw InputError("--engine: names no program");
}

void run_bench(Options options, bool all_rounds, const CountableGames& games,
               reports::Session& session) {
  const CountableGame& game = find_game(games, options.game, "--game");
  check(options, game, session);
  require_memory(options.hash_mib << 20);
  require_threads(options.threads);
  perft::Job job;
  job.threads = options.threads;
  job.hash_mib = options.hash_mib;
  job.stop = &session.stop();
  Meter meter;
  job.progress = [&meter](double share, Count leaves) { meter.show(share, leaves); };
  std::vector<std::string> notes;
  RateComparison comparison = make_comparison(options, game, job, session, notes);
  std::vector<AnyStart> starts;
  for (const BenchPosition& position : comparison.positions()) starts.push_back(position.start);
  for (std::string& note : reports::convention_notes(game.info, starts))
    notes.push_back(std::move(note));
  session.attempt([&] { run(comparison, options, meter, session); });
  meter.progress.reset();

  reports::Report report{
      .complete = !session.stop(),
      .tables = {positions_table(comparison, options.rounds), means_table(comparison)}};
  for (std::string& remark : remarks(comparison, options)) notes.push_back(std::move(remark));
  report.tables.front().notes = std::move(notes);
  if (all_rounds) report.tables.push_back(rounds_table(comparison));
  for (std::size_t who = 0; who < comparison.contestants().size(); ++who)
    if (comparison.wrong_count(who) || !comparison.contestants()[who].failure.empty())
      session.note_difference();
  session.publish(std::move(report), options.threads);
}

}  // namespace

void add_bench_command(reports::Command app, reports::Session& session,
                       const CountableGames& games) {
  const auto options = std::make_shared<Options>();
  const bool has_chess = perft::has_chess(games);
  const reports::Command bench =
      app.add_subcommand("bench", "Measure plylab against other programs");
  bench.example("plylab bench perft --quick");
  const reports::Command perft = bench.add_subcommand(
      "perft", has_chess
                   ? "Count the six positions in turns with other engines: rates, and their "
                     "ratios within each round. Exit status 1 if a count is wrong or an "
                     "engine fails"
                   : "Count positions in turns by several generators: rates, and their ratios "
                     "within each round. Exit status 1 if counts differ");
  options->add_to(perft, games);
  session.add_options(perft);
  session.add_figure_option(perft);
  perft.example("plylab bench perft");
  perft.example("plylab bench perft --game tictactoe --rounds 3 --stats");
  if (has_chess)
    perft.example(
        "plylab bench perft --quick --kernel all --engine \"fairy-stockfish\" \\\n  --engine "
        "stockfish --rounds 3 --format json --out bench.json");
  perft.callback([options, &games, &session] {
    run_bench(*options, options->detail || !session.is_text(), games, session);
  });
}

}  // namespace plylab::perft::bench
