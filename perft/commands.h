// The commands of this floor.
#pragma once

#include <vector>

namespace plylab::reports {
class Command;
class Session;
}  // namespace plylab::reports

namespace plylab::perft {

struct CountableGame;

/// Adds all commands of this floor to the program. The games must outlive it.
void add_commands(reports::Command app, reports::Session& session,
                  const std::vector<CountableGame>& games);

}  // namespace plylab::perft
