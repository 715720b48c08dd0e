// The commands of this floor, each in a file of its own.
#pragma once

namespace plylab::reports {
class Command;
class Session;
}  // namespace plylab::reports

namespace plylab::search {

/// Adds them all to the program: commands.cpp.
void add_commands(reports::Command app, reports::Session& session);

void add_search_command(reports::Command app, reports::Session& session);  ///< command.cpp

}  // namespace plylab::search

namespace plylab::search::lab {
void add_experiment_command(reports::Command app, reports::Session& session);  ///< lab/command.cpp
}  // namespace plylab::search::lab
