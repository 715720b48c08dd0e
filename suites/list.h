// plylab list.
#pragma once

namespace CLI {
class App;
}
namespace plylab::reports {
class Session;
}

namespace plylab::suites {

/// Adds the command that lists the registries and the shipped suites.
void add_list_command(CLI::App& app, reports::Session& session);

}  // namespace plylab::suites
