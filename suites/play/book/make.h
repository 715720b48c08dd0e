// Books from games.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/chess/book/book.h"
#include "gen/epd/epd.h"

namespace plylab::suites::play::book {

/// Which moves of which games to put into a book.
struct Selection {
  int plies = 40;           ///< of each game, from its beginning
  int min_rating = 0;       ///< of both players, by the tags WhiteElo and BlackElo; 0: any
  std::string since = {};   ///< the tag Date is not before: "2020", "2020.05.01"; empty: any
  std::string player = {};  ///< only moves of this player; empty for any
  std::optional<chess::Color> side = {};  ///< only moves of this side
};

/// A new book, and counts of its sources.
struct Made {
  chess::Book book;
  std::uint64_t games = 0;     ///< games used
  std::uint64_t left_out = 0;  ///< by the selection, or without a result
  std::uint64_t other_variants = 0, faulty = 0;
  std::uint64_t positions = 0;     ///< from which a move was added
  std::vector<epd::Issue> issues;  ///< of games that could not be read
};

/// Reads games with several threads; the book does not depend on their number. Ends early when
/// `stop`, which may be null, is set. Throws InputError if a file cannot be opened.
Made make_book(const std::vector<std::string>& files, const Selection& selection, int threads,
               const std::atomic<bool>* stop);

}  // namespace plylab::suites::play::book
