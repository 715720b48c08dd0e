// An opening book: the moves that games played in a position, with their results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gen/chess/book/polyglot.h"

namespace plylab::chess {

/// A move in a position, with the results of the games for the side that made it.
struct BookMove {
  std::uint64_t key = 0;   ///< polyglot_key() of the position
  std::uint16_t move = 0;  ///< polyglot_move()
  std::uint32_t wins = 0, draws = 0, losses = 0;
  std::uint32_t given_weight = 0;  ///< the weight in a Polyglot book, which has no results
  std::uint64_t check = 0;         ///< a second key, to detect collisions of keys; 0 if unknown

  std::uint64_t games() const { return std::uint64_t{wins} + draws + losses; }
  /// Points per game, from 0 to 1; there must be a game.
  double score() const { return (wins + draws / 2.0) / static_cast<double>(games()); }
  /// Twice the points, as in Polyglot, or given_weight.
  std::uint64_t weight() const { return given_weight + 2 * std::uint64_t{wins} + draws; }

  friend bool operator==(const BookMove&, const BookMove&) = default;
};

/// Which moves to leave out of a book.
struct BookFilter {
  double min_share = 0;         ///< of the position's weight, from 0 to 1, that a move must have
  std::uint64_t min_games = 1;  ///< of a move; moves without results stay
  double min_score = 0;         ///< score() of a move; moves without results stay
  bool for_polyglot = false;    ///< leave out moves whose weight is 0 in Polyglot's format
};

/// A book in memory: moves sorted by position, in each position the one of greatest weight
/// first.
class Book {
 public:
  /// Adds a move's results to those already in the book.
  void add(const BookMove& move);
  void add(Book other);

  /// All moves, sorted by key; moves of a position by weight.
  const std::vector<BookMove>& moves() const;
  /// The moves of a position; empty if it is not in the book.
  std::span<const BookMove> find(std::uint64_t key) const;

  /// The value of the results in the position for the side to move, in centipawns: 400 log10(s/(1 −
  /// s)) for a score s, computed with one additional drawn game. The formula inverts 1/(1 +
  /// 10^(−pawns/4)), which Sune Fischer and Pradu Kannan fitted to games of strong players in 2007.
  /// None if the book has no results there.
  std::optional<int> value(std::uint64_t key) const;

  std::size_t positions() const;
  /// The number of positions that share their key, and so their moves, with another one, as far as
  /// `check` is known.
  std::size_t collisions() const;

  /// Takes out the moves that the filter leaves out.
  void filter(const BookFilter& filter);

 private:
  /// Sorts the entries added and adds up equal ones.
  void settle() const;

  mutable std::vector<BookMove> moves_;  // up to settled_ sorted by key, check and move
  mutable std::size_t settled_ = 0;
  mutable bool is_ranked_ = false;  // sorted for moves()
  mutable std::size_t collisions_ = 0;
};

/// The book as Polyglot entries, without moves of weight 0. If a weight exceeds 16 bits, all
/// weights of its position are scaled down.
std::vector<PolyglotEntry> polyglot_entries(const Book& book);

}  // namespace plylab::chess
