// Detects whether a launcher such as mpirun has started this process.
#pragma once

#include <cstdlib>
#include <initializer_list>

namespace plylab::reports {

/// Whether mpirun or a similar launcher has started this process: its environment then has a
/// variable of Open MPI, of PMI (MPICH and Slurm) or of PMIx.
inline bool is_launched() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"})
    if (std::getenv(name) != nullptr) return true;
  return false;
}

/// For commands that cannot be distributed. Returns true if this process was started alone.
/// Otherwise all ranks would do the same work, so the first rank throws InputError, and the others
/// return false and should do nothing.
bool refuse_mpi_ranks();

}  // namespace plylab::reports
