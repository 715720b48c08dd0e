#include "search/lab/run_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "gen/base/input_error.h"
#include "search/lab/run_json.h"

namespace plylab::search::lab {
namespace {

using reports::Json;

/// All but the factors of a group's Start and Run is in lists of fields; a group needs its game.
Json json_of(const Group& group) {
  Json json = {{"name", group.name}, {"game", group.game->info.name}};
  for (std::size_t i = 0; i < factor_names.size(); ++i)
    json[std::string(factor_names[i])] = group.levels.texts(static_cast<Factor>(i));
  auto& starts = json["starts"] = Json::array();
  for (const Start& start : group.starts)
    starts.push_back({{"name", start.name}, {"text", start.text()}, {"best", start.best}});
  return json;
}

Group group_in(const Json& json, const SearchableGames& games) {
  Group group{.name = json.at("name"), .game = nullptr, .starts = {}, .levels = {}};
  group.game = &find_stored_game(games, json.at("game").get<std::string>(), "game");
  for (std::size_t i = 0; i < factor_names.size(); ++i) {
    const auto factor = static_cast<Factor>(i);
    group.levels[factor] =
        parse_levels(factor, json.at(std::string(factor_names[i])), *group.game, factor_names[i]);
  }
  for (const Json& start : json.at("starts"))
    group.starts.push_back({start.at("name"),
                            group.game->info.parse(start.at("text").get<std::string>()),
                            start.at("best").get<std::vector<std::string>>()});
  for (std::size_t i = 0; i < factor_names.size(); ++i)
    if (group.levels[static_cast<Factor>(i)].empty())
      throw InputError(fmt::format("the group '{}' has no {}", group.name, factor_names[i]));
  if (group.starts.empty())
    throw InputError(fmt::format("the group '{}' has no start", group.name));
  return group;
}

/// Throws InputError if the group names a search, evaluation, ordering or generator that this
/// program does not have: they may be a guest's.
void check_names(const Json& group, const SearchableGame& game, const std::string& at) {
  for (const Factor factor :
       {Factor::variant, Factor::evaluation, Factor::ordering, Factor::generator}) {
    const std::string name(name_of(factor));
    if (!group.contains(name) || group.at(name).empty()) continue;
    try {
      parse_levels(factor, group.at(name), game, name);
    } catch (const InputError& error) {
      throw InputError(
          fmt::format("{}: was written by a program with more searches, evaluations, orderings or "
                      "generators ({}): use that program",
                      at, error.what()));
    }
  }
}

/// The experiment and the comparison in a journal's header. Throws InputError, whose message begins
/// with `at`.
std::pair<Experiment, ComparisonSpec> header_in(const std::string& header,
                                                const SearchableGames& games,
                                                const std::string& at) {
  const std::string what = at + ": no header of runs of plylab";
  const Json json = reports::reading(what, [&] { return reports::parse_json(header); });
  const Json& groups = *reports::reading(what, [&] { return &json.at("experiment").at("groups"); });
  // First: the header is right even if this program lacks something that it names.
  for (const Json& group : groups)
    if (const auto name = group.find("game"); name != group.end() && name->is_string()) {
      const SearchableGame& game = find_stored_game(games, name->get<std::string>(), at);
      check_names(group, game, at);
    }
  return reports::reading(what, [&] {
    auto experiment = json.at("experiment").get<Experiment>();
    for (const Json& group : groups) experiment.groups.push_back(group_in(group, games));
    if (experiment.groups.empty()) throw InputError("it has no group");
    return std::pair(std::move(experiment), json.at("comparison").get<ComparisonSpec>());
  });
}

/// Keeps a record by its id. Throws InputError, whose message begins with `at`, if there is one.
template <class Record>
void keep_once(std::map<std::string, Record>& records, std::string id, Record record,
               const std::string& at) {
  if (!records.emplace(std::move(id), std::move(record)).second)
    throw InputError(fmt::format("{}: repeats an earlier run with a different result", at));
}

/// The search of a contestant of a line that is not a run of plylab's; none for a run.
std::optional<OtherRecord> other_record_in(const std::string& line, const std::string& at) {
  const std::string what = at + ": no line of a run";
  const Json json = reports::reading(what, [&] { return reports::parse_json(line); });
  if (!json.contains("contestant")) return std::nullopt;
  return reports::reading(what, [&] {
    auto record = json.get<OtherRecord>();
    if (!std::ranges::is_sorted(record.depths, {}, &DepthReached::depth))
      throw InputError("its 'depths' are not in order");
    return record;
  });
}

/// The records in the lines of a journal. Throws InputError, whose message begins with `where`, if
/// a line is not a record of its run, or two lines have different records of one run.
StoredRecords records_in(const std::vector<reports::JournalContent::Line>& lines,
                         const std::vector<Run>& runs, const std::string& where) {
  std::map<std::string, const Run*> known;
  std::set<std::string> texts;
  for (const Run& run : runs) {
    known.emplace(run.id(), &run);
    texts.insert(run.start.text());
  }
  StoredRecords records;
  for (const auto& [number, line] : lines) {
    const std::string at = fmt::format("{}:{}", where, number);
    if (auto other = other_record_in(line, at)) {
      if (!texts.contains(other->text)) {
        ++records.strangers;
        continue;
      }
      std::string id = other->id();
      const auto earlier = records.others.find(id);
      if (earlier == records.others.end()) records.order_of_others.push_back(id);
      // It is asked again after a fault, and if its program is another one than then.
      else if (!earlier->second.fault.empty() || earlier->second.program != other->program)
        records.others.erase(earlier);
      keep_once(records.others, std::move(id), std::move(*other), at);
      continue;
    }
    RunRecord record = parse_record(line, at);
    const auto run = known.find(record.id);
    if (run == known.end()) {
      ++records.strangers;
      continue;
    }
    check_line(line, *run->second, record, at);
    keep_once(records.runs, run->first, std::move(record), at);
  }
  return records;
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

std::string note_on_another_program(std::string_view name, std::size_t number,
                                    std::string_view results) {
  return fmt::format("{}: its program has changed; stored {} that do not count: {}", name, results,
                     number);
}

std::string description(const Experiment& experiment) {
  Json json = experiment;
  auto& groups = json["groups"] = Json::array();
  for (const Group& group : experiment.groups) groups.push_back(json_of(group));
  return json.dump();
}

std::string first_incompatibility(const Experiment& earlier, const Experiment& now) {
  const auto changed = [](std::string_view what, std::string_view there, std::string_view here) {
    return fmt::format("{} is {} in the file and {} here", what, there, here);
  };
  Json here = now;
  // What none of its runs has used may be anything now.
  if (earlier.endgames.empty()) here["endgames"] = "";
  if (earlier.book.empty()) here["book"] = "";
  if (const auto found = reports::difference(earlier, here))
    return changed(found->field, text_of(found->first), text_of(found->second));
  for (const Group& group : earlier.groups) {
    const auto same = std::find_if(now.groups.begin(), now.groups.end(),
                                   [&](const Group& one) { return one.name == group.name; });
    if (same == now.groups.end())
      return fmt::format("the group '{}' is only in the file", group.name);
    if (std::string text = first_incompatibility(group, *same); !text.empty()) return text;
    if (const int there = common_table(group), table = common_table(*same); there != table)
      return changed(fmt::format("the table of all searches in the group '{}'", group.name),
                     fmt::format("{} MiB", there), fmt::format("{} MiB", table));
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
  kept_ = records_in(file_.lines(), runs, file_.path());
  file_.go_on(is_described && file_.is_made_here()
                  ? ""
                  : fmt::format(R"("experiment":{},"comparison":{})", description(experiment),
                                Json(comparison).dump()));
}

void RunStore::add(const OtherRecord& record) { file_.add(Json(record).dump()); }

StoredRuns read_runs(std::string_view text, const std::string& where,
                     const SearchableGames& games) {
  const auto content = reports::read_journal(text, runs_kind, where);
  if (content.header.empty()) throw InputError(where + ": its header is torn off");
  const std::string at = fmt::format("{}:{}", where, content.header_number);
  auto [experiment, comparison] = header_in(content.header, games, at);
  StoredRuns stored{std::move(experiment), std::move(comparison), content.made_by.back(),
                    content.cpus(), content.builds};
  stored.runs = runs_of(stored.experiment);
  const StoredRecords records = records_in(content.lines, stored.runs, where);
  stored.strangers = records.strangers;
  for (const Run& run : stored.runs) {
    const auto record = records.runs.find(run.id());
    stored.records.push_back(record == records.runs.end() ? std::nullopt
                                                          : std::optional(record->second));
  }
  for (const std::string& id : records.order_of_others)
    stored.others.push_back(records.others.at(id));
  return stored;
}

}  // namespace plylab::search::lab
