#include "search/lab/run_record.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "gen/base/input_error.h"
#include "reports/formats/stored_json.h"

namespace plylab::search::lab {
namespace {

using reports::Json;

/// The counters by name, in the order of storage. `nodes` and `cut_index` are handled separately:
/// interior nodes are stored as part of the nodes, and the histogram is a list.
constexpr std::array<std::pair<std::string_view, std::uint64_t Counters::*>, 4> members{
    {{"leaves", &Counters::leaves},
     {"cutoffs", &Counters::cutoffs},
     {"research_nodes", &Counters::research_nodes},
     {"waiting_ns", &Counters::waiting}}};

constexpr std::array<std::pair<std::string_view, std::uint64_t TableCensus::*>, 8> census_members{
    {{"entries", &TableCensus::entries},
     {"filled", &TableCensus::filled},
     {"exact", &TableCensus::exact},
     {"lower", &TableCensus::lower},
     {"upper", &TableCensus::upper},
     {"both", &TableCensus::both},
     {"with_move", &TableCensus::with_move},
     {"before", &TableCensus::before}}};

/// Omits counts that are 0, except the nodes.
Json to_json(const Counters& counts) {
  Json json = {{"nodes", counts.nodes()}};
  const auto add = [&](std::string_view name, std::uint64_t count) {
    if (count > 0) json[std::string(name)] = count;
  };
  for (const auto& [name, member] : members) add(name, counts.*member);
  for (std::size_t i = 0; i < event_names.size(); ++i) add(event_names[i], counts.events[i]);
  if (counts.deepest > 0) json["deepest"] = counts.deepest;
  const auto add_histogram = [&](const char* name, const auto& bins) {
    auto end = bins.end();
    while (end != bins.begin() && *(end - 1) == 0) --end;
    if (end != bins.begin()) json[name] = std::vector<std::uint64_t>(bins.begin(), end);
  };
  add_histogram("cut_index", counts.cut_index);
  add_histogram("cut_classes", counts.cut_classes);
  return json;
}

Counters counts_in(const Json& json) {
  Counters counts;
  const auto count = [&](std::string_view name) {
    return json.value(std::string(name), std::uint64_t{0});
  };
  for (const auto& [name, member] : members) counts.*member = count(name);
  for (std::size_t i = 0; i < event_names.size(); ++i) counts.events[i] = count(event_names[i]);
  counts.interiors = count("nodes") - counts.leaves;
  counts.deepest = json.value("deepest", 0);
  const auto read_histogram = [&](const char* name, auto& bins) {
    const auto kept = json.value(name, std::vector<std::uint64_t>());
    std::copy_n(kept.begin(), std::min(kept.size(), bins.size()), bins.begin());
  };
  read_histogram("cut_index", counts.cut_index);
  read_histogram("cut_classes", counts.cut_classes);
  return counts;
}

Json to_json(const RunIteration& iteration) {
  Json json = {{"depth", iteration.depth},
               {"complete", iteration.complete},
               {"value", iteration.value},
               {"line", iteration.line}};
  if (!iteration.move.empty()) json["move"] = iteration.move;
  if (iteration.drawn) json["drawn"] = true;
  json["counts"] = to_json(iteration.counts);
  if (iteration.distinct > 0) json["distinct"] = iteration.distinct;
  json["seconds"] = iteration.seconds;
  return json;
}

RunIteration iteration_in(const Json& json) {
  return {json.at("depth"),
          json.at("complete"),
          json.at("value"),
          json.at("line"),
          json.value("move", ""),
          json.value("drawn", false),
          counts_in(json.at("counts")),
          json.value("distinct", std::uint64_t{0}),
          json.at("seconds")};
}

/// The sum of of(iteration) over all iterations.
template <class Sum>
Sum sum_of(const RunRecord& record, auto&& of) {
  Sum sum{};
  for (const RunIteration& iteration : record.iterations) sum += of(iteration);
  return sum;
}

}  // namespace

const RunIteration* RunRecord::last_complete() const {
  const auto last = std::find_if(iterations.rbegin(), iterations.rend(),
                                 [](const RunIteration& one) { return one.complete; });
  return last == iterations.rend() ? nullptr : &*last;
}

const RunIteration* RunRecord::completed(int at_depth) const {
  const auto found =
      std::find_if(iterations.begin(), iterations.end(),
                   [&](const RunIteration& one) { return one.complete && one.depth == at_depth; });
  return found == iterations.end() ? nullptr : &*found;
}

std::uint64_t RunRecord::nodes() const {
  return sum_of<std::uint64_t>(*this, [](const RunIteration& one) { return one.counts.nodes(); });
}
std::uint64_t RunRecord::visited() const {
  return sum_of<std::uint64_t>(*this, [](const RunIteration& one) { return one.visited(); });
}
double RunRecord::seconds() const {
  return sum_of<double>(*this, [](const RunIteration& one) { return one.seconds; });
}
Counters RunRecord::counts() const {
  return sum_of<Counters>(*this,
                          [](const RunIteration& one) -> const Counters& { return one.counts; });
}

RunRecord record_of(const Run& run, const TextResult& result) {
  const auto& end = result.iterations.back();
  RunRecord record{run.id(), end.complete, run.depth(), {}, end.obstacle, {}};
  for (std::size_t i = 0; i < result.iterations.size(); ++i) {
    const auto& one = result.iterations[i];
    record.iterations.push_back({one.depth, one.complete, one.value,
                                 fmt::format("{}", fmt::join(one.line, " ")), result.lines[i].move,
                                 result.lines[i].drawn, one.stats, one.distinct, one.seconds});
  }
  if (const auto& minimal = result.minimal)
    record.minimal = Minimal{minimal->tree, minimal->tree_leaves, minimal->graph};
  record.table = result.table;
  if (run.variant() != minimal_variant) return record;
  // Of the search that found the best moves, keeps only the value and the time.
  record.complete &= record.minimal.has_value();
  RunIteration only = record.last();
  const Minimal counts = record.minimal.value_or(Minimal{});
  only.counts = {};
  only.counts.leaves = counts.tree_leaves;
  only.counts.interiors = counts.tree - counts.tree_leaves;
  only.seconds = record.seconds();
  record.iterations = {std::move(only)};
  return record;
}

std::string to_line(const Run& run, const RunRecord& record) {
  Json json = {{"id", record.id},
               {"group", run.group},
               {"game", run.game->info.name},
               {"start", run.start.name},
               {"text", run.start.text()}};
  for (std::size_t i = 0; i < factor_names.size(); ++i)
    json[std::string(factor_names[i])] = to_string(run.levels[i]);
  json["depth"] = run.depth();
  if (run.table > 0) json["table"] = run.table;
  json["complete"] = record.complete;
  if (!record.obstacle.empty()) json["obstacle"] = record.obstacle;
  json["value"] = record.last().value;
  json["iterations"] = Json::array();
  for (const RunIteration& one : record.iterations) json["iterations"].push_back(to_json(one));
  if (const auto& minimal = record.minimal)
    json["minimal"] = {
        {"tree", minimal->tree}, {"leaves", minimal->tree_leaves}, {"graph", minimal->graph}};
  if (const auto& table = record.table)
    for (const auto& [name, member] : census_members)
      json["table_entries"][std::string(name)] = (*table).*member;
  json["seconds"] = record.seconds();
  return json.dump();
}

RunRecord parse_record(std::string_view line, const std::string& where) {
  const auto fail = [&](std::string_view why) {
    throw InputError(fmt::format("{}: no line of a run: {}", where, why));
  };
  RunRecord record;
  try {
    const Json json = reports::parse_json(line);
    record = {
        json.at("id"), json.at("complete"), json.at("depth"), {}, json.value("obstacle", ""), {}};
    for (const Json& one : json.at("iterations")) record.iterations.push_back(iteration_in(one));
    if (json.contains("minimal")) {
      const Json& minimal = json["minimal"];
      record.minimal = Minimal{minimal.at("tree"), minimal.at("leaves"), minimal.at("graph")};
    }
    if (const auto table = json.find("table_entries"); table != json.end()) {
      record.table.emplace();
      for (const auto& [name, member] : census_members)
        (*record.table).*member = table->value(std::string(name), std::uint64_t{0});
    }
  } catch (const Json::exception& error) {
    fail(reports::what_is_wrong(error));
  }
  if (record.iterations.empty()) fail("it has no iteration");
  return record;
}

}  // namespace plylab::search::lab
