// All games. To add one, include its header, and add its type here.
#pragma once

#include <tuple>

#include "gen/checkers/checkers.h"
#include "gen/chess/registry.h"
#include "gen/fairy/fairy.h"
#include "gen/reversi/reversi.h"
#include "gen/tictactoe/tictactoe.h"
#include "gen/tree/games.h"

namespace plylab {

/// The games that come with plylab, in the order in which they are listed. The first is the
/// default.
using Games =
    std::tuple<chess::Chess, fairy::Stationary, fairy::Nightrider, fairy::Dabbaba, fairy::Alfil,
               fairy::Ferz, fairy::Wazir, checkers::Checkers, reversi::Reversi,
               tictactoe::TicTacToe, tree::SyntheticTree, tree::WrittenTree>;

}  // namespace plylab
