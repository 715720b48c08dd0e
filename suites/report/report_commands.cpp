// plylab report and plylab compare: stored reports and runs.
#include <fmt/format.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "reports/cli/command_line.h"
#include "reports/cli/session.h"
#include "reports/formats/format.h"
#include "reports/formats/stored_json.h"
#include "search/lab/comparison.h"
#include "search/lab/position_tables.h"
#include "search/lab/run_store.h"
#include "search/lab/tables.h"
#include "search/run/searchable_game.h"
#include "suites/report/comparison.h"
#include "suites/report/gate.h"

namespace plylab::suites::report {
namespace {

/// A file: either a report, or runs without a report yet.
struct StoredFile {
  std::string path;
  std::optional<reports::Report> report = {};
  std::optional<search::lab::StoredRuns> runs = {};
};

/// Reads the file, or standard input for "-". Throws InputError, one line with the path and the
/// reason, if it cannot be read, is neither a report nor runs, or has runs of a game that is not in
/// the list.
StoredFile read_stored(const std::string& path, const search::SearchableGames& games) {
  const std::string text = path == "-" ? read_standard_input() : read_file(path);
  const std::string where = path == "-" ? "standard input" : path;
  reports::refuse_deep_nesting(text, where);
  StoredFile stored{.path = path};
  if (reports::holds_journal(text, search::lab::runs_kind))
    stored.runs = search::lab::read_runs(text, where, games);
  else
    stored.report = reports::read_report(text, where);
  return stored;
}

// ---- report ----

struct ReportOptions {
  std::string file;
  search::lab::ComparisonOptions comparison;
};

/// Adds the tables in which others' searches stand beside the runs, if the file has any.
void add_side_by_side(const search::lab::StoredRuns& stored, reports::Report& report) {
  if (stored.others.empty()) return;
  int depth = 0;
  for (const search::lab::Run& run : stored.runs)
    if (run.game->is_chess) depth = std::max(depth, run.depth());
  const auto others = search::lab::searches_in(stored.others, stored.experiment, depth);
  report.complete &= others.complete();
  for (reports::Table& table :
       search::lab::side_by_side_tables(stored.experiment, stored.runs, stored.records, others))
    report.tables.push_back(std::move(table));
}

/// The report of runs: the experiment's, with all engines that the file has; also notes
/// contradictory values. `on_request` gets the names of the tables that it may have besides.
reports::Report report_of_runs(search::lab::StoredRuns stored, const ReportOptions& options,
                               cli::Session& session, std::vector<std::string>& on_request) {
  options.comparison.overrule(stored.comparison, stored.experiment);
  reports::Report report =
      search::lab::report_of(stored.experiment, stored.runs, stored.records, stored.comparison);
  if (!search::lab::contradictions(stored.runs, stored.records).empty()) session.note_difference();
  add_side_by_side(stored, report);
  for (const reports::PlannedTable& table :
       search::lab::tables_on_request(stored.runs, stored.records, stored.comparison)) {
    on_request.push_back(table.schema.name);
    if (session.asks_for(table.schema.name)) report.tables.push_back(table.filled());
  }
  search::lab::note_store(stored.cpus, stored.builds, stored.strangers, report);
  report.provenance = std::move(stored.provenance);
  return report;
}

void run_report(const ReportOptions& options, const search::SearchableGames& games,
                cli::Session& session) {
  session.check_options();
  if (options.file != "-") session.check_output("FILE", options.file);
  StoredFile stored = read_stored(options.file, games);
  if (options.comparison.given() && !stored.runs)
    throw InputError("--compare, --baseline, --measure: only for runs, and FILE has none");
  std::vector<std::string> on_request;
  reports::Report report =
      stored.runs ? report_of_runs(std::move(*stored.runs), options, session, on_request)
                  : std::move(*stored.report);
  session.require_in(report, on_request);
  session.print_unless_drawn();
  session.publish(std::move(report), 1);
}

// ---- compare ----

struct CompareOptions {
  std::string a, b;
  std::vector<std::string> gates, ignored;
  bool detail = false;
};

/// The report to compare: for an experiment that of its single runs, not of its summary tables. The
/// report of a search contains all of its runs.
reports::Report comparable(StoredFile stored) {
  if (stored.report) return std::move(*stored.report);
  const auto& [experiment, comparison, provenance, cpus, builds, runs, records, others, strangers] =
      *stored.runs;
  reports::Report report;
  if (comparison.by_position)
    report = search::lab::report_of(experiment, runs, records, comparison);
  else
    report.tables.push_back(search::lab::runs_table(runs, records));
  add_side_by_side(*stored.runs, report);
  search::lab::note_store(cpus, builds, strangers, report);
  report.provenance = std::move(stored.runs->provenance);
  for (const auto& record : stored.runs->records) report.complete &= record.has_value();
  return report;
}

/// "A: a.json, plylab 0.2.0 (1c2d3e4), 2025-01-02T03:04:05Z: plylab search --depth 4".
std::string origin(const char* name, const std::string& path, const reports::Report& report) {
  return fmt::format("{}: {}, {}, {}{}: {}", name, path, program_of(report.provenance),
                     report.provenance.date, report.complete ? "" : ", incomplete",
                     report.provenance.command);
}

/// Keeps only the first of many differences, unless all are asked for.
void shorten(reports::Table& differences, bool all) {
  constexpr std::size_t max_shown = 20;
  if (all || differences.rows.size() <= max_shown) return;
  differences.notes.push_back(
      fmt::format("and {} more (--detail)", differences.rows.size() - max_shown));
  differences.rows.resize(max_shown);
}

/// Removes columns, so that rows that differ only in these are compared. Throws InputError for a
/// name that neither report has.
void ignore(const std::vector<std::string>& names, reports::Report& a, reports::Report& b) {
  std::set<std::string> known;
  for (const reports::Report* report : {&a, &b})
    for (const reports::Table& table : report->tables)
      for (const reports::Column& column : table.columns) known.insert(column.name);
  const std::vector<std::string> all(known.begin(), known.end());
  for (const std::string& name : names) {
    find_entry(all, name, "--ignore");
    for (reports::Report* report : {&a, &b})
      for (reports::Table& table : report->tables)
        for (std::size_t i = table.columns.size(); i-- > 0;) {
          if (table.columns[i].name != name) continue;
          table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(i));
          for (auto& row : table.rows) row.erase(row.begin() + static_cast<std::ptrdiff_t>(i));
        }
  }
}

void run_compare(const CompareOptions& options, const search::SearchableGames& games,
                 cli::Session& session) {
  session.check_options();
  if (options.a != "-") session.check_output("A", options.a);
  if (options.b != "-" && options.b != options.a) session.check_output("B", options.b);
  std::vector<Gate> gates;
  for (const std::string& text : options.gates) gates.push_back(parse_gate(text));
  reports::Report a = comparable(read_stored(options.a, games));
  reports::Report b = comparable(read_stored(options.b, games));
  ignore(options.ignored, a, b);
  std::vector<std::string> alone;
  const auto tables = match(a, b, alone);
  if (const std::string why = why_incomparable(a, b, tables); !why.empty())
    throw InputError(fmt::format("A and B have nothing in common: {}", why));
  Equality equality = equality_of(tables);
  equality.summary.notes.push_back(origin("A", options.a, a));
  equality.summary.notes.push_back(origin("B", options.b, b));
  for (const std::string& what : alone) equality.summary.notes.push_back(what);
  shorten(equality.differences, options.detail);
  std::string apart;
  for (const MatchedTables& both : tables)
    if (apart.empty()) apart = both.why_apart();
  const Gated gated{.ratios = cost_ratios(tables),
                    .solved = solved_by_both(tables),
                    .coverage = coverage_of(tables),
                    .complete = b.complete,
                    .apart = apart};
  reports::Table ratios = ratios_table(gated.ratios);
  auto& notes = ratios.rows.empty() ? equality.summary.notes : ratios.notes;
  for (std::string& note : notes_on_depths(tables)) notes.push_back(std::move(note));
  reports::Report report;
  if (equality.holds && alone.empty())
    report.text.push_back(
        equality.cells == 0
            ? std::string("nothing was compared: all tables depend on times")
            : fmt::format("equal: all {} results that must be equal are{}", equality.cells,
                          a.complete && b.complete ? "" : " (a report is incomplete)"));
  if (gates.empty()) {
    report.checks = std::move(equality.checks);
    for (const std::string& what : alone)
      report.checks.push_back(
          {.name = "in both reports", .result = reports::CheckResult::failed, .message = what});
  } else {
    report.tables.push_back(gates_table(gates, gated, report.checks));
  }
  for (reports::Table& table :
       std::vector{std::move(equality.summary), std::move(equality.differences),
                   solved_table(gated.solved), changes_table(gated.solved), std::move(ratios)})
    if (!table.rows.empty() || table.name == "equality") report.tables.push_back(std::move(table));
  session.require_in(report);
  session.publish(std::move(report), 1);
}

}  // namespace

void add_report_command(cli::Command app, cli::Session& session,
                        const search::SearchableGames& games) {
  const auto options = std::make_shared<ReportOptions>();
  const cli::Command report =
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
  report.example("plylab report classical.jsonl --baseline mtdf -o classical.tex");
  report.example("plylab report classical.jsonl --table runs --out runs.csv");
  report.example("plylab report classical.jsonl --figure growth.svg --figure profile=profile.svg");
  report.notes(
      "Exit status: 1 if runs that must agree on the value or the nodes do not, as with "
      "experiment");
  report.guides({"reports", "schema"});
  report.callback([options, &games, &session] { run_report(*options, games, session); });
}

void add_compare_command(cli::Command app, cli::Session& session,
                         const search::SearchableGames& games) {
  const auto options = std::make_shared<CompareOptions>();
  const cli::Command compare =
      app.add_subcommand("compare", "Compare two stored reports or files of runs");
  compare
      .add_option("A FILE", options->a,
                  "The baseline: a JSON report, or a --runs file of search or experiment")
      .required();
  compare.add_option("B FILE", options->b, "The report or --runs file to compare with A")
      .required();
  compare.add_option(
      "--fail-if GATE", options->gates,
      "Exit with 1 if this condition holds in any group, or if B lacks positions of A: "
      "MEASURE < > <= or >= [FACTOR] baseline [above COST] [in GROUP]. 'above' leaves out "
      "rows that cost no more than COST in both; 'in' selects the groups whose name "
      "contains GROUP. May be repeated (default: exit with 1 if results differ that must "
      "be equal)");
  compare
      .add_option("--ignore COLUMN", options->ignored,
                  "Leave this column out of the comparison, such as generator; may be repeated")
      .delimiter(',');
  compare.add_flag("--detail", options->detail, "Show all differences, not just the first 20");
  session.add_options(compare, cli::Session::Contents::tables_and_checks);
  session.add_figure_option(compare, {search::lab::ratio_picture});
  compare.example("plylab compare mine.json theirs.json");
  compare.example("plylab compare before.jsonl after.jsonl --fail-if \"nodes > 1.02 baseline\"");
  compare.example("plylab compare main.json branch.json --fail-if \"solved < baseline\"");
  compare.example(
      "plylab compare main.json branch.json \\\n  --fail-if \"seconds > 1.5 baseline above 0.1 in "
      "pvs-soft\"");
  compare.example("plylab compare mailbox.jsonl x88.jsonl --ignore generator");
  compare.notes(
      "Exit status: 0 if all results that must be equal are, 1 if not, 2 for wrong usage");
  compare.guides({"reports", "schema", "ci"});
  compare.callback([options, &games, &session] { run_compare(*options, games, session); });
}

}  // namespace plylab::suites::report
