// Reads the games of some files: counts, checks, filters and sorts them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/issue.h"
#include "gen/pgn/reader.h"
#include "suites/games/filter.h"

namespace plylab::suites::games {

/// Which positions of a game become records of a suite.
enum class Positions : std::uint8_t { start, end, all, matching, after };

/// What to do with the games that the filter selects.
struct Request {
  std::vector<std::string> files;
  FilterOptions filter;
  bool unchecked = false;         ///< moves are not checked
  bool unique = false;            ///< only the first of equal games, and of equal positions
  std::vector<std::string> sort;  ///< keys by priority; "-" before a key reverses its order
  bool wants_games = false;       ///< as PGN
  bool exports = false;           ///< in export format; otherwise unchanged
  bool wants_records = false;     ///< as EPD
  Positions positions = Positions::end;
  std::size_t after = 0;  ///< plies, for Positions::after
  int threads = 1;
};

/// The counts of a file.
struct FileCounts {
  std::string file;
  std::uint64_t games = 0, white_wins = 0, draws = 0, black_wins = 0, unfinished = 0;
  std::uint64_t plies = 0, players = 0, kept = 0, duplicates = 0, faults = 0;
};

struct Collection {
  std::vector<FileCounts> files;
  std::uint64_t players = 0;             ///< different names in all files
  std::uint64_t bytes = 0;               ///< read
  std::uint64_t games = 0, records = 0;  ///< written
  std::uint64_t ended = 0;               ///< positions without a legal move, which are no records
  std::uint64_t too_short = 0;           ///< games that end before the position that is wanted
  std::vector<std::string> useless;      ///< sort keys for which no game has a value
  std::string pgn, epd;                  ///< the texts to write
  std::vector<Issue> issues;
};

/// Reads the files. Throws InputError for files that cannot be opened, and for an invalid request.
Collection collect(const Request& request, const std::atomic<bool>& stop);

}  // namespace plylab::suites::games
