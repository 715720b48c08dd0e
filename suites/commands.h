// The commands of this floor, each in a file of its own.
#pragma once

#include <vector>

namespace plylab::reports {
class Command;
class Session;
}  // namespace plylab::reports
namespace plylab::perft {
struct CountableGame;
}
namespace plylab::search {
struct SearchableGame;
}

namespace plylab::suites {

using Games = std::vector<search::SearchableGame>;

/// Adds the commands that know any of the games, which must outlive the program, as must the same
/// ones for counting: commands.cpp.
void add_commands(reports::Command app, reports::Session& session, const Games& games,
                  const std::vector<perft::CountableGame>& countable);
/// Adds those of plylab itself, which know chess alone, or Sudoku.
void add_plylab_commands(reports::Command app, reports::Session& session);

void add_list_command(reports::Command app, reports::Session& session, const Games& games,
                      const std::vector<perft::CountableGame>& countable);  ///< list.cpp
void add_demo_command(reports::Command app, reports::Session& session);     ///< demo.cpp

}  // namespace plylab::suites

namespace plylab::suites::match {
void add_match_command(reports::Command app, reports::Session& session,
                       const Games& games);  ///< match/command.cpp
}  // namespace plylab::suites::match

namespace plylab::suites::report {
void add_report_command(reports::Command app, reports::Session& session,
                        const Games& games);  ///< report/command.cpp
void add_compare_command(reports::Command app,
                         reports::Session& session);  ///< report/compare_command.cpp
}  // namespace plylab::suites::report

namespace plylab::suites::solve {
void add_solve_command(reports::Command app, reports::Session& session);  ///< solve/command.cpp
}  // namespace plylab::suites::solve

namespace plylab::suites::mate {
void add_mate_command(reports::Command app, reports::Session& session);  ///< mate/command.cpp
}  // namespace plylab::suites::mate

namespace plylab::suites::lint {
void add_lint_command(reports::Command app, reports::Session& session);  ///< lint/command.cpp
}  // namespace plylab::suites::lint

namespace plylab::suites::mine {
void add_mine_command(reports::Command app, reports::Session& session);  ///< mine/command.cpp
}  // namespace plylab::suites::mine

namespace plylab::suites::fen {
void add_fen_command(reports::Command app, reports::Session& session);  ///< fen/command.cpp
}  // namespace plylab::suites::fen

namespace plylab::suites::sudoku {
void add_sudoku_command(reports::Command app, reports::Session& session);  ///< sudoku/command.cpp
}  // namespace plylab::suites::sudoku

namespace plylab::suites::uci {
void add_uci_command(reports::Command app, reports::Session& session);  ///< uci/command.cpp
}  // namespace plylab::suites::uci
