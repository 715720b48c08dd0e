#include "perft/cluster/count_call.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <string_view>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "perft/count_options.h"

namespace plylab::perft::cluster {
namespace {

bool names_position(const reports::GameOptions& options) {
  return !options.positions.empty() || !options.seeds.empty() || !options.chess.fens.empty() ||
         !options.chess.moves.empty() || options.chess.suite;
}

/// The name of the convention of a position.
std::string convention_of(const GameInfo& info, const std::string& position) {
  return std::string(info.conventions[info.convention_of(info.parse(position))].name);
}

}  // namespace

Plan wanted_plan(const CountCall& call, const CountableGame& game, const Manifest& manifest) {
  const std::optional<Plan>& there = manifest.plan();
  Plan plan = call.plan;
  plan.game = game.info.name;
  if (!there || names_position(call.positions)) {
    const auto positions = call.positions.load(game.info);
    if (positions.size() != 1) throw InputError("one position at a time is counted by units");
    plan.position = positions.front().start.text();
  }
  if (plan.statistics) game.require_statistics("--stats");
  plan.with_higher = counts_higher(call.higher, game);
  if (!there) {
    if (plan.depth == 0) throw InputError("--depth: how deep is to be counted?");
    if (plan.ply >= plan.depth)
      throw InputError(
          fmt::format("--frontier: {} is not less than the depth {}", plan.ply, plan.depth));
    return plan;
  }
  const std::string file =
      call.others.empty() ? call.manifest : fmt::format("{}", fmt::join(call.others, "', '"));
  const auto require = [&](bool is_said, std::string_view what, const auto& said, const auto& is) {
    if (is_said && said != is)
      throw InputError(fmt::format("'{}' is of {} {}, not {}", file, what, is, said));
  };
  require(true, "game", plan.game, there->game);
  if (const std::string& said = call.positions.convention; !said.empty()) {
    find_entry(game.info.conventions, said, "--convention");
    require(true, "convention", said, convention_of(game.info, there->position));
  }
  require(!plan.position.empty(), "position", plan.position, there->position);
  require(plan.depth != 0, "depth", plan.depth, there->depth);
  require(plan.ply != 0, "frontier", plan.ply, there->ply);
  const auto higher = [](bool counts) { return counts ? "count" : "drop"; };
  require(!call.higher.empty(), "--higher", call.higher, std::string(higher(there->with_higher)));
  if (plan.statistics && !there->statistics)
    throw InputError(fmt::format("'{}' is without statistics", file));
  return *there;
}

Part wanted_part(const CountCall& call, const Part& asked, const Manifest& manifest) {
  if (!manifest.part()) return asked;
  if (!call.part.empty() && asked != *manifest.part())
    throw InputError(fmt::format("'{}' is part {} of a count, not {}", manifest.path(),
                                 to_text(*manifest.part()), to_text(asked)));
  return *manifest.part();
}

}  // namespace plylab::perft::cluster
