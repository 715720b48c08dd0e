// plylab experiment.
#pragma once

namespace CLI {
class App;
}
namespace plylab::reports {
class Session;
}

namespace plylab::search::lab {

/// Adds the command to the program.
void add_experiment_command(CLI::App& app, reports::Session& session);

}  // namespace plylab::search::lab
