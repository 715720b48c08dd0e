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

/// The counters that are stored, apart from events, in the order of storage. Interior nodes are
/// stored as part of the nodes.
constexpr std::array<std::pair<std::string_view, std::uint64_t Counters::*>, 4> members{
    {{counter("leaves").name, &Counters::leaves},
     {counter("cutoffs").name, &Counters::cutoffs},
     {counter("research_nodes").name, &Counters::research_nodes},
     {counter("waiting_ns").name, &Counters::waiting}}};

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
  for (std::size_t i = 0; i < counts.events.size(); ++i)
    add(counter_of(static_cast<Event>(i)).name, counts.events[i]);
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
  for (std::size_t i = 0; i < counts.events.size(); ++i)
    counts.events[i] = count(counter_of(static_cast<Event>(i)).name);
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

void add_costs(const RunCosts& costs, Json& json) {
  json["counts"] = to_json(costs.counts);
  if (costs.distinct > 0) json["distinct"] = costs.distinct;
  json["seconds"] = costs.seconds;
}

Json to_json(const RunIteration& iteration) {
  Json json = {{"depth", iteration.depth}, {"value", iteration.value}, {"line", iteration.line}};
  if (!iteration.move.empty()) json["move"] = iteration.move;
  if (iteration.drawn) json["drawn"] = true;
  add_costs(iteration, json);
  return json;
}

Json to_json(const UnfinishedRunIteration& iteration) {
  Json json = {{"depth", iteration.depth}};
  if (!iteration.best.empty()) json["best"] = iteration.best;
  if (!iteration.obstacle.empty()) json["obstacle"] = iteration.obstacle;
  if (iteration.counted) add_costs(iteration, json);
  return json;
}

RunCosts costs_in(const Json& json) {
  return {json.at("depth"), counts_in(json.at("counts")), json.value("distinct", std::uint64_t{0}),
          json.at("seconds")};
}

RunIteration iteration_in(const Json& json) {
  return {costs_in(json), json.at("value"), json.at("line"), json.value("move", ""),
          json.value("drawn", false)};
}

UnfinishedRunIteration unfinished_in(const Json& json) {
  const bool counted = json.contains("counts");
  return {counted ? costs_in(json) : RunCosts{json.at("depth")}, counted, json.value("best", ""),
          json.value("obstacle", "")};
}

/// The sum of of(costs) over all iterations.
template <class Sum>
Sum sum_of(const RunRecord& record, auto&& of) {
  Sum sum{};
  for (const RunIteration& iteration : record.iterations) sum += of(iteration);
  if (record.unfinished) sum += of(*record.unfinished);
  return sum;
}

}  // namespace

const RunIteration* RunRecord::finished(int at_depth) const {
  const auto found = std::ranges::find(iterations, at_depth, &RunIteration::depth);
  return found == iterations.end() ? nullptr : &*found;
}

std::uint64_t RunRecord::nodes() const {
  return sum_of<std::uint64_t>(*this, [](const RunCosts& one) { return one.counts.nodes(); });
}
std::uint64_t RunRecord::visited() const {
  return sum_of<std::uint64_t>(*this, [](const RunCosts& one) { return one.counts.visited(); });
}
double RunRecord::seconds() const {
  return sum_of<double>(*this, [](const RunCosts& one) { return one.seconds; });
}
Counters RunRecord::counts() const {
  return sum_of<Counters>(*this, [](const RunCosts& one) -> const Counters& { return one.counts; });
}

RunRecord record_of(const Run& run, const TextResult& result) {
  const auto costs_of = [](const IterationCosts& one) {
    return RunCosts{one.depth, one.stats, one.distinct, one.seconds};
  };
  const auto text_of = [](const std::vector<std::string>& line) {
    return fmt::format("{}", fmt::join(line, " "));
  };
  RunRecord record{run.id(), run.depth()};
  for (std::size_t i = 0; i < result.iterations.size(); ++i) {
    const auto& one = result.iterations[i];
    record.iterations.push_back(
        {costs_of(one), one.value, text_of(one.line), result.lines[i].move, result.lines[i].drawn});
  }
  if (const auto& one = result.unfinished)
    record.unfinished = {costs_of(*one), true, text_of(one->best), one->obstacle};
  if (const auto& minimal = result.minimal)
    record.minimal = Minimal{minimal->tree, minimal->tree_leaves, minimal->graph};
  record.table = result.table;
  if (run.variant() != minimal_variant) return record;
  // Of the search that found the best moves, keeps only the value: its time is not the tree's.
  if (record.unfinished || !record.minimal) {
    const int depth = record.last_costs().depth;
    record.unfinished = {{depth}, false, {}, record.unfinished ? record.unfinished->obstacle : ""};
    record.iterations.clear();
    record.minimal.reset();
    return record;
  }
  RunIteration& last = record.iterations.back();
  last.counts = {};
  last.counts.leaves = record.minimal->tree_leaves;
  last.counts.interiors = record.minimal->tree - record.minimal->tree_leaves;
  last.seconds = 0;
  record.iterations = {std::move(last)};
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
  json["complete"] = record.complete();
  if (const RunIteration* last = record.last_finished()) json["value"] = last->value;
  json["iterations"] = Json::array();
  for (const RunIteration& one : record.iterations) json["iterations"].push_back(to_json(one));
  if (record.unfinished) json["unfinished"] = to_json(*record.unfinished);
  if (const auto& minimal = record.minimal)
    json["minimal"] = {
        {"tree", minimal->tree}, {"leaves", minimal->tree_leaves}, {"graph", minimal->graph}};
  if (const auto& table = record.table)
    for (const auto& [name, member] : census_members)
      json["table_entries"][std::string(name)] = (*table).*member;
  if (record.has_costs()) json["seconds"] = record.seconds();
  return json.dump();
}

RunRecord parse_record(std::string_view line, const std::string& where) {
  const auto fail = [&](std::string_view why) {
    throw InputError(fmt::format("{}: no line of a run: {}", where, why));
  };
  RunRecord record;
  try {
    const Json json = reports::parse_json(line);
    record = {json.at("id"), json.at("depth")};
    for (const Json& one : json.at("iterations")) record.iterations.push_back(iteration_in(one));
    if (const auto one = json.find("unfinished"); one != json.end())
      record.unfinished = unfinished_in(*one);
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
  if (record.iterations.empty() && !record.unfinished) fail("it has no iteration");
  return record;
}

}  // namespace plylab::search::lab
