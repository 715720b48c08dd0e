// The game as the GUI tells it: a starting position and the moves played since.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/board/notation.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/mailbox/mailbox.h"
#include "suites/uci/tokens.h"

namespace plylab::suites::uci {

/// A position with the way to it.
class GuiGame {
 public:
  /// The normal starting array.
  GuiGame() : GuiGame(chess::ValidSetup(chess::startpos_fen)) {}

  /// Reads what follows the word "position": "startpos" or "fen FEN", then perhaps "moves" and
  /// moves in UCI, castling as the king's destination or as taking the rook. Throws InputError.
  explicit GuiGame(Tokens tokens);

  const chess::ValidSetup& start() const { return start_; }
  const std::vector<chess::Move>& moves() const { return moves_; }
  /// The position after the moves.
  const chess::Mailbox& board() const { return board_; }

  /// The legal move that a text in UCI names. Throws InputError.
  chess::Move move(std::string_view text) const;

  /// How moves have to be written: castling as taking the rook if the GUI has asked for that, or if
  /// standard chess does not know the starting array.
  chess::CastlingText castling(bool chess960) const {
    return chess960 || needs_chess960(start_.setup()) ? chess::CastlingText::takes_rook
                                                      : chess::CastlingText::destination;
  }

  /// The board for people, and its FEN.
  std::string picture() const;

 private:
  explicit GuiGame(const chess::ValidSetup& start) : start_(start), board_(start) {}

  chess::ValidSetup start_;
  std::vector<chess::Move> moves_;
  chess::Mailbox board_;
};

}  // namespace plylab::suites::uci
