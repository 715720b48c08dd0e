#include "perft/cluster/count_units.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <thread>
#include <utility>

#include "gen/base/parallel.h"

namespace plylab::perft::cluster {
namespace {

/// Enough positions for an even load on many threads, and for an audit to recount a sample quickly.
constexpr std::uint64_t enough_positions = 500'000;

/// The least number of plies below a default frontier: counting fewer is faster than reading a
/// position.
constexpr int min_depth_below = 3;

std::string generator_of(const CountableGame& game, const CountJob& job) {
  return job.how.generator.empty() ? game.info.default_generator : job.how.generator;
}

std::string host_name() {
  utsname names{};
  uname(&names);  // leaves the texts empty on failure
  return names.nodename;
}

}  // namespace

FrontierFile find_planned_frontier(const CountableGame& game, const Plan& plan,
                                   const CountJob& job) {
  const bool free = plan.ply == 0;
  FrontierJob frontier{
      .how = job.how, .enough = free ? enough_positions : 0, .workspace = job.workspace};
  frontier.how.depth = free ? std::max(1, plan.depth - min_depth_below) : plan.ply;
  frontier.how.progress = job.finding;
  return game.frontier(game.info.parse(plan.position), frontier);
}

Plan completed_plan(const CountableGame& game, Plan plan, const FrontierFile& frontier) {
  plan.columns = columns_of(game, plan);
  plan.ply = std::max(1, plan.ply);
  if (!frontier.levels.empty()) {
    plan.ply = static_cast<int>(frontier.levels.size());
    plan.paths = frontier.levels.back().paths;
  }
  plan.positions = frontier.positions();
  plan.root_moves = frontier.root_moves;
  plan.ended.assign(plan.root_moves.size(), Count());
  for (const Paths& paths : frontier.ended) plan.ended[paths.branch] = paths.count;
  divide_into_units(plan);
  return plan;
}

Bytes records_of(const FrontierFile& frontier, const Plan& plan, std::size_t unit) {
  return frontier.records(unit * plan.blocks, plan.blocks);
}

void count_units_here(const CountableGame& game, const Plan& plan, const CountJob& job,
                      const std::function<std::optional<UnitWork>()>& next, const TakeUnit& take) {
  Origin origin{host_name(), job.program, generator_of(game, job), ""};
  UnitJob units{.how = job.how, .ply = plan.ply, .branches = plan.root_moves.size(), .next = next};
  units.how.depth = plan.depth - plan.ply;
  units.how.mode = plan.statistics ? Mode::statistics : Mode::bulk;
  units.how.early_leaves = plan.early_leaves;
  units.take = [&](Unit unit, std::string_view kernel) {
    Origin here = origin;
    here.kernel = kernel;
    take(std::move(unit), here);
  };
  game.count_units(game.info.parse(plan.position), units);
}

std::vector<std::size_t> missing_units(Manifest& manifest, const Part& part) {
  const std::vector<bool> finished = manifest.finished();
  const Range range = part.units(*manifest.plan());
  std::vector<std::size_t> missing;
  for (std::size_t unit = range.from; unit < range.to; ++unit)
    if (!finished[unit]) missing.push_back(unit);
  return missing;
}

void count_missing(const CountableGame& game, const Plan& plan, Manifest& manifest,
                   const CountJob& job) {
  if (manifest.plan() && missing_units(manifest, job.part).empty()) return;
  CountJob finding = job;
  if (job.coordinator != nullptr)  // the other ranks here wait for the frontier
    finding.how.threads =
        std::max(job.how.threads,
                 std::min(job.how.threads * job.coordinator->neighbours(), available_processors()));
  const FrontierFile frontier = find_planned_frontier(game, plan, finding);
  const Plan whole = completed_plan(game, plan, frontier);
  manifest.begin(whole, job.part);
  if (job.found) job.found();

  Count leaves;
  Dispenser dispenser(
      missing_units(manifest, job.part), job.coordinator ? job.coordinator->size() : 1,
      job.how.stop, [&](std::size_t unit) { return records_of(frontier, whole, unit); },
      [&](const Unit& unit, const Origin& origin) {
        manifest.add(unit, origin);
        for (const BranchCounts& branch : unit.branches) leaves += leaves_of(branch);
        if (job.how.progress) job.how.progress(dispenser.share(), static_cast<double>(leaves));
      });
  std::jthread server;
  if (job.coordinator != nullptr) {
    job.coordinator->start(whole);
    server = std::jthread([&] { job.coordinator->serve(dispenser); });
  }
  try {
    count_units_here(
        game, whole, job, [&] { return dispenser.next(0); },
        [&](Unit unit, const Origin& origin) { dispenser.take(std::move(unit), origin); });
  } catch (...) {
    dispenser.fail(std::current_exception());
  }
  if (server.joinable()) server.join();
  dispenser.check();
}

void count_as_worker(const std::vector<CountableGame>& games, Ranks& ranks,
                     const std::function<CountJob(const CountableGame&, const Plan&)>& job_for) {
  Worker worker(ranks);
  if (!worker.plan()) return;
  const Plan& plan = *worker.plan();
  const CountableGame& game = find_game(games, plan.game);
  count_units_here(
      game, plan, job_for(game, plan), [&] { return worker.next(); },
      [&](const Unit& unit, const Origin& origin) { worker.take(unit, origin); });
}

}  // namespace plylab::perft::cluster
