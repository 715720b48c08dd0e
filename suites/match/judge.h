// Who says that a game is over: the laws of chess, and the scores that both players give.
#pragma once

#include <optional>

#include "gen/chess/mailbox/mailbox.h"
#include "gen/game_history.h"
#include "suites/match/verdict.h"

namespace plylab::suites::match {

/// A game as the laws see it.
class Judge {
 public:
  explicit Judge(const chess::ValidSetup& start) : game_(chess::Mailbox(start)) {}

  const chess::Mailbox& position() const { return game_.position(); }

  /// Plays a legal move.
  void play(chess::Move move) { game_.play(move); }

  /// The verdict of the laws, if the game is over. Draws need nobody's claim.
  std::optional<Verdict> verdict() const;

 private:
  plylab::GameHistory<chess::Mailbox> game_;
};

/// When a game is ended although it could go on. Scores are the players' own, in centipawns.
struct Adjudication {
  /// A score that holds for so many moves in a row.
  struct Rule {
    int centipawns = 0;
    int moves = 0;
  };
  std::optional<Rule> resign = {};  ///< lost for a player whose score is as low as minus this
  std::optional<Rule> draw = {};    ///< drawn if both scores are no farther from 0
  int draw_from = 1;                ///< the first move at which it may be drawn
  int longest = 0;                  ///< moves of each side, then it is drawn; 0: no end
};

/// Applies an Adjudication. A move without a score begins both counts anew.
class Adjudicator {
 public:
  explicit Adjudicator(const Adjudication& rules) : rules_(rules) {}

  /// What is to be said after a move of `mover`: the position's number of full moves so far, and
  /// the score with which the move was played, if there was one; mates are large scores.
  std::optional<Verdict> after(chess::Color mover, unsigned moves_played, std::optional<int> score);

 private:
  Adjudication rules_;
  int losing_moves_[2] = {0, 0};  // moves in a row, by colour
  int level_plies_ = 0;           // of both colours
};

}  // namespace plylab::suites::match
