// plylab solve, plylab demo.
#pragma once

namespace CLI {
class App;
}
namespace plylab::reports {
class Session;
}

namespace plylab::suites {

/// Adds the commands to the program.
void add_commands(CLI::App& app, reports::Session& session);

}  // namespace plylab::suites
