// Options for the game and the positions of a command: --game, --position, --fen, --suite.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gen/epd/epd.h"
#include "gen/game/game_info.h"
#include "reports/cli/command_line.h"
#include "reports/tables/sources.h"

namespace plylab::cli {

/// Whether the game is chess itself: only chess has engines, FENs and suites.
bool is_chess(const GameInfo& info);

/// Adds --moves to a command: moves to play from each position given.
Option add_moves_option(Command command, std::string& moves);

/// The options --fen, --moves and --suite of a command.
struct PositionOptions {
  std::vector<std::string> fens = {};
  std::string moves = {};
  std::vector<std::string> suites = {};

  /// `otherwise` is the default position.
  void add_to(Command command, std::string_view otherwise = "startpos");

  /// Adds only --suite.
  Option add_suites_to(Command command);

  /// The positions of --fen, followed by the moves; moves alone start from startpos.
  std::vector<std::string> named() const;

  /// The same as records with the text as id. Throws InputError for a text that is not a position.
  std::vector<epd::Record> load_named() const;

  /// Removes suites whose file has been named before, by whatever path, and says so: "n.epd is
  /// given twice, and solved once". Throws InputError for a suite that does not exist.
  void drop_repeated_suites(std::string_view done);

  /// The readable records of the suites. Their names are distinct; if there are several suites,
  /// they begin with that of the suite. Reports unreadable parts on standard error, and adds
  /// unreadable records, operations and perft counts to `unread`. Throws InputError if a suite has
  /// no readable record, or if --moves was given with a suite.
  std::vector<epd::Record> load_suites(std::vector<reports::Source>* sources = nullptr,
                                       std::vector<epd::Issue>* unread = nullptr) const;
};

/// A position of some game.
struct NamedPosition {
  std::string name;  ///< the record's id or "line 7", or the text as it was given
  AnyStart start;
  std::vector<epd::PerftCount> counts = {};  ///< stated by a suite
  std::string given = {};                    ///< for read_position(), with its moves
  std::string file = {};                     ///< the suite's path; empty without one
  std::size_t line = 0;                      ///< of that file
  std::vector<std::string> best = {};        ///< the moves of its bm, in SAN
};

/// The options --game, --position, --moves, --seeds, --convention, and --fen and --suite for chess.
struct GameOptions {
  std::string game;  ///< empty: the first of the games
  std::vector<std::string> positions;
  std::vector<std::string> seeds;  ///< numbers, and ranges such as 1..20
  std::string convention;          ///< for distinguishing moves; empty: the position's
  PositionOptions chess;           ///< its `moves` apply to any game

  /// `games` are the names to choose from; with chess among them its options are added.
  void add_to(Command command, const std::vector<std::string>& games);

  /// The positions given, or the game's initial position. Reads suites as PositionOptions does.
  /// Throws InputError for texts that are not positions of this game, and for options that it does
  /// not have.
  std::vector<NamedPosition> load(const GameInfo& info,
                                  std::vector<reports::Source>* sources = nullptr,
                                  std::vector<epd::Issue>* unread = nullptr) const;
};

/// Names the conventions that distinguish moves in the positions, for a report's notes; none for a
/// game that has only one.
std::vector<std::string> convention_notes(const GameInfo& info,
                                          const std::vector<AnyStart>& positions);
std::vector<std::string> convention_notes(const GameInfo& info,
                                          const std::vector<NamedPosition>& positions);

/// Seeds as numbers and ranges of them, "1..20". Throws InputError.
std::vector<std::uint64_t> parse_seeds(const std::vector<std::string>& texts);

/// Adds --game, one of these names and by default the first, to a command.
void add_game_option(Command command, std::string& game, const std::vector<std::string>& games);

/// Adds -j,--jobs to a command: how many things to do in parallel.
Option add_jobs_option(Command command, int& jobs, const std::string& help);
/// Adds -t,--threads.
Option add_threads_option(Command command, int& threads, const std::string& help);

/// Adds --kernel to a command.
Option add_kernel_option(Command command, std::string& kernel);

/// The names of all games' kernels, without repeats.
std::vector<std::string> kernel_names(const auto& games) {
  std::set<std::string> names;
  for (const auto& game : games)
    for (const KernelInfo& kernel : game.info.kernels) names.insert(kernel.name);
  return {names.begin(), names.end()};
}

/// The value of --kernel, or else, for a game with kernels, of the environment variable
/// PLYLAB_KERNEL; empty for the fastest. Throws InputError for a kernel that does not exist or that
/// this CPU cannot run, and if --kernel was given but none of the generators has that kernel.
std::string chosen_kernel(const GameInfo& info, const std::string& option,
                          const std::vector<std::string>& generators = {});

}  // namespace plylab::cli
