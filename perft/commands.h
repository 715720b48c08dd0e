// The commands of this floor, each in a file of its own.
#pragma once

#include <vector>

namespace plylab::reports {
class Command;
class Session;
}  // namespace plylab::reports

namespace plylab::perft {

struct CountableGame;
using CountableGames = std::vector<CountableGame>;

/// Adds the commands that count in any of the games, which must outlive the program: commands.cpp.
void add_commands(reports::Command app, reports::Session& session, const CountableGames& games);
/// Adds those that know chess above all.
void add_chess_commands(reports::Command app, reports::Session& session,
                        const CountableGames& games);

void add_perft_command(reports::Command app, reports::Session& session,
                       const CountableGames& games);  ///< command.cpp
void add_divide_command(reports::Command app, reports::Session& session,
                        const CountableGames& games);  ///< command.cpp

}  // namespace plylab::perft

namespace plylab::perft::bench {
void add_bench_command(reports::Command app, reports::Session& session,
                       const CountableGames& games);  ///< bench/command.cpp
}  // namespace plylab::perft::bench

namespace plylab::perft::cluster {
void add_certificate_commands(reports::Command app, reports::Session& session,
                              const CountableGames& games);  ///< cluster/certificate_command.cpp
void add_count_command(reports::Command app, reports::Session& session,
                       const CountableGames& games);  ///< cluster/count_command.cpp
void add_frontier_command(reports::Command app, reports::Session& session,
                          const CountableGames& games);  ///< cluster/frontier_command.cpp
}  // namespace plylab::perft::cluster

namespace plylab::perft::soak {
void add_soak_command(reports::Command app, reports::Session& session,
                      const CountableGames& games);  ///< soak/command.cpp
}  // namespace plylab::perft::soak

namespace plylab::perft::verify {
void add_verify_command(reports::Command app, reports::Session& session,
                        const CountableGames& games);  ///< verify/command.cpp
}  // namespace plylab::perft::verify
