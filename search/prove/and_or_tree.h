// A game as an AND/OR tree.
#pragma once

#include <algorithm>
#include <optional>

#include "gen/game/game.h"
#include "gen/game/referee.h"
#include "search/core/budget.h"
#include "search/core/position_table.h"
#include "search/prove/question.h"

namespace plylab::search::prove {

/// How the game has ended in a position, by the game's rules except repetition.
template <Game G>
std::optional<GameEnd> end_in(const FirstBoard<G>& position) {
  if constexpr (requires { G::end(position); })
    return G::end(position);
  else
    return plylab::end_of(position);
}

/// The tree, and where the search stands in it. A node is a position with the number of plies left,
/// so that no line returns to a node, and what is true of a node is true on every way to it.
template <Game G>
class AndOrTree {
 public:
  using Played = G;
  using Board = FirstBoard<G>;
  using Move = MoveOf<G>;
  using Moves = typename Board::MoveList;

  AndOrTree(const typename G::Start& start, const Question& question)
      : board_(start),
        prover_(board_.side_to_move()),
        goal_(question.goal),
        plies_left_(question.plies),
        budget_(question.limits) {}

  const Board& board() const { return board_; }
  const Budget& budget() const { return budget_; }

  /// Whether this is an OR node: the prover is to move.
  bool prover_moves() const { return board_.side_to_move() == prover_; }

  /// Looks at the position: whether the goal is reached or missed; none if the game goes on. Throws
  /// Stopped if a limit is reached.
  std::optional<bool> look() {
    budget_.visit();
    if (const auto end = end_in<G>(board_))
      return end->winner ? *end->winner == prover_ : goal_ == Goal::draw;
    if (plies_left_ == 0) return goal_ == Goal::draw;
    return std::nullopt;
  }

  /// The legal moves in canonical order.
  Moves moves() const {
    Moves moves = board_.generate();
    sort_moves(moves);
    return moves;
  }

  /// Calls look() after the move, and returns its result.
  auto after(Move move, auto&& look) {
    const auto undo = board_.make(move);
    --plies_left_;
    const auto result = look();
    ++plies_left_;
    board_.unmake(move, undo);
    return result;
  }

  /// Identifies the node.
  Key key() const { return numbered_key(board_.key(), plies_left_); }

 private:
  Board board_;
  const Side prover_;
  const Goal goal_;
  int plies_left_;
  Budget budget_;
};

}  // namespace plylab::search::prove
