#include "suites/commands.h"

#include "perft/games/countable_game.h"
#include "reports/command_line/command_line.h"
#include "search/run/searchable_game.h"

namespace plylab::suites {

// Each is defined in the command.cpp of its folder, or in the file of its name.
void add_list_command(reports::Command, reports::Session&, const search::SearchableGames&,
                      const perft::CountableGames&);
namespace book {
void add_book_command(reports::Command, reports::Session&);
}
namespace elo {
void add_elo_command(reports::Command, reports::Session&);
}
namespace match {
void add_match_command(reports::Command, reports::Session&, const search::SearchableGames&);
}
namespace report {
void add_report_command(reports::Command, reports::Session&, const search::SearchableGames&);
void add_compare_command(reports::Command, reports::Session&, const search::SearchableGames&);
}  // namespace report
namespace solve {
void add_solve_command(reports::Command, reports::Session&);
}
namespace mate {
void add_mate_command(reports::Command, reports::Session&);
}
namespace lint {
void add_lint_command(reports::Command, reports::Session&);
}
namespace mine {
void add_mine_command(reports::Command, reports::Session&);
}
namespace games {
void add_games_command(reports::Command, reports::Session&);
void add_annotate_command(reports::Command, reports::Session&);
}  // namespace games
namespace fen {
void add_fen_command(reports::Command, reports::Session&);
}
namespace sudoku {
void add_sudoku_command(reports::Command, reports::Session&);
}
namespace endgame {
void add_endgame_command(reports::Command, reports::Session&);
}
namespace gui {
void add_uci_command(reports::Command, reports::Session&);
void add_xboard_command(reports::Command, reports::Session&);
}  // namespace gui

void add_commands(reports::Command app, reports::Session& session,
                  const search::SearchableGames& games, const perft::CountableGames& countable) {
  match::add_match_command(app, session, games);
  elo::add_elo_command(app, session);
  report::add_report_command(app, session, games);
  report::add_compare_command(app, session, games);
  add_list_command(app, session, games, countable);
}

void add_plylab_commands(reports::Command app, reports::Session& session) {
  solve::add_solve_command(app, session);
  mate::add_mate_command(app, session);
  lint::add_lint_command(app, session);
  mine::add_mine_command(app, session);
  games::add_games_command(app, session);
  games::add_annotate_command(app, session);
  fen::add_fen_command(app, session);
  book::add_book_command(app, session);
  endgame::add_endgame_command(app, session);
  gui::add_uci_command(app, session);
  gui::add_xboard_command(app, session);
  sudoku::add_sudoku_command(app, session);
}

}  // namespace plylab::suites
