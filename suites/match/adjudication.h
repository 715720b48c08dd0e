// When a game ends although its rules let it go on: by the scores that both players give.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "suites/match/verdict.h"

namespace plylab::suites::match {

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

/// "resign 900,2 draw 5,4,30 max-moves 150", as on the command line; empty if nothing ends a game.
std::string to_string(const Adjudication& rules);

/// Applies an Adjudication. A move without a score begins both counts anew.
class Adjudicator {
 public:
  /// In a game where the side `white` is called so.
  Adjudicator(const Adjudication& rules, Side white) : rules_(rules), white_(white) {}

  /// What is to be said after a move of `mover`: the number of that move as the game counts them,
  /// and the score with which the move was played, if there was one; mates are large scores.
  std::optional<Verdict> after(Side mover, unsigned move_number, std::optional<int> score);

 private:
  Adjudication rules_;
  Side white_;
  std::array<int, 2> losing_moves_{};  // moves in a row, by side
  int level_plies_ = 0;                // of both sides
};

}  // namespace plylab::suites::match
