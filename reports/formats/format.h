// A report in one of the formats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reports/tables/table.h"
#include "reports/text/terminal.h"

namespace plylab::reports {

/// Text, Markdown and LaTeX are for people; JSON and CSV, which SCHEMA.md defines, are for
/// programs; a page of HTML has what is for either. JUnit's XML and GitHub's annotations have the
/// checks of a report, for services that build and test.
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

/// The names of all formats, or of those that need no checks.
std::vector<std::string> format_names(bool with_checks = true);

/// The report as it should be written, ending in a line break. Text that is wider than the screen
/// is wrapped, and a table whose columns do not fit beside each other goes on below; nothing is
/// cut. Throws std::logic_error if a row does not fit its table or two columns have one name.
std::string render(const Report& report, Format format, const Screen& screen = {});

/// Whether the text is a report, in any of the formats, as render() makes them of what has a
/// provenance.
bool is_report(std::string_view text);

// The formats, one file each. They may rely on what render() has checked.

/// Aligned columns for a terminal, with headings and provenance set off by colours if it has them.
std::string render_text(const Report& report, const Screen& screen);
/// One JSON document, a row of a table on a line.
std::string render_json(const Report& report, const Screen& screen);
/// "# " lines with the provenance, if there is one, then RFC 4180 records, a blank line between
/// tables.
std::string render_csv(const Report& report, const Screen& screen);
/// GitHub's pipe tables.
std::string render_markdown(const Report& report, const Screen& screen);

/// Tables of booktabs, as a document of its own or to be put into another.
std::string render_latex(const Report& report, const Screen& screen);
/// One page that needs no network: tables that sort and filter, the pictures that they make, boards
/// where a row is a position.
std::string render_html(const Report& report, const Screen& screen);

/// A testsuite for each file that states what was checked, with a testcase for each check.
std::string render_junit(const Report& report, const Screen& screen);
/// A line with the numbers of checks, then an annotation for each that has a message: an error for
/// one that failed, a warning for one that was skipped, else a notice.
std::string render_github(const Report& report, const Screen& screen);

/// Whether the text looks like one report of the format with a provenance, and nothing besides.
bool is_text_report(std::string_view text);
bool is_json_report(std::string_view text);
bool is_csv_report(std::string_view text);
bool is_markdown_report(std::string_view text);
bool is_latex_report(std::string_view text);
bool is_html_report(std::string_view text);
bool is_junit_report(std::string_view text);
bool is_github_report(std::string_view text);

}  // namespace plylab::reports
