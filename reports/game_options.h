// The game that a command works on, and the positions: --game, --position, --fen, --suite.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gen/epd/epd.h"
#include "gen/game/game_info.h"
#include "reports/command_line/command_line.h"
#include "reports/tables/sources.h"

namespace plylab::reports {

/// Adds --moves to a command: moves that lead on from each position that is named.
Option add_moves_option(Command command, std::string& moves);

/// The options --fen, --moves and --suite of a command.
struct PositionOptions {
  std::vector<std::string> fens = {};
  std::string moves = {};
  std::vector<std::string> suites = {};

  /// `otherwise` is what the command works on if no position is given.
  void add_to(Command command, std::string_view otherwise = "startpos");

  /// --suite alone.
  Option add_suites_to(Command command);

  /// What --fen names, with the moves behind it; moves alone lead on from startpos.
  std::vector<std::string> named() const;

  /// The same as records, each with the text as id. Throws InputError for a text that is not a
  /// position.
  std::vector<epd::Record> load_named() const;

  /// The records of the suites. What cannot be read in their files is reported on standard error,
  /// and records, operations and stated perft counts among it are added to `unread`; the rest is
  /// used. Throws InputError if no record is left of a suite, or if --moves was given with one.
  std::vector<epd::Record> load_suites(std::vector<Source>* sources = nullptr,
                                       std::vector<epd::Issue>* unread = nullptr) const;
};

/// A position of some game.
struct NamedPosition {
  std::string name;  ///< the record's id or "line 7", or the text as it was given
  AnyStart start;
  std::vector<epd::PerftCount> counts = {};  ///< that a suite states
  std::string given = {};                    ///< as read_position() takes it, with its moves
  std::string file = {};                     ///< the suite's path; empty if it is of none
  std::size_t line = 0;                      ///< of that file
  std::vector<std::string> best = {};        ///< the moves of its bm, in SAN
};

/// The options --game, --position, --moves, --seeds, --convention, and for chess --fen and --suite.
struct GameOptions {
  std::string game;  ///< empty: the first of the games
  std::vector<std::string> positions;
  std::vector<std::string> seeds;  ///< numbers, and ranges such as 1..20
  std::string convention;          ///< how moves are distinguished; empty: as the position says
  PositionOptions chess;           ///< its moves are those of any game

  /// `games` are the names to choose from; with chess among them its options are added.
  void add_to(Command command, const std::vector<std::string>& games);

  /// Whether there is more than one position.
  bool is_list() const;

  /// The positions named, or the game's starting position. Reads suites as PositionOptions do.
  /// Throws InputError for texts that are not positions of this game, and for options that it does
  /// not have.
  std::vector<NamedPosition> load(const GameInfo& info, std::vector<Source>* sources = nullptr,
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

/// Adds --kernel to a command.
Option add_kernel_option(Command command, std::string& kernel);

/// The names of all kernels that games have, each once.
std::vector<std::string> kernel_names(const auto& games) {
  std::set<std::string> names;
  for (const auto& game : games)
    for (const KernelInfo& kernel : game.info.kernels) names.insert(kernel.name);
  return {names.begin(), names.end()};
}

/// The value of --kernel, or else of the environment variable PLYLAB_KERNEL for a game that has
/// kernels; empty for the fastest. Throws InputError for a kernel that does not exist or that this
/// CPU cannot run, and if --kernel was given but none of the generators named has that kernel.
std::string chosen_kernel(const GameInfo& info, const std::string& option,
                          const std::vector<std::string>& generators = {});

}  // namespace plylab::reports
