#include "search/lab/experiment_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "reports/formats/journal_file.h"
#include "reports/game_options.h"
#include "reports/tables/display.h"
#include "reports/tables/starts_table.h"
#include "search/lab/by_depth.h"
#include "search/lab/claims.h"
#include "search/lab/overview.h"
#include "search/lab/stored_runs.h"

namespace plylab::search::lab {
namespace {

/// What was in the way of runs that did not reach their depth, in a line each.
std::vector<std::string> obstacles(const std::vector<Run>& runs, const RunRecords& records) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (records[i] && !records[i]->obstacle.empty())
      lines.push_back(fmt::format("{}, {}, {}: depth {} is incomplete: {}", runs[i].group,
                                  runs[i].start.name, runs[i][Factor::variant],
                                  records[i]->last().depth, records[i]->obstacle));
  return lines;
}

/// The conventions by which moves are told apart, each once.
std::vector<std::string> convention_notes(const Experiment& experiment,
                                          const std::vector<SearchableGame>& games) {
  std::map<std::string, std::vector<AnyStart>> positions;
  for (const Group& group : experiment.groups)
    for (const Start& start : group.starts)
      positions[start.game].push_back(find_game(games, start.game).info.parse(start.text));
  std::vector<std::string> notes;
  for (const auto& [game, texts] : positions)
    for (std::string& note : reports::convention_notes(find_game(games, game).info, texts))
      notes.push_back(std::move(note));
  return notes;
}

reports::Table starts_of(const Experiment& experiment) {
  std::vector<reports::NamedStart> starts;
  for (const Group& group : experiment.groups)
    for (const Start& start : group.starts) starts.push_back({start.game, start.name, start.text});
  return reports::starts_table(starts);
}

}  // namespace

void note_machines(const std::vector<std::string>& cpus, reports::Report& report) {
  const std::string note = reports::note_on_machines(cpus);
  if (note.empty()) return;
  for (reports::Table& table : report.tables)
    if (table.name == "seconds_compared" || reports::has_times(table)) table.notes.push_back(note);
}

reports::Report report_of(const Experiment& experiment, const std::vector<Run>& runs,
                          const RunRecords& records, const ComparisonSpec& comparison,
                          const std::vector<SearchableGame>& games) {
  reports::Report report;
  report.complete = std::all_of(records.begin(), records.end(),
                                [](const auto& record) { return record.has_value(); });
  report.tables.push_back(overview(experiment, runs, records, comparison.factor));
  std::vector<std::string>& notes = report.tables.front().notes;
  const auto tell = [&](std::vector<std::string> lines) {
    for (std::string& line : lines) notes.push_back(std::move(line));
  };
  tell(convention_notes(experiment, games));
  tell(value_differences(runs, records));
  tell(obstacles(runs, records));
  if (const std::string names = selective_switches_in(runs); !names.empty())
    tell({fmt::format("{}: may give each search another value, which is not compared there",
                      names)});
  report.tables.push_back(claims_table(experiment, runs, records, comparison));
  for (const std::string_view count : {"nodes", "leaves", "graph"})
    report.tables.push_back(beside_minimal(experiment, runs, records, count));
  report.tables.push_back(pivot_by_depth(experiment, runs, records, comparison.factor));
  for (reports::Table& table : comparisons(experiment, runs, records, comparison))
    report.tables.push_back(std::move(table));
  for (const auto& table : {by_depth(experiment, runs, records), runs_table(runs, records)}) {
    report.tables.push_back(table);
    report.tables.back().readers = reports::Readers::programs;
  }
  if (!report.tables.front().rows.empty()) report.tables.push_back(starts_of(experiment));
  std::erase_if(report.tables, [&](const reports::Table& table) {
    return table.name != report.tables.front().name && table.rows.empty();
  });
  const auto of_tables = table_notes(experiment);
  for (reports::Table& table : report.tables)
    table.notes.insert(table.notes.begin(), of_tables.begin(), of_tables.end());
  return report;
}

}  // namespace plylab::search::lab
