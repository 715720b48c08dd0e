// Options shared by the commands for endgame tables: the folder and the endings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gen/chess/endgames/table.h"
#include "reports/cli/command_line.h"

namespace plylab::suites::endgame {

/// The folder of tables, and their game.
struct Folder {
  std::string path;
  std::string game = "chess";

  /// suites::players::endgame_folder().
  Folder();
  /// Adds --endgames, and --game unless the command is for chess alone.
  void add_to(cli::Command command, bool with_game = true);

  /// The folder of the game's tables; for chess it is `path` itself.
  std::string of_game() const;
  /// Throws InputError for a game without endgame tables.
  chess::EndgameRules rules() const;
  /// Opens the tables. Throws InputError.
  chess::EndgameTables open() const { return chess::EndgameTables(of_game(), rules()); }
};

/// The endings given by --men and by arguments.
struct Selection {
  std::vector<std::string> names;
  std::optional<int> men;

  /// `otherwise` ends the help: the default if no ending is given.
  void add_to(cli::Command command, const std::string& otherwise);

  /// The endings in canonical form. Throws InputError for a text that is not an ending.
  std::vector<chess::Ending> endings() const;

  /// The tables of these endings, or all tables if none is given; those with fewer men first.
  /// Throws InputError if one is missing.
  std::vector<const chess::EndgameTable*> tables(const chess::EndgameTables& tables) const;
};

/// --threads.
void add_threads_option(cli::Command command, int& threads);

/// "there is no table of KQKR: plylab endgame build KQKR makes it".
std::string missing_table(const chess::Ending& ending);

/// "white" or "black".
std::string_view to_move_name(Side side);

}  // namespace plylab::suites::endgame
