// Used in builds without MPI.
#include "gen/base/input_error.h"
#include "perft/cluster/ranks.h"
#include "reports/text/terminal.h"

namespace plylab::perft::cluster {

std::unique_ptr<Ranks> Ranks::join() {
  if (reports::is_launched())
    throw InputError("this plylab was built without MPI: ./lab mpi builds one with it");
  return nullptr;
}

}  // namespace plylab::perft::cluster
