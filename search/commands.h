// The commands of this floor, each in a file of its own.
#pragma once

#include <vector>

namespace plylab::reports {
class Command;
class Session;
}  // namespace plylab::reports

namespace plylab::search {

struct SearchableGame;
using SearchableGames = std::vector<SearchableGame>;

/// Adds them all to the program, for the games, which must outlive it: commands.cpp.
void add_commands(reports::Command app, reports::Session& session, const SearchableGames& games);

void add_search_command(reports::Command app, reports::Session& session,
                        const SearchableGames& games);  ///< command.cpp

}  // namespace plylab::search

namespace plylab::search::lab {
void add_experiment_command(reports::Command app, reports::Session& session,
                            const SearchableGames& games);  ///< lab/command.cpp
}  // namespace plylab::search::lab
