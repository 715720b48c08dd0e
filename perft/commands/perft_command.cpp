#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "perft/commands/options.h"
#include "perft/commands/tables.h"
#include "reports/cli/command_line.h"
#include "reports/cli/session.h"

namespace plylab::perft {
namespace {

using reports::Report;

/// The depths to count from a position.
struct Depths {
  std::vector<int> all;  ///< in ascending order
  int first_row;         ///< rows below this depth are shown only if wrong
};

/// The depths of --depth: all of several, or those up to a single one, which may be 0.
std::set<int> wanted_depths(const std::vector<int>& given, int usual) {
  if (given.size() > 1) return {given.begin(), given.end()};
  const int limit = given.empty() ? usual : given.front();
  std::set<int> depths{limit};
  for (int depth = 1; depth < limit; ++depth) depths.insert(depth);
  return depths;
}

/// The wanted depths for which a record states a count.
std::set<int> stated_depths(const cli::NamedPosition& position, const std::set<int>& wanted) {
  std::set<int> stated;
  for (const auto& count : position.counts)
    if (wanted.contains(static_cast<int>(count.depth)))
      stated.insert(static_cast<int>(count.depth));
  return stated;
}

/// The wanted depths. Up to a single --depth, of a record with counts only those that it states:
/// the smaller ones cost little, and are only compared with the suite.
Depths depths_for(const std::set<int>& stated, const std::set<int>& wanted, bool lists_all) {
  const bool takes_all = stated.empty() || lists_all;
  const std::set<int>& all = takes_all ? wanted : stated;
  return {{all.begin(), all.end()}, takes_all ? *all.begin() : *all.rbegin()};
}

/// What is shown of the depths of a suite's records.
struct ShownDepths {
  bool deepest_only = false;  ///< of some record with several depths, because all others are right
  bool wrong = false;         ///< and of some record also a smaller depth with a wrong count
  bool all = false;           ///< of some record all, because it states no count for them

  std::string note(int limit) const {
    return fmt::format(
        "all depths up to {} that the suite states are compared; the deepest is shown{}{}", limit,
        wrong ? ", and what is wrong" : "",
        all ? "; all are shown of records that state no count for them" : "");
  }
};

/// How two generators' counts differ; empty if they agree.
std::string_view difference(const Result& a, const Result& b) {
  if (a.leaves != b.leaves) return "their leaves";
  if (a.early != b.early) return "their early leaves";
  return a.kinds != b.kinds ? "their statistics" : "";
}

void run_perft(PerftOptions options, const std::vector<CountableGame>& games,
               cli::Session& session) {
  const CountableGame& game = find_game(games, options.positions.game, "--game");
  options.check(game, session);
  const std::size_t convention =
      take_statistics_convention(options.positions, game, options.statistics);
  const auto positions = options.load(game);
  const auto wanted = wanted_depths(options.depths, options.positions.chess.suites.empty() ? 5 : 4);

  std::vector<reports::Schema> tables{perft_table(*options.how.job.early_leaves)};
  if (options.statistics) tables.push_back(statistics_table(game));
  if (options.detail) tables.push_back(thread_table());
  session.declare(tables);

  Report report;
  Usage usage;
  std::vector<PerftRow> counts;
  std::vector<std::string> notes = cli::convention_notes(game.info, positions);
  std::vector<std::vector<StatisticsRow>> statistics;  // by position
  ShownDepths shown_depths;
  const auto count_position = [&](const cli::NamedPosition& position) {
    const std::string& name = position.name;
    statistics.emplace_back();
    const std::set<int> depths_stated = stated_depths(position, wanted);
    const Depths depths = depths_for(depths_stated, wanted, options.depths.size() > 1);
    shown_depths.deepest_only |= depths.all.front() < depths.first_row;
    shown_depths.all |= depths_stated.empty() && depths.all.size() > 1;
    if (depths_stated.empty() && !position.counts.empty())
      notes.push_back(fmt::format(
          "{} is not compared: the suite states counts for other depths (--depth)", name));
    for (int depth : depths.all) {
      std::optional<Result> first;
      for (const std::string& generator : options.how.generators) {
        if (!report.complete) break;
        const Result result = options.count(game, generator, position, depth);
        usage.add(generator, result);
        const Count full = full_leaves(result);
        const auto expected = stated(position, depth, full);
        report.complete &= result.complete;
        const bool wrong = result.complete && expected && *expected != full;
        const bool shown = result.complete && (depth >= depths.first_row || wrong);
        shown_depths.wrong |= shown && depth < depths.first_row;
        if (shown) counts.push_back({name, generator, depth, result, expected});
        if (shown && options.statistics)
          statistics.back().push_back({generator, depth, result.kinds});
        reports::Check& check = report.checks.emplace_back(
            reports::Check{.name = fmt::format("{}, depth {}, {}", name, depth, generator),
                           .file = position.file,
                           .line = position.line,
                           .seconds = result.seconds});
        const auto fail = [&](std::string why) {
          check.result = reports::CheckResult::failed;
          check.message += (check.message.empty() ? "" : "\n") + why;
          notes.push_back(std::move(why));
        };
        if (wrong) fail(note_of_difference(name, generator, depth, full, *expected));
        if (!result.complete) {
          check.result = reports::CheckResult::skipped;
          check.message = "stopped before this count";
          notes.push_back(
              fmt::format("stopped at depth {} of {}, which is not counted", depth, name));
        } else if (!first) {
          first = result;
          if (!expected && options.how.generators.size() == 1) {
            check.result = reports::CheckResult::skipped;
            check.message =
                fmt::format("nothing to compare with: the suite states {}",
                            position.counts.empty() ? "no count" : "none of this depth");
          }
        } else if (const std::string_view what = difference(*first, result); !what.empty()) {
          fail(fmt::format("{}: {} and {} differ in {} at depth {}", name,
                           options.how.generators[0], generator, what, depth));
        }
      }
    }
  };
  session.attempt([&] {
    for (const cli::NamedPosition& position : positions)
      if (report.complete) count_position(position);
  });
  report.tables.push_back(perft_table(*options.how.job.early_leaves).with(counts));
  if (shown_depths.deepest_only) notes.push_back(shown_depths.note(*wanted.rbegin()));
  std::ranges::move(notes, std::back_inserter(report.notes));
  if (options.statistics)
    for (std::size_t i = 0; i < statistics.size(); ++i) {
      report.tables.push_back(statistics_table(game, convention, statistics[i]));
      report.tables.back().title += ": " + positions[i].name;
    }
  options.finish(report, usage);
  session.publish(std::move(report), options.how.job.threads);
}

}  // namespace

void add_perft_command(cli::Command app, cli::Session& session,
                       const std::vector<CountableGame>& games) {
  const auto perft_options = std::make_shared<PerftOptions>();
  const cli::Command perft =
      app.add_subcommand("perft", "Count the legal move paths from a position (perft)");
  perft_options->add_to(perft, games, session, cli::Session::Contents::tables_and_checks);
  perft.option("--depth")
      .help(
          "Plies: all depths up to one, or only several, such as 4,6 or 4..6 (default: 5; 4 with "
          "a suite)")
      .delimiter(',')
      .range(0, max_depth);
  perft.add_flag(
      "--stats", perft_options->statistics,
      fmt::format("Count last moves by kind{}",
                  has_chess(games)
                      ? ": captures, e.p., castles, promotions, checks and mates in chess"
                      : ""));
  perft.example("plylab perft --depth 6 --gen all --stats");
  perft.example("plylab perft --depth 8..9");
  perft.example("plylab perft --game tictactoe --depth 9 --stats");
  perft.example("plylab perft --suite perft --depth 5 --out perft.json");
  perft.notes(
      "Exit status: 0 if all counts agree; 1 if a count differs from the suite's or "
      "another generator's, or a count in the suite cannot be read; 2 for wrong usage; 130 "
      "after Ctrl-C: the results so far are shown, marked incomplete");
  perft.guides({"counting", "games", "ci"});
  perft.callback([perft_options, &games, &session] {
    if (cli::refuse_mpi_ranks()) run_perft(*perft_options, games, session);
  });
}

}  // namespace plylab::perft
