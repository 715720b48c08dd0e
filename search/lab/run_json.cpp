#include "search/lab/run_json.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace plylab::search {

using reports::Json;

namespace {

/// Calls visit(name, count) for each stored count, and for each histogram. Interior nodes are
/// stored as part of the nodes.
void for_each_stored(auto& counts, auto&& visit) {
  visit(counter("leaves").name, counts.leaves);
  visit(counter("cutoffs").name, counts.cutoffs);
  visit(counter("research_nodes").name, counts.research_nodes);
  visit(counter("waiting_ns").name, counts.waiting);
  visit(counter("by_helpers").name, counts.by_helpers);
  for (std::size_t i = 0; i < counts.events.size(); ++i)
    visit(counter_of(static_cast<Event>(i)).name, counts.events[i]);
  visit(counter("deepest").name, counts.deepest);
  visit("cut_index", counts.cut_index);
  visit("cut_classes", counts.cut_classes);
}

}  // namespace

void to_json(Json& json, const Counters& counts) {
  json = {{"nodes", counts.nodes()}};
  for_each_stored(counts, [&](std::string_view name, const auto& stored) {
    if constexpr (requires { stored.begin(); }) {
      std::vector<std::uint64_t> bins(stored.begin(), stored.end());
      while (!bins.empty() && bins.back() == 0) bins.pop_back();
      if (!bins.empty()) json[std::string(name)] = bins;
    } else if (stored > 0) {
      json[std::string(name)] = stored;
    }
  });
}

void from_json(const Json& json, Counters& counts) {
  for_each_stored(counts, [&](std::string_view name, auto& stored) {
    if constexpr (requires { stored.begin(); }) {
      const auto bins = json.value(std::string(name), std::vector<std::uint64_t>());
      std::copy_n(bins.begin(), std::min(bins.size(), stored.size()), stored.begin());
    } else {
      stored = json.value(std::string(name), std::remove_cvref_t<decltype(stored)>());
    }
  });
  counts.interiors = json.at("nodes").get<std::uint64_t>() - counts.leaves;
}

}  // namespace plylab::search

namespace plylab::search::lab {

using reports::Json;

void to_json(Json& json, Factor factor) { json = name_of(factor); }

void from_json(const Json& json, Factor& factor) {
  factor = factor_of("factor", json.get<std::string>());
}

void to_json(Json& json, const std::map<Factor, Level>& levels) {
  json = Json::object();
  for (const auto& [factor, level] : levels) json[std::string(name_of(factor))] = to_string(level);
}

void from_json(const Json& json, std::map<Factor, Level>& levels) {
  for (const auto& [name, level] : json.items()) {
    const Factor factor = factor_of("levels", name);
    levels.emplace(factor, parse_level(factor, level.get<std::string>(), name));
  }
}

}  // namespace plylab::search::lab
