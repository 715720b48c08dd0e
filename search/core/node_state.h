// What a node of a search is made of: see search/algorithms/node.h.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

#include "gen/chess/bitboard/sure_replies.h"
#include "search/core/move_picker.h"
#include "search/core/quiescence.h"
#include "search/core/searcher.h"

namespace plylab::search {

/// Where the node is, what is known of it, and its moves with the one being searched.
template <class S>
struct NodeState {
  using Move = typename S::Move;
  using Pos = typename S::Pos;

  NodeState(S& searcher, Search<S> algorithm, int depth_left, int plies, Value min, Value max)
      : s(searcher), search(algorithm), depth(depth_left), ply(plies), alpha(min), beta(max) {}

  bool settle(Value result) {
    settled = true;
    value = result;
    s.leave(ply, result);
    return true;
  }

  /// The place of the move in the order of this node, 0 for the first.
  std::size_t place() const { return next - 1; }

  S& s;
  const Search<S> search;
  int depth;
  const int ply;
  const Value alpha, beta;                // the window as it was given
  const bool is_open = alpha + 1 < beta;  // not a null window
  bool settled = false;
  bool storable = false;
  Value value = 0;
  Value floor = -infinity;        // what moves left out could be worth
  Value best_value = -infinity;   // of the moves searched …
  Value best_before = -infinity;  // … before the last one
  // Of chess, and known only where something depends on it:
  bool in_check = false;
  Value static_eval = 0;     // as near to the truth as the table's bounds bring it
  bool improving = false;    // it is better than two plies before
  bool mate_threat = false;  // a null move leads to mate, and the switch asks
  // Of all games again:
  std::optional<TTEntry<Move>> known;
  std::optional<Move> best_move;
  std::optional<Move> excluded;  // the node does without it
  Move move{};
  std::size_t next = 0;
  SharedMoves shared;
  OwnSplitPoint<S> split;
  std::optional<chess::SureReplies> replies;  // where leaves are valued unmade
  MovePicker<Pos> moves;
};

}  // namespace plylab::search
