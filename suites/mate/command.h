// plylab mate.
#pragma once

namespace CLI {
class App;
}
namespace plylab::reports {
class Session;
}

namespace plylab::mate {

/// Adds the command that solves mate problems.
void add_mate_command(CLI::App& app, reports::Session& session);

}  // namespace plylab::mate
