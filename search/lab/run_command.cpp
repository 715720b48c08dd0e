#include "search/lab/run_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reports/command_line.h"
#include "reports/game_options.h"
#include "reports/progress.h"
#include "reports/session.h"
#include "search/lab/execute_run.h"
#include "search/lab/journal.h"
#include "search/lab/overview.h"
#include "search/lab/runner.h"
#include "search/registry.h"

namespace plylab::search::lab {
namespace {

/// Refuses before the first run what some run could not do. Throws InputError.
void require_possible(const Run& run, const RunSettings& how, const std::atomic<bool>& stop) {
  const Job job = job_of(run, how.kernel, stop);
  require_search(job.algorithm, job.switches);
  require_memory(job.algorithm, job.switches, how.threads);
}

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
  std::map<std::string, std::vector<std::string>> positions;
  for (const Group& group : experiment.groups)
    for (const Start& start : group.starts) positions[start.game].push_back(start.text);
  std::vector<std::string> notes;
  for (const auto& [game, texts] : positions)
    for (std::string& note : reports::convention_notes(find_game(games, game).info, texts))
      notes.push_back(std::move(note));
  return notes;
}

}  // namespace

void SharedOptions::add_to(reports::Command command) {
  command.add_option("--compare", factor,
                     fmt::format("Factor to compare: {} (default: the file's, or the last of these "
                                 "that has several values)",
                                 fmt::join(factor_names, ", ")));
  command.add_option(
      "--baseline", baseline,
      "What the others are compared with, or all for all pairs (default: the first)");
  command
      .add_option("--measure", measures,
                  fmt::format("Costs to compare: {} (default: the file's, or nodes)",
                              fmt::join(measure_names(), ", ")))
      .delimiter(',');
  command.add_option("--runs FILE", runs,
                     "Keep every run in this file, as JSON lines, and go on where it stopped");
  command.add_option("-j,--jobs N", threads, "Runs at the same time").range(1, 1024).show_default();
}

bool SharedOptions::given() const {
  return threads > 1 || !factor.empty() || !baseline.empty() || !measures.empty() || !runs.empty();
}

void SharedOptions::overrule(ComparisonSpec& comparison, const Experiment& experiment) const {
  if (!factor.empty()) {
    comparison.factor = factor_of("--compare", factor);
    comparison.baseline.clear();
  }
  if (!baseline.empty()) comparison.baseline = baseline;
  if (!measures.empty()) comparison.measures = measures;
  check(comparison, experiment, "--");
}

void run_command(const Experiment& experiment, const ComparisonSpec& comparison,
                 const RunSettings& how, reports::Session& session) {
  const std::vector<Run> runs = runs_of(experiment);
  for (const Run& run : runs) require_possible(run, how, session.stop());
  std::optional<Journal> journal;
  if (!how.runs.empty()) session.check_output("--runs", how.runs);
  if (!how.runs.empty()) journal.emplace(how.runs, experiment, session.provenance(how.threads));
  reports::Progress progress(experiment.name, "runs");
  RunOptions options{.threads = how.threads, .stop = &session.stop()};
  if (journal) options.journal = &*journal;
  options.progress = [&](std::size_t done) {
    const auto count = static_cast<double>(done);
    progress.update(count / static_cast<double>(runs.size()), count);
  };
  RunRecords records;
  session.attempt([&] {
    run_all(
        runs,
        [&](const Run& run) { return execute_run(run, how.games, how.kernel, session.stop()); },
        options, records);
  });
  progress.finish();

  reports::Report report{.complete = !session.stop()};
  report.tables.push_back(overview(experiment, runs, records, comparison.factor));
  for (std::string& note : convention_notes(experiment, how.games))
    report.tables.front().notes.push_back(std::move(note));
  for (std::string& difference : value_differences(runs, records)) {
    report.tables.front().notes.push_back(std::move(difference));
    session.note_difference();
  }
  for (std::string& line : obstacles(runs, records))
    report.tables.front().notes.push_back(std::move(line));
  if (const std::string names = selective_switches_in(runs); !names.empty())
    report.tables.front().notes.push_back(
        fmt::format("{}: may change the value, which is not compared there", names));
  for (const std::string_view count : {"nodes", "leaves"})
    if (auto table = beside_minimal(experiment, runs, records, count); !table.rows.empty())
      report.tables.push_back(std::move(table));
  for (reports::Table& table : comparisons(experiment, runs, records, comparison))
    if (!table.rows.empty()) report.tables.push_back(std::move(table));
  for (reports::Table& table : report.tables) {
    const auto notes = table_notes(experiment);
    table.notes.insert(table.notes.begin(), notes.begin(), notes.end());
  }
  session.publish(std::move(report), how.threads);
}

}  // namespace plylab::search::lab
