// The score between two players while their games are played, and when it decides a test.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "suites/match/match.h"
#include "suites/match/sprt.h"

namespace plylab::suites::match {

/// The games of a match between two players, taken in the order of their numbers whatever the order
/// in which they end: a test has the same end however many games are played at once. Of a match
/// between more players it tells nothing.
class RunningScore {
 public:
  /// `sprt` is asked after each pair of games, if there is one.
  RunningScore(const Match& match, const std::optional<Sprt>& sprt) : match_(match), sprt_(sprt) {}

  /// Takes the games that are there and come next, up to the one that decides.
  void advance(const PlayedGames& games);

  /// After how many games the test was decided.
  std::optional<std::size_t> end() const;

  Decision decision() const { return decision_; }
  double llr() const { return llr_; }
  const Pentanomial& pairs() const { return pairs_; }

  /// "+12 -8 =30, 54.0 %, LLR 0.53 (-2.94 to 2.94)": the first player's; empty without a game.
  std::string to_string() const;

 private:
  const Match& match_;
  std::optional<Sprt> sprt_;
  std::size_t taken_ = 0;  // games
  std::size_t wins_ = 0, losses_ = 0, draws_ = 0;
  double points_of_pair_ = 0;  // of its first game, until the second one is taken
  Pentanomial pairs_;
  double llr_ = 0;
  Decision decision_ = Decision::none;
};

}  // namespace plylab::suites::match
