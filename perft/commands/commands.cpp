#include "perft/commands/commands.h"

#include "perft/games/countable_game.h"
#include "reports/cli/command_line.h"

namespace plylab::perft {

// Each is defined in the file of that name: add_soak_command() in soak_command.cpp.
void add_perft_command(cli::Command, cli::Session&, const CountableGames&);
void add_divide_command(cli::Command, cli::Session&, const CountableGames&);
void add_frontier_command(cli::Command, cli::Session&, const CountableGames&);
namespace bench {
void add_bench_command(cli::Command, cli::Session&, const CountableGames&);
}
namespace cluster {
void add_certificate_commands(cli::Command, cli::Session&, const CountableGames&);
void add_count_command(cli::Command, cli::Session&, const CountableGames&);
}  // namespace cluster
namespace soak {
void add_soak_command(cli::Command, cli::Session&, const CountableGames&);
}
namespace verify {
void add_collection_command(cli::Command, cli::Session&, const CountableGames&);
void add_verify_command(cli::Command, cli::Session&, const CountableGames&, const OtherSubject&);
}  // namespace verify

void add_commands(cli::Command app, cli::Session& session, const CountableGames& games,
                  const OtherSubject& other) {
  add_perft_command(app, session, games);
  add_divide_command(app, session, games);
  verify::add_verify_command(app, session, games, other);
  verify::add_collection_command(app, session, games);
  soak::add_soak_command(app, session, games);
  bench::add_bench_command(app, session, games);
  add_frontier_command(app, session, games);
  cluster::add_count_command(app, session, games);
  cluster::add_certificate_commands(app, session, games);
}

}  // namespace plylab::perft
