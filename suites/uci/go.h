// What the GUI wants when it says "go".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gen/chess/board/move.h"
#include "search/core/budget.h"
#include "search/core/time_control.h"
#include "suites/uci/gui_game.h"
#include "suites/uci/tokens.h"

namespace plylab::suites::uci {

/// The words after "go", understood.
struct Go {
  search::Limits limits = {};  ///< depth, nodes, and the seconds of movetime
  std::optional<search::Clocks> clocks = {};
  std::vector<chess::Move> root_moves = {};  ///< the moves to choose from; empty: all
  bool infinite = false;                     ///< the answer is to wait for "stop"
  bool ponder = false;                       ///< the answer is to wait for "ponderhit" or "stop"
  std::optional<int> mate = {};              ///< a mate in at most so many moves is looked for
  std::optional<int> perft = {};             ///< paths of so many plies are to be counted
  std::vector<std::string> complaints =
      {};  ///< about words that mean nothing to us, in a line each

  /// How long the side to move may think, by movetime or by its clock; perhaps infinite.
  double seconds(Side side) const;
};

/// Reads what follows the word "go". The GUI waits for a move, whatever it has said: a number that
/// is none or out of range and a move of searchmoves that is not legal are complained about and
/// left out, and if no limit is left the search goes to depth 1. Throws InputError for a wrong
/// number of "perft", which no move answers.
Go parse_go(Tokens tokens, const GuiGame& game);

}  // namespace plylab::suites::uci
