// The solver that misses nothing: full-width search for a mate.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/mate/board.h"
#include "search/mate/budget.h"
#include "search/mate/problem.h"
#include "search/mate/proof.h"
#include "search/mate/ranked_moves.h"
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

/// Mate in 1, 2, 3, …: a full-width AND/OR search by iterative deepening. Each number of moves is
/// refuted before the next one is tried, so that a mate is the shortest and "none within" is
/// proved.
///
/// The attacker's moves are tried in order of the replies that they leave, checks first; the
/// defender's by how often they have refuted elsewhere; for the last move only checks are listed.
/// A table keeps what is known of positions with at least two moves to go. Throws InputError if
/// there is no memory for it.
template <class Start>
MateAnswer solve_exhaustively(const MateProblemOf<Start>& problem);

/// What exhaustive search knows of a position's shortest mate.
struct ShortestMate {
  int moves = 0;                       ///< of the mate; 0 if none is known
  int refuted = 0;                     ///< proved: no mate in so many moves
  std::vector<chess::Move> keys = {};  ///< all moves that mate so soon, in canonical order
  bool complete = false;               ///< no limit was reached
};

/// The shortest mate within the problem's moves and limits.
ShortestMate shortest_mate(const MateProblem& problem);

/// A shortest mate that only one first move reaches in time.
struct UniqueMate {
  chess::Move key;
  int moves = 0;

  friend bool operator==(const UniqueMate&, const UniqueMate&) = default;
};

/// The mate of the position if it is one with a single key; nothing if it has several, if there is
/// no mate within the problem's moves, or if the limits were reached. Full width.
std::optional<UniqueMate> unique_mate(const MateProblem& problem);

}  // namespace plylab::search::mate
