// Full-width search for a mate in n moves.
//
// The attacker's moves are tried in order of the replies that they leave, checks first; the
// defender's by how often they have refuted elsewhere (Schaeffer 1983); for the last move only
// checks are listed. A table keeps what is known of positions with at least two moves to go.
#pragma once

#include <cstdint>
#include <vector>

#include "search/mate/proof.h"
#include "search/mate/solver_base.h"

namespace plylab::search::mate {

/// An AND/OR search on one board. All public functions throw LimitReached.
template <class Board>
class ExhaustiveSearch {
  using Move = chess::Move;

 public:
  ExhaustiveSearch(const Board& board, Budget& budget, MateTable& table)
      : board_(board), budget_(budget), table_(table) {}

  Board& board() { return board_; }

  /// Whether the side to move can mate in at most n moves, n > 0.
  bool attack(int n);

  /// Whether the side to move has replies, and each is answered by a mate in n moves, n > 0.
  bool defend(int n);

  /// All moves that mate in at most n moves, in canonical order.
  std::vector<Move> keys(int n);

  /// The shortest mate from here; there must be one in at most n moves.
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
