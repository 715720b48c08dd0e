#include "perft/commands.h"

#include "reports/command_line.h"

namespace plylab::perft {

void add_commands(reports::Command app, reports::Session& session) {
  add_perft_command(app, session);
  add_divide_command(app, session);
  bench::add_bench_command(app, session);
  verify::add_verify_command(app, session);
}

}  // namespace plylab::perft
