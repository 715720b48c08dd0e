// Games of PGN files, reduced to the data for ratings: players, result and opening.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/epd/epd.h"
#include "suites/play/elo/results.h"

namespace plylab::suites::play::elo {

/// White's points in a game with this result: 1, ½ or 0; none for a game without a result.
std::optional<double> white_points(std::string_view result);

/// A finished game.
struct Game {
  std::size_t white, black;  ///< numbers of players
  double points;             ///< White's: 1, ½ or 0
  std::size_t opening;       ///< a number
};

/// The games of some files, and their players.
struct Games {
  std::vector<std::string> players;
  std::vector<Game> games;
  std::size_t unfinished = 0;  ///< games without a result, which are left out
  std::size_t unnamed = 0;     ///< games with an unknown player, which are left out
  std::vector<epd::Issue> issues;
};

/// Reads records of any two-player game. The tag FEN identifies the opening, and in games of plylab
/// match the tag OpeningMoves; a game with neither has a unique opening. With `players`, only games
/// between these count, and players are numbered in that order. Ends early when `stop` is set.
/// Throws InputError if a file cannot be read, if a player has no game, and if there is no game.
Games read_games(const std::vector<std::string>& files, const std::vector<std::string>& players,
                 const std::atomic<bool>& stop);

/// The results of two players against each other, in the order of the games: single games, and
/// pairs with the same opening and sides changed. A pair has the place of its second game.
struct Duel {
  Results results;
  PairResults pairs;
  std::vector<double> points, points_of_pairs;  ///< the first player's
};

/// The duel of players 0 and 1.
Duel duel_of(const Games& games);

}  // namespace plylab::suites::play::elo
