// The commands of this floor, each in a file of its own.
#pragma once

#include <vector>

namespace CLI {
class App;
}
namespace plylab::reports {
class Session;
}

namespace plylab::perft {

struct CountableGame;
using CountableGames = std::vector<CountableGame>;

/// Adds the commands that count in any of the games, which must outlive the program: commands.cpp.
void add_commands(CLI::App& app, reports::Session& session, const CountableGames& games);
/// Adds those that know chess alone.
void add_chess_commands(CLI::App& app, reports::Session& session);

void add_perft_command(CLI::App& app, reports::Session& session,
                       const CountableGames& games);  ///< command.cpp
void add_divide_command(CLI::App& app, reports::Session& session,
                        const CountableGames& games);  ///< command.cpp

}  // namespace plylab::perft

namespace plylab::perft::bench {
void add_bench_command(CLI::App& app, reports::Session& session,
                       const CountableGames& games);  ///< bench/command.cpp
}  // namespace plylab::perft::bench

namespace plylab::perft::verify {
void add_verify_command(CLI::App& app, reports::Session& session);  ///< verify/command.cpp
}  // namespace plylab::perft::verify
