// Evaluations of chess that a guest's program adds to plylab's (suites/lab.h). They are called by
// pointer, so that every search takes them without being compiled again.
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "gen/chess/board/notation.h"
#include "search/base/value.h"

namespace plylab::search {

/// A guest's evaluation in the service of one searcher. P is the board.
template <chess::ChessPosition P>
class AddedEvaluation {
 public:
  virtual ~AddedEvaluation() = default;

  /// Starts afresh at the position.
  virtual void set_up(const P& position) = 0;
  /// The move is about to be made.
  virtual void advance(const P& position, chess::Move move) = 0;
  /// The last move has been taken back.
  virtual void take_back() = 0;
  /// The position's value for the side to move, in centipawns.
  virtual Value value(const P& position) const = 0;
};

/// Evaluations with a state that follows the moves: `start(position)` makes it, and `advance(state,
/// position, move)` changes it before the move is made.
template <class E, class P>
concept HasState = requires(const E& evaluation, const P& position, chess::Move move,
                            typename E::State state) {
  { evaluation.start(position) } -> std::same_as<typename E::State>;
  evaluation.advance(state, position, move);
  { evaluation(position, std::as_const(state)) } -> std::convertible_to<Value>;
};

/// A callable from the position to its value.
template <class E, chess::ChessPosition P>
class PlainEvaluation final : public AddedEvaluation<P> {
 public:
  explicit PlainEvaluation(std::shared_ptr<const E> evaluation)
      : evaluation_(std::move(evaluation)) {}

  void set_up(const P&) override {}
  void advance(const P&, chess::Move) override {}
  void take_back() override {}
  Value value(const P& position) const override { return checked_static((*evaluation_)(position)); }

 private:
  std::shared_ptr<const E> evaluation_;
};

/// An evaluation with a state: it keeps the states of the line being searched.
template <class E, chess::ChessPosition P>
class StatefulEvaluation final : public AddedEvaluation<P> {
 public:
  explicit StatefulEvaluation(std::shared_ptr<const E> evaluation)
      : evaluation_(std::move(evaluation)) {
    states_.reserve(2 * max_ply);
  }

  void set_up(const P& position) override {
    states_.clear();
    states_.push_back(evaluation_->start(position));
  }
  void advance(const P& position, chess::Move move) override {
    states_.push_back(typename E::State(states_.back()));
    evaluation_->advance(states_.back(), position, move);
  }
  void take_back() override { states_.pop_back(); }
  Value value(const P& position) const override {
    return checked_static((*evaluation_)(position, states_.back()));
  }

 private:
  std::shared_ptr<const E> evaluation_;
  std::vector<typename E::State> states_;
};

/// The evaluations that have been added for a board, by their numbers.
template <chess::ChessPosition P>
std::vector<std::function<std::unique_ptr<AddedEvaluation<P>>()>>& added_evaluations() {
  static std::vector<std::function<std::unique_ptr<AddedEvaluation<P>>()>> all;
  return all;
}

/// Adds an evaluation of this number for a board, unless it is there already.
template <chess::ChessPosition P, class E>
void add_evaluation_on_board(std::size_t number, const std::shared_ptr<const E>& evaluation) {
  auto& all = added_evaluations<P>();
  if (all.size() > number) return;
  all.push_back([evaluation]() -> std::unique_ptr<AddedEvaluation<P>> {
    if constexpr (HasState<E, P>)
      return std::make_unique<StatefulEvaluation<E, P>>(evaluation);
    else
      return std::make_unique<PlainEvaluation<E, P>>(evaluation);
  });
}

}  // namespace plylab::search
