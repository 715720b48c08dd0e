// What the GUI says about the game and the search: its words, "position" and "go".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/text.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/mailbox/mailbox.h"
#include "search/core/budget.h"
#include "search/core/time_control.h"

namespace plylab::suites::uci {
/// The words of a line, one by one; any number of blanks separates them.
class Tokens {
 public:
  explicit Tokens(std::string_view line) : rest_(line) { skip(rest_); }

  bool empty() const { return rest_.empty(); }

  /// The next word without taking it; empty at the end.
  std::string_view peek() const { return rest_.substr(0, rest_.find_first_of(white_space)); }

  /// Takes the next word; empty at the end.
  std::string_view take() {
    const std::string_view word = take_word(rest_);
    skip(rest_);
    return word;
  }

  /// Takes all words before this one, or to the end; returns them separated by single blanks.
  std::string take_until(std::string_view end) {
    std::string tokens;
    while (!empty() && peek() != end) {
      if (!tokens.empty()) tokens += ' ';
      tokens += take();
    }
    return tokens;
  }

 private:
  std::string_view rest_;
};

/// The game as the GUI sends it: a starting position and the moves since.
class GuiGame {
 public:
  /// The normal starting array.
  GuiGame() : GuiGame(chess::ValidSetup(chess::startpos_fen)) {}

  /// Reads the words after "position": "startpos" or "fen FEN", then perhaps "moves" and moves in
  /// UCI, with castling as the king's destination or as king takes rook. Throws InputError.
  explicit GuiGame(Tokens tokens);

  const chess::ValidSetup& start() const { return start_; }
  const std::vector<chess::Move>& moves() const { return moves_; }
  /// The position after the moves.
  const chess::Mailbox& board() const { return board_; }

  /// The legal move that a text in UCI names. Throws InputError.
  chess::Move move(std::string_view text) const;

  /// How castling is written: as king takes rook if the GUI has asked for that, or if the starting
  /// position is not of standard chess.
  chess::CastlingText castling(bool chess960) const {
    return chess960 || needs_chess960(start_.setup()) ? chess::CastlingText::takes_rook
                                                      : chess::CastlingText::destination;
  }

  /// A diagram of the board, and its FEN.
  std::string picture() const;

 private:
  explicit GuiGame(const chess::ValidSetup& start) : start_(start), board_(start) {}

  chess::ValidSetup start_;
  std::vector<chess::Move> moves_;
  chess::Mailbox board_;
};

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
  double seconds(Side side) const;
};

/// Reads the words after "go". Since the GUI waits for a move in any case, an invalid number and an
/// illegal move of searchmoves are ignored with a complaint; if no limit is left then, the search
/// goes to depth 1. Throws InputError for an invalid number of "perft", which needs no move.
Go parse_go(Tokens tokens, const GuiGame& game);

}  // namespace plylab::suites::uci
