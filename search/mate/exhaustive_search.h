// Full-width search for a mate.
#pragma once

#include <cstdint>
#include <vector>

#include "search/mate/board.h"
#include "search/mate/budget.h"
#include "search/mate/proof.h"
#include "search/mate/ranked_moves.h"
#include "search/mate/success_counts.h"
#include "search/mate/table.h"

namespace plylab::search::mate {

/// Whether there is a mate in n: a full-width AND/OR search.
template <class Board>
class ExhaustiveSearch {
  using Move = chess::Move;

 public:
  ExhaustiveSearch(const Board& board, Budget& budget, MateTable& table)
      : board_(board), budget_(budget), table_(table) {}

  Board& board() { return board_; }

  /// Whether the side to move can mate in at most n moves, n > 0. Throws LimitReached.
  bool attack(int n);

  /// Whether the side to move has replies, and every one is answered by a mate in n moves, n > 0.
  /// Throws LimitReached.
  bool defend(int n);

  /// All moves that mate in at most n moves, in canonical order. Throws LimitReached.
  std::vector<Move> keys(int n);

  /// The shortest mate from here, which must be one of at most n moves. Throws LimitReached.
  Proof::Step step(int n);

 private:
  Proof::Step step_of(int n);
  bool mates_by(Move move, int n);
  Move find_mate(int n, const MateEntry& entry);
  RankedMoves attacks(int n, Move first);
  std::uint16_t rank_of(Move reply) const;

  Board board_;
  Budget& budget_;
  MateTable& table_;
  SuccessCounts refutations_;
};

}  // namespace plylab::search::mate
