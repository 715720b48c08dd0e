#include "perft/count_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gen/base/huge_page_buffer.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "reports/command_line/command_line.h"
#include "reports/progress.h"
#include "reports/session.h"

namespace plylab::perft {

void add_table_options(reports::Command command, std::size_t& hash_mib, bool& exact) {
  const reports::Option hash =
      command
          .add_option("--hash MIB", hash_mib,
                      "MiB of a transposition table, which keeps counts below 2^64; 0: none, every "
                      "path is walked")
          .range(std::size_t{0}, std::size_t{1} << 40)
          .show_default();
  command
      .add_flag("--exact", exact,
                "Tell the positions in the table apart by their packed form, not by 128-bit keys")
      .needs(hash);
}

void check_work(int threads, std::size_t hash_mib, bool exact) {
  try {
    require_memory(hash_mib << 20);
  } catch (const InputError& error) {
    throw InputError(fmt::format("--hash: {}", error.what()));
  }
  require_threads(threads);
  if (exact && hash_mib == 0) throw InputError("--exact: needs a --hash above 0");
}

bool counts_higher(const std::string& higher, const CountableGame& game) {
  if (!higher.empty() && higher != "count" && higher != "drop")
    throw InputError(fmt::format("--higher: '{}' is neither count nor drop", higher));
  return higher.empty() ? game.counts_higher_leaves : higher == "count";
}

std::size_t take_statistics_convention(reports::GameOptions& options, const CountableGame& game,
                                       bool has_statistics) {
  if (options.convention.empty() || !game.info.conventions.empty()) return 0;
  if (game.conventions.empty())
    throw InputError(fmt::format("--convention: {} has no conventions", game.info.name));
  if (!has_statistics)
    throw InputError(
        fmt::format("--convention: there is but one for the moves of {}; those of its "
                    "statistics need --stats",
                    game.info.name));
  return game.find_convention("--convention", std::exchange(options.convention, {}));
}

void CountOptions::add_to(reports::Command command, const std::vector<CountableGame>& games,
                          reports::Session& session) {
  positions.add_to(command, game_names(games));
  std::vector<std::string> every_generator{"all"};
  for (const CountableGame& game : games)
    for (const std::string& name : game.info.generator_names())
      if (std::ranges::find(every_generator, name) == every_generator.end())
        every_generator.push_back(name);
  command.add_option("-d,--depth N", depth, "Plies (default: 5; 4 with a suite)").range(1, 60);
  command
      .add_option("--gen NAME", generators,
                  "Generators, or all (see plylab list generators; default: the game's usual one)")
      .offers(every_generator)
      .delimiter(',');
  reports::add_kernel_option(command, kernel).offers(reports::kernel_names(games));
  command.add_option("-t,--threads N", threads, "OpenMP threads").range(1, 1024).show_default();
  add_table_options(command, hash_mib, exact);
  command.add_option("--higher", higher,
                     "Games that are over before the depth is reached: count them as leaves that "
                     "lie higher, or drop them (default: as is usual in the game)");
  command.add_flag("--detail", detail, "Add a table of the threads");
  command.add_flag("--no-bulk", unbulked, "Make the last ply's moves in place of counting");
  session.add_options(command);
}

void CountOptions::check(const CountableGame& game, reports::Session& session) {
  session.check_options();
  if (generators.empty()) generators = {game.info.default_generator};
  generators = select_names("--gen", generators, game.info.generator_names());
  kernel = reports::chosen_kernel(game.info, kernel, generators);
  if (statistics) game.require_statistics("--stats");
  check_work(threads, hash_mib, exact);
  counts_higher(higher, game);
}

Result CountOptions::count(const CountableGame& game, const std::string& generator,
                           const reports::NamedPosition& position, int plies,
                           const reports::Session& session) const {
  reports::Progress progress(fmt::format("perft {}", plies), "leaves");
  const Mode mode = statistics ? Mode::statistics : unbulked ? Mode::unbulked : Mode::bulk;
  return game.run(position.start, {generator, kernel, plies, mode, threads, &session.stop(),
                                   [&](double share, Count leaves) {
                                     progress.update(share, static_cast<double>(leaves));
                                   },
                                   hash_mib, counts_higher(higher, game), exact});
}

void CountOptions::add_usage(reports::Report& report, const Usage& usage) const {
  std::vector<std::string>& notes = report.tables.front().notes;
  if (!usage.kernel_note().empty()) notes.push_back(usage.kernel_note());
  if (hash_mib > 0) notes.push_back(usage.table_note(hash_mib, exact));
  for (std::string& note : usage.thread_notes()) notes.push_back(std::move(note));
  if (detail) report.tables.push_back(usage.thread_table());
}

}  // namespace plylab::perft
