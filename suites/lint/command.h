// plylab lint.
#pragma once

namespace CLI {
class App;
}
namespace plylab::reports {
class Session;
}

namespace plylab::suites {

/// Adds the command to the program.
void add_lint_command(CLI::App& app, reports::Session& session);

}  // namespace plylab::suites
