// Several ranks of a program, more of them than there are processors if need be.
#pragma once

#include <string>

#include "tests/support/process.h"

namespace plylab::testing {

/// Runs a shell command in so many ranks, each of which may use all processors; $PLYLAB is the
/// program.
inline Finished mpirun(int ranks, const std::string& command) {
  return run_process(find_program("mpirun").value(),
                     {"-n", std::to_string(ranks), "/bin/sh", "-c", command}, "",
                     {{"PLYLAB", PLYLAB_PROGRAM},
                      {"OMPI_ALLOW_RUN_AS_ROOT", "1"},
                      {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
                      {"OMPI_MCA_rmaps_base_oversubscribe", "1"},
                      {"OMPI_MCA_hwloc_base_binding_policy", "none"},
                      {"OMPI_MCA_plm", "isolated"},
                      {"OMPI_MCA_btl", "self,tcp,vader"},
                      {"OMPI_MCA_btl_vader_single_copy_mechanism", "none"}});
}

}  // namespace plylab::testing
