// What a search learns about moves, for the order of those to come.
#pragma once

#include <cassert>
#include <memory>

#include "gen/chess/board/notation.h"
#include "gen/game/position.h"
#include "search/base/counters.h"
#include "search/base/switches.h"
#include "search/core/best_moves.h"
#include "search/core/history.h"
#include "search/core/move_facts.h"
#include "search/core/move_picker.h"
#include "search/core/path.h"
#include "search/core/see.h"
#include "search/core/settings.h"
#include "search/core/transposition_table.h"

namespace plylab::search {

/// The tables that an ordering and the switches ask for, and the order that follows from them.
template <Position P>
class OrderingTables {
 public:
  using Move = typename P::Move;

  OrderingTables(Order order, const Switches& on)
      : order_(order),
        is_special_(on["recaptures-first"] != 0 || order == Order("classes") ||
                    order == Order("direction") || order.is_added()) {
    if constexpr (chess::AnyChessPosition<P>) {
      if (on["killers"] || on["killer-counts"])
        killers_ = std::make_unique<Killers>(on["killer-counts"] != 0);
      if (on["history"]) history_ = std::make_unique<ButterflyHistory>();
      if (on["gravity"] || on["continuation"])
        quiet_history_ = std::make_unique<QuietHistory>(on["gravity"], on["continuation"]);
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
    return order_ == Order("hash") ? best_moves_.find(position) : nullptr;
  }

  /// Puts the moves of the node in order.
  template <class E>
  void start(MovePicker<P>& picker, const typename P::MoveList& moves, const P& position,
             const E& evaluation, const Path<Move>& path, int depth, int ply,
             const Move* best) const {
    if constexpr (chess::AnyChessPosition<P>) {
      if (is_special_) [[unlikely]]
        return start_specially(picker, moves, position,
                               hints_at(evaluation, path, depth, ply, best), path.move_before(ply));
      picker.start(position, moves, hints_at(evaluation, path, depth, ply, best));
    } else {
      picker.start(position, moves, order_, best);
    }
  }

  /// Whether the order puts captures first that win, in a way that needs no other move of the list.
  /// What histories say may change while those are searched; a quiet move can be best known.
  bool captures_first(const Move* best) const {
    const bool by_capture =
        order_ == Order("captures") || order_ == Order("see") || order_ == Order("hash");
    return by_capture && !is_special_ && !history_ && !quiet_history_ &&
           (best == nullptr || !is_quiet(*best));
  }
  /// Puts the captures of the node in order, and after them the quiet moves.
  template <class E>
  void start_captures(MovePicker<P>& picker, const P& position, const E& evaluation,
                      const Path<Move>& path, int depth, int ply, const Move* best) const {
    picker.start_captures(position, hints_at(evaluation, path, depth, ply, best));
  }
  template <class E>
  void add_quiet_moves(MovePicker<P>& picker, const P& position, const E& evaluation,
                       const Path<Move>& path, int depth, int ply) const {
    picker.add_quiet_moves(position, hints_at(evaluation, path, depth, ply, nullptr));
  }

  /// What the move looks like at a node of chess before it is searched.
  MoveClass class_of(const P& position, const Path<Move>& path, int ply, Move move,
                     bool best_known) const {
    if (best_known) return MoveClass::hash;
    if (is_recapture(path.move_before(ply), move)) return MoveClass::recapture;
    if (!is_quiet(move))
      return see_below_zero(position, move) ? MoveClass::bad_capture : MoveClass::good_capture;
    if (killers_ && killers_->rank(ply, move) > 0) return MoveClass::killer;
    const auto side = position.side_to_move();
    if (history_ && history_->score(side, move) > 0) return MoveClass::history;
    if (quiet_history_ && quiet_history_->score(side, move, piece_target(position, move),
                                                path.previous_moves(ply)) > 0)
      return MoveClass::history;
    const bool of_pawn = chess::type_of(position.piece_on(move.from())) == chess::pawn;
    return of_pawn ? MoveClass::pawn : MoveClass::rest;
  }

  /// Notes a move that raised alpha inside the window, or cut.
  void learn(const P& position, int depth, int ply, Move move, bool cut) {
    if (recorded_ != nullptr) recorded_->learn(position, depth, move);
    if (order_ == Order("hash")) best_moves_.learn(position, move);
    if constexpr (chess::AnyChessPosition<P>) {
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
  template <class E>
  Hints<E> hints_at(const E& evaluation, const Path<Move>& path, int depth, int ply,
                    const Move* best) const {
    return {order_,
            evaluation,
            depth,
            ply,
            best,
            killers_.get(),
            history_.get(),
            quiet_history_.get(),
            path.previous_moves(ply)};
  }

  /// Orders that are rare, apart from the others so that those cost nothing.
  template <class E>
  [[gnu::noinline]] void start_specially(MovePicker<P>& picker, const typename P::MoveList& moves,
                                         const P& position, Hints<E> hints, Move before) const {
    hints.before = before;
    if constexpr (chess::ChessPosition<P>)
      if (order_.is_added())
        return picker.start_by_rank(position, moves, hints, added_ranks<P>()[order_.number()]);
    if (order_ == Order("classes"))
      picker.start_by_classes(position, moves, hints);
    else if (order_ == Order("direction"))
      picker.start_by_direction(position, moves, hints);
    else
      picker.start_by_recaptures(position, moves, hints);
  }

  Order order_;
  bool is_special_;
  BestMoves<P> best_moves_;
  std::unique_ptr<Killers> killers_;
  std::unique_ptr<ButterflyHistory> history_;
  std::unique_ptr<QuietHistory> quiet_history_;
  KnownMoves<P>* recorded_ = nullptr;
  const KnownMoves<P>* followed_ = nullptr;
};

}  // namespace plylab::search
