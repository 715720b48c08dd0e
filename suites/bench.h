// plylab bench.
#pragma once

namespace CLI {
class App;
}
namespace plylab::reports {
class Session;
}

namespace plylab::suites {

/// Adds the command that measures plylab against other programs. Its tables: `positions` has each
/// contestant's rate and ratio on each position, `means` the geometric means of the ratios, and
/// `rounds` every single count and time.
void add_bench_command(CLI::App& app, reports::Session& session);

}  // namespace plylab::suites
