#include "search/run.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "gen/chess/registry.h"
#include "search/registry.h"

namespace plylab::search {
namespace {

const auto& find(const auto& registry, std::string_view name) {
  return *std::find_if(registry.begin(), registry.end(),
                       [&](const auto& entry) { return entry.name == name; });
}

template <class Search, chess::ChessPosition P>
Result run_with(const P& root, const Job& job) {
  Searcher<P, TableEvaluation, ChessOrder, Counters> searcher(
      root, TableEvaluation(*find(evaluations, job.evaluation).table),
      ChessOrder(find(orderings, job.ordering).kind), job.limits, job.quiescence);
  Result result;
  result.iterations = deepen<Search>(searcher);
  result.changes = searcher.changes();
  result.visited = searcher.visited();
  result.seconds = searcher.seconds();
  return result;
}

double nodes(const Result& result, std::size_t iteration) {
  return static_cast<double>(result.iterations[iteration].stats.nodes());
}

}  // namespace

const Iteration<chess::Move, Counters>* Result::last_complete() const {
  const auto last = std::find_if(iterations.rbegin(), iterations.rend(),
                                 [](const auto& iteration) { return iteration.complete; });
  return last == iterations.rend() ? nullptr : &*last;
}

double Result::branching_factor(std::size_t iteration) const {
  return iteration < 1 ? 0 : nodes(*this, iteration) / nodes(*this, iteration - 1);
}

double Result::branching_factor_over_two(std::size_t iteration) const {
  return iteration < 2 ? 0 : std::sqrt(nodes(*this, iteration) / nodes(*this, iteration - 2));
}

Result run(const chess::Setup& position, const Job& job) {
  return chess::with_generator(job.generator, [&](const auto& generator) {
    const typename std::decay_t<decltype(generator)>::Board root(position);
    Result result;
    const auto try_algorithm = [&](const auto& algorithm) {
      using Search = typename std::decay_t<decltype(algorithm)>::Search;
      if (algorithm.name == job.algorithm) result = run_with<Search>(root, job);
    };
    std::apply([&](const auto&... algorithm) { (try_algorithm(algorithm), ...); }, algorithms);
    return result;
  });
}

}  // namespace plylab::search
