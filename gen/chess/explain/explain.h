// Why a move is legal or not: one sentence derived from the slow rules, and from no generator.
#pragma once

#include <string>
#include <string_view>

#include "gen/chess/board/fen.h"
#include "gen/chess/board/move.h"
#include "gen/chess/explain/rule.h"

namespace plylab::chess {

/// The rule that decides about a move, and what it says of the pieces on this board.
struct Reason {
  Rule rule;
  std::string sentence;  ///< "Ng1-f3 is illegal: the knight is pinned to …", without a full stop

  friend bool operator==(const Reason&, const Reason&) = default;
};

/// Why the move that the text asks for is illegal. The text is any: UCI with castling as the
/// king's destination or as king takes rook, "O-O", "0-0-0", "0000", rubbish. Where several
/// reasons hold, the first of this order is given:
///
/// 1. the text is no move;
/// 2. no piece of the side to move on the from-square; a promotion of anything but a pawn;
/// 3. castling: no right, a piece in the way (the king's before the rook's), out of check, through
///    check, into check, the rook uncovers the king;
/// 4. the piece does not move so; its own piece on the target; a piece in the way; the
///    pawn's rules; the piece to promote to;
/// 5. safety of the king: double check, check not answered (naming a pin as well), pin, e.p.
///    uncovering the king; for the king's moves the attackers of its target.
///
/// If the FEN has no e.p. square although the pawn beside may just have made its double step, a
/// capture e.p. that uncovers the king is blamed for that: a ValidSetup keeps the e.p. square only
/// where a capture is legal.
///
/// The position must be one that ValidSetup accepts. Throws std::invalid_argument if the move is
/// legal.
Reason why_illegal(const Setup& setup, std::string_view text);

/// Why the move is legal; of several reasons the one that a generator overlooks most easily:
/// castling past an attack on the rook, answers to a check, moves along a pin, e.p., promotions.
/// `move` must be legal.
Reason why_legal(const Setup& setup, Move move);

/// Long algebraic: "Ng1-f3", "Ng1xf3", "e5xd6 e.p.", "e7-e8=Q", "O-O". `move` may be illegal.
std::string long_text(const Setup& setup, Move move);

/// The same for the move that a text asks for, read as by why_illegal(); a text that is no move is
/// given back in quotes.
std::string long_text(const Setup& setup, std::string_view text);

}  // namespace plylab::chess
