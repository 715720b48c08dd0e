// What the commands of endgame tables share: their folder, and which endings they are about.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gen/chess/endgames/table.h"
#include "reports/command_line/command_line.h"

namespace plylab::suites::endgame {

/// Where tables are, and by whose rules.
struct Folder {
  std::string path;
  std::string game = "chess";

  /// chess::endgame_folder().
  Folder();
  void add_to(reports::Command command);
  void add_game_to(reports::Command command);

  /// The folder of the game's tables: those of chess lie in `path` itself.
  std::string of_game() const;
  /// Throws InputError for a game without endgame tables.
  chess::EndgameRules rules() const;
  /// Opens the tables. Throws InputError.
  chess::EndgameTables open() const { return chess::EndgameTables(of_game(), rules()); }
};

/// The endings that --men and the arguments name.
struct Selection {
  std::vector<std::string> names;
  std::optional<int> men;

  /// `otherwise` ends the help: what the command works on if none is named.
  void add_to(reports::Command command, const std::string& otherwise);

  /// In canonical form. Throws InputError for a text that is no ending.
  std::vector<chess::Ending> endings() const;

  /// Their tables, or all tables if none is named; those of fewer men first. Throws InputError if
  /// one is missing.
  std::vector<const chess::EndgameTable*> tables(const chess::EndgameTables& tables) const;
};

/// --threads.
void add_threads_option(reports::Command command, int& threads);

/// "there is no table of KQKR: plylab endgame build KQKR makes it".
std::string missing_table(const chess::Ending& ending);

/// "white" or "black".
std::string_view to_move_name(Side side);

}  // namespace plylab::suites::endgame
