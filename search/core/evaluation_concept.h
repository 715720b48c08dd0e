// What a searcher asks of an evaluation.
#pragma once

#include <concepts>

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

}  // namespace plylab::search
