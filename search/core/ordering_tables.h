// What a search learns about moves, for the order of those to come.
#pragma once

#include <cassert>
#include <memory>

#include "gen/chess/board/notation.h"
#include "gen/game/position.h"
#include "search/base/switches.h"
#include "search/core/best_moves.h"
#include "search/core/history.h"
#include "search/core/move_facts.h"
#include "search/core/move_picker.h"
#include "search/core/path.h"
#include "search/core/settings.h"
#include "search/core/transposition_table.h"

namespace plylab::search {

/// The tables that an ordering and the switches ask for, and the order that follows from them.
template <Position P>
class OrderingTables {
 public:
  using Move = typename P::Move;

  OrderingTables(Order order, const Switches& on) : order_(order) {
    if constexpr (chess::ChessPosition<P>) {
      if (on.killers) killers_ = std::make_unique<Killers>();
      if (on.history) history_ = std::make_unique<ButterflyHistory>();
      if (on.gravity || on.continuation)
        quiet_history_ = std::make_unique<QuietHistory>(on.gravity, on.continuation);
    }
  }

  /// From now on notes the best move of every node, or follows those that were noted; null: not.
  void record(KnownMoves<P>* moves) { recorded_ = moves; }
  void follow(const KnownMoves<P>* moves) { followed_ = moves; }

  /// The best known move of the node, or null. `entry` is the transposition table's, or null.
  const Move* best_known(const P& position, const TTEntry<Move>* entry, int depth) const {
    if (followed_ != nullptr)
      if (const Move* move = followed_->find(position, depth)) return move;
    if (entry != nullptr) return entry->has_move ? &entry->move : nullptr;
    return order_ == Order::hash ? best_moves_.find(position) : nullptr;
  }

  /// Puts the moves of the node in order.
  template <class E>
  void start(MovePicker<P>& picker, const typename P::MoveList& moves, const P& position,
             const E& evaluation, const Path<Move>& path, int depth, int ply,
             const Move* best) const {
    if constexpr (chess::ChessPosition<P>)
      picker.start(position, moves,
                   Hints<E>{order_, evaluation, depth, ply, best, killers_.get(), history_.get(),
                            quiet_history_.get(), path.previous_moves(ply)});
    else
      picker.start(position, moves, order_, best);
  }

  /// Notes a move that raised alpha inside the window, or cut.
  void learn(const P& position, int depth, int ply, Move move, bool cut) {
    if (recorded_ != nullptr) recorded_->learn(position, depth, move);
    if (order_ == Order::hash) best_moves_.learn(position, move);
    if constexpr (chess::ChessPosition<P>) {
      if (!is_quiet(move)) return;
      if (cut && killers_) killers_->learn(ply, move);
      if (history_) history_->learn(position.side_to_move(), move, depth);
    }
  }

  bool has_quiet_history() const { return quiet_history_ != nullptr; }

  /// Notes a quiet move that cut (`good`), or was tried before one that did. Only where there is
  /// a quiet history.
  void learn_quiet(const P& position, const Path<Move>& path, int depth, int ply, Move move,
                   bool good) {
    assert(quiet_history_ != nullptr);
    quiet_history_->learn(position.side_to_move(), move, piece_target(position, move),
                          path.previous_moves(ply), depth, good);
  }

 private:
  Order order_;
  BestMoves<P> best_moves_;
  std::unique_ptr<Killers> killers_;
  std::unique_ptr<ButterflyHistory> history_;
  std::unique_ptr<QuietHistory> quiet_history_;
  KnownMoves<P>* recorded_ = nullptr;
  const KnownMoves<P>* followed_ = nullptr;
};

}  // namespace plylab::search
