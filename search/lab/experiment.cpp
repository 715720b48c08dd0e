#include "search/lab/experiment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "gen/chess/registry.h"
#include "gen/choose.h"
#include "gen/input_error.h"
#include "search/registry.h"
#include "search/value.h"

namespace plylab::search::lab {
namespace {

/// A depth that searches can reach, without leading zeros and signs.
void check_depth(std::string_view where, const std::string& text) {
  const bool digits = !text.empty() && text.size() <= 3 && text[0] != '0' &&
                      text.find_first_not_of("0123456789") == std::string::npos;
  if (!digits || std::stoi(text) >= max_ply)
    throw InputError(fmt::format("{}: '{}' is no depth from 1 to {}", where, text, max_ply - 1));
}

void refuse_repetition(std::string_view where, const std::vector<std::string>& values) {
  std::set<std::string_view> seen;
  for (const std::string& value : values)
    if (!seen.insert(value).second)
      throw InputError(fmt::format("{}: '{}' is there twice", where, value));
}

/// Every combination of the levels, those of the first factor varying slowest.
void add_runs(const Levels& levels, std::size_t factor, Run& run, std::vector<Run>& runs) {
  if (factor == factor_names.size()) {
    runs.push_back(run);
    return;
  }
  for (const std::string& level : levels[static_cast<Factor>(factor)]) {
    run.levels[factor] = level;
    add_runs(levels, factor + 1, run, runs);
  }
}

}  // namespace

Factor factor_of(std::string_view where, std::string_view name) {
  const auto found = std::find(factor_names.begin(), factor_names.end(), name);
  if (found == factor_names.end())
    throw InputError(fmt::format("{}: no factor '{}'; there are {}", where, name,
                                 fmt::join(factor_names, ", ")));
  return static_cast<Factor>(found - factor_names.begin());
}

int Run::depth() const { return std::stoi((*this)[Factor::depth]); }

std::string Run::id() const {
  return fmt::format("{} | {} | {}", group, start.text, fmt::join(levels, " | "));
}

std::vector<std::string> settle(Factor factor, std::vector<std::string> levels,
                                std::string_view where) {
  refuse_repetition(where, levels);
  switch (factor) {
    case Factor::depth:
      for (const std::string& depth : levels) check_depth(where, depth);
      return levels;
    case Factor::switches:
      return levels;
    case Factor::evaluation:
      return choose(where, levels, names_in(evaluations));
    case Factor::ordering:
      return choose(where, levels, names_in(orderings));
    case Factor::generator:
      return choose(where, levels, chess::generator_names());
    case Factor::variant:
      return choose(where, levels, names_in(algorithms));
  }
  return levels;
}

std::vector<Run> runs_of(const Experiment& experiment) {
  std::vector<Run> runs;
  for (const Group& group : experiment.groups)
    for (const Start& start : group.starts) {
      Run run{group.name, start, {}, experiment.bounds, experiment.minimal};
      add_runs(group.levels, 0, run, runs);
    }
  return runs;
}

std::string description(const Experiment& experiment) {
  nlohmann::ordered_json json;
  json["name"] = experiment.name;
  json["nodes"] = experiment.bounds.nodes;
  json["seconds"] = experiment.bounds.seconds;
  json["minimal"] = experiment.minimal;
  auto& groups = json["groups"] = nlohmann::ordered_json::array();
  for (const Group& group : experiment.groups) {
    auto& entry = groups.emplace_back();
    entry["name"] = group.name;
    for (std::size_t i = 0; i < factor_names.size(); ++i)
      entry[std::string(factor_names[i])] = group.levels[static_cast<Factor>(i)];
    for (const Start& start : group.starts)
      entry["starts"].push_back({{"name", start.name}, {"text", start.text}});
  }
  return json.dump();
}

}  // namespace plylab::search::lab
