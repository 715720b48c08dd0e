// The game that a command works on, and the positions: --game, --position, --fen, --suite.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "gen/epd/epd.h"
#include "gen/game/game_info.h"
#include "reports/position_options.h"

namespace plylab::reports {

class Command;

/// A position of some game.
struct NamedPosition {
  std::string name;  ///< the record's id or "line 7", or the text as it was given
  AnyStart start;
  std::vector<epd::PerftCount> counts = {};  ///< that a suite states
  std::string given = {};                    ///< as read_position() takes it, with its moves
};

/// The options --game, --position, --moves, --seeds, --convention, and of chess --fen, --suite and
/// --corrections.
struct GameOptions {
  std::string game;  ///< empty: the first of the games
  std::vector<std::string> positions;
  std::vector<std::string> seeds;  ///< numbers, and ranges such as 1..20
  std::string convention;          ///< by which moves are told apart; empty: the position's own
  PositionOptions chess;           ///< its moves are those of any game

  /// `games` are the names to choose from; the options of chess are there if it is one of them.
  void add_to(Command command, const std::vector<std::string>& games);

  /// Whether there is more than one position.
  bool is_list() const;

  /// The positions named, or the game's starting position. Reads suites as PositionOptions do.
  /// Throws InputError for texts that are no position of this game, and for options that it does
  /// not have.
  std::vector<NamedPosition> load(const GameInfo& info, std::vector<Source>* sources = nullptr,
                                  std::size_t* unread = nullptr) const;
};

/// Names the convention by which moves are told apart in the positions, for a report's notes; none
/// for a game that has but one.
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

/// What was said by --kernel, or else by the environment variable PLYLAB_KERNEL for a game that has
/// kernels; empty for the fastest. Throws InputError for a kernel that does not exist or that this
/// CPU cannot run, and if --kernel was said and none of the generators, if any are named, has it.
std::string chosen_kernel(const GameInfo& info, const std::string& option,
                          const std::vector<std::string>& generators = {});

}  // namespace plylab::reports
