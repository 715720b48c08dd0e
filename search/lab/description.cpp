#include "search/lab/description.h"

#include <fmt/format.h>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "reports/formats/stored_json.h"

namespace plylab::search::lab {
namespace {

using reports::Json;

Group group_in(const Json& json) {
  Group group{json.at("name"), {}, {}};
  for (std::size_t i = 0; i < factor_names.size(); ++i)
    group.levels[static_cast<Factor>(i)] =
        json.at(std::string(factor_names[i])).get<std::vector<std::string>>();
  for (const Json& start : json.at("starts"))
    group.starts.push_back({start.at("game"), start.at("name"), start.at("text")});
  return group;
}

/// Refuses what no experiment can have been.
void check_group(const Group& group, const std::string& where) {
  constexpr double most_runs = 1e6;
  double runs = static_cast<double>(group.starts.size());
  for (std::size_t i = 0; i < factor_names.size(); ++i)
    runs *= static_cast<double>(group.levels[static_cast<Factor>(i)].size());
  if (runs > most_runs) throw InputError(fmt::format("{}: {:.0f} runs are too many", where, runs));
  for (const std::string& depth : group.levels[Factor::depth])
    if (!parse_number<int>(depth))
      throw InputError(fmt::format("{}: '{}' is no depth", where, depth));
}

}  // namespace

std::string description(const Experiment& experiment) {
  Json json;
  json["name"] = experiment.name;
  json["nodes"] = experiment.limits.nodes;
  json["seconds"] = experiment.limits.seconds;
  auto& groups = json["groups"] = Json::array();
  for (const Group& group : experiment.groups) {
    auto& entry = groups.emplace_back();
    entry["name"] = group.name;
    for (std::size_t i = 0; i < factor_names.size(); ++i)
      entry[std::string(factor_names[i])] = group.levels[static_cast<Factor>(i)];
    for (const Start& start : group.starts)
      entry["starts"].push_back({{"game", start.game}, {"name", start.name}, {"text", start.text}});
  }
  return json.dump();
}

Experiment parse_description(std::string_view text, const std::string& where) {
  try {
    const auto json = reports::parse_json(text);
    Experiment experiment{json.at("name"), {}, {json.at("nodes"), json.at("seconds")}};
    if (experiment.limits.seconds < 0)
      throw Json::other_error::create(0, "negative seconds", nullptr);
    for (const Json& group : json.at("groups")) {
      experiment.groups.push_back(group_in(group));
      check_group(experiment.groups.back(), where);
    }
    return experiment;
  } catch (const Json::exception& error) {
    throw InputError(
        fmt::format("{}: no header of runs of plylab: {}", where, reports::what_is_wrong(error)));
  }
}

}  // namespace plylab::search::lab
