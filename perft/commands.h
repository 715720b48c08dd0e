// The commands of this floor.
#pragma once

#include <vector>

namespace plylab::reports {
class Command;
class Session;
}  // namespace plylab::reports

namespace plylab::perft {

struct CountableGame;

/// Adds the commands that count in any game. The games must outlive `app`.
void add_commands(reports::Command app, reports::Session& session,
                  const std::vector<CountableGame>& games);
/// Adds the commands that are mainly for chess.
void add_chess_commands(reports::Command app, reports::Session& session,
                        const std::vector<CountableGame>& games);

}  // namespace plylab::perft
