// Depth-first solvers of AND/OR trees with a table: df-pn, and plain search as the reference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "gen/game/moves.h"
#include "search/base/proof_numbers.h"
#include "search/core/position_table.h"
#include "search/prove/proof_number_search.h"

namespace plylab::search::prove {

/// Plain depth-first search in the order of the moves. It leaves a node as soon as one move decides
/// it.
template <class Tree>
class Exhaustive {
 public:
  using Move = typename Tree::Move;

  /// Throws InputError if the table of that size cannot be allocated.
  Exhaustive(Tree& tree, std::size_t bytes) : tree_(tree), table_(bytes) {}

  /// Whether the prover forces the goal from the undecided node at which the tree stands. Throws
  /// Stopped.
  bool search() {
    const Key key = tree_.key();
    if (const auto known = table_.find(key)) return *known;
    const std::uint64_t start = tree_.budget().visited();
    const bool prover_moves = tree_.prover_moves();
    bool result = !prover_moves;
    for (const Move move : tree_.moves()) {
      const bool value = tree_.after(move, [&] {
        const auto decided = tree_.look();
        return decided ? *decided : search();
      });
      if (value != prover_moves) continue;
      if (prover_moves) move_ = move;
      result = prover_moves;
      break;
    }
    table_.store(key, result, tree_.budget().visited() - start);
    return result;
  }

  /// The first move of the proof that the last search has found, if it was the prover's turn.
  std::optional<Move> proving_move() const { return move_; }
  std::size_t kept() const { return table_.filled(); }

 private:
  Tree& tree_;
  PositionTable<bool> table_;
  std::optional<Move> move_;
};

/// Depth-first proof-number search (Nagai, "Df-pn algorithm for searching AND/OR trees and its
/// applications", University of Tokyo, 2002). Mates of chess have a search of their own
/// (search/mate/dfpn.cpp), which also knows what a proof in fewer moves implies.
template <class Tree>
class DepthFirstProofNumbers {
 public:
  using Move = typename Tree::Move;

  /// Throws InputError if the table of that size cannot be allocated.
  DepthFirstProofNumbers(Tree& tree, std::size_t bytes) : tree_(tree), table_(bytes) {}

  /// Decides the undecided node at which the tree stands. Throws Stopped.
  bool search() { return search<true>({}).proved(); }

  /// The first move of the proof that the last search has found.
  std::optional<Move> proving_move() const { return move_; }
  std::size_t kept() const { return table_.filled(); }

 private:
  struct Child {
    Move move;
    NodeNumbers value;
  };

  /// Searches an OR node (`Prover`) or AND node until a number reaches its threshold.
  template <bool Prover>
  NodeNumbers search(Thresholds limit) {
    const std::uint64_t start = tree_.budget().visited();
    const Key key = tree_.key();
    MoveList<Child, Tree::Moves::capacity> children;
    for (const Move move : tree_.moves())
      children.add({move, tree_.after(move, [&] { return first_look(); })});
    const NodeNumbers value =
        search_children<Prover>(children, limit, [&](Move move, Thresholds below) {
          return tree_.after(move, [&] { return search<!Prover>(below); });
        });
    if (Prover && value.proved()) move_ = most_promising<Prover>(children).move;
    table_.store(key, value, tree_.budget().visited() - start);
    return value;
  }

  NodeNumbers first_look() {
    const auto decided = tree_.look();
    if (decided) return first_numbers(decided);
    return table_.find(tree_.key()).value_or(NodeNumbers{});
  }

  Tree& tree_;
  PositionTable<NodeNumbers> table_;
  std::optional<Move> move_;
};

}  // namespace plylab::search::prove
