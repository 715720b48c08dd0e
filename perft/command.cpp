#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/huge_page_buffer.h"
#include "gen/input_error.h"
#include "gen/parallel.h"
#include "gen/select_names.h"
#include "perft/command_tables.h"
#include "perft/commands.h"
#include "perft/countable_game.h"
#include "reports/command_line.h"
#include "reports/game_options.h"
#include "reports/progress.h"
#include "reports/session.h"

namespace plylab::perft {
namespace {

using reports::Cell;
using reports::Report;
using reports::Table;

struct Options {
  reports::GameOptions positions;
  int depth = 0;
  std::vector<std::string> generators = {};
  std::string kernel = {};
  int threads = available_processors();
  bool unbulked = false;
  bool statistics = false;
  std::size_t hash_mib = 0;
  bool exact = false;
  std::string higher = {};  // "count", "drop", or empty for what is usual in the game
  bool detail = false;

  bool counts_higher(const CountableGame& game) const {
    return higher.empty() ? game.counts_higher_leaves : higher == "count";
  }
};

Result count(const CountableGame& game, const std::string& generator,
             const reports::NamedPosition& position, int depth, const Options& options,
             const reports::Session& session) {
  reports::Progress progress(fmt::format("perft {}", depth), "leaves");
  const Mode mode = options.statistics ? Mode::statistics
                    : options.unbulked ? Mode::unbulked
                                       : Mode::bulk;
  return game.run(
      position.text,
      {generator, options.kernel, depth, mode, options.threads, &session.stop(),
       [&](double share, Count leaves) { progress.update(share, static_cast<double>(leaves)); },
       options.hash_mib, options.counts_higher(game), options.exact});
}

std::optional<Count> stated(const reports::NamedPosition& position, int depth) {
  for (const auto& [stated_depth, paths] : position.counts)
    if (static_cast<int>(stated_depth) == depth) return Count(paths);
  return std::nullopt;
}

/// The depths to count: 1 to --depth for a position of one's own, the deepest stated one up to
/// --depth for a record that states any.
std::vector<int> depths_for(const reports::NamedPosition& position, int limit) {
  int deepest = 0;
  for (const auto& count : position.counts)
    if (static_cast<int>(count.depth) <= limit)
      deepest = std::max(deepest, static_cast<int>(count.depth));
  if (deepest > 0) return {deepest};
  std::vector<int> depths;
  for (int depth = 1; depth <= limit; ++depth) depths.push_back(depth);
  return depths;
}

/// Completes the options, and refuses those that make no sense for the game.
void check(Options& options, const CountableGame& game, reports::Session& session) {
  session.check_options();
  if (options.generators.empty()) options.generators = {game.info.default_generator};
  options.generators = select_names("--gen", options.generators, game.info.generator_names());
  options.kernel = reports::chosen_kernel(game.info, options.kernel);
  if (options.statistics && game.columns.empty())
    throw InputError(fmt::format("--stats: {} has no statistics", game.info.name));
  require_memory(options.hash_mib << 20);
  require_threads(options.threads);
  if (!options.higher.empty() && options.higher != "count" && options.higher != "drop")
    throw InputError(fmt::format("--higher: '{}' is neither count nor drop", options.higher));
  if (options.exact && options.hash_mib == 0) throw InputError("--exact: needs a --hash above 0");
}

/// Adds what threads and table did: notes on the first table, and a table for --detail.
void add_usage(Report& report, const Usage& usage, const Options& options) {
  std::vector<std::string>& notes = report.tables.front().notes;
  if (!usage.kernel_note().empty()) notes.push_back(usage.kernel_note());
  if (options.hash_mib > 0) notes.push_back(usage.table_note(options.hash_mib, options.exact));
  for (std::string& note : usage.thread_notes()) notes.push_back(std::move(note));
  if (options.detail) report.tables.push_back(usage.thread_table());
}

void run_perft(Options options, const std::vector<CountableGame>& games,
               reports::Session& session) {
  const CountableGame& game = find_game(games, options.positions.game, "--game");
  check(options, game, session);
  // It is of the statistics in a game whose moves are told apart in one way.
  const std::string of_statistics =
      game.info.conventions.empty() ? std::exchange(options.positions.convention, {}) : "";
  const std::size_t convention = game.find_convention("--convention", of_statistics);
  const auto positions = options.positions.load(game.info);
  const int limit = options.depth > 0 ? options.depth : options.positions.chess.suite ? 4 : 5;

  Report report;
  Usage usage;
  const bool with_higher = options.counts_higher(game);
  Table counts{"perft",
               "Perft",
               perft_columns(with_higher),
               {},
               reports::convention_notes(game.info, positions)};
  std::vector<Table> statistics;
  const auto count_position = [&](const reports::NamedPosition& position) {
    const std::string& name = position.name;
    if (options.statistics)
      statistics.push_back({"statistics",
                            "Statistics: " + name,
                            statistics_columns(game),
                            {},
                            convention_notes(game, convention)});
    for (int depth : depths_for(position, limit))
      for (const std::string& generator : options.generators) {
        if (!report.complete) break;
        const Result result = count(game, generator, position, depth, options, session);
        usage.add(generator, result);
        const auto expected = stated(position, depth);
        report.complete &= result.complete;
        counts.add(perft_row({name, generator, depth}, result, expected, with_higher));
        if (options.statistics && result.complete)
          statistics.back().add(statistics_row(game, generator, depth, result, convention));
        if (result.complete && expected && *expected != result.leaves) {
          counts.notes.push_back(fmt::format("{}: {} counts {} at depth {}, the suite states {}",
                                             name, generator, to_string(result.leaves), depth,
                                             to_string(*expected)));
          session.note_difference();
        }
        if (!result.complete)
          counts.notes.push_back(
              fmt::format("stopped at depth {}: that row holds what was finished by then", depth));
      }
  };
  session.attempt([&] {
    for (const reports::NamedPosition& position : positions)
      if (report.complete) count_position(position);
  });
  report.tables.push_back(std::move(counts));
  for (Table& table : statistics) report.tables.push_back(std::move(table));
  add_usage(report, usage, options);
  session.publish(std::move(report), options.threads);
}

void run_divide(Options options, const std::vector<CountableGame>& games,
                reports::Session& session) {
  const CountableGame& game = find_game(games, options.positions.game, "--game");
  check(options, game, session);
  const int depth = options.depth > 0 ? options.depth : 4;
  const bool with_higher = options.counts_higher(game);
  Report report;
  Usage usage;
  const auto positions = options.positions.load(game.info);
  for (const reports::NamedPosition& position : positions) {
    Table table{"divide",
                fmt::format("Divide {}: {}", depth, position.name),
                {{"move", "", "the root move; total is their sum", 0}},
                {},
                reports::convention_notes(game.info, {position})};
    std::map<std::string, std::vector<Cell>> rows;
    std::vector<Cell> totals;
    std::optional<Result> first;
    const auto count_by = [&](const std::string& generator) {
      const Result result = count(game, generator, position, depth, options, session);
      table.columns.emplace_back(generator, "", "leaves below the move by this generator", 0);
      if (with_higher)
        table.columns.emplace_back(generator + "_higher", "",
                                   "of these, games that are over before the depth", 0);
      usage.add(generator, result);
      for (const RootMove& branch : result.branches) {
        std::vector<Cell>& row = rows[branch.move];
        row.resize(totals.size());
        row.push_back(cell(branch.leaves));
        if (with_higher) row.push_back(cell(branch.higher));
      }
      totals.push_back(cell(result.leaves));
      if (with_higher) totals.push_back(cell(result.higher));
      for (auto& [move, cells] : rows) cells.resize(totals.size());
      if (!result.complete) {
        report.complete = false;
        table.notes.emplace_back("stopped early: the counts are what was finished by then");
      } else if (!first) {
        first = result;
      } else if (first->branches != result.branches) {
        table.notes.push_back(fmt::format("{} and {} differ", options.generators[0], generator));
        session.note_difference();
      }
    };
    const bool counted = session.attempt([&] {
      for (const std::string& generator : options.generators)
        if (report.complete) count_by(generator);
    });
    const auto add = [&](const std::string& move, const std::vector<Cell>& cells) {
      std::vector<Cell> row{move};
      row.insert(row.end(), cells.begin(), cells.end());
      table.add(std::move(row));
    };
    for (const auto& [move, cells] : rows) add(move, cells);
    if (!totals.empty()) add("total", totals);
    report.tables.push_back(std::move(table));
    if (!report.complete || !counted) break;
  }
  add_usage(report, usage, options);
  session.publish(std::move(report), options.threads);
}

void add_common(reports::Command command, Options& options, const std::vector<CountableGame>& games,
                reports::Session& session) {
  options.positions.add_to(command, game_names(games));
  command.add_option("-d,--depth N", options.depth, "Plies (default: 5; 4 with a suite)")
      .range(1, 60);
  command
      .add_option("--gen NAME", options.generators,
                  "Generators, or all (see plylab list generators; default: the game's usual one)")
      .offers(games.front().info.generator_names())
      .delimiter(',');
  reports::add_kernel_option(command, options.kernel);
  command.add_option("-t,--threads N", options.threads, "OpenMP threads")
      .range(1, 1024)
      .show_default();
  const reports::Option hash =
      command
          .add_option("--hash MIB", options.hash_mib,
                      "MiB of a transposition table; 0: none, every path is walked")
          .range(std::size_t{0}, std::size_t{1} << 40)
          .show_default();
  command
      .add_flag("--exact", options.exact,
                "Tell the positions in the table apart by their packed form, not by 128-bit keys")
      .needs(hash);
  command.add_option("--higher", options.higher,
                     "Games that are over before the depth is reached: count them as leaves that "
                     "lie higher, or drop them (default: as is usual in the game)");
  command.add_flag("--detail", options.detail, "Add a table of the threads");
  command.add_flag("--no-bulk", options.unbulked, "Make the last ply's moves in place of counting");
  session.add_options(command);
}

}  // namespace

void add_perft_command(reports::Command app, reports::Session& session,
                       const std::vector<CountableGame>& games) {
  const auto perft_options = std::make_shared<Options>();
  const reports::Command perft =
      app.add_subcommand("perft", "Count the legal move paths from positions");
  add_common(perft, *perft_options, games, session);
  perft.add_flag(
      "--stats", perft_options->statistics,
      "Count the last moves by kind: in chess captures, e.p., castles, promotions, checks, mates");
  perft.example("plylab perft --depth 6 --gen all --stats");
  perft.example("plylab perft --depth 8 --hash 1024 --exact");
  perft.example("plylab perft --game tictactoe --depth 9 --stats");
  perft.example("plylab perft --suite perft --depth 5 --format json --out perft.json");
  perft.callback([perft_options, &games, &session] { run_perft(*perft_options, games, session); });
}

void add_divide_command(reports::Command app, reports::Session& session,
                        const std::vector<CountableGame>& games) {
  const auto divide_options = std::make_shared<Options>();
  const reports::Command divide =
      app.add_subcommand("divide", "Count the paths below each root move");
  add_common(divide, *divide_options, games, session);
  divide.option("--depth").help("Plies (default: 4)");
  divide.example(
      "plylab divide --depth 5 --gen all \\\n  --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 "
      "1\"");
  divide.callback(
      [divide_options, &games, &session] { run_divide(*divide_options, games, session); });
}

}  // namespace plylab::perft
