// Chess generators of a guest's own, as ADDING.md describes them. To keep the example short they
// wrap one of plylab's.
#pragma once

#include <gen/chess/mailbox/mailbox.h>

namespace guest {

class ChessBoard : public plylab::chess::Mailbox {
 public:
  explicit ChessBoard(const plylab::chess::ValidSetup& start) : MailboxOf(start) {}
};
static_assert(plylab::chess::ChessPosition<ChessBoard>);

/// The same with a mistake: it never castles long.
class ForgetfulBoard : public ChessBoard {
 public:
  using ChessBoard::ChessBoard;

  plylab::chess::Moves generate() const {
    plylab::chess::Moves moves;
    for (const auto move : ChessBoard::generate())
      if (!move.is_castle() || move.castling_side() != plylab::chess::CastlingSide::queenside)
        moves.add(move);
    return moves;
  }
  unsigned count() const { return static_cast<unsigned>(generate().size()); }
};

}  // namespace guest
