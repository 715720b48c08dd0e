// What games begin with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gen/epd/epd.h"
#include "reports/tables/sources.h"
#include "search/run/searchable_game.h"

namespace plylab::suites::match {

/// A position, and moves that are played from there before the players are asked.
struct Opening {
  std::string name;
  std::string start;                    ///< in the game's notation
  std::vector<std::string> moves = {};  ///< in its move notation
};

/// Openings as far as they could be read.
struct Openings {
  std::vector<Opening> openings;
  std::vector<epd::Issue> issues;
  reports::Source source;  ///< which file it was
};

/// Reads a file by path, or a shipped suite by name. Its first line that is neither blank nor a
/// comment (#) says what it is: PGN if it begins with "[" or the file is called *.pgn; in chess EPD
/// or FEN if there is a board in it; else one opening a line, which is a position in the game's
/// notation, or moves as people write them from where the game begins. Of a game or
/// a line at most `plies` are taken. Openings that end the game are left out with an issue. Throws
/// InputError if the file cannot be read or has no opening.
Openings load_openings(const search::SearchableGame& game, const std::string& file,
                       std::size_t plies);

/// How many plies of random openings are usual: eight, but no more than a quarter of a game whose
/// length is known.
std::size_t usual_random_plies(const GameInfo& game);

/// So many different openings of random legal moves, or fewer if there are no more, from where the
/// game begins, or from arrays of Chess960 drawn at random. They are no good play and not balanced
/// by anything: only that each is played with both colours makes a match fair. Throws InputError if
/// there is none, because all such games are over.
std::vector<Opening> random_openings(const GameInfo& game, std::size_t number, std::size_t plies,
                                     std::uint64_t seed, bool chess960);

/// Puts them into an order drawn by the seed (Fisher and Yates 1938, Durstenfeld 1964).
void shuffle(std::vector<Opening>& openings, std::uint64_t seed);

}  // namespace plylab::suites::match
