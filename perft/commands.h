// The commands of this floor, each in a file of its own.
#pragma once

namespace CLI {
class App;
}
namespace plylab::reports {
class Session;
}

namespace plylab::perft {

/// Adds them all to the program: commands.cpp.
void add_commands(CLI::App& app, reports::Session& session);

void add_perft_command(CLI::App& app, reports::Session& session);   ///< command.cpp
void add_divide_command(CLI::App& app, reports::Session& session);  ///< command.cpp

}  // namespace plylab::perft

namespace plylab::perft::bench {
void add_bench_command(CLI::App& app, reports::Session& session);  ///< bench/command.cpp
}  // namespace plylab::perft::bench

namespace plylab::perft::verify {
void add_verify_command(CLI::App& app, reports::Session& session);  ///< verify/command.cpp
}  // namespace plylab::perft::verify
