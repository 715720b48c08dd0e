#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "reports/command_line/command_line.h"
#include "reports/session.h"
#include "reports/tables/merge.h"
#include "search/lab/comparison.h"
#include "search/lab/tables.h"
#include "search/run/searchable_game.h"
#include "suites/report/stored_report.h"

namespace plylab::suites::report {
namespace {

struct ReportOptions {
  std::vector<std::string> files;
  search::lab::ComparisonOptions comparison;
};

/// The report of runs, as the experiment has made it; also whether their values contradict each
/// other is noted as there.
reports::Report report_of_runs(search::lab::StoredRuns stored, const ReportOptions& options,
                               reports::Session& session) {
  if (!search::lab::value_differences(stored.runs, stored.records).empty())
    session.note_difference();
  options.comparison.overrule(stored.comparison, stored.experiment);
  reports::Report report =
      search::lab::report_of(stored.experiment, stored.runs, stored.records, stored.comparison);
  search::lab::note_machines(stored.cpus, report);
  report.provenance = std::move(stored.provenance);
  return report;
}

void run_report(const ReportOptions& options, const search::SearchableGames& games,
                reports::Session& session) {
  session.check_options();
  for (auto file = options.files.begin(); file != options.files.end(); ++file) {
    if (std::find(options.files.begin(), file, *file) != file)
      throw InputError(fmt::format("'{}' is given twice", *file));
    if (*file != "-") session.check_output("FILE", *file);
  }
  const auto names = short_names(options.files);
  std::vector<reports::NamedReport> reports;
  bool any_runs = false;
  for (std::size_t i = 0; i < names.size(); ++i) {
    StoredFile stored = read_stored(options.files[i], games);
    any_runs |= stored.runs.has_value();
    reports.push_back({names[i], stored.runs
                                     ? report_of_runs(std::move(*stored.runs), options, session)
                                     : std::move(*stored.report)});
  }
  if (options.comparison.given() && !any_runs)
    throw InputError("--compare, --baseline, --measure: only for runs, and no FILE has any");
  reports::Report report = reports::merge(std::move(reports));
  session.require_tables(report);
  session.publish(std::move(report), 1);
}

}  // namespace

void add_report_command(reports::Command app, reports::Session& session,
                        const search::SearchableGames& games) {
  const auto options = std::make_shared<ReportOptions>();
  const reports::Command report = app.add_subcommand(
      "report", "Show stored reports and runs again, in any format, several as one");
  report
      .add_option("FILE", options->files,
                  "A report in JSON (--format json), or a file of --runs of search, "
                  "experiment or solve; - is standard input")
      .required();
  options->comparison.add_to(report.group("Runs"));
  session.add_options(report);
  session.add_figure_option(report);
  session.add_paper_option(report);
  report.example("plylab report solved.json");
  report.example("plylab report classical.jsonl --baseline mtdf --format latex -o classical.tex");
  report.example("plylab report classical.jsonl --table runs --format csv --out runs.csv");
  report.example("plylab report classical.jsonl --figure growth.pdf --figure profile=profile.svg");
  report.example("plylab report monday.json tuesday.json --format markdown");
  report.notes(
      "The exit status is 1 if runs that must have the same value do not, as that of experiment.");
  report.guides({"reports", "schema"});
  report.callback([options, &games, &session] { run_report(*options, games, session); });
}

}  // namespace plylab::suites::report
