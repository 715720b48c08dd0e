#include "search/lab/stored_runs.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "reports/formats/read_report.h"
#include "reports/formats/stored_json.h"
#include "reports/tables/columns.h"
#include "search/lab/description.h"
#include "search/lab/journal.h"
#include "search/lab/record_reader.h"
#include "search/run/table_size.h"

namespace plylab::search::lab {
namespace {

using reports::Json;

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

/// All that the header says.
StoredRuns header_in(const Json& json, const std::string& where) {
  StoredRuns stored;
  stored.experiment = parse_description(json.at("experiment").dump(), where);
  const Json& compared = json.at("comparison");
  stored.comparison.factor = factor_of(where, compared.at("factor").get<std::string>());
  stored.comparison.baseline = compared.at("baseline");
  stored.comparison.measures = compared.at("measures").get<std::vector<std::string>>();
  if (const auto claims = compared.find("claims"); claims != compared.end())
    for (const Json& claim : *claims) stored.comparison.claims.push_back(claim_in(claim, where));
  stored.provenance = reports::provenance_in(json.at("provenance"));
  return stored;
}

/// The header in a line. The last one of a file counts: an experiment that has been extended has
/// more than one.
StoredRuns header_of(std::string_view line, const std::string& where, const std::string& at) {
  try {
    const Json json = reports::parse_json(line);
    reports::refuse_other_version(runs_kind.schema, runs_kind.version,
                                  json.at("schema_version").dump(), where);
    return header_in(json, at);
  } catch (const Json::exception& error) {
    throw InputError(
        fmt::format("{}: no header of runs of plylab: {}", at, reports::what_is_wrong(error)));
  }
}

/// The counts that a run of a search has, in the table's order.
constexpr std::array<std::string_view, 4> shown_counts = {"nodes", "leaves", "quiescence",
                                                          "researches"};

/// All that the run was given, whether by its own switches or since others of its group need it.
std::string switches_of(const Run& run) {
  const std::string& own = run[Factor::switches];
  return to_string(with_table(parse_switches(name_of(Factor::switches), own), run.table));
}

}  // namespace

bool holds_runs(std::string_view text) {
  const auto json = reports::parse_json_or_discard(take_line(text));
  return json.is_object() && json.contains("schema") && json["schema"] == runs_kind.schema;
}

StoredRuns read_runs(std::string_view text, const std::string& where) {
  StoredRuns stored;
  std::vector<std::pair<std::string, std::string_view>> lines;  // of runs, after their places
  for (std::size_t number = 1; text.find('\n') != text.npos; ++number) {
    const std::string_view line = take_line(text);
    std::string at = fmt::format("{}:{}", where, number);
    if (number == 1 || reports::is_header(line)) {
      auto cpus = std::move(stored.cpus);
      stored = header_of(line, where, at);
      cpus.push_back(stored.provenance.cpu);
      stored.cpus = std::move(cpus);
    } else {
      lines.emplace_back(std::move(at), line);
    }
  }
  stored.runs = runs_of(stored.experiment);
  if (stored.runs.empty()) throw InputError(where + ": its header is torn off");
  RecordReader reader(stored.runs);
  for (const auto& [at, line] : lines) reader.read(line, at);
  for (const Run& run : stored.runs) {
    const auto record = reader.records().find(run.id());
    stored.records.push_back(record == reader.records().end() ? std::nullopt
                                                              : std::optional(record->second));
  }
  return stored;
}

reports::Table runs_table(const std::vector<Run>& runs, const RunRecords& records) {
  using reports::Cell;
  reports::Table table{
      "runs",
      "The runs: counts of all iterations",
      {{"start", "", "the position's name", 0},
       {"group", "", "of the experiment", 0},
       {"depth", "", "plies that were asked for", 0},
       {"switches", "", "as --with has them, with the table that all of a group got", 0},
       {"evaluation", "", "", 0},
       {"ordering", "", "", 0},
       {"generator", "", "", 0},
       {"variant", "", "what searched", 0},
       {"complete", "", "the depth was reached, and no limit", 0},
       reports::columns::value,
       {"last_nodes", "", "nodes of the last iteration", 0}},
      {},
      {}};
  for (const std::string_view count : shown_counts) table.columns.emplace_back(count, "", "", 0);
  table.columns.push_back(reports::columns::wall_time);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!records[i]) continue;
    const RunRecord& record = *records[i];
    const Run& run = runs[i];
    std::vector<Cell> row{run.start.name, run.group, run.depth()};
    for (std::size_t f = 1; f < factor_names.size(); ++f)
      row.emplace_back(static_cast<Factor>(f) == Factor::switches ? switches_of(run)
                                                                  : run.levels[f]);
    row.insert(row.end(), {record.complete, record.last().value, record.last().count("nodes")});
    for (const std::string_view count : shown_counts) row.emplace_back(record.total(count));
    row.emplace_back(record.seconds());
    table.add(std::move(row));
  }
  return table;
}

}  // namespace plylab::search::lab
