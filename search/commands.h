// The commands of this floor, each in a file of its own.
#pragma once

namespace CLI {
class App;
}
namespace plylab::reports {
class Session;
}

namespace plylab::search {

/// Adds them all to the program: commands.cpp.
void add_commands(CLI::App& app, reports::Session& session);

void add_search_command(CLI::App& app, reports::Session& session);  ///< command.cpp

}  // namespace plylab::search

namespace plylab::search::lab {
void add_experiment_command(CLI::App& app, reports::Session& session);  ///< lab/command.cpp
}  // namespace plylab::search::lab
