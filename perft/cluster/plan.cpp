#include "perft/cluster/plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>

#include "gen/input_error.h"
#include "gen/text.h"

namespace plylab::perft::cluster {
namespace {

std::vector<BranchCounts> as_counts(const std::vector<Paths>& paths) {
  std::vector<BranchCounts> counts;
  for (const Paths& some : paths) counts.push_back({some.branch, {some.count}});
  return counts;
}

}  // namespace

std::string to_text(const std::vector<BranchCounts>& branches) {
  std::string text;
  for (const BranchCounts& branch : branches)
    text += fmt::format("{}{} {}", text.empty() ? "" : ";", branch.branch,
                        fmt::join(branch.counts, " "));
  return text;
}

std::optional<std::vector<BranchCounts>> parse_branches(std::string_view text) {
  std::vector<BranchCounts> branches;
  while (!text.empty()) {
    std::string_view words = take_until(text, ";");
    if (!text.empty()) text.remove_prefix(1);
    const auto branch = parse_number<std::size_t>(take_word(words));
    if (!branch) return std::nullopt;
    branches.push_back({*branch, {}});
    for (skip(words); !words.empty(); skip(words)) {
      const auto count = parse_count(take_word(words));
      if (!count) return std::nullopt;
      branches.back().counts.push_back(*count);
    }
  }
  return branches;
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
