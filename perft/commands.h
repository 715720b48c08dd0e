// The commands of this floor, each in a file of its own.
#pragma once

namespace plylab::reports {
class Command;
class Session;
}  // namespace plylab::reports

namespace plylab::perft {

/// Adds them all to the program: commands.cpp.
void add_commands(reports::Command app, reports::Session& session);

void add_perft_command(reports::Command app, reports::Session& session);   ///< command.cpp
void add_divide_command(reports::Command app, reports::Session& session);  ///< command.cpp

}  // namespace plylab::perft

namespace plylab::perft::bench {
void add_bench_command(reports::Command app, reports::Session& session);  ///< bench/command.cpp
}  // namespace plylab::perft::bench

namespace plylab::perft::verify {
void add_verify_command(reports::Command app, reports::Session& session);  ///< verify/command.cpp
}  // namespace plylab::perft::verify
