#include "search/lab/run_record.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "gen/base/input_error.h"
#include "search/lab/run_json.h"

namespace plylab::search::lab {
namespace {

using reports::Json;

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
  return sum_of<std::uint64_t>(*this, [](const IterationCosts& one) { return one.counts.nodes(); });
}
std::uint64_t RunRecord::visited() const {
  return sum_of<std::uint64_t>(*this,
                               [](const IterationCosts& one) { return one.counts.visited(); });
}
std::uint64_t RunRecord::steps() const { return counts().steps(); }
double RunRecord::seconds() const {
  return sum_of<double>(*this, [](const IterationCosts& one) { return one.seconds; });
}
Counters RunRecord::counts() const {
  return sum_of<Counters>(*this,
                          [](const IterationCosts& one) -> const Counters& { return one.counts; });
}

bool is_known(const Run& run, const RunRecord& record, const Counter& counter) {
  if (!record.has_costs()) return false;
  if (run.variant() != minimal_variant) return true;
  if (counter.name == "visited" || counter.name == "quiescence")
    return !std::get<Switches>(run[Factor::switches])["quiescence"];
  return counter.name == "nodes" || counter.name == "leaves" || counter.name == "interior";
}

ThreadsTime time_of(const RunRecord& record, int threads, bool lockstep) {
  const Counters counts = record.counts();
  if (!lockstep) return {record.seconds(), 1e-9 * static_cast<double>(counts.waiting)};
  const auto steps = static_cast<double>(counts.steps());
  return {steps, threads * steps - static_cast<double>(counts.visited())};
}

RunRecord record_of(const Run& run, const TextResult& result) {
  const auto text_of = [](const std::vector<std::string>& line) {
    return fmt::format("{}", fmt::join(line, " "));
  };
  RunRecord record{run.id(), run.depth()};
  for (std::size_t i = 0; i < result.iterations.size(); ++i) {
    const auto& one = result.iterations[i];
    record.iterations.push_back(
        {one, one.value, text_of(one.line), result.lines[i].move, result.lines[i].drawn});
  }
  if (const auto& one = result.unfinished)
    record.unfinished = {*one, true, text_of(one->best), one->obstacle};
  record.minimal = result.minimal;
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
  if (run.table > 0) json["table_mib"] = run.table;
  json["complete"] = record.complete();
  if (const RunIteration* last = record.last_finished()) json["value"] = last->value;
  json.update(Json(record));
  if (record.has_costs()) json["seconds"] = record.seconds();
  return json.dump();
}

RunRecord parse_record(std::string_view line, const std::string& where) {
  return reports::reading(where + ": no line of a run", [&] {
    auto record = reports::parse_json(line).get<RunRecord>();
    if (record.iterations.empty() && !record.unfinished) throw InputError("it has no iteration");
    return record;
  });
}

void check_line(std::string_view line, const Run& run, const RunRecord& record,
                const std::string& where) {
  const auto require = [&](std::string_view name, const Json& stored, const Json& right) {
    if (stored != right)
      throw InputError(fmt::format("{}: '{}' is {}, and by the line's id and iterations {}", where,
                                   name, stored.dump(), right.dump()));
  };
  require("depth", record.depth, run.depth());
  const Json stored = reports::parse_json(line), fields = record;
  const Json right = reports::parse_json(to_line(run, record));
  for (const auto& [name, member] : right.items())
    if (!fields.contains(name)) require(name, stored.value(name, Json()), member);
}

}  // namespace plylab::search::lab
