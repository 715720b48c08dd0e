// Parses UCI's "position" and "go".
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "search/core/budget.h"
#include "search/core/time_control.h"
#include "suites/play/gui/game.h"

namespace plylab::suites::play::gui {

/// Reads the words after "position": "startpos" or "fen FEN", optionally followed by "moves" and
/// moves in UCI, with castling as the king's destination or as king takes rook. Throws InputError.
GuiGame parse_position(Tokens tokens);

/// The words after "go".
struct Go {
  search::Limits limits = {};  ///< depth, nodes, and the seconds of movetime
  std::optional<search::Clocks> clocks = {};
  std::array<bool, 2> has_clock{};           ///< whether wtime and btime were given
  std::vector<chess::Move> root_moves = {};  ///< the moves to choose from; empty: all
  bool infinite = false;                     ///< answer only after "stop"
  bool ponder = false;                       ///< answer only after "ponderhit" or "stop"
  std::optional<int> mate = {};              ///< look for a mate in at most this many moves
  std::optional<int> perft = {};             ///< count the paths of this many plies
  std::vector<std::string> complaints = {};  ///< a line for each ignored word

  /// The seconds that the side to move may think, by movetime or by its clock; may be infinite.
  /// `ponders`: the engine may also think on the opponent's time.
  double seconds(Side side, bool ponders) const;
};

/// Reads the words after "go". The GUI waits for a move in any case, so invalid numbers and illegal
/// moves of searchmoves are ignored with a complaint, and so are clocks without that of the side to
/// move, if nothing else ends the search; if that leaves no limit, the search goes to depth 1.
/// Throws InputError for an invalid number of "perft", which needs no move.
Go parse_go(Tokens tokens, const GuiGame& game);

}  // namespace plylab::suites::play::gui
