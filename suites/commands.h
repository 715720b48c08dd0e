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

/// Adds the commands that know any of the games, which must outlive the program, as must the same
/// ones for counting.
void add_commands(reports::Command app, reports::Session& session,
                  const std::vector<search::SearchableGame>& games,
                  const std::vector<perft::CountableGame>& countable);
/// Adds those of plylab itself, which know chess alone, or Sudoku.
void add_plylab_commands(reports::Command app, reports::Session& session);

}  // namespace plylab::suites
