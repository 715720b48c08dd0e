#include "search/commands.h"

#include "reports/command_line.h"

namespace plylab::search {

void add_commands(reports::Command app, reports::Session& session) {
  add_search_command(app, session);
  lab::add_experiment_command(app, session);
}

}  // namespace plylab::search
