#include "search/lab/command.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "reports/progress.h"
#include "reports/session.h"
#include "search/lab/comparison.h"
#include "search/lab/experiment_file.h"
#include "search/lab/laboratory.h"
#include "search/lab/overview.h"
#include "search/lab/perform.h"

namespace plylab::search::lab {
namespace {

/// What the command line says beside the file, which it overrules.
struct Options {
  std::string file;
  std::string factor, baseline, runs;
  std::vector<std::string> measures;
  int threads = 1;
};

void overrule(ExperimentFile& file, const Options& options) {
  if (!options.factor.empty()) file.question.factor = factor_of("--compare", options.factor);
  if (!options.factor.empty() || !options.baseline.empty())
    file.question.baseline = options.baseline;
  if (!options.measures.empty()) file.question.measures = options.measures;
  if (!options.runs.empty()) file.runs = options.runs;
  check(file.question, file.experiment, "--");
}

void run_experiment(const Options& options, reports::Session& session) {
  session.check_options();
  ExperimentFile file = load_experiment(options.file);
  overrule(file, options);
  const std::vector<Run> runs = runs_of(file.experiment);

  std::optional<Journal> journal;
  if (!file.runs.empty())
    journal.emplace(file.runs, file.experiment, session.provenance(options.threads));
  reports::Progress progress(file.experiment.name, "runs");
  const Records records =
      run_all(runs, [&](const Run& run) { return perform(run, session.stop()); },
              {.threads = options.threads,
               .journal = journal ? &*journal : nullptr,
               .stop = &session.stop(),
               .progress = [&](std::size_t done) {
                 const auto share = static_cast<double>(done);
                 progress.update(share / static_cast<double>(runs.size()), share);
               }});
  progress.finish();

  reports::Report report{.complete = !session.stop()};
  report.tables.push_back(overview(file.experiment, runs, records, file.question.factor));
  for (std::string& difference : value_differences(runs, records)) {
    report.tables.front().notes.push_back(std::move(difference));
    session.note_difference();
  }
  for (const std::string_view count : {"nodes", "leaves"})
    if (auto table = beside_minimal(file.experiment, runs, records, count); !table.rows.empty())
      report.tables.push_back(std::move(table));
  for (reports::Table& table : comparisons(file.experiment, runs, records, file.question))
    report.tables.push_back(std::move(table));
  session.publish(std::move(report), options.threads);
}

}  // namespace

void add_experiment_command(CLI::App& app, reports::Session& session) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "experiment", "Run the experiment that a TOML file describes, and compare what it cost");
  command->add_option("file", options->file, "The file, or the name of a shipped one")->required();
  command->add_option("--runs", options->runs,
                      "Keep every run here, as JSON lines; goes on where it stopped");
  command->add_option(
      "--compare", options->factor,
      "Factor to compare: depth, switches, evaluation, ordering, generator, variant");
  command->add_option(
      "--baseline", options->baseline,
      "What the others are compared with, or all for all pairs (default: the first)");
  command->add_option("--measure", options->measures, "nodes, leaves, visited, seconds")
      ->delimiter(',');
  command->add_option("--jobs", options->threads, "Runs at the same time")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  session.add_options(*command);
  command->footer("Example: plylab experiment classical --runs classical.jsonl --jobs 2");
  command->callback([options, &session] { run_experiment(*options, session); });
}

}  // namespace plylab::search::lab
