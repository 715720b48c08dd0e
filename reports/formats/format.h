// A report in one of the formats, written and read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reports/tables/table.h"
#include "reports/text/terminal.h"

namespace plylab::reports {

/// Text, Markdown and LaTeX are for people; JSON and CSV, defined in SCHEMA.md, are for programs;
/// an HTML page has the tables for both. JUnit's XML and GitHub's annotations have the checks of a
/// report, for CI services.
enum class Format : std::uint8_t { text, json, csv, markdown, latex, html, junit, github };

/// Whether the format has the checks in place of the tables.
constexpr bool has_checks(Format format) {
  return format == Format::junit || format == Format::github;
}

/// Who reads the format.
constexpr Readers readers_of(Format format) {
  if (format == Format::html) return Readers::all;
  return format == Format::json || format == Format::csv || has_checks(format) ? Readers::programs
                                                                               : Readers::people;
}

/// The format of this name. Throws InputError, which lists the names, for any other.
Format parse_format(std::string_view name);

/// The name of the format that the ending of a file's name stands for (.json, .csv, .md, .tex,
/// .html, .xml for junit); "text" for any other ending.
std::string_view format_of_file(std::string_view path);

/// The names of all formats, or of those that need no checks.
std::vector<std::string> format_names(bool with_checks = true);

/// The report in a format, ending with a line break. It wraps text that is wider than the screen,
/// and continues below a table whose columns do not fit; it cuts nothing. Throws std::logic_error
/// if a row does not match its table or two columns have the same name.
std::string render(const Report& report, Format format, const Screen& screen = {});

/// The version of the schema plylab-report (SCHEMA.md) that this program writes and reads.
inline constexpr int schema_version = 1;

/// Reads a report that --format json has written. The result equals the original, except for text
/// that was not UTF-8. Throws InputError, one line that begins with `where`, for anything else, and
/// says what the file is if it can tell.
Report read_report(std::string_view text, const std::string& where);

/// Whether the text is a report with provenance, in any format of render().
bool is_report(std::string_view text);

// The formats, one file each. render() has checked the report before.

/// Aligned columns for a terminal, with headings and provenance in colour if it supports that.
std::string render_text(const Report& report, const Screen& screen);
/// One JSON document, with each row of a table on its own line.
std::string render_json(const Report& report, const Screen& screen);
/// Lines "# …" with the provenance, if any, then RFC 4180 records, with a blank line between
/// tables.
std::string render_csv(const Report& report, const Screen& screen);
/// GitHub's pipe tables.
std::string render_markdown(const Report& report, const Screen& screen);

/// booktabs tables, as a complete document that can also be input into another.
std::string render_latex(const Report& report, const Screen& screen);
/// One page that needs no network: tables that can be sorted and filtered, their pictures, and
/// boards of positions.
std::string render_html(const Report& report, const Screen& screen);

/// A testsuite for each file with checks, with a testcase for each check.
std::string render_junit(const Report& report, const Screen& screen);
/// A line with the numbers of checks, then an annotation for each that has a message: an error for
/// a failed check, a warning for a skipped one, otherwise a notice.
std::string render_github(const Report& report, const Screen& screen);

/// Whether the text looks like exactly one report in text format with provenance.
bool is_text_report(std::string_view text);
bool is_json_report(std::string_view text);
bool is_csv_report(std::string_view text);
bool is_markdown_report(std::string_view text);
bool is_latex_report(std::string_view text);
bool is_html_report(std::string_view text);
bool is_junit_report(std::string_view text);
bool is_github_report(std::string_view text);

}  // namespace plylab::reports
