#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/base/encoding.h"
#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/epd/epd.h"
#include "gen/epd/forms.h"
#include "reports/cli/command_line.h"
#include "reports/cli/game_options.h"
#include "reports/cli/session.h"
#include "reports/formats/output.h"
#include "reports/tables/sources.h"
#include "suites/lint/lint.h"

namespace plylab::suites::lint {
namespace {

struct LintOptions {
  std::vector<std::string> suites;
  std::string fix;
  std::string endgames;
  std::string level = "note";
  Options how;
};

/// A suite as it was read, and its findings.
struct Linted {
  std::string path;
  std::string text;
  Result result = {};
};

/// A finding and the suite's file.
using Located = std::pair<std::string, Finding>;

Level find_level(const std::string& text) {
  for (const auto level : {Level::error, Level::warning, Level::note})
    if (name(level) == text) return level;
  refuse_name("--level", text, {"error", "warning", "note"});
}

void check_fix(const LintOptions& options, cli::Session& session) {
  if (options.fix.empty()) return;
  if (options.suites.size() != 1) throw InputError("--fix takes a single suite");
  std::error_code ignored;  // a file that does not exist yet is a different file
  if (std::filesystem::equivalent(locate(options.suites[0], ".epd"), options.fix, ignored))
    throw InputError(fmt::format("--fix '{}' is the suite itself: give a new file", options.fix));
  session.check_new_file("--fix", options.fix);
}

/// Writes the fixed suite, and says how many lines were corrected.
std::string write_fixed(const std::string& text, const std::string& path,
                        const std::atomic<bool>& stop) {
  const std::string fixed = fixed_text(text);
  reports::save_text(fixed, path, &stop);
  const std::size_t corrected = corrected_lines(text, fixed);
  if (corrected == 0) return fmt::format("written to {}: nothing to correct", path);
  return fmt::format("written to {}: corrections in {} line{}", path, corrected,
                     corrected == 1 ? "" : "s");
}

reports::TableOf<Located> findings_table() {
  return {
      "findings",
      "Findings",
      {{{"file"}, &Located::first},
       {{"line"}, [](const auto& one) { return one.second.line; }},
       {{"level", "", "error, warning or note"},
        [](const auto& one) { return name(one.second.level); }},
       {{"kind", "", "a stable name, see suites/lint/lint.h"},
        [](const auto& one) { return one.second.kind; }},
       {{"what"}, [](const auto& one) { return one.second.what; }},
       {{"fixable", "", "--fix corrects it"}, [](const auto& one) { return one.second.fixable; }}},
      {},
      reports::Readers::programs};  // people have the text above the tables
}

reports::TableOf<Linted> summary_table() {
  const auto count = [](Level level) {
    return [level](const Linted& one) { return one.result.count(level); };
  };
  return {"summary",
          "Summary",
          {{{"file"}, [](const auto& one) { return one.result.suite.path; }},
           {{"records", "", "records that can be read"},
            [](const auto& one) { return one.result.suite.records.size(); }},
           {{"unreadable", "", "lines that hold a record and cannot be read"},
            [](const auto& one) { return one.result.suite.unreadable.size(); }},
           {{"looked_at", "", "records that were read and fully checked"},
            [](const auto& one) { return one.result.looked_at; }},
           {{"errors"}, count(Level::error)},
           {{"warnings"}, count(Level::warning)},
           {{"notes"}, count(Level::note)}}};
}

/// A check for each finding, shown or not, which fails if the finding is worse than a note, and one
/// for each record without findings.
std::vector<reports::Check> checks_of(const std::vector<Linted>& all) {
  std::vector<reports::Check> checks;
  for (const Linted& one : all) {
    std::set<std::size_t> told;
    for (const Finding& finding : one.result.findings) {
      checks.push_back({.name = fmt::format("line {} {}", finding.line, finding.kind),
                        .file = one.path,
                        .line = finding.line,
                        .result = finding.level == Level::note ? reports::CheckResult::passed
                                                               : reports::CheckResult::failed,
                        .message = fmt::format("{}: {}", name(finding.level), finding.what)});
      told.insert(finding.line);
    }
    for (const epd::Record& record : one.result.suite.records)
      if (!told.contains(record.line))
        checks.push_back({.name = record.name, .file = one.path, .line = record.line});
  }
  return checks;
}

void run_lint(LintOptions options, cli::Session& session) {
  session.check_options();
  const Level level = find_level(options.level);
  check_fix(options, session);
  session.declare({findings_table(), summary_table(), reports::sources_table()});
  options.how.stop = &session.stop();

  std::optional<chess::EndgameTables> endgames;
  if (!options.endgames.empty()) options.how.endgames = &endgames.emplace(options.endgames);

  std::vector<Linted> all;  // reads all before the work, so that a missing file loses no work
  for (const std::string& suite : options.suites) {
    const std::string path = epd::find_suite_file(suite);
    all.push_back({path, read_file(path, in_lines)});
    if (!options.fix.empty() && epd::form_of(as_text(all.back().text)) != epd::Form::epd)
      throw InputError(fmt::format(
          "--fix '{}': only EPD can be rewritten, and this is another form (plylab help "
          "ci lists them)",
          suite));
  }
  std::vector<reports::Source> sources;
  std::vector<Located> shown;
  reports::Report report;
  for (auto& [path, text, result] : all) {
    result = lint::lint(text, path, options.how);
    sources.push_back(reports::source_of(result.suite));
    for (const Finding& finding : result.findings) {
      if (finding.level != Level::note) session.note_difference();  // even if it is not shown
      if (finding.level > level) continue;
      shown.emplace_back(path, finding);
      report.text.push_back(lint::to_string(path, finding));
    }
  }
  report.checks = checks_of(all);

  report.complete = !session.stop();
  report.tables = {findings_table().with(shown), summary_table().with(all),
                   reports::sources_table().with(sources)};
  if (!options.fix.empty() && session.stop())
    report.text.push_back(options.fix + " is not written: stopped early");
  else if (!options.fix.empty())
    session.attempt(
        [&] { report.text.push_back(write_fixed(all.front().text, options.fix, session.stop())); });
  session.publish(std::move(report), options.how.threads);
}

}  // namespace

void add_lint_command(cli::Command app, cli::Session& session) {
  const auto options = std::make_shared<LintOptions>();
  const cli::Command command = app.add_subcommand("lint", "Find errors in suites");
  command
      .add_option("SUITE FILE|NAME", options->suites,
                  "Files of positions (EPD, FEN, .perft, CSV, PGN), or names of shipped suites")
      .offers(shipped_names(".epd"))
      .required();
  command.add_option(
      "--fix FILE", options->fix,
      "Write the suite to this new file with plain line ends, exact SAN and quotes; its "
      "meaning stays the same");
  command
      .add_option("--level", options->level, "The lowest severity to show: error, warning or note")
      .show_default();
  command
      .add_option("--recount", options->how.recount,
                  "Recount D1, D2, … if the count one ply earlier is at most N; 0: never")
      .show_default();
  command
      .add_option("--nodes N", options->how.nodes,
                  "Most nodes to visit for proving a dm; 0: prove none")
      .show_default();
  command.add_option(
      "--endgames DIR", options->endgames,
      "Also check bm, am and dm against the endgame tables in this folder (see plylab "
      "endgame)");
  cli::add_jobs_option(command, options->how.threads, "Records to check in parallel");
  session.add_options(command, cli::Session::Contents::tables_and_checks);
  command.example("plylab lint bratko-kopec");
  command.example("plylab lint my.epd --fix better.epd --level warning");
  command.notes(
      "Exit status: 0 if there are no warnings or errors, 1 if there are, 2 for wrong usage");
  command.guides({"suites", "ci"});
  command.callback([options, &session] { run_lint(*options, session); });
}

}  // namespace plylab::suites::lint
