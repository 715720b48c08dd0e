#include "perft/bench/options.h"

#include <fmt/format.h>

#include "reports/game_options.h"

namespace plylab::perft::bench {

void Options::add_to(reports::Command command, const std::vector<CountableGame>& games) {
  const bool chess = has_chess(games);
  reports::add_game_option(command, game, game_names(games));
  command.add_option("--position TEXT", positions,
                     fmt::format("A position in the game's notation, or its name (see plylab list "
                                 "positions), in place of {}where the game begins; the generators "
                                 "must agree on its count; may be repeated",
                                 chess ? "the six of chess or of " : ""));
  command.add_option("--gen NAME", generators, "Generators, or all (default: the game's usual one)")
      .delimiter(',');
  command
      .add_option("--kernel NAME", kernels,
                  "Kernels, or all, each a contestant (see plylab list kernels; default: one, the "
                  "fastest here)")
      .offers(reports::kernel_names(games))
      .delimiter(',');
  add_counting(command, chess);
  if (chess) add_engines(command);
}

void Options::add_counting(reports::Command command, bool chess) {
  command
      .add_option(
          "--depths", depths,
          fmt::format("Plies for each of the positions (default: {}from ten million leaves on)",
                      chess ? "7,6,8,6,6,6 for the six; " : ""))
      .range(1, most_plies)
      .delimiter(',');
  command.add_flag("--quick", quick, "One ply less for each");
  command.add_option("--rounds", rounds, "Rounds, each with every position once")
      .range(1, 1000)
      .show_default();
  command.add_option("-t,--threads N", threads, "OpenMP threads of our own")
      .range(1, 1024)
      .show_default();
  command
      .add_option("--hash MIB", hash_mib,
                  "MiB for our own transposition table, a fresh one each turn; 0: none, every path "
                  "is walked")
      .range(0, 1 << 24)
      .show_default();
  command.add_flag("--stats", statistics,
                   "Let each generator take part a second time, with the statistics of perft");
  command.add_flag("--detail", detail,
                   "Show every round's times in text, too; other formats always have them");
}

void Options::add_engines(reports::Command command) {
  command.add_option("--engine CMD", engines,
                     "Command of a UCI engine that knows go perft; may be repeated (default: "
                     "stockfish, if there is one)");
  command.add_flag("--no-engine", no_engine, "Run without the default engine");
  command.add_option("--engine-less", engine_less, "Plies that engines count less")
      .range(0, most_plies)
      .show_default();
  command.add_option("--timeout SECONDS", timeout, "Seconds that an engine gets for an answer")
      .range(0.001, 1e6)
      .show_default();
}

}  // namespace plylab::perft::bench
