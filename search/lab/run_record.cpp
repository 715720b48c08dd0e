#include "search/lab/run_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "gen/base/input_error.h"
#include "reports/formats/stored_json.h"

namespace plylab::search::lab {
namespace {

using reports::Json;

Json to_json(const Step& step) {
  Json json = {{"depth", step.depth},
               {"complete", step.complete},
               {"value", step.value},
               {"line", step.line}};
  for (const auto& [name, count] : step.counts) json["counts"][name] = count;
  json["seconds"] = step.seconds;
  return json;
}

Step step_in(const Json& json) {
  Step step{json.at("depth"),  json.at("complete"), json.at("value"), json.at("line"), {},
            json.at("seconds")};
  if (const auto counts = json.find("counts"); counts != json.end())
    for (const auto& [name, count] : counts->items()) {
      if (!count.is_number_unsigned()) throw Json::other_error::create(0, "no count", nullptr);
      step.counts.emplace_back(name, count);
    }
  return step;
}

/// Whether the steps are those of a run: their depths rise up to what was asked for, a search that
/// was completed has visited its root, and times do not run backwards.
bool is_possible(const RunRecord& record) {
  int depth = 0;
  for (const Step& step : record.steps) {
    if (step.depth <= depth || step.depth > record.depth || !(step.seconds >= 0)) return false;
    if (step.complete && step.count("nodes") == 0 && record.complete) return false;
    depth = step.depth;
  }
  return !record.steps.empty();
}

}  // namespace

std::uint64_t Step::count(std::string_view name) const {
  const auto found = std::find_if(counts.begin(), counts.end(),
                                  [&](const auto& entry) { return entry.first == name; });
  return found == counts.end() ? 0 : found->second;
}

std::uint64_t RunRecord::total(std::string_view count) const {
  return std::accumulate(
      steps.begin(), steps.end(), std::uint64_t{0},
      [&](std::uint64_t sum, const Step& step) { return sum + step.count(count); });
}

double RunRecord::seconds() const {
  return std::accumulate(steps.begin(), steps.end(), 0.0,
                         [](double sum, const Step& step) { return sum + step.seconds; });
}

std::string to_line(const Run& run, const RunRecord& record) {
  Json json = {{"id", record.id},
               {"group", run.group},
               {"game", run.start.game},
               {"start", run.start.name},
               {"text", run.start.text}};
  for (std::size_t i = 0; i < factor_names.size(); ++i)
    json[std::string(factor_names[i])] = run.levels[i];
  json["depth"] = run.depth();
  if (run.table > 0) json["table"] = run.table;
  json["complete"] = record.complete;
  if (!record.obstacle.empty()) json["obstacle"] = record.obstacle;
  json["value"] = record.last().value;
  json["steps"] = Json::array();
  for (const Step& step : record.steps) json["steps"].push_back(to_json(step));
  json["seconds"] = record.seconds();
  return json.dump();
}

RunRecord parse_record(std::string_view line, const std::string& where) {
  const auto refuse = [&](std::string_view why) {
    throw InputError(fmt::format("{}: no line of a run: {}", where, why));
  };
  RunRecord record;
  try {
    const Json json = reports::parse_json(line);
    record = {json.at("id"), json.at("complete"), {}, json.value("obstacle", ""), json.at("depth")};
    for (const Json& step : json.at("steps")) record.steps.push_back(step_in(step));
  } catch (const Json::exception& error) {
    refuse(reports::what_is_wrong(error));
  }
  if (!is_possible(record)) refuse("no search has such iterations");
  return record;
}

}  // namespace plylab::search::lab
