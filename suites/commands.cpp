#include "suites/commands.h"

#include "reports/command_line.h"

namespace plylab::suites {

void add_commands(reports::Command app, reports::Session& session, const Games& games,
                  const std::vector<perft::CountableGame>& countable) {
  match::add_match_command(app, session, games);
  report::add_report_command(app, session, games);
  report::add_compare_command(app, session);
  add_list_command(app, session, games, countable);
}

void add_plylab_commands(reports::Command app, reports::Session& session) {
  solve::add_solve_command(app, session);
  mate::add_mate_command(app, session);
  lint::add_lint_command(app, session);
  mine::add_mine_command(app, session);
  fen::add_fen_command(app, session);
  uci::add_uci_command(app, session);
  sudoku::add_sudoku_command(app, session);
  add_demo_command(app, session);
}

}  // namespace plylab::suites
