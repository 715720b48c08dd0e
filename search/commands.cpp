#include "search/commands.h"

namespace plylab::search {

void add_commands(CLI::App& app, reports::Session& session, const SearchableGames& games) {
  add_search_command(app, session, games);
  lab::add_experiment_command(app, session, games);
}

}  // namespace plylab::search
