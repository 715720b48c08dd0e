#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/epd/epd.h"
#include "reports/command_line/command_line.h"
#include "reports/formats/output.h"
#include "reports/session.h"
#include "reports/tables/sources.h"
#include "suites/lint/fix.h"
#include "suites/lint/run.h"

namespace plylab::suites::lint {
namespace {

struct LintOptions {
  std::vector<std::string> suites;
  std::string corrections;
  std::string fix;
  std::string level = "note";
  std::uint64_t recount = lint::Effort().recount;
  std::uint64_t nodes = lint::Effort::most_nodes;
  int threads = 1;
};

/// A suite that has been looked at.
struct Linted {
  std::string path;
  std::string text;
  lint::Result result;
};

lint::Level find_level(const std::string& text) {
  for (const auto level : {lint::Level::error, lint::Level::warning, lint::Level::note})
    if (name(level) == text) return level;
  refuse_name("--level", text, {"error", "warning", "note"});
}

/// The table of all findings, for programs; people read them line by line.
reports::Table findings_table() {
  return {"findings",
          "Findings",
          {{"file"},
           {"line"},
           {"level", "", "error, warning or note"},
           {"kind", "", "stable names, see suites/lint"},
           {"what"},
           {"fixable", "", "--fix puts it right"}},
          {},
          {},
          reports::Readers::programs};
}

reports::Table summary_of(const std::vector<Linted>& all) {
  reports::Table table{"summary",
                       "Summary",
                       {{"file"},
                        {"records"},
                        {"looked_at", "", "of the records, to the end", 0},
                        {"errors"},
                        {"warnings"},
                        {"notes"}},
                       {},
                       {}};
  for (const Linted& one : all)
    table.add({one.result.suite.path, one.result.suite.records.size(), one.result.looked_at,
               one.result.count(lint::Level::error), one.result.count(lint::Level::warning),
               one.result.count(lint::Level::note)});
  return table;
}

void check_fix(const LintOptions& options) {
  if (options.fix.empty()) return;
  if (options.suites.size() != 1) throw InputError("--fix: takes one suite");
  std::error_code ignored;  // a file that does not exist yet is no other file
  if (std::filesystem::equivalent(locate(options.suites[0], ".epd"), options.fix, ignored))
    throw InputError(
        fmt::format("--fix '{}': is the suite itself, which stays as it is", options.fix));
}

/// Writes the suite anew, and tells what has become of it.
std::string write_fixed(const std::string& text, const std::string& path) {
  const std::string fixed = lint::fixed_text(text);
  reports::save_text(fixed, path);
  const std::size_t corrected = lint::corrected_lines(text, fixed);
  if (corrected == 0) return fmt::format("written to {}: nothing to correct", path);
  return fmt::format("written to {}: corrections in {} line{}", path, corrected,
                     corrected == 1 ? "" : "s");
}

void run_lint(const LintOptions& options, reports::Session& session) {
  session.check_options();
  const lint::Level level = find_level(options.level);
  check_fix(options);
  if (!options.fix.empty()) session.check_new_file("--fix", options.fix);
  std::optional<epd::Suite> corrections;
  if (!options.corrections.empty()) corrections = epd::find_suite(options.corrections);

  lint::Options how;
  how.effort.recount = options.recount;
  how.effort.mates = options.nodes > 0
                         ? lint::judge_by_exhaustive_search(options.nodes, &session.stop())
                         : lint::MateJudge();
  how.threads = options.threads;
  how.stop = &session.stop();
  how.corrections = corrections ? &*corrections : nullptr;
  std::vector<Linted> all;
  for (const std::string& suite : options.suites) {  // before the work, that none is lost
    const std::string path = epd::find_suite_file(suite);
    all.push_back({path, read_file(path), {}});
  }
  std::vector<reports::Source> sources;
  for (auto& [path, text, result] : all) {
    result = lint::lint(text, path, how);
    sources.push_back(reports::source_of(result.suite));
  }
  if (corrections) sources.push_back(reports::source_of(*corrections, "corrections"));

  reports::Report report{.complete = !session.stop()};
  reports::Table findings = findings_table();
  for (const Linted& one : all) {
    const std::string& file = one.result.suite.path;
    for (const lint::Finding& finding : one.result.findings) {
      if (finding.level != lint::Level::note) session.note_difference();
      if (finding.level > level) continue;
      findings.add(
          {file, finding.line, name(finding.level), finding.kind, finding.what, finding.fixable});
      report.text.push_back(lint::to_string(file, finding));
    }
  }
  report.tables = {std::move(findings), summary_of(all), reports::sources_table(sources)};
  if (!options.fix.empty() && session.stop())
    report.text.push_back(options.fix + " is not written: stopped before the end");
  else if (!options.fix.empty())
    session.attempt([&] { report.text.push_back(write_fixed(all.front().text, options.fix)); });
  session.publish(std::move(report), options.threads);
}

}  // namespace

void add_lint_command(reports::Command app, reports::Session& session) {
  const auto options = std::make_shared<LintOptions>();
  const reports::Command command = app.add_subcommand("lint", "Find what is wrong with a suite");
  command.add_option("suites FILE|NAME", options->suites, "EPD files, or names of shipped suites")
      .offers(shipped_names(".epd"))
      .required();
  const reports::Option corrections =
      command.add_option("--corrections FILE", options->corrections,
                         "An EPD file whose operations replace the suite's, by id or position");
  command
      .add_option("--fix FILE", options->fix,
                  "A new file for the suite with plain text, exact SAN and quotes; nothing that "
                  "it says is changed")
      .excludes(corrections);
  command.add_option("--level", options->level, "The least to be shown: error, warning or note")
      .show_default();
  command
      .add_option("--recount", options->recount,
                  "Recount D1, D2, … where the depth before has at most so many paths; 0: never")
      .show_default();
  command
      .add_option("--nodes N", options->nodes,
                  "Most work on the proof of a mate that dm claims, in positions; 0: none")
      .show_default();
  command.add_option("-j,--jobs N", options->threads, "Records at once")
      .range(1, 1024)
      .show_default();
  session.add_options(command);
  command.example("plylab lint bratko-kopec");
  command.example("plylab lint my.epd --fix better.epd --level warning");
  command.notes("Exit status: 0 nothing worse than notes, 1 warnings or errors, 2 wrong use");
  command.callback([options, &session] { run_lint(*options, session); });
}

}  // namespace plylab::suites::lint
