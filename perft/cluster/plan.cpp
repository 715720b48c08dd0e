#include "perft/cluster/plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <iterator>

#include "gen/base/input_error.h"
#include "gen/base/text.h"

namespace plylab::perft::cluster {
namespace {

std::vector<BranchCounts> as_counts(const std::vector<Paths>& paths) {
  std::vector<BranchCounts> counts;
  for (const Paths& some : paths) counts.push_back({some.branch, {some.count}});
  return counts;
}

/// Counts with a space between.
std::optional<std::vector<Count>> parse_counts(std::string_view text) {
  std::vector<Count> counts;
  for (skip(text); !text.empty(); skip(text)) {
    const auto count = parse_count(take_word(text));
    if (!count) return std::nullopt;
    counts.push_back(*count);
  }
  return counts;
}

/// Calls visit for what lies between semicolons, until it says false.
bool for_each_item(std::string_view text, auto&& visit) {
  while (!text.empty()) {
    if (!visit(take_until(text, ";"))) return false;
    if (!text.empty()) text.remove_prefix(1);
  }
  return true;
}

}  // namespace

void append_counts(std::string& text, const std::vector<Count>& counts) {
  if (!text.empty()) text += ';';
  fmt::format_to(std::back_inserter(text), "{}", fmt::join(counts, " "));
}

std::optional<std::vector<std::vector<Count>>> parse_positions(std::string_view text) {
  std::vector<std::vector<Count>> positions;
  const bool fits = for_each_item(text, [&](std::string_view item) {
    auto counts = parse_counts(item);
    if (counts) positions.push_back(std::move(*counts));
    return counts && !positions.back().empty();
  });
  return fits ? std::optional(std::move(positions)) : std::nullopt;
}

std::string to_text(const Part& part) { return fmt::format("{}/{}", part.number, part.of); }

Part parse_part(std::string_view text, std::string_view where) {
  std::string_view rest = text;
  const auto number = parse_number<std::size_t>(take_until(rest, "/"));
  if (!rest.empty()) rest.remove_prefix(1);
  const auto of = parse_number<std::size_t>(rest);
  if (!number || !of || *number < 1 || *number > *of)
    throw InputError(
        fmt::format("{}: '{}' is not a part and their number, such as 3/8", where, text));
  return {*number, *of};
}

std::string to_text(const std::vector<BranchCounts>& branches) {
  std::string text;
  for (const BranchCounts& branch : branches)
    text += fmt::format("{}{} {}", text.empty() ? "" : ";", branch.branch,
                        fmt::join(branch.counts, " "));
  return text;
}

std::optional<std::vector<BranchCounts>> parse_branches(std::string_view text) {
  std::vector<BranchCounts> branches;
  const bool fits = for_each_item(text, [&](std::string_view words) {
    const auto branch = parse_number<std::size_t>(take_word(words));
    auto counts = parse_counts(words);
    if (branch && counts) branches.push_back({*branch, std::move(*counts)});
    return branch && counts;
  });
  return fits ? std::optional(std::move(branches)) : std::nullopt;
}

Fields fields_of(const Plan& plan) {
  return {{"game", plan.game},
          {"position", plan.position},
          {"depth", std::to_string(plan.depth)},
          {"statistics", std::to_string(plan.statistics)},
          {"with_higher", std::to_string(plan.with_higher)},
          {"ply", std::to_string(plan.ply)},
          {"positions", std::to_string(plan.positions)},
          {"paths", to_string(plan.paths)},
          {"ended", to_text(as_counts(plan.ended))},
          {"root_moves", fmt::format("{}", fmt::join(plan.root_moves, "\t"))},
          {"blocks", std::to_string(plan.blocks)},
          {"units", std::to_string(plan.units)}};
}

Plan plan_of(const Fields& fields) try {
  const auto number = [&](const char* name) {
    return parse_number<std::uint64_t>(fields.at(name)).value();
  };
  Plan plan{fields.at("game"),
            fields.at("position"),
            static_cast<int>(number("depth")),
            number("statistics") != 0,
            number("with_higher") != 0,
            static_cast<int>(number("ply")),
            number("positions"),
            parse_count(fields.at("paths")).value(),
            {},
            words_of(fields.at("root_moves"), "\t"),
            number("blocks"),
            number("units")};
  const auto ended = parse_branches(fields.at("ended")).value();
  for (const BranchCounts& branch : ended)
    plan.ended.push_back({branch.branch, branch.counts.at(0)});
  return plan;
} catch (const std::exception&) {
  throw InputError("its plan cannot be read");
}

Fields fields_of(const Unit& unit, const Worker& worker) {
  return {{"unit", std::to_string(unit.number)},
          {"counts", to_text(unit.branches)},
          {"positions", unit.positions},
          {"seconds", fmt::format("{}", unit.seconds)},
          {"host", worker.host},
          {"program", worker.program},
          {"generator", worker.generator},
          {"kernel", worker.kernel}};
}

std::pair<Unit, Worker> unit_of(const Fields& fields) {
  return {{parse_number<std::size_t>(fields.at("unit")).value(),
           parse_branches(fields.at("counts")).value(), fields.at("positions"),
           parse_number<double>(fields.at("seconds")).value()},
          {fields.at("host"), fields.at("program"), fields.at("generator"), fields.at("kernel")}};
}

std::string to_lines(const Fields& fields) {
  std::string text;
  for (const auto& [name, value] : fields) text += fmt::format("{}={}\n", name, value);
  return text;
}

Fields parse_lines(std::string_view text) {
  Fields fields;
  while (!text.empty()) {
    std::string_view value = take_line(text);
    const std::string name(take_until(value, "="));
    fields[name] = value.substr(std::min<std::size_t>(1, value.size()));
  }
  return fields;
}

}  // namespace plylab::perft::cluster
