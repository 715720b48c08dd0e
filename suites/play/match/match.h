// Many games between several players.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/engines/move_session.h"
#include "suites/play/elo/elo_difference.h"
#include "suites/play/match/game.h"
#include "suites/players/built_in.h"

namespace plylab::suites::play::match {

/// A player of the match.
struct Contestant {
  std::string name;
  std::string definition;  ///< what it is, independent of its name
  PlayerLimits limits;
  std::function<std::unique_ptr<players::Player>()> start;  ///< makes one for each game in parallel
  std::optional<int> table = {};  ///< MiB of its transposition table; 0: none, empty: unknown
};

/// A game to be played. Players and openings are indices.
struct Pairing {
  std::size_t number;  ///< from 1
  std::size_t opening;
  std::array<std::size_t, 2> players;  ///< by side

  friend bool operator==(const Pairing&, const Pairing&) = default;
};

/// `games` games between any two players, or with `gauntlet` between the first one and each other:
/// two games with each opening, with sides changed. If there are too few openings, they are used
/// again.
std::vector<Pairing> pairings(std::size_t players, std::size_t openings, std::size_t games,
                              bool gauntlet);

/// A match to be played.
struct Match {
  const GameInfo* game = nullptr;  ///< must be given
  std::vector<Contestant> players = {};
  std::vector<Opening> openings = {};
  std::vector<Pairing> pairings = {};
  Rules rules = {};
  int jobs = 1;                             ///< games at once
  const std::atomic<bool>* stop = nullptr;  ///< must be given
};

/// Games in the order of the pairings; empty: not played.
using PlayedGames = std::vector<std::optional<PlayedGame>>;

/// Plays the games that are empty in `games`, which has a place for each pairing. finished(place)
/// is called after each game, by one thread at a time; if it returns false, games in progress are
/// abandoned. With limits of depth or nodes alone the games do not depend on the number of jobs.
/// Throws what a player's start() and finished() throw.
void play_all(const Match& match, PlayedGames& games,
              const std::function<bool(std::size_t)>& finished);

/// A built-in search in a game, which must outlive the match.
Contestant contestant(const search::SearchableGame& game, const players::SearchSpec& search,
                      const PlayerLimits& limits);

/// An engine. It is started once to get its name, and once more for each game at the same time; if
/// that fails, it loses the game and is started again for the next one. Throws InputError if it
/// cannot be started, and EngineFault if `stop`, which must outlive the match, is set meanwhile.
Contestant contestant(engines::EngineSpec engine, const PlayerLimits& limits,
                      const std::atomic<bool>& stop);

/// The score of a match of two while it is played, and whether it decides a test. Games count in
/// the order of their numbers, regardless of the order in which they end, so that a test ends in
/// the same way however many games are played at once. Stays empty in a match of more players.
class RunningScore {
 public:
  /// `sprt`, if given, is evaluated after each pair of games.
  RunningScore(const Match& match, const std::optional<elo::Sprt>& sprt)
      : match_(match), sprt_(sprt) {}

  /// Counts the games that have been played and come next, up to the one that decides.
  void advance(const PlayedGames& games);

  /// The number of games after which the test was decided.
  std::optional<std::size_t> end() const;

  elo::Decision decision() const { return decision_; }
  double llr() const { return llr_; }
  const elo::Pentanomial& pairs() const { return pairs_; }

  /// "+12 -8 =30, 54.0 %, LLR 0.53 (-2.94 to 2.94)": the first player's; empty without a game.
  std::string to_string() const;

 private:
  const Match& match_;
  std::optional<elo::Sprt> sprt_;
  std::size_t taken_ = 0;  // games counted
  std::size_t wins_ = 0, losses_ = 0, draws_ = 0;
  double points_of_pair_ = 0;  // of its first game, until the second one is counted
  elo::Pentanomial pairs_;
  double llr_ = 0;
  elo::Decision decision_ = elo::Decision::none;
};

}  // namespace plylab::suites::play::match
