// The commands of this floor.
#pragma once

#include <vector>

namespace plylab::cli {
class Command;
class Session;
}  // namespace plylab::cli

namespace plylab::perft {

struct CountableGame;

/// Adds all commands of this floor to the program. The games must outlive it.
void add_commands(cli::Command app, cli::Session& session, const std::vector<CountableGame>& games);

}  // namespace plylab::perft
