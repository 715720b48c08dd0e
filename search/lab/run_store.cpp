#include "search/lab/run_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
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
  auto& groups = json["groups"] = Json::array();
  for (const Group& group : experiment.groups) {
    auto& entry = groups.emplace_back();
    entry["name"] = group.name;
    entry["game"] = group.game->info.name;
    for (std::size_t i = 0; i < factor_names.size(); ++i)
      entry[std::string(factor_names[i])] = group.levels[static_cast<Factor>(i)];
    auto& starts = entry["starts"] = Json::array();
    for (const Start& start : group.starts)
      starts.push_back({{"name", start.name}, {"text", start.text()}});
  }
  return json;
}

/// Refuses what no experiment can have been.
void check_levels(const Levels& levels, std::size_t starts, const std::string& where) {
  constexpr double most_runs = 1e6;
  double runs = static_cast<double>(starts);
  for (std::size_t i = 0; i < factor_names.size(); ++i)
    runs *= static_cast<double>(levels[static_cast<Factor>(i)].size());
  if (runs > most_runs) throw InputError(fmt::format("{}: {:.0f} runs are too many", where, runs));
  for (const std::string& depth : levels[Factor::depth])
    if (!parse_number<int>(depth))
      throw InputError(fmt::format("{}: '{}' is not a depth", where, depth));
}

Group group_in(const Json& json, const SearchableGames& games, const std::string& at) {
  Group group{json.at("name"), nullptr, {}, {}};
  for (std::size_t i = 0; i < factor_names.size(); ++i)
    group.levels[static_cast<Factor>(i)] =
        json.at(std::string(factor_names[i])).get<std::vector<std::string>>();
  const Json& starts = json.at("starts");
  check_levels(group.levels, starts.size(), at);
  group.game = &find_stored_game(games, json.at("game").get<std::string>(), at);
  for (const Json& start : starts) {
    const std::string name = start.at("name"), text = start.at("text");
    try {
      group.starts.push_back({name, group.game->info.parse(text)});
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
                        json.at("minimal")};
  if (experiment.limits.seconds < 0)
    throw Json::other_error::create(0, "negative seconds", nullptr);
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
                {"variant", claim.variant},
                {"against", claim.against},
                {"measure", claim.measure},
                {"every_start", claim.on_every_start}};
    for (const auto& [factor, level] : claim.levels)
      one["levels"][std::string(name_of(factor))] = level;
    if (claim.at_least) one["at_least"] = *claim.at_least;
    if (claim.at_most) one["at_most"] = *claim.at_most;
    json["claims"].push_back(std::move(one));
  }
  return json;
}

Claim claim_in(const Json& json, const std::string& where) {
  std::map<Factor, std::string> levels;
  if (const auto named = json.find("levels"); named != json.end())
    for (const auto& [factor, level] : named->items())
      levels.emplace(factor_of(where, factor), level.get<std::string>());
  const auto number = [&](const char* name) {
    const auto found = json.find(name);
    return found == json.end() ? std::nullopt : std::optional(found->get<double>());
  };
  return {json.at("claim"),       json.at("source"),  json.at("group"),   json.at("variant"),
          json.at("against"),     json.at("measure"), number("at_least"), number("at_most"),
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

/// The experiment and the comparison in a journal's header. Throws InputError, which `at` begins.
std::pair<Experiment, ComparisonSpec> header_in(const std::string& header,
                                                const SearchableGames& games,
                                                const std::string& at) {
  try {
    const Json json = reports::parse_json(header);
    Experiment experiment = experiment_in(json.at("experiment"), games, at);
    try {
      runs_of(experiment);
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}", at, error.what()));
    }
    return {std::move(experiment), comparison_in(json.at("comparison"), at)};
  } catch (const Json::exception& error) {
    throw InputError(
        fmt::format("{}: no header of runs of plylab: {}", at, reports::what_is_wrong(error)));
  }
}

/// Whether two values are the same, with their members in any order.
bool are_same(const Json& a, const Json& b) {
  if (a.is_array() && b.is_array())
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), are_same);
  if (!a.is_object() || !b.is_object()) return a == b;
  return a.size() == b.size() && std::all_of(a.items().begin(), a.items().end(), [&](auto& one) {
           return b.contains(one.key()) && are_same(one.value(), b[one.key()]);
         });
}

/// The first field of the line that is not what to_line() writes; empty if all are. What a line
/// says twice, as its value, is wrong if somebody has changed it in one place. The group may be
/// that of an experiment that has been extended.
std::string odd_field(std::string_view line, const Run& run, const RunRecord& record) {
  const Json found = reports::parse_json(line), ours = reports::parse_json(to_line(run, record));
  for (const auto& [name, value] : ours.items())
    if (name != "group" && (!found.contains(name) || !are_same(found[name], value))) return name;
  return "";
}

/// The records in the lines of a journal, by the run's id. Throws InputError, which `where` begins,
/// unless each line is one that to_line() makes of one of the runs, whatever else it may say, and
/// no other line has another record of that run.
std::map<std::string, RunRecord> records_in(const std::vector<reports::JournalContent::Line>& lines,
                                            const std::vector<Run>& runs,
                                            const std::string& where) {
  std::map<std::string, const Run*> by_id;
  for (const Run& run : runs) by_id.emplace(run.id(), &run);
  std::map<std::string, RunRecord> records;
  for (const auto& [number, line] : lines) {
    const std::string at = fmt::format("{}:{}", where, number);
    RunRecord record = parse_record(line, at);
    const auto run = by_id.find(record.id);
    if (run == by_id.end())
      throw InputError(fmt::format("{}: a run that is not of this experiment", at));
    if (const std::string odd = odd_field(line, *run->second, record); !odd.empty())
      throw InputError(
          fmt::format("{}: its '{}' contradicts the rest, or the experiment", at, odd));
    const auto [place, is_new] = records.emplace(record.id, record);
    if (!is_new && place->second != record)
      throw InputError(fmt::format("{}: a run that is there already, with another result", at));
  }
  return records;
}

std::string changed(std::string_view field, const auto& there, const auto& here) {
  return there == here ? std::string()
                       : fmt::format("{} is {} there and {} here", field, there, here);
}

std::string missing(const Group& group, std::string_view field, const std::string& value) {
  return fmt::format("there the group '{}' has the {} '{}'", group.name, field, value);
}

/// What a group has lost.
std::string first_incompatibility(const Group& earlier, const Group& now) {
  for (std::size_t i = 0; i < factor_names.size(); ++i) {
    const auto& levels = now.levels[static_cast<Factor>(i)];
    for (const std::string& level : earlier.levels[static_cast<Factor>(i)])
      if (std::find(levels.begin(), levels.end(), level) == levels.end())
        return missing(earlier, factor_names[i], level);
  }
  for (const Start& start : earlier.starts)
    if (std::find(now.starts.begin(), now.starts.end(), start) == now.starts.end())
      return missing(earlier, "start", start.name);
  return "";
}

/// The table that the searches of each group get if their switches name none.
std::map<std::string, int> tables_of(const Experiment& experiment) {
  std::map<std::string, int> tables;
  for (const Run& run : runs_of(experiment)) tables[run.group] = run.table;
  return tables;
}

}  // namespace

std::string description(const Experiment& experiment) { return to_json(experiment).dump(); }

std::string first_incompatibility(const Experiment& earlier, const Experiment& now) {
  for (const std::string& text :
       {changed("its name", fmt::format("'{}'", earlier.name), fmt::format("'{}'", now.name)),
        changed("limits.nodes", earlier.limits.nodes, now.limits.nodes),
        changed("limits.seconds", earlier.limits.seconds, now.limits.seconds),
        changed("--distinct", earlier.distinct, now.distinct),
        changed("--minimal", earlier.minimal, now.minimal)})
    if (!text.empty()) return text;
  const auto before = tables_of(earlier), after = tables_of(now);
  for (const Group& group : earlier.groups) {
    const auto same = std::find_if(now.groups.begin(), now.groups.end(),
                                   [&](const Group& one) { return one.name == group.name; });
    if (same == now.groups.end())
      return fmt::format("the group '{}' is there and not here", group.name);
    if (std::string text = first_incompatibility(group, *same); !text.empty()) return text;
    if (!before.contains(group.name)) continue;  // it had no start
    const auto mebibytes = [](int table) { return fmt::format("{} MiB", table); };
    if (std::string text =
            changed(fmt::format("the table of all searches in the group '{}'", group.name),
                    mebibytes(before.at(group.name)), mebibytes(after.at(group.name)));
        !text.empty())
      return text;
  }
  return "";
}

RunStore::RunStore(std::string path, const Experiment& experiment, const SearchableGames& games,
                   const reports::Provenance& made_by, const ComparisonSpec& comparison)
    : file_(std::move(path), runs_kind, made_by) {
  bool is_described = false;
  if (!file_.header().empty()) {
    const auto [earlier, its_comparison] = header_in(file_.header(), games, file_.header_place());
    if (const std::string what = first_incompatibility(earlier, experiment); !what.empty())
      throw InputError(
          fmt::format("'{}' holds the runs of another experiment: {}", file_.path(), what));
    is_described = description(earlier) == description(experiment);
  }
  kept_ = records_in(file_.lines(), runs_of(experiment), file_.path());
  file_.go_on(is_described && file_.is_of_this_machine()
                  ? ""
                  : fmt::format(R"("experiment":{},"comparison":{})", description(experiment),
                                to_json(comparison).dump()));
}

StoredRuns read_runs(std::string_view text, const std::string& where,
                     const SearchableGames& games) {
  const auto content = reports::read_journal(text, runs_kind, where);
  if (content.header.empty()) throw InputError(where + ": its header is torn off");
  auto [experiment, comparison] =
      header_in(content.header, games, fmt::format("{}:{}", where, content.header_number));
  StoredRuns stored{
      std::move(experiment), std::move(comparison), content.made_by.back(), content.cpus(), {}, {}};
  stored.runs = runs_of(stored.experiment);
  if (stored.runs.empty())
    throw InputError(fmt::format("{}:{}: a header without runs", where, content.header_number));
  const auto records = records_in(content.lines, stored.runs, where);
  for (const Run& run : stored.runs) {
    const auto record = records.find(run.id());
    stored.records.push_back(record == records.end() ? std::nullopt
                                                     : std::optional(record->second));
  }
  return stored;
}

}  // namespace plylab::search::lab
