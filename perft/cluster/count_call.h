// What plylab count is asked to do.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "perft/cluster/count_run.h"
#include "perft/cluster/work_options.h"
#include "reports/game_options.h"

namespace plylab::perft::cluster {

/// Its options.
struct CountCall {
  reports::GameOptions positions;
  bool names_game = false;  ///< or the game is the manifest's
  Plan plan;                ///< depth, ply and statistics of it
  WorkOptions work;
  bool names_threads = false;  ///< or they are as many as there are processors
  std::string higher;
  std::size_t convention = 0;  ///< of the statistics
  std::string manifest;
  std::string part;
  std::string script;
  std::vector<std::string> others;  ///< manifests to be merged, or shown
};

/// The plan of the manifest, which must be as the call says; in a new one, what the call says.
/// Throws InputError for what contradicts it, or cannot be counted.
Plan wanted_plan(const CountCall& call, const CountableGame& game, const Manifest& manifest);

/// The part that is to be counted: what the manifest is of, or else `asked`. Throws InputError if
/// the call names another one.
Part wanted_part(const CountCall& call, const Part& asked, const Manifest& manifest);

}  // namespace plylab::perft::cluster
