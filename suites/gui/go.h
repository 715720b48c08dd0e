// UCI's words for the game and the search: "position" and "go".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "search/core/budget.h"
#include "search/core/time_control.h"
#include "suites/gui/game.h"

namespace plylab::suites::gui {

/// Reads the words after "position": "startpos" or "fen FEN", then perhaps "moves" and moves in
/// UCI, with castling as the king's destination or as king takes rook. Throws InputError.
GuiGame parse_position(Tokens tokens);

/// The words after "go".
struct Go {
  search::Limits limits = {};  ///< depth, nodes, and the seconds of movetime
  std::optional<search::Clocks> clocks = {};
  std::vector<chess::Move> root_moves = {};  ///< the moves to choose from; empty: all
  bool infinite = false;                     ///< answer only after "stop"
  bool ponder = false;                       ///< answer only after "ponderhit" or "stop"
  std::optional<int> mate = {};              ///< look for a mate in at most this many moves
  std::optional<int> perft = {};             ///< count the paths of this many plies
  std::vector<std::string> complaints = {};  ///< about words that were ignored, a line each

  /// How many seconds the side to move may think, by movetime or by its clock; perhaps infinite.
  /// `ponders`: the GUI lets us think in the opponent's time too.
  double seconds(Side side, bool ponders) const;
};

/// Reads the words after "go". Since the GUI waits for a move in any case, an invalid number and an
/// illegal move of searchmoves are ignored with a complaint; if no limit is left then, the search
/// goes to depth 1. Throws InputError for an invalid number of "perft", which needs no move.
Go parse_go(Tokens tokens, const GuiGame& game);

}  // namespace plylab::suites::gui
