#include "perft/run.h"

#include <algorithm>
#include <chrono>
#include <type_traits>

#include "gen/chess/registry.h"
#include "perft/divide.h"

namespace plylab::perft {
namespace {

Statistics to_statistics(Count leaves) {
  Statistics total;
  total.leaves = leaves;
  return total;
}
const Statistics& to_statistics(const Statistics& total) { return total; }

template <class L, class P>
Result count(const L& leaves, const P& root, const Job& job) {
  Result result;
  for (const auto& branch :
       divide(root, job.depth, leaves, {job.threads, job.stop, job.progress})) {
    const Statistics total = to_statistics(branch.total);
    result.branches.emplace_back(move_text(root, branch.move), total.leaves);
    result.total += total;
    result.complete &= branch.complete;
  }
  std::sort(result.branches.begin(), result.branches.end());
  return result;
}

}  // namespace

Result run(const chess::Setup& position, const Job& job) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  Result result = chess::with_generator(job.generator, [&](const auto& generator) {
    const typename std::decay_t<decltype(generator)>::Board root(position);
    switch (job.mode) {
      case Mode::statistics:
        return count(Classify{}, root, job);
      case Mode::unbulked:
        return count(Unbulked{}, root, job);
      default:
        return count(Bulk{}, root, job);
    }
  });
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

}  // namespace plylab::perft
