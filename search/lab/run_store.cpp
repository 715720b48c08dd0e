#include "search/lab/run_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "gen/base/input_error.h"
#include "reports/formats/stored_json.h"

namespace plylab::search::lab {
namespace {

using reports::Json;

Json to_json(const Experiment& experiment) {
  Json json = {{"name", experiment.name},
               {"nodes", experiment.limits.nodes},
               {"seconds", experiment.limits.seconds},
               {"distinct", experiment.distinct},
               {"minimal", experiment.minimal}};
  if (!experiment.endgames.empty()) json["endgames"] = experiment.endgames;
  if (experiment.null_samples > 0) json["null_samples"] = experiment.null_samples;
  auto& groups = json["groups"] = Json::array();
  for (const Group& group : experiment.groups) {
    auto& entry = groups.emplace_back();
    entry["name"] = group.name;
    entry["game"] = group.game->info.name;
    for (std::size_t i = 0; i < factor_names.size(); ++i)
      entry[std::string(factor_names[i])] = group.levels.texts(static_cast<Factor>(i));
    auto& starts = entry["starts"] = Json::array();
    for (const Start& start : group.starts) {
      auto& one = starts.emplace_back(Json{{"name", start.name}, {"text", start.text()}});
      if (!start.best.empty()) one["best"] = start.best;
    }
  }
  return json;
}

Group group_in(const Json& json, const SearchableGames& games, const std::string& at) {
  Group group{json.at("name"), nullptr, {}, {}};
  group.game = &find_stored_game(games, json.at("game").get<std::string>(), at);
  for (std::size_t i = 0; i < factor_names.size(); ++i) {
    const auto factor = static_cast<Factor>(i);
    group.levels[factor] = parse_levels(factor, json.at(std::string(factor_names[i])), *group.game,
                                        fmt::format("{}: {}", at, factor_names[i]));
  }
  for (const Json& start : json.at("starts")) {
    const std::string name = start.at("name"), text = start.at("text");
    try {
      group.starts.push_back(
          {name, group.game->info.parse(text), start.value("best", std::vector<std::string>())});
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}", at, error.what()));
    }
  }
  return group;
}

Experiment experiment_in(const Json& json, const SearchableGames& games, const std::string& at) {
  Experiment experiment{json.at("name"),
                        {},
                        {json.at("nodes"), json.at("seconds")},
                        json.at("distinct"),
                        json.at("minimal"),
                        json.value("null_samples", std::uint64_t{0}),
                        false,
                        json.value("endgames", "")};
  for (const Json& group : json.at("groups"))
    experiment.groups.push_back(group_in(group, games, at));
  return experiment;
}

Json to_json(const ComparisonSpec& comparison) {
  Json json = {{"factor", name_of(comparison.factor)},
               {"baseline", comparison.baseline},
               {"measures", comparison.measures},
               {"by_position", comparison.by_position},
               {"detail", comparison.detail}};
  for (const Claim& claim : comparison.claims) {
    Json one = {{"claim", claim.text},
                {"source", claim.source},
                {"group", claim.group},
                {"factor", name_of(claim.factor)},
                {"level", claim.level},
                {"against", claim.against},
                {"measure", claim.measure},
                {"line", claim.line},
                {"every_start", claim.on_every_start}};
    for (const auto& [factor, level] : claim.levels)
      one["levels"][std::string(name_of(factor))] = to_string(level);
    if (claim.at_least) one["at_least"] = *claim.at_least;
    if (claim.at_most) one["at_most"] = *claim.at_most;
    json["claims"].push_back(std::move(one));
  }
  return json;
}

Claim claim_in(const Json& json, const std::string& where) {
  std::map<Factor, Level> levels;
  if (const auto named = json.find("levels"); named != json.end())
    for (const auto& [name, level] : named->items()) {
      const Factor factor = factor_of(where, name);
      levels.emplace(factor, parse_level(factor, level, where));
    }
  const auto number = [&](const char* name) {
    const auto found = json.find(name);
    return found == json.end() ? std::nullopt : std::optional(found->get<double>());
  };
  return {json.at("claim"),       json.at("source"),
          json.at("group"),       factor_of(where, json.at("factor").get<std::string>()),
          json.at("level"),       json.at("against"),
          json.at("measure"),     json.at("line"),
          number("at_least"),     number("at_most"),
          json.at("every_start"), std::move(levels)};
}

ComparisonSpec comparison_in(const Json& json, const std::string& where) {
  ComparisonSpec comparison;
  comparison.factor = factor_of(where, json.at("factor").get<std::string>());
  comparison.baseline = json.at("baseline");
  comparison.measures = json.at("measures").get<std::vector<std::string>>();
  comparison.by_position = json.at("by_position");
  comparison.detail = json.at("detail");
  if (const auto claims = json.find("claims"); claims != json.end())
    for (const Json& claim : *claims) comparison.claims.push_back(claim_in(claim, where));
  return comparison;
}

/// The experiment and the comparison in a journal's header. Throws InputError, whose message begins
/// with `at`.
std::pair<Experiment, ComparisonSpec> header_in(const std::string& header,
                                                const SearchableGames& games,
                                                const std::string& at) {
  try {
    const Json json = reports::parse_json(header);
    return {experiment_in(json.at("experiment"), games, at),
            comparison_in(json.at("comparison"), at)};
  } catch (const Json::exception& error) {
    throw InputError(
        fmt::format("{}: no header of runs of plylab: {}", at, reports::what_is_wrong(error)));
  }
}

/// The records in the lines of a journal, by the run's id; `strangers` counts records of other
/// runs. Throws InputError, whose message begins with `where`, if a line is not a record, or two
/// lines have different records of one run.
std::map<std::string, RunRecord> records_in(const std::vector<reports::JournalContent::Line>& lines,
                                            const std::vector<Run>& runs, const std::string& where,
                                            std::size_t& strangers) {
  std::set<std::string> ids;
  for (const Run& run : runs) ids.insert(run.id());
  std::map<std::string, RunRecord> records;
  for (const auto& [number, line] : lines) {
    const std::string at = fmt::format("{}:{}", where, number);
    RunRecord record = parse_record(line, at);
    if (!ids.contains(record.id))
      ++strangers;
    else if (!records.emplace(record.id, std::move(record)).second)
      throw InputError(fmt::format("{}: repeats an earlier run with a different result", at));
  }
  return records;
}

std::string changed(std::string_view field, const auto& there, const auto& here) {
  return there == here ? std::string()
                       : fmt::format("{} is {} in the file and {} here", field, there, here);
}

std::string missing(const Group& group, std::string_view field, const std::string& value) {
  return fmt::format(
      "in the file, the group '{}' has the {} '{}': include it, or name another file", group.name,
      field, value);
}

/// What the group `now` lacks or has differently, compared with `earlier`.
std::string first_incompatibility(const Group& earlier, const Group& now) {
  for (std::size_t i = 0; i < factor_names.size(); ++i) {
    const auto levels = now.levels.texts(static_cast<Factor>(i));
    for (const std::string& level : earlier.levels.texts(static_cast<Factor>(i)))
      if (std::find(levels.begin(), levels.end(), level) == levels.end())
        return missing(earlier, factor_names[i], level);
  }
  for (const Start& start : earlier.starts)
    if (std::find(now.starts.begin(), now.starts.end(), start) == now.starts.end())
      return missing(earlier, "start", start.name);
  return "";
}

}  // namespace

std::string description(const Experiment& experiment) { return to_json(experiment).dump(); }

std::string first_incompatibility(const Experiment& earlier, const Experiment& now) {
  for (const std::string& text :
       {changed("its name", fmt::format("'{}'", earlier.name), fmt::format("'{}'", now.name)),
        changed("limits.nodes", earlier.limits.nodes, now.limits.nodes),
        changed("limits.seconds", earlier.limits.seconds, now.limits.seconds),
        changed("--distinct", earlier.distinct, now.distinct),
        changed("--minimal", earlier.minimal, now.minimal),
        changed("--sample-null", earlier.null_samples, now.null_samples),
        earlier.endgames.empty()
            ? ""
            : changed("the set of endgame tables", fmt::format("'{}'", earlier.endgames),
                      fmt::format("'{}'", now.endgames))})
    if (!text.empty()) return text;
  for (const Group& group : earlier.groups) {
    const auto same = std::find_if(now.groups.begin(), now.groups.end(),
                                   [&](const Group& one) { return one.name == group.name; });
    if (same == now.groups.end())
      return fmt::format("the group '{}' is only in the file", group.name);
    if (std::string text = first_incompatibility(group, *same); !text.empty()) return text;
    const auto mebibytes = [](int table) { return fmt::format("{} MiB", table); };
    if (std::string text =
            changed(fmt::format("the table of all searches in the group '{}'", group.name),
                    mebibytes(common_table(group)), mebibytes(common_table(*same)));
        !text.empty())
      return text;
  }
  return "";
}

RunStore::RunStore(std::string path, const Experiment& experiment, const std::vector<Run>& runs,
                   const SearchableGames& games, const reports::Provenance& made_by,
                   const ComparisonSpec& comparison)
    : file_(std::move(path), runs_kind, made_by) {
  bool is_described = false;
  if (!file_.header().empty()) {
    const auto [earlier, its_comparison] = header_in(file_.header(), games, file_.header_place());
    if (const std::string what = first_incompatibility(earlier, experiment); !what.empty())
      throw InputError(
          fmt::format("'{}' holds the runs of another experiment: {}", file_.path(), what));
    is_described = description(earlier) == description(experiment);
  }
  kept_ = records_in(file_.lines(), runs, file_.path(), strangers_);
  file_.go_on(is_described && file_.is_of_this_machine()
                  ? ""
                  : fmt::format(R"("experiment":{},"comparison":{})", description(experiment),
                                to_json(comparison).dump()));
}

StoredRuns read_runs(std::string_view text, const std::string& where,
                     const SearchableGames& games) {
  const auto content = reports::read_journal(text, runs_kind, where);
  if (content.header.empty()) throw InputError(where + ": its header is torn off");
  const std::string at = fmt::format("{}:{}", where, content.header_number);
  auto [experiment, comparison] = header_in(content.header, games, at);
  StoredRuns stored{
      std::move(experiment), std::move(comparison), content.made_by.back(), content.cpus(), {}, {}};
  stored.runs = runs_of(stored.experiment);
  if (stored.runs.empty()) throw InputError(at + ": a header without runs");
  const auto records = records_in(content.lines, stored.runs, where, stored.strangers);
  for (const Run& run : stored.runs) {
    const auto record = records.find(run.id());
    stored.records.push_back(record == records.end() ? std::nullopt
                                                     : std::optional(record->second));
  }
  return stored;
}

}  // namespace plylab::search::lab
