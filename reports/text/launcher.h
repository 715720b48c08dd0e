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

/// For a command that cannot share its work among processes: whether this process does the work.
/// True if it was started alone. Of several processes the first throws InputError, and the others
/// get false: all of them would do the same work.
bool works_alone();

}  // namespace plylab::reports
