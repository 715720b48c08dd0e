// Full-width search of forced play for any aim and goal.
#pragma once

#include <vector>

#include "search/mate/board.h"
#include "search/mate/budget.h"
#include "search/mate/proof.h"
#include "search/mate/ranked_moves.h"
#include "search/mate/stipulation.h"
#include "search/mate/table.h"

namespace plylab::search::mate {

/// The rules of play in which one side, the attacker, forces a goal for itself or for the other
/// side, the defender.
class ForcedRules {
 public:
  ForcedRules(Aim aim, Goal goal) : aim_(aim), goal_(goal) {}

  /// Whether it is the defender who reaches the goal.
  bool by_defender() const { return aim_ != Aim::direct; }

  /// Whether the last move has reached the goal.
  bool reached(const Board& board) const {
    return (board.checkers() != 0) == (goal_ == Goal::mate) && board.count() == 0;
  }

  /// Whether the move of the side to move reaches the goal.
  bool reaches(Board& board, chess::Move move) const {
    const auto undo = board.make(move);
    const bool reaches = reached(board);
    board.unmake(move, undo);
    return reaches;
  }

  /// The moves of the side to move that reach the goal at once.
  chess::Moves finals(Board& board) const {
    chess::Moves found;
    for (const chess::Move move : goal_ == Goal::mate ? board.checks() : board.generate())
      if (reaches(board, move)) found.add(move);
    return found;
  }

  /// The moves that the attacker has: none that count if he must reach the goal himself.
  chess::Moves attacks(Board& board) const {
    if (aim_ == Aim::reflex && !finals(board).empty()) return {};
    return board.generate();
  }

  /// The moves that the defender has: those that reach the goal alone if he must.
  chess::Moves defences(Board& board) const {
    if (const chess::Moves forced = forced_finals(board); !forced.empty()) return forced;
    return board.generate();
  }

  /// The moves that reach the goal if the defender, who is to move, must play one of them: in
  /// reflexmates, if there are any.
  chess::Moves forced_finals(Board& board) const {
    const bool must = aim_ == Aim::reflex || aim_ == Aim::semi_reflex;
    return must ? finals(board) : chess::Moves();
  }

 private:
  Aim aim_;
  Goal goal_;
};

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
