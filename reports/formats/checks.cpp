// The checks of a report: JUnit's XML, which CI services show as tests, and the annotations of
// GitHub's workflows.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/base/files.h"
#include "gen/base/text.h"
#include "reports/formats/format.h"
#include "reports/text/markup.h"
#include "reports/text/utf8.h"

namespace plylab::reports {
namespace {

/// The numbers of checks by result, and their time.
struct Sum {
  std::size_t number = 0, failed = 0, skipped = 0;
  double seconds = 0;

  void add(const Check& check) {
    ++number;
    failed += check.result == CheckResult::failed;
    skipped += check.result == CheckResult::skipped;
    seconds += check.seconds;
  }
};

Sum sum_of(const std::vector<const Check*>& checks) {
  Sum sum;
  for (const Check* check : checks) sum.add(*check);
  return sum;
}

std::string_view first_line(std::string_view text) { return take_line(text); }

// ---- JUnit

/// A text for an attribute of XML, in one line.
std::string attribute(std::string_view text) { return markup_text(one_line(text)); }

std::string content(std::string_view text) {
  std::string out = markup_text(take_line(text));
  while (!text.empty()) (out += '\n') += markup_text(take_line(text));
  return out;
}

std::string attributes(const Sum& sum) {
  return fmt::format(R"(tests="{}" failures="{}" errors="0" skipped="{}" time="{:.3f}")",
                     sum.number, sum.failed, sum.skipped, sum.seconds);
}

void append_case(std::string& out, const Check& check, const std::string& suite) {
  out += fmt::format(R"(    <testcase name="{}" classname="{}")", attribute(check.name), suite);
  if (!check.file.empty()) out += fmt::format(R"( file="{}")", attribute(check.file));
  if (check.line > 0) out += fmt::format(R"( line="{}")", check.line);
  out += fmt::format(R"( time="{:.3f}")", check.seconds);
  const std::string message = attribute(first_line(check.message));
  switch (check.result) {
    case CheckResult::passed:
      out += check.message.empty()
                 ? "/>\n"
                 : fmt::format(">\n      <system-out>{}</system-out>\n    </testcase>\n",
                               content(check.message));
      break;
    case CheckResult::failed:
      out += fmt::format(
          ">\n      <failure message=\"{}\" type=\"failed\">{}</failure>\n    </testcase>\n",
          message, content(check.message));
      break;
    case CheckResult::skipped:
      out += fmt::format(">\n      <skipped message=\"{}\"/>\n    </testcase>\n", message);
  }
}

/// The checks grouped by file (one group has those without a file), in the order of first
/// appearance.
std::vector<std::pair<std::string, std::vector<const Check*>>> by_file(
    const std::vector<Check>& checks) {
  std::vector<std::pair<std::string, std::vector<const Check*>>> files;
  for (const Check& check : checks) {
    // The checks of one file are mostly consecutive.
    auto file = std::find_if(files.rbegin(), files.rend(),
                             [&](const auto& one) { return one.first == check.file; });
    if (file != files.rend())
      file->second.push_back(&check);
    else
      files.push_back({check.file, {&check}});
  }
  return files;
}

void append_properties(std::string& out, const Report& report) {
  const std::array<std::pair<std::string_view, std::string>, 5> properties{
      {{"program", program_of(report.provenance)},
       {"command", report.provenance.command},
       {"cpu", report.provenance.cpu},
       {"system", report.provenance.system},
       {"complete", report.complete ? "yes" : "no"}}};
  out += "    <properties>\n";
  for (const auto& [name, value] : properties)
    out += fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, attribute(value));
  out += "    </properties>\n";
}

// ---- GitHub

/// Escapes text as the runner decodes it: github.com/actions/toolkit, packages/core/src/command.ts.
/// In a property, it also escapes the separators of properties.
std::string escaped(std::string_view text, bool is_property) {
  std::string out;
  for (const char c : valid_utf8(text)) {
    const bool is_special = c == '%' || c == '\r' || c == '\n';
    const bool is_mark = is_property && (c == ':' || c == ',');
    out += is_special || is_mark ? fmt::format("%{:02X}", static_cast<int>(c)) : std::string(1, c);
  }
  return out;
}

std::string_view command_for(const Check& check) {
  if (check.result == CheckResult::failed) return "error";
  return check.result == CheckResult::skipped ? "warning" : "notice";
}

constexpr std::string_view github_beginning = "plylab has checked ";

}  // namespace

std::string render_junit(const Report& report, const Screen&) {
  std::string suites;
  Sum all;
  for (const auto& [file, checks] : by_file(report.checks)) {
    const std::string name = file.empty() ? "plylab" : attribute(file);
    suites += fmt::format("  <testsuite name=\"{}\" {}", name, attributes(sum_of(checks)));
    if (std::string date = report.provenance.date; !date.empty()) {
      if (date.ends_with('Z')) date.pop_back();  // JUnit's times have no time zone
      suites += fmt::format(" timestamp=\"{}\"", attribute(date));
    }
    suites += ">\n";
    if (!report.provenance.version.empty()) append_properties(suites, report);
    for (const Check* check : checks) append_case(suites, *check, name);
    suites += "  </testsuite>\n";
    for (const Check* check : checks) all.add(*check);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"plylab\" {}>\n{}"
      "</testsuites>\n",
      attributes(all), suites);
}

bool is_junit_report(std::string_view text) {
  return take_line(text).starts_with("<?xml ") && text.starts_with("<testsuites name=\"plylab\" ");
}

std::string render_github(const Report& report, const Screen&) {
  Sum sum;
  std::string annotations;
  std::map<std::string, std::size_t> skipped;  // number by reason
  for (const Check& check : report.checks)
    if (check.result == CheckResult::skipped) ++skipped[check.message];
  for (const Check& check : report.checks) {
    sum.add(check);
    if (check.message.empty()) continue;
    std::string title = one_line(check.name);
    if (check.result == CheckResult::skipped) {  // one annotation a reason
      const std::size_t number = std::exchange(skipped[check.message], 0);
      if (number == 0) continue;
      if (number > 1) title += fmt::format(" and {} more", number - 1);
    }
    annotations += fmt::format("::{} ", command_for(check));
    // A shipped suite is not in the user's repository, so an annotation cannot refer to it.
    if (!check.file.empty() && !check.file.starts_with(data_directory())) {
      annotations += fmt::format("file={},", escaped(check.file, true));
      if (check.line > 0) annotations += fmt::format("line={},", check.line);
    }
    annotations +=
        fmt::format("title={}::{}\n", escaped(title, true), escaped(check.message, false));
  }
  return fmt::format("{}{}: {} failed, {} skipped{}\n{}", github_beginning, sum.number, sum.failed,
                     sum.skipped, report.complete ? "" : ", incomplete", annotations);
}

bool is_github_report(std::string_view text) { return text.starts_with(github_beginning); }

}  // namespace plylab::reports
