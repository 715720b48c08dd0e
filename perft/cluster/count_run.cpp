#include "perft/cluster/count_run.h"

#include <sys/utsname.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <vector>

namespace plylab::perft::cluster {
namespace {

/// Positions that make an even load for many threads.
constexpr std::uint64_t enough_positions = 50'000;

/// No more units than a manifest reads and shows at once.
constexpr std::size_t most_units = 1 << 14;

/// Plies that are left below a frontier, unless another one is asked for: fewer are counted faster
/// than a position is read.
constexpr int least_depth_below = 3;

std::string host_name() {
  utsname names{};
  uname(&names);  // which leaves the texts empty if it fails
  return names.nodename;
}

FrontierFile find_frontier_of(const CountableGame& game, const Plan& plan, const CountJob& job) {
  const bool free = plan.ply == 0;
  FrontierJob frontier{.generator = job.generator,
                       .kernel = job.kernel,
                       .ply = free ? std::max(1, plan.depth - least_depth_below) : plan.ply,
                       .enough = free ? enough_positions : 0,
                       .threads = job.threads,
                       .memory = job.memory,
                       .folder = job.folder,
                       .stop = job.stop,
                       .progress = job.finding};
  return game.frontier(plan.position, frontier);
}

/// The plan with what is known once the frontier is.
Plan completed(Plan plan, const FrontierFile& frontier) {
  if (!frontier.levels.empty()) {
    plan.ply = static_cast<int>(frontier.levels.size());
    plan.positions = frontier.positions();
    plan.paths = frontier.levels.back().paths;
  }
  plan.ended = frontier.ended;
  plan.root_moves = frontier.root_moves;
  plan.blocks = std::max<std::size_t>(1, (frontier.blocks() + most_units - 1) / most_units);
  plan.units = (frontier.blocks() + plan.blocks - 1) / plan.blocks;
  return plan;
}

Count leaves_of(const BranchCounts& branch) {
  return branch.counts[0] + (branch.counts.size() > 1 ? branch.counts[1] : Count());
}

}  // namespace

void count_missing(const CountableGame& game, const Plan& plan, Manifest& manifest,
                   const CountJob& job) {
  const auto missing_units = [&] {
    const std::vector<bool> finished = manifest.finished();
    std::vector<std::size_t> missing;
    for (std::size_t unit = 0; unit < finished.size(); ++unit)
      if (!finished[unit] && job.part.has(unit)) missing.push_back(unit);
    return missing;
  };
  if (manifest.plan() && missing_units().empty()) return;
  const FrontierFile frontier = find_frontier_of(game, plan, job);
  manifest.begin(completed(plan, frontier));
  const std::vector<std::size_t> missing = missing_units();
  if (job.found) job.found();

  const Worker worker{host_name(), job.program,
                      job.generator.empty() ? game.info.default_generator : job.generator,
                      frontier.kernel};
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;  // guards what follows
  std::size_t done = 0;
  Count leaves;
  game.count_units(plan.position, frontier,
                   {.generator = job.generator,
                    .kernel = job.kernel,
                    .depth = plan.depth - manifest.plan()->ply,
                    .statistics = plan.statistics,
                    .with_higher = plan.with_higher,
                    .threads = job.threads,
                    .hash_mib = job.hash_mib,
                    .exact = job.exact,
                    .blocks = manifest.plan()->blocks,
                    .stop = job.stop,
                    .next = [&]() -> std::optional<std::size_t> {
                      const std::size_t place = next++;
                      if (place >= missing.size()) return std::nullopt;
                      return missing[place];
                    },
                    .take =
                        [&](const Unit& unit) {
                          manifest.add(unit, worker);
                          const std::lock_guard lock(mutex);
                          for (const BranchCounts& branch : unit.branches)
                            leaves += leaves_of(branch);
                          if (job.progress)
                            job.progress(
                                static_cast<double>(++done) / static_cast<double>(missing.size()),
                                static_cast<double>(leaves));
                        }});
}

Known known_from(Manifest& manifest) {
  const Plan& plan = *manifest.plan();
  Known known;
  Result& result = known.result;
  for (const std::string& move : plan.root_moves) result.branches.push_back({move, 0});
  manifest.for_each_unit([&](const Unit& unit, const Worker& worker) {
    WorkDone& done = known.workers[worker];
    for (const BranchCounts& branch : unit.branches) {
      RootMove& move = result.branches[branch.branch];
      move.leaves += leaves_of(branch);
      if (branch.counts.size() > 1) move.higher += branch.counts[1];
      for (std::size_t i = 2; i < branch.counts.size(); ++i) {
        result.kinds.resize(std::max(result.kinds.size(), i - 1));
        result.kinds[i - 2] += branch.counts[i];
      }
      done.leaves += leaves_of(branch);
    }
    ++done.units;
    done.seconds += unit.seconds;
    result.seconds += unit.seconds;
    ++known.units;
  });
  if (plan.with_higher) {
    for (const Paths& paths : plan.ended) {
      result.branches[paths.branch].leaves += paths.count;
      result.branches[paths.branch].higher += paths.count;
    }
    if (plan.root_moves.empty()) result.leaves = result.higher = 1;
  }
  for (const RootMove& move : result.branches) {
    result.leaves += move.leaves;
    result.higher += move.higher;
  }
  std::sort(result.branches.begin(), result.branches.end());
  result.complete = known.units == plan.units;
  return known;
}

}  // namespace plylab::perft::cluster
