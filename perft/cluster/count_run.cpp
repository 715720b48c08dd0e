#include "perft/cluster/count_run.h"

#include <algorithm>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "gen/base/parallel.h"
#include "perft/cluster/shares.h"

namespace plylab::perft::cluster {
namespace {

/// Hands out units and takes them back, whoever counts them.
class Ledger {
 public:
  Ledger(const FrontierFile& frontier, Manifest& manifest, const std::vector<std::size_t>& missing,
         const CountJob& job)
      : frontier_(frontier),
        manifest_(manifest),
        missing_(missing),
        job_(job),
        shares_(missing.size(), job.crew ? job.crew->size() : 1) {}

  std::optional<UnitWork> next(std::size_t rank) {
    const std::lock_guard lock(mutex_);
    if (failure_ || (job_.stop && *job_.stop)) return std::nullopt;
    const auto place = shares_.next(rank);
    if (!place) return std::nullopt;
    return work_of(frontier_, *manifest_.plan(), missing_[*place]);
  }

  /// What goes wrong is kept, and no more is handed out.
  void take(const Unit& unit, const Worker& worker) {
    const std::lock_guard lock(mutex_);
    try {
      if (failure_) return;
      manifest_.add(unit, worker);
      for (const BranchCounts& branch : unit.branches) leaves_ += leaves_of(branch);
      if (job_.progress)
        job_.progress(static_cast<double>(++done_) / static_cast<double>(missing_.size()),
                      static_cast<double>(leaves_));
    } catch (...) {
      failure_ = std::current_exception();
    }
  }

  void fail(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
  }

  /// Throws what has gone wrong.
  void check() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  const FrontierFile& frontier_;
  Manifest& manifest_;
  const std::vector<std::size_t>& missing_;
  const CountJob& job_;
  std::mutex mutex_;  // guards what follows
  Shares shares_;
  std::size_t done_ = 0;
  Count leaves_;
  std::exception_ptr failure_;
};

/// The job with its table in the memory, if there is some.
CountJob with_table_in(CountJob job, const std::optional<SharedMemory>& memory) {
  if (!memory) return job;
  memory->populate(job.stop);
  job.table_memory = memory->bytes();
  return job;
}

}  // namespace

std::vector<std::size_t> missing_units(Manifest& manifest, const Part& part) {
  const std::vector<bool> finished = manifest.finished();
  std::vector<std::size_t> missing;
  for (std::size_t unit = 0; unit < finished.size(); ++unit)
    if (!finished[unit] && part.has(unit, finished.size())) missing.push_back(unit);
  return missing;
}

void count_missing(const CountableGame& game, const Plan& plan, Manifest& manifest,
                   const CountJob& job) {
  if (manifest.plan() && missing_units(manifest, job.part).empty()) return;
  CountJob finding = job;
  if (job.crew != nullptr)  // the others on this machine wait until there is a frontier
    finding.threads = std::max(
        job.threads, std::min(job.threads * job.crew->neighbours(), available_processors()));
  const FrontierFile frontier = find_planned_frontier(game, plan, finding);
  const Plan whole = completed_plan(plan, frontier);
  manifest.begin(whole, job.part);
  const std::vector<std::size_t> missing = missing_units(manifest, job.part);
  if (job.found) job.found();

  Ledger ledger(frontier, manifest, missing, job);
  const Take take = [&](const Unit& unit, const Worker& worker) { ledger.take(unit, worker); };
  std::optional<SharedMemory> memory;
  std::jthread server;
  if (job.crew != nullptr) {
    memory = job.crew->share(table_kind(game, job));
    job.crew->start(whole);
    server = std::jthread(
        [&] { job.crew->serve([&](std::size_t rank) { return ledger.next(rank); }, take); });
  }
  try {
    count_units_here(
        game, whole, with_table_in(job, memory), [&] { return ledger.next(0); }, take);
  } catch (...) {
    ledger.fail(std::current_exception());
  }
  if (server.joinable()) server.join();
  ledger.check();
}

void help_counting(const std::vector<CountableGame>& games, Ranks& ranks,
                   const std::function<CountJob(const CountableGame&)>& job_for) {
  Helper helper(ranks);
  if (!helper.plan()) return;
  const Plan& plan = *helper.plan();
  const CountableGame& game = find_game(games, plan.game);
  const CountJob job = job_for(game);
  const std::optional<SharedMemory> memory = helper.share(table_kind(game, job));
  count_units_here(
      game, plan, with_table_in(job, memory), [&] { return helper.next(); },
      [&](const Unit& unit, const Worker& worker) { helper.take(unit, worker); });
}

Known::Known(const Plan& plan) : plan_(plan) {
  for (const std::string& move : plan.root_moves) result.branches.push_back({move, 0});
  if (!plan.with_higher) return;
  for (const Paths& paths : plan.ended) {
    result.branches[paths.branch].leaves += paths.count;
    result.branches[paths.branch].higher += paths.count;
  }
}

void Known::add(const std::vector<BranchCounts>& branches) {
  ++units;
  for (const BranchCounts& branch : branches) {
    RootMove& move = result.branches[branch.branch];
    move.leaves += leaves_of(branch);
    if (branch.counts.size() > 1) move.higher += branch.counts[1];
    for (std::size_t i = 2; i < branch.counts.size(); ++i) {
      result.kinds.resize(std::max(result.kinds.size(), i - 1));
      result.kinds[i - 2] += branch.counts[i];
    }
  }
}

void Known::finish() {
  if (plan_.with_higher && plan_.root_moves.empty()) result.leaves = result.higher = 1;
  for (const RootMove& move : result.branches) {
    result.leaves += move.leaves;
    result.higher += move.higher;
  }
  std::sort(result.branches.begin(), result.branches.end());
  result.complete = units == plan_.units;
}

Known known_from(Manifest& manifest) {
  Known known(*manifest.plan());
  std::optional<std::size_t> last;
  manifest.for_each_unit([&](const Unit& unit, const Worker& worker) {
    if (std::exchange(last, unit.number) != unit.number) known.add(unit.branches);
    WorkDone& done = known.workers[worker];
    ++done.units;
    done.seconds += unit.seconds;
    for (const BranchCounts& branch : unit.branches) done.leaves += leaves_of(branch);
    known.result.seconds += unit.seconds;
  });
  known.finish();
  return known;
}

}  // namespace plylab::perft::cluster
