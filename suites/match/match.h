// Many games between several players.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "suites/match/game.h"

namespace plylab::suites::match {

/// Who takes part.
struct Contestant {
  std::string name;
  std::string definition;  ///< what it is, so that two of one name can be told apart
  PlayerLimits limits;
  std::function<std::unique_ptr<play::Player>()> start;  ///< one for each game at the same time
  std::optional<int> table = {};  ///< MiB of its transposition table, 0 for none; empty: not known
};

/// Who plays whom with which opening. Players and openings are indices.
struct Pairing {
  std::size_t number;  ///< from 1
  std::size_t opening;
  std::array<std::size_t, 2> players;  ///< by side

  friend bool operator==(const Pairing&, const Pairing&) = default;
};

/// Everybody plays `games` games against everybody else (with `gauntlet` only the first one does):
/// two with each opening, one of each side, and the openings again when there are no more.
std::vector<Pairing> pairings(std::size_t players, std::size_t openings, std::size_t games,
                              bool gauntlet);

/// What is to be played.
struct Match {
  const GameInfo* game = nullptr;  ///< must be given
  std::vector<Contestant> players = {};
  std::vector<Opening> openings = {};
  std::vector<Pairing> pairings = {};
  Rules rules = {};
  int jobs = 1;                             ///< games at once
  const std::atomic<bool>* stop = nullptr;  ///< must be given
};

/// Games by their pairing; those not played are empty.
using PlayedGames = std::vector<std::optional<PlayedGame>>;

/// Plays what is empty in `games`, which has a place for each pairing. finished(place) is called
/// after each game, by one thread at a time, and says whether the match goes on: if not, what has
/// been begun is left. With limits of depth or nodes alone the games do not depend on the number of
/// jobs. Throws what a player's start() and finished() throw.
void play_all(const Match& match, PlayedGames& games,
              const std::function<bool(std::size_t)>& finished);

}  // namespace plylab::suites::match
