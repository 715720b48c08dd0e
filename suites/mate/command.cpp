#include <memory>

#include "reports/command_line/command_line.h"
#include "search/mate/solvers.h"
#include "suites/mate/load.h"
#include "suites/mate/problems.h"
#include "suites/mate/proofs.h"

namespace plylab::suites::mate {
namespace {

void run_mate(Options options, reports::Session& session) {
  session.check_options();
  options.check();
  if (options.in_variant()) return look_for_mates(options, questions_in_variant(options), session);
  const auto tasks = load(options);
  if (options.asks_for_solutions(tasks))
    solve_problems(options, tasks, session);
  else
    look_for_mates(options, questions_of(tasks), session);
}

}  // namespace

void add_mate_command(reports::Command app, reports::Session& session) {
  const auto options = std::make_shared<Options>();
  const reports::Command mate =
      app.add_subcommand("mate", "Solve mates and chess problems, and say how well it is proved");
  options->add_to(mate);
  session.add_options(mate);
  mate.example("plylab mate --fen kbK5/pp6/1P6/8/8/8/8/R7 --stipulation \"#2\" --tree solution");
  mate.example("plylab mate --fen 8/8/8/8/8/2K5/7R/k7 --stipulation \"h#2\"");
  mate.example("plylab mate --popeye problems.inp --diagram letters");
  mate.example(
      "plylab mate --game stationary \\\n"
      "  --position \"r1b1k3/p1pp3p/6pN/4Pnn1/2B3P1/2P5/PP3R1P/4K3 w - -\"");
  mate.example("plylab mate --suite seeds --solver all --time 5");
  mate.notes(
      "Without a stipulation, solvers look for one mate. With one, all solutions are found, and "
      "the "
      "verdict is C+, or what is wrong.\n"
      "Exit status: 0 all is as stated and demanded, 1 something differs, 2 wrong use\n"
      "Document: MATE.md (plylab list documents says where)");
  mate.callback([options, &session] { run_mate(*options, session); });
}

}  // namespace plylab::suites::mate
