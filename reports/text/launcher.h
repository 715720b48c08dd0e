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

/// For a command that ranks cannot share: true if this process was started alone. Of several
/// processes, which would all do the same, the first throws InputError; in the others it is false,
/// and they have nothing to do.
bool refuse_mpi_ranks();

}  // namespace plylab::reports
