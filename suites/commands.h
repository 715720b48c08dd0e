// The commands of this floor.
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

/// Adds the commands that work in any game. Both lists of games must outlive the program.
void add_commands(reports::Command app, reports::Session& session,
                  const std::vector<search::SearchableGame>& games,
                  const std::vector<perft::CountableGame>& countable);
/// Adds the commands that are only for chess or Sudoku.
void add_plylab_commands(reports::Command app, reports::Session& session);

}  // namespace plylab::suites
