// The command verify.
#pragma once

namespace CLI {
class App;
}
namespace plylab::reports {
class Session;
}

namespace plylab::suites {

/// Adds `plylab verify` to the program.
void add_verify_command(CLI::App& app, reports::Session& session);

}  // namespace plylab::suites
