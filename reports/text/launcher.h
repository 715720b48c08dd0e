// Whether this process is one of several that were started together.
#pragma once

#include <cstdlib>
#include <initializer_list>

namespace plylab::reports {

/// Whether mpirun or a similar launcher has started this process: it then has a variable of Open
/// MPI, of PMI, as MPICH and Slurm have it, or of PMIx in its environment.
inline bool is_launched() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"})
    if (std::getenv(name) != nullptr) return true;
  return false;
}

/// For a command that ranks cannot share: true if this process was started alone. Several processes
/// would all do the same: so the first of them throws InputError, and the others get false and do
/// nothing.
bool refuse_mpi_ranks();

}  // namespace plylab::reports
