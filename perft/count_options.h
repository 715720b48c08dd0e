// What perft and divide have in common: their options, and counting by them.
#pragma once

#include <string>
#include <vector>

#include "gen/base/parallel.h"
#include "perft/command_tables.h"
#include "perft/games/countable_game.h"
#include "reports/game_options.h"
#include "reports/tables/table.h"

namespace plylab::reports {
class Command;
class Session;
}  // namespace plylab::reports

namespace plylab::perft {

/// Adds --hash and --exact to a command.
void add_table_options(reports::Command command, std::size_t& hash_mib, bool& exact);
/// Throws InputError for a table and threads that are not to be had, and for --exact without table.
void check_work(int threads, std::size_t hash_mib, bool exact);

/// What --higher says: whether games that are over before the depth count, as leaves that lie
/// higher; empty for what is usual in the game. Throws InputError for other texts.
bool counts_higher(const std::string& higher, const CountableGame& game);

/// The place of the convention by which --convention wants statistics printed: it is taken out of
/// the options, where it would tell moves apart. The first in a game whose moves have several ways
/// themselves: --convention is of these. Throws InputError for one without statistics to print.
std::size_t take_statistics_convention(reports::GameOptions& options, const CountableGame& game,
                                       bool has_statistics);

/// The options of a counting command.
struct CountOptions {
  reports::GameOptions positions;
  int depth = 0;  ///< 0: the usual one
  std::vector<std::string> generators = {};
  std::string kernel = {};
  int threads = available_processors();
  bool unbulked = false;
  bool statistics = false;
  std::size_t hash_mib = 0;
  bool exact = false;
  std::string higher = {};  ///< "count", "drop", or empty for what is usual in the game
  bool detail = false;

  void add_to(reports::Command command, const std::vector<CountableGame>& games,
              reports::Session& session);

  /// Completes the options. Throws InputError for those that make no sense for the game.
  void check(const CountableGame& game, reports::Session& session);

  /// Counts the paths of a position, with progress on a terminal.
  Result count(const CountableGame& game, const std::string& generator,
               const reports::NamedPosition& position, int plies,
               const reports::Session& session) const;

  /// Adds what threads and table did: notes on the first table, and a table for --detail.
  void add_usage(reports::Report& report, const Usage& usage) const;
};

}  // namespace plylab::perft
