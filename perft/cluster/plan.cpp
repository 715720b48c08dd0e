#include "perft/cluster/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "reports/formats/stored_json.h"

namespace plylab::perft::cluster {
namespace {

/// The maximum number of units, so that a manifest can be read and shown quickly.
constexpr std::size_t max_units = 1 << 17;

/// More than the number of columns of any game.
constexpr std::size_t max_columns = 256;

std::uint64_t divided(std::uint64_t number, std::uint64_t by) {
  return number / by + (number % by == 0 ? 0 : 1);
}

/// The number of blocks in a unit, and of units, for a frontier with that many positions.
std::pair<std::size_t, std::size_t> blocks_and_units(std::uint64_t positions) {
  const auto blocks = static_cast<std::size_t>(divided(positions, FrontierFile::block));
  const std::size_t each = std::max<std::size_t>(1, divided(blocks, max_units));
  return {each, divided(blocks, each)};
}

/// Whether a text can be a line, or with `word` a word, of a certificate.
bool is_printable(std::string_view text, bool word) {
  return !text.empty() && std::ranges::none_of(text, [&](unsigned char c) {
    return c < ' ' || c == 127 || (word && c == ' ');
  });
}

/// A name in `some` that is not among the others; empty if there is none.
std::string other_than(const std::vector<std::string>& some,
                       const std::vector<std::string>& others) {
  for (const std::string& one : some)
    if (std::ranges::find(others, one) == others.end()) return one;
  return "";
}

}  // namespace

std::uint64_t Plan::positions_of(std::size_t unit) const {
  const std::uint64_t each = blocks * FrontierFile::block;
  return unit + 1 < units ? each : positions - each * (units - 1);
}

std::string to_text(const Part& part) { return fmt::format("{}/{}", part.number, part.of); }

Part parse_part(std::string_view text, std::string_view where) {
  std::string_view rest = text;
  const auto number = parse_number<std::size_t>(take_until(rest, "/"));
  if (!rest.empty()) rest.remove_prefix(1);
  const auto of = parse_number<std::size_t>(rest);
  if (!number || !of || *number < 1 || *number > *of || *of > Part::max)
    throw InputError(
        fmt::format("{}: '{}' is not I/N with I from 1 to N, such as 3/8", where, text));
  return {*number, *of};
}

Count leaves_of(const BranchCounts& branch) {
  return branch.counts[0] + (branch.counts.size() > 1 ? branch.counts[1] : Count());
}

std::size_t columns_of(const CountableGame& game, const Plan& plan) {
  return plan.statistics ? 2 + game.kinds : plan.early_leaves ? 2 : 1;
}

void divide_into_units(Plan& plan) {
  std::tie(plan.blocks, plan.units) = blocks_and_units(plan.positions);
}

void validate(const Plan& plan, std::string_view where) {
  const auto require = [&](bool is_so, const std::string& what) {
    if (!is_so) throw InputError(fmt::format("{}: {}", where, what));
  };
  require(is_printable(plan.game, true), "the game has no name");
  require(is_printable(plan.position, false), "the position is not a line of text");
  require(plan.depth >= 2 && plan.depth <= Plan::max_depth,
          fmt::format("depth {} is not from 2 to {}", plan.depth, Plan::max_depth));
  require(plan.ply >= 1 && plan.ply < plan.depth,
          fmt::format("ply {} is not from 1 to below the depth {}", plan.ply, plan.depth));
  const std::size_t min = plan.statistics || plan.early_leaves ? 2 : 1;
  require(plan.columns >= min && plan.columns <= (plan.statistics ? max_columns : min),
          fmt::format("{} columns do not match what is counted", plan.columns));
  require(!plan.root_moves.empty() || plan.positions == 0, "there are positions but no root moves");
  require(plan.paths >= Count(plan.positions),
          fmt::format("{} paths cannot lead to {} positions", plan.paths, plan.positions));
  const auto [blocks, units] = blocks_and_units(plan.positions);
  require(plan.blocks == blocks, fmt::format("{} blocks per unit; {} positions need {}",
                                             plan.blocks, plan.positions, blocks));
  require(plan.units == units,
          fmt::format("{} units; {} positions make {}", plan.units, plan.positions, units));
  std::set<std::string_view> moves;
  for (const std::string& move : plan.root_moves) {
    require(is_printable(move, true), "a root move is not a single word");
    require(moves.insert(move).second, fmt::format("the root move {} is named twice", move));
  }
  require(plan.ended.size() == plan.root_moves.size(),
          "paths that end early do not match the root moves");
}

void validate(const Plan& plan, const CountableGame& game, std::string_view where) {
  const auto text = [&] {
    try {
      return game.info.parse(plan.position).text();
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: its position: {}", where, error.what()));
    }
  }();
  if (text != plan.position)
    throw InputError(fmt::format("{}: the position is not written as '{}'", where, text));
  if (plan.statistics) game.require_statistics(where);
  if (plan.columns != columns_of(game, plan))
    throw InputError(fmt::format(
        "{}: it was written by a version of plylab with other statistics for {} ({} columns, "
        "here {}): use that version, or count again",
        where, game.info.name, plan.columns, columns_of(game, plan)));
}

void validate_generator(const CountableGame& game, const std::string& generator,
                        std::string_view where) {
  const auto names = game.info.generator_names();
  if (std::ranges::find(names, generator) == names.end())
    throw InputError(fmt::format("{}: {} has no generator '{}'", where, game.info.name, generator));
}

std::string misfit(const Plan& plan, const Unit& unit) {
  if (unit.number >= plan.units) return fmt::format("there are only {} units", plan.units);
  constexpr std::size_t digits = 64;
  if (unit.records.size() != digits ||
      unit.records.find_first_not_of("0123456789abcdef") != std::string::npos)
    return "the hash of its records is not 64 hexadecimal digits";
  if (unit.branches.empty()) return "no root move leads to it";
  for (std::size_t i = 0; i < unit.branches.size(); ++i) {
    const BranchCounts& branch = unit.branches[i];
    if (branch.branch >= plan.root_moves.size())
      return fmt::format(
          "it has counts below root move {}, but the {} root moves are numbered from 0",
          branch.branch, plan.root_moves.size());
    if (i > 0 && branch.branch <= unit.branches[i - 1].branch)
      return "its root moves are not in ascending order";
    if (branch.counts.size() != plan.columns)
      return fmt::format("root move {} has {} counts, not {}", branch.branch, branch.counts.size(),
                         plan.columns);
  }
  const std::uint64_t positions = plan.positions_of(unit.number);
  if (unit.positions.size() != positions * plan.columns)
    return fmt::format("it has {} counts of positions, not {}", unit.positions.size(),
                       positions * plan.columns);
  return "";
}

std::string difference(const Plan& plan, const Plan& wanted) {
  Plan same = wanted;
  same.positions = plan.positions;
  same.paths = plan.paths;
  same.blocks = plan.blocks;
  same.units = plan.units;
  same.root_moves = plan.root_moves;
  same.ended = plan.ended;
  const auto found = reports::difference(plan, same);
  return found ? fmt::format("{} is {}, not {}", found->field, text_of(found->first),
                             text_of(found->second))
               : "";
}

std::string disagreement(const Plan& first, const Plan& second) {
  if (const auto move = other_than(first.root_moves, second.root_moves); !move.empty())
    return fmt::format("only the first has the root move {}", move);
  if (const auto move = other_than(second.root_moves, first.root_moves); !move.empty())
    return fmt::format("only the second has the root move {}", move);
  if (first.root_moves != second.root_moves) return "their root moves are in different order";
  if (first.positions != second.positions)
    return fmt::format("at ply {} there are {} and {} positions", first.ply, first.positions,
                       second.positions);
  if (first.paths != second.paths)
    return fmt::format("{} and {} paths lead to ply {}", first.paths, second.paths, first.ply);
  for (std::size_t branch = 0; branch < first.root_moves.size(); ++branch)
    if (first.ended[branch] != second.ended[branch])
      return fmt::format("below {}, {} and {} games are over before ply {}",
                         first.root_moves[branch], first.ended[branch], second.ended[branch],
                         first.ply);
  return "";
}

std::string disagreement(const Plan& plan, const Unit& first, const Unit& second) {
  const std::string unit = fmt::format("unit {}", first.number);
  if (!std::ranges::equal(first.branches, second.branches, {}, &BranchCounts::branch,
                          &BranchCounts::branch))
    return unit + " is reached by different root moves";
  for (std::size_t i = 0; i < first.branches.size(); ++i) {
    const BranchCounts &a = first.branches[i], &b = second.branches[i];
    const std::string& move = plan.root_moves[a.branch];
    if (leaves_of(a) != leaves_of(b))
      return fmt::format("{} has {} and {} leaves below {}", unit, leaves_of(a), leaves_of(b),
                         move);
    if (a.counts != b.counts)
      return fmt::format("{} has the same leaves below {}, but of different kinds", unit, move);
  }
  if (first.records != second.records) return unit + " has different positions or paths";
  return first.positions == second.positions
             ? ""
             : unit + " has the same leaves, but below different positions";
}

}  // namespace plylab::perft::cluster
