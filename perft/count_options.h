// The options of the commands that count, and what they fill: a Job.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gen/base/parallel.h"
#include "perft/command_tables.h"
#include "perft/games/countable_game.h"
#include "reports/command_line/command_line.h"
#include "reports/game_options.h"
#include "reports/session.h"

namespace plylab::perft {

/// The options that fill a job, for all commands: each adds those that it has.
struct JobOptions {
  Job job{.threads = available_processors()};
  std::vector<std::string> generators = {};
  std::string early = {};         ///< "count" or "drop"; empty: as is usual in the game
  std::size_t memory_mib = 1024;  ///< to find a frontier
  std::string folder = {};        ///< of temporary files

  /// --gen and --kernel; one generator, of which `usual` is the default, or several.
  void add_generator(reports::Command command, const CountableGames& games,
                     const std::string& usual);
  void add_generators(reports::Command command, const CountableGames& games);
  /// --threads
  reports::Option add_threads(reports::Command command, const std::string& help = "Threads");
  /// --hash and --exact
  void add_table(reports::Command command);
  /// --early
  void add_early(reports::Command command);
  /// --memory and --temporary, and the latter alone.
  void add_workspace(reports::Command command);
  void add_folder(reports::Command command);

  /// Throws InputError for a table and threads that cannot be allocated, and for --exact without a
  /// table.
  void check() const;

  /// Completes --gen and --kernel: several generators, or one, which becomes the job's; `usual` is
  /// the default. Throws InputError for names that the game does not have.
  void choose_generators(const CountableGame& game);
  void choose_generator(const CountableGame& game, const std::string& usual);

  /// Whether early leaves count, by --early or else the game. Throws InputError for a value of
  /// --early that does not exist.
  bool counts_early(const CountableGame& game) const;

  Workspace workspace() const { return {memory_mib << 20, folder}; }
};

/// The place of the convention by which statistics are printed. If the game has conventions for its
/// moves, --convention names one of those, and statistics are printed by their own first one.
/// Otherwise --convention is one of the statistics', and is taken out of the options; throws
/// InputError if there are no statistics.
std::size_t take_statistics_convention(reports::GameOptions& options, const CountableGame& game,
                                       bool has_statistics);

/// The options of perft and divide.
struct CountOptions {
  reports::GameOptions positions;
  JobOptions how;  ///< depth 0: the usual one
  bool unbulked = false;
  bool statistics = false;
  bool detail = false;
  bool allow_unread = false;
  std::vector<epd::Issue> unread;  ///< what load() could not read of the suite

  void add_to(reports::Command command, const CountableGames& games, reports::Session& session,
              reports::Session::Contents contents = reports::Session::Contents::tables);

  /// Completes the options. Throws InputError for those that do not fit the game.
  void check(const CountableGame& game, reports::Session& session);

  /// The positions; what cannot be read of a suite is counted.
  std::vector<reports::NamedPosition> load(const CountableGame& game);

  /// Counts the paths of a position, with progress on a terminal.
  Result count(const CountableGame& game, const std::string& generator,
               const reports::NamedPosition& position, int plies) const;

  /// Completes a report: notes on its first table about what could not be read and what threads
  /// and table did, a table for --detail, and a check for each that could not be read; it fails, or
  /// is skipped with --allow-unread.
  void finish(reports::Report& report, const Usage& usage) const;
};

}  // namespace plylab::perft
