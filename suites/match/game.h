// One game between two players.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/game/game_info.h"
#include "suites/match/adjudication.h"
#include "suites/match/limits.h"
#include "suites/match/openings.h"
#include "suites/match/verdict.h"
#include "suites/play/player.h"

namespace plylab::suites::match {

/// What a player said about a move that it played.
struct MoveInfo {
  std::optional<int> centipawns = {};  ///< for the player, where it is no mate
  std::optional<int> mate = {};        ///< in moves; negative if the player is mated
  std::optional<int> depth = {};       ///< the last iteration that it finished
  double seconds = 0;
  std::uint64_t nodes = 0;

  friend bool operator==(const MoveInfo&, const MoveInfo&) = default;
};

/// A move of a game; without a MoveInfo it belongs to the opening.
struct Ply {
  std::string move;  ///< in the game's move notation
  Side mover;
  std::optional<MoveInfo> info = {};

  friend bool operator==(const Ply&, const Ply&) = default;
};

/// A game from its first move to its verdict.
struct PlayedGame {
  std::size_t number = 1;  ///< in the match, from 1
  std::string opening;
  std::string start = {};                       ///< in the game's notation, the one form of it
  std::array<std::string, 2> players = {};      ///< by side
  std::array<std::string, 2> definitions = {};  ///< what they are
  std::array<PlayerLimits, 2> limits = {};
  std::vector<Ply> plies = {};
  Verdict verdict = {};
};

/// A player at the board.
struct PlayerSlot {
  play::Player* player;
  PlayerLimits limits;
};

/// What holds for all games of a match.
struct Rules {
  Adjudication adjudication = {};
  double margin = 0;  ///< seconds by which a limit on time may be exceeded
};

/// "resign 900,2 draw 5,4,30 max-moves 150 margin 0.1", as on the command line.
std::string to_string(const Rules& rules);

/// Plays a game. What a player does wrong loses the game for it. The time of a move is what the
/// player's reply says. The game's number and what the players are called is left to the caller.
/// None if `stop` goes up before the game is over, or `needless` before its last move is asked for.
/// Throws InputError as built-in searches do.
std::optional<PlayedGame> play_game(const GameInfo& game, const Opening& opening,
                                    const std::array<PlayerSlot, 2>& slots, const Rules& rules,
                                    const std::atomic<bool>& stop,
                                    const std::atomic<bool>& needless);

}  // namespace plylab::suites::match
