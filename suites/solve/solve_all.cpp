#include "suites/solve/solve_all.h"

#include <mutex>
#include <utility>

#include "gen/base/parallel.h"

namespace plylab::suites::solve {

void solve_all(const std::vector<Puzzle>& puzzles, Contestants& contestants,
               const search::Limits& limits, int threads, SolutionJournal* journal,
               const std::function<void(std::size_t done)>& finished,
               std::vector<Solutions>& solutions) {
  const std::size_t field = contestants.list().size();
  solutions.assign(puzzles.size(), Solutions(field));
  std::size_t done = 0;
  std::mutex mutex;  // of what is finished
  in_parallel(puzzles.size() * field, threads, limits.stop, [&](std::size_t i, std::size_t worker) {
    const auto& [record, goal] = puzzles[i / field];
    const std::size_t who = i % field;
    const Entrant& contestant = contestants.list()[who];
    const engines::Reply* const kept = journal ? journal->find(contestant, *record) : nullptr;
    Solution solution = kept ? judged(*record, goal, *kept)
                             : solve(*record, goal, contestants.player(worker, who), limits);
    if (!kept && *limits.stop) return;
    if (!kept && journal) journal->add(contestant, *record, solution.reply);
    const std::lock_guard lock(mutex);
    solutions[i / field][who] = std::move(solution);
    finished(++done);
  });
}

}  // namespace plylab::suites::solve
