// What games begin with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gen/chess/fen.h"
#include "gen/chess/move.h"
#include "gen/epd/epd.h"
#include "reports/sources.h"

namespace plylab::suites::match {

/// A position, and moves that are played from there before the players are asked.
struct Opening {
  std::string name;
  chess::ValidSetup start{chess::startpos_fen};
  std::vector<chess::Move> moves = {};
};

/// Openings as far as they could be read.
struct Openings {
  std::vector<Opening> openings;
  std::vector<epd::Issue> issues;
  reports::Source source;  ///< which file it was
};

/// Reads a file by path, or a shipped suite by name. Its first line that is neither blank nor a
/// comment (#) says what it is: PGN if it begins with "[" or the file is called *.pgn; EPD or FEN
/// if there is a board in it; else lines of moves in SAN or UCI from the normal array, one opening
/// a line. Of a game or a line at most `plies` are taken. Openings that end the game are left out
/// with an issue. Throws InputError if the file cannot be read or has no opening.
Openings load_openings(const std::string& file, std::size_t plies);

/// So many different openings of random legal moves from the normal array, or from arrays of
/// Chess960 drawn at random. They are no good chess and not balanced by anything: only that each
/// is played with both colours makes a match fair.
std::vector<Opening> random_openings(std::size_t number, std::size_t plies, std::uint64_t seed,
                                     bool chess960);

/// Puts them into an order drawn by the seed (Fisher and Yates 1938, Durstenfeld 1964).
void shuffle(std::vector<Opening>& openings, std::uint64_t seed);

}  // namespace plylab::suites::match
