// A job script for a batch system.
#pragma once

#include <cstddef>
#include <string>

#include "perft/cluster/count_call.h"

namespace plylab::perft::cluster {

/// An array of so many jobs for Slurm that make the call by that program, a part of it each. A job
/// that is sent a second time goes on with its manifest.
std::string slurm_script(const CountCall& count, const std::string& program_path,
                         std::size_t parts);

}  // namespace plylab::perft::cluster
