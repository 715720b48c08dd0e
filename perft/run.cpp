#include "perft/run.h"

#include <algorithm>
#include <chrono>
#include <type_traits>

#include "gen/chess/registry.h"

namespace plylab::perft {
namespace {

Statistics to_statistics(Count leaves) {
  Statistics total;
  total.leaves = leaves;
  return total;
}
const Statistics& to_statistics(const Statistics& total) { return total; }

template <class P, class Division>
Result summary(const P& root, const Division& division) {
  Result result;
  for (const auto& branch : division.branches) {
    const Statistics total = to_statistics(branch.total);
    result.branches.emplace_back(move_text(root, branch.move), total.leaves);
    result.total += total;
    result.complete &= branch.complete;
  }
  std::sort(result.branches.begin(), result.branches.end());
  result.threads = division.threads;
  return result;
}

template <Identity identity, class L, class P>
Result count_with_table(const L& leaves, const P& root, int depth, const Driver& driver,
                        std::size_t bytes) {
  Table<P, typename L::Total, identity> table(bytes);
  Result result = summary(root, divide(root, depth, leaves, driver, table));
  result.table = {table.capacity(), {}};
  for (const ThreadShare& share : result.threads) result.table->use += share.table;
  return result;
}

template <class L, class P>
Result count(const L& leaves, const P& root, const Job& job) {
  const bool with_table = job.hash_mib > 0;
  const Driver driver{job.threads, job.stop, job.progress, with_table};
  if (!with_table) return summary(root, divide(root, job.depth, leaves, driver));
  const std::size_t bytes = job.hash_mib << 20;
  return job.exact ? count_with_table<Identity::exact>(leaves, root, job.depth, driver, bytes)
                   : count_with_table<Identity::key>(leaves, root, job.depth, driver, bytes);
}

}  // namespace

Result run(const chess::ValidSetup& position, const Job& job) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  Result result = chess::with_generator(job.generator, [&](const auto& generator) {
    const typename std::decay_t<decltype(generator)>::Board root(position);
    Result counted = job.mode == Mode::statistics ? count(Classify{}, root, job)
                     : job.mode == Mode::unbulked ? count(Unbulked{}, root, job)
                                                  : count(Bulk{}, root, job);
    counted.kernel = generator.kernel;
    return counted;
  });
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

}  // namespace plylab::perft
