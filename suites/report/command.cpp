#include <memory>
#include <string>
#include <utility>

#include "gen/base/input_error.h"
#include "reports/command_line/command_line.h"
#include "reports/session.h"
#include "search/lab/comparison.h"
#include "search/lab/tables.h"
#include "search/run/searchable_game.h"
#include "suites/report/stored_report.h"

namespace plylab::suites::report {
namespace {

struct ReportOptions {
  std::string file;
  search::lab::ComparisonOptions comparison;
};

/// The report of runs, the same as the experiment's; also notes contradictory values.
reports::Report report_of_runs(search::lab::StoredRuns stored, const ReportOptions& options,
                               reports::Session& session) {
  if (!search::lab::value_differences(stored.runs, stored.records).empty())
    session.note_difference();
  options.comparison.overrule(stored.comparison, stored.experiment);
  reports::Report report =
      search::lab::report_of(stored.experiment, stored.runs, stored.records, stored.comparison);
  search::lab::note_store(stored.cpus, stored.strangers, report);
  report.provenance = std::move(stored.provenance);
  return report;
}

void run_report(const ReportOptions& options, const search::SearchableGames& games,
                reports::Session& session) {
  session.check_options();
  if (options.file != "-") session.check_output("FILE", options.file);
  StoredFile stored = read_stored(options.file, games);
  if (options.comparison.given() && !stored.runs)
    throw InputError("--compare, --baseline, --measure: only for runs, and FILE has none");
  reports::Report report = stored.runs ? report_of_runs(std::move(*stored.runs), options, session)
                                       : std::move(*stored.report);
  session.require_tables(report);
  session.publish(std::move(report), 1);
}

}  // namespace

void add_report_command(reports::Command app, reports::Session& session,
                        const search::SearchableGames& games) {
  const auto options = std::make_shared<ReportOptions>();
  const reports::Command report =
      app.add_subcommand("report", "Show a stored report or stored runs, in any format");
  report
      .add_option(
          "FILE", options->file,
          "A JSON report (--format json), or a --runs file of search or experiment; - reads "
          "standard input")
      .required();
  options->comparison.add_to(report.group("Runs"));
  session.add_options(report);
  session.add_figure_option(report);
  session.add_paper_option(report);
  report.example("plylab report solved.json");
  report.example("plylab report classical.jsonl --baseline mtdf --format latex -o classical.tex");
  report.example("plylab report classical.jsonl --table runs --format csv --out runs.csv");
  report.example("plylab report classical.jsonl --figure growth.svg --figure profile=profile.svg");
  report.notes("Exit status: 1 if runs that must agree on the value do not, as with experiment");
  report.guides({"reports", "schema"});
  report.callback([options, &games, &session] { run_report(*options, games, session); });
}

}  // namespace plylab::suites::report
