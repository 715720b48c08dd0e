// Full-width search for a gain of material.
#pragma once

#include <cstdint>
#include <vector>

#include "search/mate/board.h"
#include "search/mate/budget.h"
#include "search/mate/ranked_moves.h"
#include "search/mate/table.h"

namespace plylab::suites::mine {

/// Whether the outcome in n plies (see gain.h) is at least some goal: an AND/OR search that leaves
/// no move out. All answers of one object share a table of bounds. All throw
/// search::mate::LimitReached.
class GainSearch {
  using Move = chess::Move;

 public:
  GainSearch(const search::mate::Board& board, search::mate::Budget& budget);

  /// What the side to move is ahead by at the start.
  int balance() const { return start_; }

  bool reaches(int plies, int goal) { return attack(plies, start_, goal); }

  /// The same after this first move.
  bool reaches_by(Move move, int plies, int goal) { return attacks_by(move, plies, start_, goal); }

  /// All first moves that reach the goal, in canonical order.
  std::vector<Move> keys(int plies, int goal);

  /// The exact outcome.
  int outcome(int plies);

  /// The exact outcome if it is at least `value` and no mate.
  int exact_from(int plies, int value);

  /// A line in which both sides come to the exact outcome, which is no mate.
  std::vector<Move> line(int plies, int outcome);

 private:
  /// What is known of a position with so many plies to go.
  struct Bounds {
    Move move;  // that reaches at_least
    std::int8_t at_least, at_most;
  };

  bool attack(int n, int balance, int goal);
  bool attacks_by(Move move, int n, int balance, int goal);
  bool defend(int n, int balance, int goal);
  bool settles(int balance, int goal);
  Move find(int n, int balance, int goal, Move first);
  Move last_move(int balance, int goal);
  std::uint16_t rank_of(Move move, const search::mate::SuccessCounts& history) const;
  Move table_move(int n) const;
  Move holding_reply(int n, int balance, int outcome);
  int play(Move move);

  static constexpr std::size_t table_bytes = std::size_t{32} << 20;

  search::mate::Board board_;
  search::mate::Budget& budget_;
  int start_;
  search::mate::PositionTable<Bounds> table_{table_bytes};
  search::mate::SuccessCounts attacks_, defences_;
};

}  // namespace plylab::suites::mine
