// Games of PGN files as far as ratings need them: who played, the result, and the opening.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/epd/epd.h"
#include "suites/elo/results.h"

namespace plylab::suites::elo {

/// White's points in a game with this result: 1, ½ or 0; none for a game without a result.
std::optional<double> white_points(std::string_view result);

/// A finished game.
struct Game {
  std::size_t white, black;  ///< numbers of players
  double points;             ///< White's: 1, ½ or 0
  std::size_t opening;       ///< a number
};

/// The games of some files, and who played them.
struct Games {
  std::vector<std::string> players;
  std::vector<Game> games;
  std::size_t unfinished = 0;  ///< games without a result, which are left out
  std::vector<epd::Issue> issues;
};

/// Reads games of any game that has two sides. An opening is what the tag FEN says, and in the
/// games of plylab match the tag Opening; a game with neither has an opening of its own. With
/// `players` only games between these are taken, and players have their order. Throws InputError if
/// a file cannot be read, if a player has no game, and if there is no game.
Games read_games(const std::vector<std::string>& files, const std::vector<std::string>& players);

/// The results of two players against each other, in the order of the games: single, and as pairs
/// with the same opening and sides changed. A pair comes where its second game does.
struct Duel {
  Results results;
  PairResults pairs;
  std::vector<double> points, points_of_pairs;  ///< the first player's
};

/// The duel of players 0 and 1.
Duel duel_of(const Games& games);

}  // namespace plylab::suites::elo
