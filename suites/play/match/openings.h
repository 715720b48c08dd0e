// Openings: positions and moves before the players are asked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gen/epd/epd.h"
#include "reports/tables/sources.h"
#include "search/run/searchable_game.h"

namespace plylab::suites::play::match {

/// A position, and moves that are played from there before the players are asked.
struct Opening {
  std::string name;
  AnyStart start;
  std::vector<std::string> moves = {};  ///< in the game's move notation
};

/// The openings of a file.
struct Openings {
  std::vector<Opening> openings;
  std::vector<epd::Issue> issues;
  reports::Source source;  ///< which file it was
};

/// Reads a file by path, or a shipped suite by name. Its first line that is neither blank nor a
/// comment (#) determines the format: PGN if it begins with "[" or the file is called *.pgn; in
/// chess EPD or FEN if it has a board; else one opening a line: a position in the game's notation,
/// or moves from the game's start. At most `plies` plies of a game or line are used. Openings after
/// which the game is over are left out with an issue. Throws InputError if the file cannot be read
/// or has no usable opening.
Openings load_openings(const search::SearchableGame& game, const std::string& file,
                       std::size_t plies);

/// The default length of random openings: eight plies, or a quarter of the game if that is known
/// and less.
std::size_t usual_random_plies(const GameInfo& game);

/// Different openings of random legal moves, `number` of them or as many as there are, from the
/// game's start or from random arrays of Chess960. They are neither good play nor balanced: a match
/// is fair because each is played with both colours. Throws InputError if all such games are over.
std::vector<Opening> random_openings(const GameInfo& game, std::size_t number, std::size_t plies,
                                     std::uint64_t seed, bool chess960);

/// Different openings of a book of chess, `number` of them or as many as are found: lines from the
/// start of the game, `plies` long or as far as the book goes, whose moves are drawn by their
/// weights (book::draw_move). Throws InputError if the book cannot be read or does not know the
/// start.
Openings book_openings(const search::SearchableGame& chess, const std::string& path,
                       std::size_t number, std::size_t plies, std::uint64_t seed);

/// A random order given by the seed (Fisher and Yates 1938, Durstenfeld 1964).
void shuffle(std::vector<Opening>& openings, std::uint64_t seed);

}  // namespace plylab::suites::play::match
