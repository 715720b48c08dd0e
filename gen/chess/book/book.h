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
  std::uint32_t given_weight = 0;  ///< of a book of Polyglot, which has no results
  std::uint64_t check = 0;  ///< another key, which tells positions of one key apart; 0: unknown

  std::uint64_t games() const { return std::uint64_t{wins} + draws + losses; }
  /// Points by games, from 0 to 1; there must be a game.
  double score() const { return (wins + draws / 2.0) / static_cast<double>(games()); }
  /// Twice the points, as Polyglot counts, or the weight that was given.
  std::uint64_t weight() const { return given_weight + 2 * std::uint64_t{wins} + draws; }

  friend bool operator==(const BookMove&, const BookMove&) = default;
};

/// What a book leaves out.
struct BookFilter {
  double least_share = 0;         ///< moves with a smaller part of the position's weight, 0 to 1
  std::uint64_t least_games = 1;  ///< moves that fewer games made; those without results stay
  double least_score = 0;         ///< moves with fewer points by games; those without results stay
};

/// A book in memory: moves sorted by position, in each position the most played first.
class Book {
 public:
  /// Adds a move's results, to those that it has.
  void add(const BookMove& move);
  void add(const Book& other);

  /// All moves, sorted by key; moves of a position by weight.
  const std::vector<BookMove>& moves() const;
  /// The moves of a position; empty if the book does not know it.
  std::span<const BookMove> find(std::uint64_t key) const;

  /// What the results in the position are worth to the side to move, in centipawns: a score of s is
  /// worth 400 log10(s/(1 − s)) (Sune Fischer and Pradu Kannan's fit, 2007, to games of strong
  /// players: 1/(1 + 10^(−pawns/4))), where one more game counts as drawn. None if the book has no
  /// results there.
  std::optional<int> value(std::uint64_t key) const;

  std::size_t positions() const;
  /// How many positions share their key, and so their moves, with another one, as far as checks
  /// are known.
  std::size_t collisions() const;

  /// The book without what the filter leaves out.
  Book filtered(const BookFilter& filter) const;

 private:
  /// Sorts what has been added and adds up what is the same.
  void settle() const;

  mutable std::vector<BookMove> moves_;  // up to settled_ sorted by key, check and move
  mutable std::size_t settled_ = 0;
  mutable bool is_ranked_ = false;  // sorted for moves()
  mutable std::size_t collisions_ = 0;
};

/// The entries of Polyglot's format: without moves of weight 0, weights beyond 16 bits scaled down
/// within their position.
std::vector<PolyglotEntry> polyglot_entries(const Book& book);

}  // namespace plylab::chess
