// plylab's conformance suite for games, instantiated for Connect Four.
#include <perft/verify/game_conformance.h>

#include "connect4.h"

namespace plylab::perft::verify {

INSTANTIATE_TYPED_TEST_SUITE_P(Mine, GameRules, guest::Connect4);

}  // namespace plylab::perft::verify
