#include "perft/commands.h"

#include "reports/command_line.h"

namespace plylab::perft {

void add_commands(reports::Command app, reports::Session& session, const CountableGames& games) {
  add_perft_command(app, session, games);
  add_divide_command(app, session, games);
  bench::add_bench_command(app, session, games);
  cluster::add_count_command(app, session, games);
  cluster::add_certificate_commands(app, session, games);
  cluster::add_frontier_command(app, session, games);
  soak::add_soak_command(app, session, games);
}

void add_chess_commands(reports::Command app, reports::Session& session,
                        const CountableGames& games) {
  verify::add_verify_command(app, session, games);
}

}  // namespace plylab::perft
