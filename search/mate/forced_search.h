// Full-width search of forced play for any aim and goal.
#pragma once

#include <vector>

#include "search/mate/board.h"
#include "search/mate/budget.h"
#include "search/mate/forced_rules.h"
#include "search/mate/proof.h"
#include "search/mate/success_counts.h"
#include "search/mate/table.h"

namespace plylab::search::mate {

/// Whether the goal can be forced in n moves: selfmates, reflexmates, stalemates. Direct mates have
/// a search of their own, which knows that only checks mate: ExhaustiveSearch.
class ForcedSearch {
  using Move = chess::Move;

 public:
  ForcedSearch(const Board& board, ForcedRules rules, Budget& budget, MateTable& table)
      : board_(board), rules_(rules), budget_(budget), table_(table) {}

  Board& board() { return board_; }

  /// Whether the side to move can force the goal in at most n moves, n > 0. Throws LimitReached.
  bool attack(int n);

  /// All moves that force it in at most n moves, in canonical order. Throws LimitReached.
  std::vector<Move> keys(int n);

  /// The fastest way from here, which must be one of at most n moves. Throws LimitReached.
  Proof::Step step(int n);

 private:
  bool forces_by(Move move, int n);
  bool all_lose(int n);
  bool loses_by(Move defence, int n);

  Board board_;
  ForcedRules rules_;
  Budget& budget_;
  MateTable& table_;
  SuccessCounts refutations_;
};

}  // namespace plylab::search::mate
