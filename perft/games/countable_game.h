// A game as the counting commands see it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gen/game/game_info.h"
#include "gen/game/move_kinds.h"
#include "perft/count/run.h"
#include "perft/frontier/frontier_file.h"
#include "perft/frontier/units.h"
#include "perft/soak/soak.h"

namespace plylab::perft {

/// A game whose paths can be counted.
struct CountableGame {
  GameInfo info;
  bool counts_early_leaves;                    ///< unless a job says otherwise
  std::vector<StatisticsColumn> columns = {};  ///< of its statistics; empty: it has none
  std::size_t kinds = 0;                       ///< of last moves, that they count: Result::kinds
  std::vector<Convention> conventions = {};    ///< to print them by; empty: there is only one
  /// The columns by a convention, from Result::kinds.
  std::vector<Count> (*columns_in)(std::size_t convention,
                                   const std::vector<Count>& kinds) = nullptr;
  /// Runs a job on a position of the game. Throws InputError as run() does.
  Result (*run)(const AnyStart& position, const Job& job) = nullptr;
  soak::Result (*soak)(const soak::Job& job) =
      nullptr;  ///< compares all generators in random games
  /// The different positions at a ply below a position of the game. Throws InputError as
  /// find_frontier() does.
  FrontierFile (*frontier)(const AnyStart& position, const FrontierJob& job) = nullptr;
  /// Counts units of such a frontier, as count_units() does.
  void (*count_units)(const AnyStart& position, const UnitJob& job) = nullptr;

  /// The place of a convention. Throws InputError, which `where` begins, if there is none of that
  /// name; "" is the first.
  std::size_t find_convention(std::string_view where, std::string_view name) const;

  /// Throws InputError, which `where` begins, if the game has no statistics.
  void require_statistics(std::string_view where) const;
};

using CountableGames = std::vector<CountableGame>;

/// A game's entry. Compiled once for each game of gen/games.h; for your own game include
/// perft/games/countable_body.h.
template <Game G>
CountableGame countable_game();

/// Whether chess is among them, and with it options for chess alone.
bool has_chess(const std::vector<CountableGame>& games);

/// The games that come with plylab, in the order of gen/games.h.
const std::vector<CountableGame>& countable_games();

}  // namespace plylab::perft
