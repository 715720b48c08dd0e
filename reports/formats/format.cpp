#include "reports/formats/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>

#include "gen/base/names.h"
#include "gen/base/text.h"

namespace plylab::reports {
namespace {

struct Entry {
  Format format;
  std::string_view name;
  std::string_view ending;  // of the names of files
  std::string (*render)(const Report&, const Screen&);
  bool (*made)(std::string_view text);
};

/// A new format needs a new file and a line here.
constexpr std::array entries = {
    Entry{Format::text, "text", ".txt", render_text, is_text_report},
    Entry{Format::json, "json", ".json", render_json, is_json_report},
    Entry{Format::csv, "csv", ".csv", render_csv, is_csv_report},
    Entry{Format::markdown, "markdown", ".md", render_markdown, is_markdown_report},
    Entry{Format::latex, "latex", ".tex", render_latex, is_latex_report},
    Entry{Format::html, "html", ".html", render_html, is_html_report},
    Entry{Format::junit, "junit", ".xml", render_junit, is_junit_report},
    Entry{Format::github, "github", {}, render_github, is_github_report},
};

/// Checks a table: callers can fill the plain struct without Table::add().
void check(const Table& table) {
  std::set<std::string_view> names;
  for (const Column& column : table.columns)
    if (!names.insert(column.name).second)
      throw std::logic_error(
          fmt::format("table '{}' has two columns named '{}'", table.name, column.name));
  for (const auto& row : table.rows)
    if (row.size() != table.columns.size())
      throw std::logic_error(fmt::format("table '{}' has {} columns, but a row of {} cells",
                                         table.name, table.columns.size(), row.size()));
}

}  // namespace

Format parse_format(std::string_view name) { return find_entry(entries, name, "--format").format; }

std::string_view format_of_file(std::string_view path) {
  const std::string lower = lower_case(path);
  for (const Entry& entry : entries)
    if (!entry.ending.empty() && lower.ends_with(entry.ending)) return entry.name;
  return entries.front().name;
}

std::vector<std::string> format_names(bool with_checks) {
  std::vector<std::string> names;
  for (const Entry& entry : entries)
    if (with_checks || !has_checks(entry.format)) names.emplace_back(entry.name);
  return names;
}

std::string render(const Report& report, Format format, const Screen& screen) {
  for (const Table& table : report.tables) check(table);
  for (const Entry& entry : entries)
    if (entry.format == format) return entry.render(report, screen);
  throw std::logic_error("a format that is in no registry");
}

bool is_report(std::string_view text) {
  return std::any_of(entries.begin(), entries.end(),
                     [&](const Entry& entry) { return entry.made(text); });
}

}  // namespace plylab::reports
