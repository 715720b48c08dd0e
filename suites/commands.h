// The commands of this module, each in a file of its own.
#pragma once

namespace CLI {
class App;
}
namespace plylab::reports {
class Session;
}

namespace plylab::suites {

/// Adds them all to the program: commands.cpp.
void add_commands(CLI::App& app, reports::Session& session);

void add_bench_command(CLI::App& app, reports::Session& session);   ///< bench/command.cpp
void add_demo_command(CLI::App& app, reports::Session& session);    ///< demo.cpp
void add_fen_command(CLI::App& app, reports::Session& session);     ///< fen_command.cpp
void add_lint_command(CLI::App& app, reports::Session& session);    ///< lint/command.cpp
void add_list_command(CLI::App& app, reports::Session& session);    ///< list.cpp
void add_solve_command(CLI::App& app, reports::Session& session);   ///< solve/command.cpp
void add_verify_command(CLI::App& app, reports::Session& session);  ///< verify/command.cpp

}  // namespace plylab::suites

namespace plylab::mate {

void add_mate_command(CLI::App& app, reports::Session& session);  ///< mate/command.cpp

}  // namespace plylab::mate

namespace plylab::match {

void add_match_command(CLI::App& app, reports::Session& session);  ///< match/command.cpp

}  // namespace plylab::match

namespace plylab::mine {

void add_mine_command(CLI::App& app, reports::Session& session);  ///< mine/command.cpp

}  // namespace plylab::mine

namespace plylab::uci {

void add_uci_command(CLI::App& app, reports::Session& session);  ///< uci/command.cpp

}  // namespace plylab::uci
