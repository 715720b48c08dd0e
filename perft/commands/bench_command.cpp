#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/engines/process.h"
#include "gen/epd/epd.h"
#include "perft/bench/rate_comparison.h"
#include "perft/commands/options.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/progress.h"
#include "reports/cli/session.h"
#include "reports/tables/averages.h"
#include "reports/tables/columns.h"

namespace plylab::perft::bench {
namespace {

/// The largest depth if the user gives none.
constexpr int max_plies = 60;

/// The options as given; those left out are empty.
struct Options {
  std::string game;
  std::vector<std::string> positions = {};
  JobOptions how = {.job = {}};
  std::vector<std::string> kernels = {};
  std::vector<std::string> engines = {};
  bool no_engine = false;
  std::vector<int> depths = {};  ///< empty for the defaults
  bool quick = false;
  int engine_less = 1;  ///< plies
  std::size_t rounds = 5;
  double timeout = 120;  ///< seconds
  bool statistics = false;
  bool detail = false;

  /// Adds the options to the command, and those of chess only if it is one of the games.
  void add_to(cli::Command command, const std::vector<CountableGame>& games);

 private:
  void add_counting(cli::Command command, bool chess);
  void add_engines(cli::Command command);
};

void Options::add_to(cli::Command command, const std::vector<CountableGame>& games) {
  const bool chess = has_chess(games);
  cli::add_game_option(command, game, game_names(games));
  command.add_option(
      "--position TEXT", positions,
      fmt::format(
          "A position in the game's notation, or its name (see plylab list positions), instead "
          "of {}the initial position; the generators must agree on its count; may be repeated",
          chess ? "the six of chess or of " : ""));
  how.add_generators(command, games);
  command
      .add_option(
          "--kernel NAME", kernels,
          "Kernels to compare, or all (see plylab list kernels; default: the environment variable "
          "PLYLAB_KERNEL, or else the fastest on this CPU)")
      .offers(cli::kernel_names(games))
      .delimiter(',');
  add_counting(command, chess);
  if (chess) add_engines(command);
}

void Options::add_counting(cli::Command command, bool chess) {
  command
      .add_option(
          "--depths", depths,
          fmt::format("Depths in plies, one for each position (default: {}the smallest with ten "
                      "million leaves)",
                      chess ? "7,6,8,6,6,6 for the six, otherwise " : ""))
      .range(1, max_plies)
      .delimiter(',');
  command.add_flag("--quick", quick, "Count one ply less");
  command.add_option("--rounds", rounds, "Rounds; each counts every position once")
      .range(1, 1000)
      .show_default();
  how.add_threads(command, "OpenMP threads of plylab's generators");
  how.add_table(command);
  command.add_flag("--stats", statistics,
                   "Measure each generator a second time, with perft statistics");
  command.add_flag("--detail", detail,
                   "Show the times of every round; formats other than text always have them");
}

void Options::add_engines(cli::Command command) {
  command.add_option(
      "--engine CMD", engines,
      "A UCI engine that has go perft; may be repeated (default: stockfish, if it is "
      "installed)");
  command.add_flag("--no-engine", no_engine, "Run without the default engine");
  command
      .add_option(
          "--engine-less", engine_less,
          "Plies fewer for engines in the six positions, so that they do not slow down a round; 0: "
          "the full depth; 2: for slow engines")
      .range(0, max_plies)
      .show_default();
  command.add_option("--timeout SECONDS", timeout, "Seconds to wait for an engine's answer")
      .range(0.001, 1e6)
      .show_default();
}

/// Whether a contestant's counts on a position are right or wrong; empty if there are none.
reports::Cell verdict(const RateComparison& comparison, std::size_t position, std::size_t who) {
  if (comparison.wrong_count(who, position)) return "WRONG";
  if (comparison.score(position, who)) return "right";
  return comparison.contestants()[who].failure.empty() ? reports::Cell() : reports::Cell("failed");
}

constexpr reports::SharedColumn contestant_column{
    "contestant", "", "a generator with its kernel, or an engine", 1, reports::Role::contestant};

/// Whether the count of a contestant on a position is right, the rate, and its ratio to the
/// reference.
struct PositionRow {
  const BenchPosition& position;
  const Contestant& contestant;
  reports::Cell verdict;
  Score score;
};

const reports::Picture rates{.name = "rates",
                             .summary = "leaves a second",
                             .form = reports::Form::lines,
                             .of = "rate",
                             .label = "million leaves a second",
                             .logarithmic = true,
                             .number = 1};

reports::TableOf<PositionRow> positions_table(std::size_t rounds) {
  using Row = PositionRow;
  return {"positions",
          fmt::format("Perft rates, {} round{}", rounds, rounds == 1 ? "" : "s"),
          {{reports::columns::perft_record, [](const Row& row) { return row.position.name; }},
           {contestant_column, [](const Row& row) { return row.contestant.name; }},
           {reports::columns::depth,
            [](const Row& row) { return row.contestant.goal(row.position).depth; }},
           {{"count", "",
             "right if the count equals the suite's in all rounds; without a suite, the first "
             "contestant's"},
            &Row::verdict},
           {{"rate", "M leaves/s", "median over the rounds", 1},
            [](const Row& row) {
              return row.score.rate > 0 ? reports::Cell(row.score.rate / 1e6) : reports::Cell();
            }},
           {{"ratio", "", "median of the rounds' ratios to the reference", 2},
            [](const Row& row) { return row.score.ratio; }},
           {{"min", "", "smallest of the rounds' ratios", 2},
            [](const Row& row) { return row.score.min_ratio; }},
           {{"max", "", "largest of the rounds' ratios", 2},
            [](const Row& row) { return row.score.greatest_ratio; }}},
          {rates}};
}

std::vector<PositionRow> position_rows(const RateComparison& comparison) {
  std::vector<PositionRow> rows;
  for (std::size_t position = 0; position < comparison.positions().size(); ++position)
    for (std::size_t who = 0; who < comparison.contestants().size(); ++who)
      rows.push_back({comparison.positions()[position], comparison.contestants()[who],
                      verdict(comparison, position, who),
                      comparison.score(position, who).value_or(Score{})});
  return rows;
}

/// A contestant's ratios on the positions.
struct MeanRow {
  const Contestant& contestant;
  std::vector<double> ratios;
};

reports::TableOf<MeanRow> means_table() {
  using Row = MeanRow;
  return {
      "means",
      "Geometric means of the ratios",
      {{contestant_column, [](const Row& row) { return row.contestant.name; }},
       {{"command", "", "the command that starts the engine"},
        [](const Row& row) {
          return row.contestant.is_engine() ? reports::Cell(row.contestant.command)
                                            : reports::Cell();
        }},
       {{"positions", "", "number of positions with a ratio, without those too short to measure"},
        [](const Row& row) { return row.ratios.size(); }},
       {{"mean", "", "geometric mean of the ratios; empty after a wrong count", 2},
        [](const Row& row) {
          return row.ratios.empty() ? reports::Cell()
                                    : reports::Cell(reports::geometric_mean(row.ratios));
        }}}};
}

std::vector<MeanRow> mean_rows(const RateComparison& comparison) {
  std::vector<MeanRow> rows;
  for (std::size_t who = 0; who < comparison.contestants().size(); ++who)
    rows.push_back({comparison.contestants()[who], comparison.ratios(who)});
  return rows;
}

/// Every count and time.
reports::TableOf<Measurement> rounds_table(const RateComparison& comparison) {
  using Row = Measurement;
  const auto position_of = [&](const Row& row) -> const BenchPosition& {
    return comparison.positions()[row.position];
  };
  const auto contestant_of = [&](const Row& row) -> const Contestant& {
    return comparison.contestants()[row.contestant];
  };
  const auto goal_of = [=](const Row& row) -> const BenchPosition::Goal& {
    return contestant_of(row).goal(position_of(row));
  };
  return {
      "rounds",
      "All rounds",
      {{{"round"}, &Row::round},
       {reports::columns::perft_record, [=](const Row& row) { return position_of(row).name; }},
       {contestant_column, [=](const Row& row) { return contestant_of(row).name; }},
       {reports::columns::depth, [=](const Row& row) { return goal_of(row).depth; }},
       {{"leaves", "", "the contestant's count", 1, reports::Role::cost},
        [](const Row& row) { return row.timing.leaves; }},
       {{"expected", "", "the suite's count"}, [=](const Row& row) { return goal_of(row).leaves; }},
       {{"seconds", "s",
         "wall time; for an engine, from the question to the last line of its answer", 6},
        [](const Row& row) { return row.timing.seconds; }}}};
}

constexpr std::size_t six_positions = 6;  // the first six of suites/data/perft.epd
constexpr const char* usual_engine = "stockfish";
constexpr std::uint64_t usual_leaves = 10'000'000;  // some hundredths of a second of work

/// A depth for each position, from usual() if the user gives none. Throws InputError if the numbers
/// of depths and positions differ.
std::vector<int> depths_for(std::size_t positions, const Options& options, auto&& usual) {
  if (options.depths.empty()) return usual();
  if (options.depths.size() != positions)
    throw InputError(
        fmt::format("--depths: {} depths for {} positions", options.depths.size(), positions));
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

/// The smallest depth with enough leaves to measure a rate, at most `max_plies` and the end of the
/// game. If `stop` is set, the depth reached by then.
int usual_depth(const CountableGame& game, const AnyStart& position,
                const std::atomic<bool>& stop) {
  const int longest = game.info.longest(position);
  for (int depth = 1;; ++depth) {
    const Count leaves = game.run(position, {.depth = depth, .stop = &stop}).leaves;
    if (depth == longest || depth == max_plies || leaves == 0 || leaves >= usual_leaves || stop)
      return depth;
  }
}

/// The positions given, or the initial position. The generators must agree on their counts.
std::vector<BenchPosition> given_legs(const Options& options, const CountableGame& game,
                                      const std::atomic<bool>& stop) {
  cli::GameOptions given;
  given.positions = options.positions;
  const auto loaded = given.load(game.info);
  const std::vector<int> depths = depths_for(loaded.size(), options, [&] {
    std::vector<int> usual;
    for (const cli::NamedPosition& position : loaded)
      usual.push_back(usual_depth(game, position.start, stop));
    return usual;
  });
  std::vector<BenchPosition> positions;
  for (std::size_t i = 0; i < loaded.size(); ++i)
    positions.push_back(make_bench_position(loaded[i], std::max(1, depths[i] - options.quick)));
  return positions;
}

bool counts_six(const Options& options, const CountableGame& game) {
  return cli::is_chess(game.info) && options.positions.empty();
}

/// Starts all contestants; adds remarks about them to `notes`.
RateComparison make_comparison(const Options& options, const CountableGame& game,
                               const perft::Job& job, const cli::Session& session,
                               std::vector<std::string>& notes) {
  const bool six = counts_six(options, game);
  RateComparison comparison(six ? six_legs(options) : given_legs(options, game, session.stop()));
  for (Contestant& ours :
       our_contestants(game, options.how.generators, options.kernels, job, options.statistics))
    comparison.add(std::move(ours));
  std::vector<std::string> engines = options.engines;
  if (engines.empty() && !options.no_engine && cli::is_chess(game.info)) {
    if (engines::find_engine(usual_engine)) {
      engines.emplace_back(usual_engine);
    } else {
      notes.push_back(fmt::format("no engine: {} is not in PATH or /usr/games", usual_engine));
    }
  }
  for (const std::string& command : engines)
    comparison.add(engine_contestant(command, engines::Seconds(options.timeout), session.stop()));
  return comparison;
}

/// The progress line on the terminal: how many counts are done.
struct Meter {
  std::optional<cli::Progress> progress = {};
  double measurements = 1, done = 0, leaves = 0;

  void show(double share = 0, double now = 0) {
    progress->update((done + share) / measurements, leaves + now);
  }
};

void run(RateComparison& comparison, const Options& options, Meter& meter,
         const cli::Session& session) {
  const std::size_t positions = comparison.positions().size(),
                    contestants = comparison.contestants().size();
  meter.progress.emplace("bench", "leaves", session.share());
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

/// The notes below the figures: the reference of the ratios, and failures.
std::vector<std::string> remarks(const RateComparison& comparison, const Options& options) {
  std::vector<std::string> notes{
      fmt::format("ratios are to {} in the same round; min and max over the rounds",
                  comparison.contestants()[comparison.reference()].name)};
  if (options.statistics)
    notes.emplace_back(
        "contestants with --stats also count last moves by kind; all others, including the "
        "reference, only count leaves");
  if (options.how.job.threads > 1)
    notes.push_back(fmt::format("plylab counts with {} threads, engines with their defaults",
                                options.how.job.threads));
  if (options.how.job.hash_mib > 0)
    notes.push_back(
        fmt::format("plylab counts with a table of {} MiB, engines with their defaults; its rates "
                    "include leaves taken from the table",
                    options.how.job.hash_mib));
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
  for (std::size_t who = 0; who < comparison.contestants().size(); ++who) {
    std::vector<std::string> names;
    for (std::size_t position = 0; position < comparison.positions().size(); ++position)
      if (comparison.is_too_short(position, who))
        names.push_back(comparison.positions()[position].name);
    const Contestant& contestant = comparison.contestants()[who];
    if (!names.empty())
      notes.push_back(fmt::format(
          "{}: too short to measure (less than {} ms), and left out of the means: {}; count deeper",
          contestant.name, 1e3 * contestant.min_seconds(), fmt::join(names, ", ")));
  }
  return notes;
}

void check(Options& options, const CountableGame& game, cli::Session& session) {
  session.check_options();
  options.how.choose_generators(game);
  if (options.kernels.empty() && !options.how.job.kernel.empty())
    options.kernels = {options.how.job.kernel};
  if (!cli::is_chess(game.info) && !options.engines.empty())
    throw InputError("--engine: only available in chess");
  for (const std::string& command : options.engines)
    if (command.find_first_not_of(' ') == command.npos)
      throw InputError("--engine: no program given");
}

void run_bench(Options options, bool all_rounds, const CountableGames& games,
               cli::Session& session) {
  const CountableGame& game = find_game(games, options.game, "--game");
  check(options, game, session);
  options.how.check();
  Job job = options.how.job;
  job.stop = &session.stop();
  Meter meter;
  job.progress = [&meter](double share, double leaves) { meter.show(share, leaves); };
  std::vector<std::string> notes;
  RateComparison comparison = make_comparison(options, game, job, session, notes);
  std::vector<AnyStart> starts;
  for (const BenchPosition& position : comparison.positions()) starts.push_back(position.start);
  for (std::string& note : cli::convention_notes(game.info, starts))
    notes.push_back(std::move(note));
  std::vector<reports::Schema> tables{positions_table(options.rounds), means_table()};
  if (all_rounds) tables.push_back(rounds_table(comparison));
  session.declare(tables);
  session.attempt([&] { run(comparison, options, meter, session); });
  meter.progress.reset();

  reports::Report report{.complete = !session.stop()};
  report.tables = {positions_table(options.rounds).with(position_rows(comparison)),
                   means_table().with(mean_rows(comparison))};
  if (all_rounds) report.tables.push_back(rounds_table(comparison).with(comparison.measurements()));
  for (std::string& remark : remarks(comparison, options)) notes.push_back(std::move(remark));
  report.tables.front().notes = std::move(notes);
  for (std::size_t who = 0; who < comparison.contestants().size(); ++who)
    if (comparison.wrong_count(who) || !comparison.contestants()[who].failure.empty())
      session.note_difference();
  session.publish(std::move(report), options.how.job.threads);
}

}  // namespace

void add_bench_command(cli::Command app, cli::Session& session, const CountableGames& games) {
  const auto options = std::make_shared<Options>();
  const bool has_chess = perft::has_chess(games);
  const cli::Command bench =
      app.add_subcommand("bench", "Measure the speed of generators, and of other programs");
  bench.example("plylab bench perft --quick");
  const cli::Command perft = bench.add_subcommand(
      "perft",
      has_chess
          ? "Compare perft rates on the six positions with other engines, in alternating rounds. "
            "Exit status: 1 if a count is wrong or an engine fails"
          : "Compare the perft rates of generators, in alternating rounds. Exit status: 1 if "
            "counts differ");
  options->add_to(perft, games);
  session.add_options(perft);
  session.add_figure_option(perft, {rates});
  perft.example("plylab bench perft");
  perft.example("plylab bench perft --game tictactoe --rounds 3 --stats");
  if (has_chess)
    perft.example(
        "plylab bench perft --quick --kernel all --engine \"fairy-stockfish\" \\\n  --engine "
        "stockfish --rounds 3 --out bench.json");
  perft.guides({"speed"});
  perft.callback([options, &games, &session] {
    run_bench(*options, options->detail || !session.is_text(), games, session);
  });
}

}  // namespace plylab::perft::bench
