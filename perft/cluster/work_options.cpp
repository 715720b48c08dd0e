#include "perft/cluster/work_options.h"

#include <fmt/format.h>

#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "perft/count_options.h"
#include "reports/game_options.h"

namespace plylab::perft::cluster {

void WorkOptions::add_to(reports::Command command) {
  command.add_option("-t,--threads N", threads, "Threads").range(1, 1024).show_default();
  command
      .add_option(
          "--memory MIB", memory_mib,
          "MiB that are held in memory to find the frontier; what is more goes to temporary "
          "files")
      .range(std::size_t{1}, std::size_t{1} << 30)
      .show_default();
  command.add_option("--temporary FOLDER", folder,
                     "Where temporary files are made (default: TMPDIR, or /tmp)");
}

void WorkOptions::add_generator_to(reports::Command command,
                                   const std::vector<CountableGame>& games,
                                   const std::string& usual) {
  command.add_option("--gen NAME", generator,
                     fmt::format("The generator (see plylab list generators; default: {})", usual));
  reports::add_kernel_option(command, kernel).offers(reports::kernel_names(games));
}

void WorkOptions::add_table_to(reports::Command command) {
  add_table_options(command, hash_mib, exact);
}

void WorkOptions::check() const { check_work(threads, hash_mib, exact); }

void WorkOptions::choose(const CountableGame& game, const std::string& usual) {
  if (generator == "all") throw InputError("--gen: one generator counts, not all");
  generator =
      select_names("--gen", {generator.empty() ? usual : generator}, game.info.generator_names())
          .front();
  kernel = reports::chosen_kernel(game.info, kernel, {generator});
}

}  // namespace plylab::perft::cluster
