// What the commands that find a frontier have in common: their options.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/parallel.h"
#include "perft/cluster/plan.h"
#include "perft/games/countable_game.h"
#include "reports/command_line/command_line.h"

namespace plylab::perft::cluster {

struct WorkOptions {
  std::string generator = {};
  std::string kernel = {};
  int threads = available_processors();
  std::size_t hash_mib = 0;
  bool exact = false;
  std::size_t memory_mib = 1024;
  std::string folder = {};

  /// Adds --threads, --memory and --temporary.
  void add_to(reports::Command command);
  /// Adds --gen and --kernel; `usual` is the default.
  void add_generator_to(reports::Command command, const std::vector<CountableGame>& games,
                        const std::string& usual);
  /// Adds --hash and --exact.
  void add_table_to(reports::Command command);

  /// Refuses threads and memory that are not to be had, by InputError.
  void check() const;

  /// Puts generator and kernel into the game's words; `usual` is the generator where none is named.
  /// Throws InputError for those that the game has not.
  void choose(const CountableGame& game, const std::string& usual);

  /// Gives a FrontierJob or CountJob what it has a place for.
  template <class Job>
  void give_to(Job& job) const {
    job.generator = generator;
    job.kernel = kernel;
    job.threads = threads;
    job.memory = memory_mib << 20;
    job.folder = folder;
    if constexpr (requires { job.hash_mib; }) {
      job.hash_mib = hash_mib;
      job.exact = exact;
    }
  }
};

}  // namespace plylab::perft::cluster
