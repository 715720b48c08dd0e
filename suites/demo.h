// plylab demo.
#pragma once

namespace CLI {
class App;
}
namespace plylab::reports {
class Session;
}

namespace plylab::suites {

/// Adds the command that shows in under half a minute what the lab is for.
void add_demo_command(CLI::App& app, reports::Session& session);

}  // namespace plylab::suites
