#include "search/lab/run_command.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reports/command_line/command_line.h"
#include "reports/progress.h"
#include "reports/session.h"
#include "search/lab/execute_run.h"
#include "search/lab/experiment_report.h"
#include "search/lab/journal.h"
#include "search/lab/runner.h"
#include "search/run/registry.h"

namespace plylab::search::lab {
namespace {

/// Refuses before the first run what some run could not do. Throws InputError.
void require_possible(const Run& run, const RunSettings& how, const std::atomic<bool>& stop) {
  const Job job = job_of(run, how.kernel, stop);
  require_search(job.algorithm, job.switches);
  require_memory(job.algorithm, job.switches, how.threads);
}

}  // namespace

void SharedOptions::add_to(reports::Command command) {
  ComparisonOptions::add_to(command);
  command.add_option("--runs FILE", runs,
                     "Keep every run in this file, as JSON lines, and go on where it stopped");
  command.add_option("-j,--jobs N", threads, "Runs at the same time").range(1, 1024).show_default();
}

bool SharedOptions::given() const {
  return threads > 1 || !runs.empty() || ComparisonOptions::given();
}

void run_command(const Experiment& experiment, const ComparisonSpec& comparison,
                 const RunSettings& how, reports::Session& session) {
  const std::vector<Run> runs = runs_of(experiment);
  for (const Run& run : runs) require_possible(run, how, session.stop());
  std::optional<Journal> journal;
  if (!how.runs.empty()) session.check_output("--runs", how.runs);
  if (!how.runs.empty())
    journal.emplace(how.runs, experiment, session.provenance(how.threads), comparison);
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

  if (!value_differences(runs, records).empty()) session.note_difference();
  reports::Report report = report_of(experiment, runs, records, comparison, how.games);
  if (journal) note_machines(journal->cpus(), report);
  report.complete = !session.stop();
  session.publish(std::move(report), how.threads);
}

}  // namespace plylab::search::lab
