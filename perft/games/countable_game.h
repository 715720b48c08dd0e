// A game for the counting commands, under a run-time type.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gen/game/game_info.h"
#include "gen/game/move_kinds.h"
#include "perft/frontier/frontier_file.h"
#include "perft/frontier/units.h"
#include "perft/soak/soak.h"
#include "perft/walk/run.h"

namespace plylab::engines {
class GeneratorUnderTest;
}

namespace plylab::perft {

/// A generator that a guest's program has added to a game.
struct GuestGenerator {
  std::string name;
  std::function<std::unique_ptr<engines::GeneratorUnderTest>()> to_verify = {};
};

/// A game in which paths can be counted.
struct CountableGame {
  GameInfo info;
  bool counts_early_leaves;                    ///< the default of jobs
  std::vector<StatisticsColumn> columns = {};  ///< of its statistics; empty without
  std::size_t kinds = 0;                       ///< size of Result::kinds
  std::vector<Convention> conventions = {};    ///< for printing statistics; empty if only one
  /// Computes the columns in a convention from Result::kinds.
  std::vector<Count> (*columns_in)(std::size_t convention,
                                   const std::vector<Count>& kinds) = nullptr;
  /// Runs a job on a position of the game. Throws InputError as run() does.
  std::function<Result(const AnyStart& position, const Job& job)> run = {};
  /// Compares all generators in random games.
  std::function<soak::Result(const soak::Job& job)> soak = {};
  /// Finds the different positions at a ply below a position of the game. Throws InputError as
  /// find_frontier() does.
  std::function<FrontierFile(const AnyStart& position, const FrontierJob& job)> frontier = {};
  /// Counts units of such a frontier, as count_units() does.
  std::function<void(const AnyStart& position, const UnitJob& job)> count_units = {};
  std::vector<GuestGenerator> guests = {};

  /// The index of a convention; "" is the first. Throws InputError, whose message begins with
  /// `where`, if there is none of that name.
  std::size_t find_convention(std::string_view where, std::string_view name) const;

  /// Throws InputError, whose message begins with `where`, if the game has no statistics.
  void require_statistics(std::string_view where) const;
};

using CountableGames = std::vector<CountableGame>;

/// The entry for a game. Compiled once for each game of gen/games.h; for your own game, include
/// perft/games/countable_body.h.
template <Game G>
CountableGame countable_game();

/// Whether chess is one of the games; commands then have options for chess.
bool has_chess(const std::vector<CountableGame>& games);

/// The games that come with plylab, in the order of gen/games.h.
const std::vector<CountableGame>& countable_games();

}  // namespace plylab::perft
