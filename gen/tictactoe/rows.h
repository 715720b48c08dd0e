// The board of tic-tac-toe, as people see it.
#pragma once

#include <string>

#include "gen/tictactoe/tictactoe.h"

namespace plylab::tictactoe {

/// See gen/board_rows.h.
inline std::string board_rows(const Board& board) { return TicTacToe::to_string(board); }

}  // namespace plylab::tictactoe
