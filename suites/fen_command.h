// plylab fen.
#pragma once

namespace CLI {
class App;
}
namespace plylab::reports {
class Session;
}

namespace plylab::suites {

/// Adds the command that judges whether positions are legal, suspicious or impossible.
void add_fen_command(CLI::App& app, reports::Session& session);

}  // namespace plylab::suites
