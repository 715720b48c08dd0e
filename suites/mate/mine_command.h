// plylab mine mates.
#pragma once

namespace CLI {
class App;
}
namespace plylab::reports {
class Session;
}

namespace plylab::mate {

/// Adds to the command `mine` the one that makes mate problems.
void add_mine_mates_command(CLI::App& mine, reports::Session& session);

}  // namespace plylab::mate
