// What a searcher asks of an evaluation, and the value of the position being searched, kept up to
// date move by move where it can be.
#pragma once

#include <concepts>
#include <optional>
#include <utility>

#include "gen/chess/board/notation.h"
#include "gen/game/position.h"
#include "search/base/value.h"

namespace plylab::search {

/// An evaluation gives a position's value at rest, from the side to move's view.
template <class E, class P>
concept Evaluation = requires(const E evaluation, const P position) {
  { evaluation(position) } -> std::same_as<Value>;
};

/// An evaluation with a sum that is kept up to date move by move.
template <class E, class P>
concept IncrementalEvaluation = Evaluation<E, P> &&
    requires(const E evaluation, const P position, typename P::Move move, Value sum) {
  { evaluation.sum(position) } -> std::same_as<Value>;
  { evaluation.change(position, move) } -> std::same_as<Value>;
  { evaluation(position, sum) } -> std::same_as<Value>;
};

/// An evaluation that may be its sum alone, and then knows values after moves that are not made.
template <class E, class P>
concept SumEvaluation = IncrementalEvaluation<E, P> &&
    requires(const E evaluation, const P position, typename P::Move move, Value sum) {
  { evaluation.is_sum() } -> std::same_as<bool>;
  { evaluation.value_after(position, move, sum) } -> std::same_as<Value>;
};

/// An evaluation with a part that is quickly known: none where that says nothing.
template <class E, class P>
concept QuickEvaluation = IncrementalEvaluation<E, P> &&
    requires(const E evaluation, const P position, Value sum) {
  { evaluation.quick(position, sum) } -> std::same_as<std::optional<Value>>;
};

/// An evaluation that may stand for another one, which is called by pointer and follows the moves
/// by itself: a guest's.
template <class E, class P>
concept MayBeAdded = requires(const E evaluation) {
  evaluation.template added_on<P>();
};

namespace detail {

template <class E, class P>
struct AddedPointer {
  struct type {};
};
template <class E, class P>
requires MayBeAdded<E, P>
struct AddedPointer<E, P> {
  using type = decltype(std::declval<const E&>().template added_on<P>());
};

}  // namespace detail

/// An evaluation with its sum for the position on the board. An evaluation without a sum looks at
/// the whole position each time.
template <Position P, Evaluation<P> E>
class EvaluationState {
 public:
  explicit EvaluationState(E evaluation) : evaluation_(std::move(evaluation)) {
    if constexpr (MayBeAdded<E, P>) added_ = evaluation_.template added_on<P>();
  }

  const E& evaluation() const { return evaluation_; }
  E& evaluation() { return evaluation_; }

  /// Starts afresh at the position.
  void set_up(const P& position) {
    if constexpr (IncrementalEvaluation<E, P>) sum_ = evaluation_.sum(position);
    if_added([&](auto& added) { added.set_up(position); });
  }

  /// The move is about to be made. Gives what take_back() needs.
  Value advance(const P& position, typename P::Move move) {
    const Value before = sum_;
    if constexpr (IncrementalEvaluation<E, P>) sum_ += evaluation_.change(position, move);
    if_added([&](auto& added) { added.advance(position, move); });
    return before;
  }
  void take_back(Value before) {
    sum_ = before;
    if_added([](auto& added) { added.take_back(); });
  }

  /// What is quickly known of the position's value, if anything.
  std::optional<Value> quick(const P& position) const {
    if constexpr (QuickEvaluation<E, P>)
      return evaluation_.quick(position, sum_);
    else
      return std::nullopt;
  }

  /// The value after the move for the side to move then; of an evaluation that is its sum.
  Value value_after(const P& position, typename P::Move move) const requires SumEvaluation<E, P> {
    return evaluation_.value_after(position, move, sum_);
  }

  /// The position's value for the side to move, in centipawns.
  Value value(const P& position) const {
    if constexpr (MayBeAdded<E, P>)
      if (added_) [[unlikely]]
        return added_->value(position);
    if constexpr (IncrementalEvaluation<E, P>)
      return evaluation_(position, sum_);
    else if constexpr (chess::AnyChessPosition<P>)
      return evaluation_(position);
    else
      return checked_static(evaluation_(position));  // of a game, which may be a guest's
  }

 private:
  void if_added(auto&& tell) {
    if constexpr (MayBeAdded<E, P>)
      if (added_) [[unlikely]]
        tell(*added_);
  }

  E evaluation_;
  Value sum_ = 0;
  [[no_unique_address]] typename detail::AddedPointer<E, P>::type added_{};  // mostly null
};

}  // namespace plylab::search
