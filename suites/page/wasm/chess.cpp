// Counting in chess, compiled for the page.
#include "gen/chess/registry.h"
#include "perft/walk/run_body.h"

namespace plylab::perft {

template Result run<chess::Chess>(const chess::ValidSetup& position, const Job& job);

}  // namespace plylab::perft
