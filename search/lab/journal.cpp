#include "search/lab/journal.h"

#include <fmt/format.h>

#include <utility>

#include "gen/base/input_error.h"
#include "reports/formats/stored_json.h"
#include "search/lab/description.h"
#include "search/lab/extension.h"
#include "search/lab/record_reader.h"

namespace plylab::search::lab {
namespace {

/// What a header says beside its schema and who wrote it.
std::string members(const Experiment& experiment, const ComparisonSpec& comparison) {
  reports::Json compared = {{"factor", name_of(comparison.factor)},
                            {"baseline", comparison.baseline},
                            {"measures", comparison.measures}};
  for (const Claim& claim : comparison.claims) {
    reports::Json one = {{"claim", claim.text},
                         {"source", claim.source},
                         {"group", claim.group},
                         {"variant", claim.variant},
                         {"against", claim.against},
                         {"measure", claim.measure},
                         {"every_start", claim.on_every_start}};
    for (const auto& [factor, level] : claim.levels)
      one["levels"][std::string(name_of(factor))] = level;
    if (claim.at_least) one["at_least"] = *claim.at_least;
    if (claim.at_most) one["at_most"] = *claim.at_most;
    compared["claims"].push_back(std::move(one));
  }
  return fmt::format(R"("experiment":{},"comparison":{})", description(experiment),
                     compared.dump());
}

/// The experiment that a header describes. Throws InputError, which `where` begins.
Experiment described(const std::string& header, const std::string& where) {
  const auto json = reports::parse_json(header);
  if (!json.contains("experiment"))
    throw InputError(fmt::format("{}: no header of runs of plylab", where));
  return parse_description(json["experiment"].dump(), where);
}

}  // namespace

Journal::Journal(std::string path, const Experiment& experiment, const reports::Provenance& made_by,
                 const ComparisonSpec& comparison)
    : file_(std::move(path), runs_kind, made_by) {
  bool is_described = false;
  if (!file_.header().empty()) {
    const Experiment earlier = described(file_.header(), file_.path());
    if (const std::string what = what_is_lost(earlier, experiment); !what.empty())
      throw InputError(
          fmt::format("'{}' holds the runs of another experiment: {}", file_.path(), what));
    is_described = description(earlier) == description(experiment);
  }
  RecordReader reader(runs_of(experiment));
  for (const auto& [number, line] : file_.lines())
    reader.read(line, fmt::format("{}:{}", file_.path(), number));
  kept_ = reader.records();
  file_.go_on(is_described && file_.is_of_this_machine() ? "" : members(experiment, comparison));
}

}  // namespace plylab::search::lab
