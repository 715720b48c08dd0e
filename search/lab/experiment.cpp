#include "search/lab/experiment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "gen/chess/registry.h"
#include "gen/input_error.h"
#include "gen/select_names.h"
#include "search/core/ordering.h"
#include "search/evaluation/chess_evaluation.h"
#include "search/registry.h"
#include "search/switches.h"
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

std::vector<std::string> canonicalize(Factor factor, const std::vector<std::string>& levels,
                                      std::string_view where) {
  std::vector<std::string> canonical;
  switch (factor) {
    case Factor::depth:
      for (const std::string& depth : levels) check_depth(where, depth);
      canonical = levels;
      break;
    case Factor::switches:
      for (const std::string& text : levels)
        canonical.push_back(to_string(parse_switches(where, text)));
      break;
    case Factor::evaluation:
      for (const std::string& name : levels) {
        if (name == "all") throw InputError(fmt::format("{}: name them one by one", where));
        if (name != default_choice) parse_evaluation(where, name);
      }
      canonical = levels;
      break;
    case Factor::ordering: {
      refuse_repetition(where, levels);
      std::vector<std::string> known = names_in(orderings);
      known.emplace_back(default_choice);
      return select_names(where, levels, known);
    }
    case Factor::generator:
      refuse_repetition(where, levels);
      return select_names(where, levels, chess::generator_names());
    case Factor::variant:
      for (const std::string& name : levels) canonical.emplace_back(exact_name(name));
      refuse_repetition(where, canonical);
      return select_searches(where, canonical, {std::string(minimal_variant)});
  }
  refuse_repetition(where, canonical);
  return canonical;
}

Levels default_levels() {
  Levels levels;
  for (std::size_t i = 0; i < factor_names.size(); ++i) {
    auto& list = levels[static_cast<Factor>(i)];
    list = canonicalize(static_cast<Factor>(i), list, factor_names[i]);
  }
  return levels;
}

void fit_to_other_game(Levels& levels, bool ordering_chosen, std::string_view where) {
  levels[Factor::generator] = levels[Factor::evaluation] = {"default"};
  if (!ordering_chosen) levels[Factor::ordering] = {"generation"};
  for (const std::string& name : levels[Factor::ordering])
    if (std::any_of(orderings.begin(), orderings.end(),
                    [&](const OrderingEntry& entry) { return entry.name == name && entry.chess; }))
      throw InputError(fmt::format("{}: the ordering {} makes sense in chess only", where, name));
  for (const std::string& text : levels[Factor::switches])
    if (const std::string names = chess_switches(parse_switches(where, text)); !names.empty())
      throw InputError(fmt::format("{}: makes sense in chess only: {}", where, names));
}

std::vector<Run> runs_of(const Experiment& experiment) {
  std::vector<Run> runs;
  for (const Group& group : experiment.groups)
    for (const Start& start : group.starts) {
      Run run{group.name, start, {}, experiment.limits};
      add_runs(group.levels, 0, run, runs);
    }
  return runs;
}

std::string description(const Experiment& experiment) {
  nlohmann::ordered_json json;
  json["name"] = experiment.name;
  json["nodes"] = experiment.limits.nodes;
  json["seconds"] = experiment.limits.seconds;
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
