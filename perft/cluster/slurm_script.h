// A job script for a batch system.
#pragma once

#include <string>

#include "perft/cluster/plan.h"
#include "perft/cluster/work_options.h"
#include "reports/game_options.h"

namespace plylab::perft::cluster {

/// What a script is to start.
struct ScriptJob {
  std::string program;  ///< by which path plylab was called
  reports::GameOptions positions;
  Plan plan;           ///< depth, ply and statistics of it
  std::string higher;  ///< --higher, if given
  WorkOptions work;
  std::size_t parts = 1;
  std::string manifest;
};

/// An array of jobs for Slurm, a part each. A job that is sent a second time goes on with its
/// manifest.
std::string slurm_script(const ScriptJob& job);

}  // namespace plylab::perft::cluster
