// The commands of this floor, each in a file of its own.
#pragma once

#include <vector>

namespace CLI {
class App;
}
namespace plylab::reports {
class Session;
}

namespace plylab::search {

struct SearchableGame;
using SearchableGames = std::vector<SearchableGame>;

/// Adds them all to the program, for the games, which must outlive it: commands.cpp.
void add_commands(CLI::App& app, reports::Session& session, const SearchableGames& games);

void add_search_command(CLI::App& app, reports::Session& session,
                        const SearchableGames& games);  ///< command.cpp

}  // namespace plylab::search

namespace plylab::search::lab {
void add_experiment_command(CLI::App& app, reports::Session& session,
                            const SearchableGames& games);  ///< lab/command.cpp
}  // namespace plylab::search::lab
