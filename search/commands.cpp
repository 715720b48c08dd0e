#include "search/commands.h"

#include "reports/command_line.h"

namespace plylab::search {

void add_commands(reports::Command app, reports::Session& session, const SearchableGames& games) {
  add_search_command(app, session, games);
  lab::add_experiment_command(app, session, games);
}

}  // namespace plylab::search
