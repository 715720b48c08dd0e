// Searches, an evaluation and orderings of a guest's own, as ADDING.md describes them.
#pragma once

#include <gen/chess/board/notation.h>
#include <search/algorithms/node.h>

#include <algorithm>
#include <optional>

namespace guest {

using plylab::search::infinity;
using plylab::search::Node;
using plylab::search::Value;

/// A copy of plylab's pvs-soft: it must cost the same.
struct Copy {
  template <class S>
  static Value search(S& s, int depth, int ply, Value alpha, Value beta) {
    Node<S> node(s, Copy::search<S>, depth, ply, alpha, beta);
    if (node.settled()) return node.value();

    Value best = -infinity;
    while (node.next()) {
      const Value a = std::max(alpha, best);
      Value value = node.descend(a, node.place() == 0 ? beta : a + 1);
      if (node.place() > 0 && value > a && value < beta)
        value = node.re_search(value, beta, a, value);
      if (value >= beta) return node.cut(value);
      if (value > a) node.improve(value);
      best = std::max(best, value);
    }
    return node.leave(best);
  }
};

/// The same with a mistake: the bound that a null window has proved passes for the value.
struct Hasty {
  template <class S>
  static Value search(S& s, int depth, int ply, Value alpha, Value beta) {
    Node<S> node(s, Hasty::search<S>, depth, ply, alpha, beta);
    if (node.settled()) return node.value();

    Value best = -infinity;
    while (node.next()) {
      const Value a = std::max(alpha, best);
      const Value value = node.descend(a, node.place() == 0 ? beta : a + 1);
      if (value >= beta) return node.cut(value);
      if (value > a) node.improve(value);
      best = std::max(best, value);
    }
    return node.leave(best);
  }
};

/// A search that needs nothing but positions: plain minimax, in chess and in any game.
struct Plain {
  static constexpr bool full_width_only = true;
  static constexpr bool single_thread = true;

  template <class S>
  static Value iterate(S& s, int depth, std::optional<Value>) {
    return value_of(s, depth, 0);
  }

 private:
  template <class S>
  static Value value_of(S& s, int depth, int ply) {
    if (depth == 0) return search_leaf(s, ply, -infinity, infinity);
    s.enter(ply, -infinity, infinity, depth);  // counts the node, and ends the search at its limits
    const auto moves = s.position.generate();
    Value best = -infinity;
    if (const auto over = s.game_over(moves.size(), ply)) {
      best = *over;
    } else {
      for (const auto move : moves) {
        const auto step = s.make(move);
        best = std::max(best, -value_of(s, s.depth_after(depth, ply), ply + 1));
        s.unmake(move, step);
      }
    }
    s.leave(ply, best);
    return best;
  }
};

/// An evaluation of chess: a pawn for each man.
struct Men {
  template <class Board>
  int operator()(const Board& board) const {
    int men = 0;
    board.for_each_piece([&](plylab::chess::Piece piece, plylab::chess::Square) {
      men += color_of(piece) == board.side_to_move() ? 100 : -100;
    });
    return men;
  }
};

/// The same with a state that moves change.
struct CountedMen {
  using State = int;  // White's men less Black's

  template <class Board>
  State start(const Board& board) const {
    const int men = Men()(board) / 100;
    return board.side_to_move() == plylab::chess::white ? men : -men;
  }
  template <class Board>
  void advance(State& men, const Board& board, plylab::chess::Move move) const {
    if (move.is_capture()) men += board.side_to_move() == plylab::chess::white ? 1 : -1;
  }
  template <class Board>
  int operator()(const Board& board, State men) const {
    return board.side_to_move() == plylab::chess::white ? 100 * men : -100 * men;
  }
};

/// An ordering of chess: captures first, the highest target square first among equals.
struct CapturesByTarget {
  template <class Board>
  int operator()(const Board&, plylab::chess::Move move) const {
    return 64 * move.is_capture() + move.to();
  }
};

}  // namespace guest
