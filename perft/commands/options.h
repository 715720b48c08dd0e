// The options of the counting commands, which fill a Job.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gen/base/parallel.h"
#include "perft/commands/tables.h"
#include "perft/games/countable_game.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/session.h"

namespace plylab::perft {

/// The options that fill a job. Each command adds those that it has.
struct JobOptions {
  Job job{.threads = available_processors()};
  std::vector<std::string> generators = {};
  std::string early = {};         ///< "count" or "drop"; empty for the game's default
  std::size_t memory_mib = 1024;  ///< for finding a frontier
  std::string folder = {};        ///< of temporary files

  /// --gen and --kernel: one generator, with `usual` as the default, or several.
  void add_generator(cli::Command command, const CountableGames& games, const std::string& usual);
  void add_generators(cli::Command command, const CountableGames& games);
  /// --threads
  cli::Option add_threads(cli::Command command, const std::string& help = "Threads");
  /// --hash, which is returned, and --exact. `usual` is the default; empty for the job's table.
  cli::Option add_table(cli::Command command, std::string usual = "");
  /// --early
  void add_early(cli::Command command);
  /// --memory and --temporary; the second function adds only the latter.
  void add_workspace(cli::Command command);
  void add_folder(cli::Command command);

  /// Throws InputError if the table or the threads cannot be allocated, and for --exact without a
  /// table.
  void check() const;

  /// Completes --gen and --kernel. With one generator, sets it in the job; `usual` is the default.
  /// Throws InputError for names that the game does not have.
  void choose_generators(const CountableGame& game);
  void choose_generator(const CountableGame& game, const std::string& usual);

  /// Whether early leaves count: by --early, or else by the game's default. Throws InputError for
  /// an invalid value of --early.
  bool counts_early(const CountableGame& game) const;

  Workspace workspace() const { return {memory_mib << 20, folder}; }
};

/// The index of the convention for printing statistics. If the game has conventions for moves,
/// --convention names one of those, and statistics use their own first convention. Otherwise
/// --convention names one of the statistics' conventions, and is removed from the options; throws
/// InputError if there are no statistics.
std::size_t take_statistics_convention(cli::GameOptions& options, const CountableGame& game,
                                       bool has_statistics);

/// The options of perft and divide.
struct PerftOptions {
  cli::GameOptions positions;
  std::vector<int> depths = {};  ///< empty for the default
  JobOptions how;
  std::optional<cli::Option> hash = {};  ///< --hash, once add_to() has added it
  bool unbulked = false;
  bool statistics = false;
  bool detail = false;
  bool allow_unread = false;
  std::atomic<double>* share = nullptr;  ///< see cli::Progress
  std::vector<epd::Issue> unread;        ///< parts of the suite that load() could not read

  void add_to(cli::Command command, const CountableGames& games, cli::Session& session,
              cli::Session::Contents contents = cli::Session::Contents::tables);

  /// Completes the options. Throws InputError for options that the game does not support.
  void check(const CountableGame& game, cli::Session& session);

  /// Loads the positions; adds the unreadable parts of a suite to `unread`.
  std::vector<cli::NamedPosition> load(const CountableGame& game);

  /// Counts the paths from a position, with progress on a terminal. Without --hash, many paths are
  /// counted with an exact table.
  Result count(const CountableGame& game, const std::string& generator,
               const cli::NamedPosition& position, int plies) const;

  /// Completes a report. Adds notes to its first table about unreadable parts, threads and the
  /// transposition table; a table for --detail; and a check for each unreadable part, which fails,
  /// or is skipped with --allow-unread.
  void finish(reports::Report& report, const Usage& usage) const;
};

}  // namespace plylab::perft
