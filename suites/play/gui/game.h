// The game on a GUI's board, and a reader of the words in a GUI's lines.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/text.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/game/referee.h"

namespace plylab::suites::play::gui {

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

/// A starting position and the moves since.
class GuiGame {
 public:
  /// The normal starting array.
  GuiGame() : GuiGame(chess::ValidSetup(chess::startpos_fen)) {}
  explicit GuiGame(const chess::ValidSetup& start) : start_(start), game_(chess::Mailbox(start)) {}

  const chess::ValidSetup& start() const { return start_; }
  const std::vector<chess::Move>& moves() const { return moves_; }
  /// The position after the moves.
  const chess::Mailbox& board() const { return game_.position(); }
  chess::ValidSetup position() const { return chess::ValidSetup(board().setup()); }

  /// The legal move that a text in UCI names. Throws InputError.
  chess::Move move(std::string_view text) const;

  /// Plays a legal move.
  void play(chess::Move move);
  /// Takes back the last moves; there must be that many.
  void take_back(std::size_t plies);

  /// How the game has ended by its rules, including threefold repetition.
  std::optional<GameEnd> end() const;

  /// Whether castling is written as in Chess960, because the initial position is not one of
  /// standard chess.
  bool needs_chess960() const { return chess::needs_chess960(start_.setup()); }

  /// A diagram of the board, and its FEN.
  std::string picture() const;

 private:
  chess::ValidSetup start_;
  std::vector<chess::Move> moves_;
  GameHistory<chess::Mailbox> game_;
};

}  // namespace plylab::suites::play::gui
