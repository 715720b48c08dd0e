#include "search/commands.h"

namespace plylab::search {

void add_commands(CLI::App& app, reports::Session& session) {
  add_search_command(app, session);
  lab::add_experiment_command(app, session);
}

}  // namespace plylab::search
