// Whether this process is one of several that were started together.
#pragma once

#include <cstdlib>
#include <initializer_list>

namespace plylab::reports {

/// Whether mpirun or the like has started this process: it then has a variable of Open MPI, of
/// PMI, as MPICH and Slurm have it, or of PMIx in its environment.
inline bool is_launched() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"})
    if (std::getenv(name) != nullptr) return true;
  return false;
}

}  // namespace plylab::reports
