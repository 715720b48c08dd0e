#include "perft/cluster/work.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>

namespace plylab::perft::cluster {
namespace {

/// Positions that make an even load for many threads, and of which a sample is counted again in a
/// short time.
constexpr std::uint64_t enough_positions = 500'000;

/// No more units than a manifest reads and shows at once.
constexpr std::size_t most_units = 1 << 17;

/// Plies that are left below a frontier, unless another one is asked for: fewer are counted faster
/// than a position is read.
constexpr int least_depth_below = 3;

std::string generator_of(const CountableGame& game, const CountJob& job) {
  return job.generator.empty() ? game.info.default_generator : job.generator;
}

std::string host_name() {
  utsname names{};
  uname(&names);  // which leaves the texts empty if it fails
  return names.nodename;
}

}  // namespace

Count leaves_of(const BranchCounts& branch) {
  return branch.counts[0] + (branch.counts.size() > 1 ? branch.counts[1] : Count());
}

FrontierFile find_planned_frontier(const CountableGame& game, const Plan& plan,
                                   const CountJob& job) {
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
  return game.frontier(game.info.parse(plan.position), frontier);
}

Plan completed_plan(Plan plan, const FrontierFile& frontier) {
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

UnitWork work_of(const FrontierFile& frontier, const Plan& plan, std::size_t unit) {
  return {unit, frontier.records(unit * plan.blocks, plan.blocks)};
}

TableKind table_kind(const CountableGame& game, const CountJob& job) {
  return {fmt::format("{}, {} {}, {}, {} MiB", job.program, generator_of(game, job), job.kernel,
                      job.exact ? "exact" : "keys", job.hash_mib),
          job.hash_mib << 20};
}

void count_units_here(const CountableGame& game, const Plan& plan, const CountJob& job,
                      const Next& next, const Take& take) {
  const std::string host = host_name();
  const std::string generator = generator_of(game, job);
  game.count_units(game.info.parse(plan.position),
                   {.generator = job.generator,
                    .kernel = job.kernel,
                    .ply = plan.ply,
                    .branches = plan.root_moves.size(),
                    .depth = plan.depth - plan.ply,
                    .statistics = plan.statistics,
                    .with_higher = plan.with_higher,
                    .threads = job.threads,
                    .hash_mib = job.hash_mib,
                    .exact = job.exact,
                    .table_memory = job.table_memory,
                    .stop = job.stop,
                    .next = next,
                    .take = [&](const Unit& unit, std::string_view kernel) {
                      take(unit, {host, job.program, generator, std::string(kernel)});
                    }});
}

}  // namespace plylab::perft::cluster
