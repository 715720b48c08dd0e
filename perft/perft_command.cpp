#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "perft/command_tables.h"
#include "perft/count_options.h"
#include "reports/command_line/command_line.h"
#include "reports/session.h"
#include "reports/text/launcher.h"

namespace plylab::perft {
namespace {

using reports::Cell;
using reports::Report;
using reports::Table;

/// What to count of a position.
struct Depths {
  std::vector<int> all;  ///< in ascending order
  int first_row;         ///< from here on all are shown; of those before, what is wrong
};

/// The depths 1 to --depth for a position of one's own, those stated up to --depth for a record
/// that states any; as they come nearly free, the lesser ones are only held against the suite.
Depths depths_for(const reports::NamedPosition& position, int limit) {
  std::set<int> stated;
  for (const auto& count : position.counts)
    if (static_cast<int>(count.depth) <= limit) stated.insert(static_cast<int>(count.depth));
  if (!stated.empty()) return {{stated.begin(), stated.end()}, *stated.rbegin()};
  Depths depths{{}, 1};
  for (int depth = 1; depth <= limit; ++depth) depths.all.push_back(depth);
  return depths;
}

/// In what two generators' counts differ; nothing if they agree.
std::string_view difference(const Result& a, const Result& b) {
  if (a.leaves != b.leaves) return "their leaves";
  if (a.higher != b.higher) return "which of them lie higher";
  return a.kinds != b.kinds ? "their statistics" : "";
}

void run_perft(CountOptions options, const std::vector<CountableGame>& games,
               reports::Session& session) {
  const CountableGame& game = find_game(games, options.positions.game, "--game");
  options.check(game, session);
  const std::size_t convention =
      take_statistics_convention(options.positions, game, options.statistics);
  const auto positions = options.positions.load(game.info);
  const int limit = options.depth > 0 ? options.depth : options.positions.chess.suite ? 4 : 5;

  Report report;
  Usage usage;
  const bool with_higher = counts_higher(options.higher, game);
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
    const Depths depths = depths_for(position, limit);
    for (int depth : depths.all) {
      std::optional<Result> first;
      for (const std::string& generator : options.generators) {
        if (!report.complete) break;
        const Result result = options.count(game, generator, position, depth, session);
        usage.add(generator, result);
        const auto expected = stated(position, depth, result.leaves);
        report.complete &= result.complete;
        const bool wrong = result.complete && expected && *expected != result.leaves;
        const bool shown = depth >= depths.first_row || wrong || !result.complete;
        if (shown) counts.add(perft_row({name, generator, depth}, result, expected, with_higher));
        if (shown && options.statistics && result.complete)
          statistics.back().add(statistics_row(game, generator, depth, result, convention));
        if (wrong) {
          counts.notes.push_back(
              note_of_difference(name, generator, depth, result.leaves, *expected));
          session.note_difference();
        }
        if (!result.complete) {
          counts.notes.push_back(
              fmt::format("stopped at depth {}: that row holds what was finished by then", depth));
        } else if (!first) {
          first = result;
        } else if (const std::string_view what = difference(*first, result); !what.empty()) {
          counts.notes.push_back(fmt::format("{}: {} and {} differ in {} at depth {}", name,
                                             options.generators[0], generator, what, depth));
          session.note_difference();
        }
      }
    }
  };
  session.attempt([&] {
    for (const reports::NamedPosition& position : positions)
      if (report.complete) count_position(position);
  });
  report.tables.push_back(std::move(counts));
  for (Table& table : statistics) report.tables.push_back(std::move(table));
  options.add_usage(report, usage);
  session.publish(std::move(report), options.threads);
}

}  // namespace

void add_perft_command(reports::Command app, reports::Session& session,
                       const std::vector<CountableGame>& games) {
  const auto perft_options = std::make_shared<CountOptions>();
  const reports::Command perft =
      app.add_subcommand("perft", "Count the legal move paths from positions");
  perft_options->add_to(perft, games, session);
  perft.add_flag(
      "--stats", perft_options->statistics,
      fmt::format(
          "Count the last moves by kind{}",
          has_chess(games) ? ": in chess captures, e.p., castles, promotions, checks, mates" : ""));
  perft.example("plylab perft --depth 6 --gen all --stats");
  perft.example("plylab perft --depth 8 --hash 1024 --exact");
  perft.example("plylab perft --game tictactoe --depth 9 --stats");
  perft.example("plylab perft --suite perft --depth 5 --format json --out perft.json");
  perft.callback([perft_options, &games, &session] {
    if (reports::works_alone()) run_perft(*perft_options, games, session);
  });
}

}  // namespace plylab::perft
