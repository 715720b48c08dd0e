#include <fmt/format.h>

#include <algorithm>

#include "gen/base/text.h"
#include "reports/formats/format.h"
#include "reports/tables/display.h"
#include "reports/text/utf8.h"

namespace plylab::reports {
namespace {

bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/// Escapes text so that Markdown shows it unchanged; $ begins a formula on GitHub. Underscores
/// within words, as in column names, need no escape.
std::string escaped(std::string_view text) {
  const std::string line = one_line(text);
  const auto is_in_word = [&](std::size_t at) {
    return at > 0 && at + 1 < line.size() && is_word(line[at - 1]) && is_word(line[at + 1]);
  };
  std::string result;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (std::string_view("\\|*`<[&~$").find(c) != std::string_view::npos ||
        (c == '_' && !is_in_word(i)))
      result += '\\';
    result += c;
  }
  return result;
}

/// The same for the start of a line, where it must not begin a heading, list or quotation.
std::string escaped_line(std::string_view text) {
  std::string result = escaped(trimmed(text));
  const std::size_t end = std::min(result.find_first_not_of("0123456789"), result.size());
  if (result.find_first_of(end > 0 ? ".)" : "#+->", end) == end) result.insert(end, 1, '\\');
  return result;
}

/// Text as a code block, with a fence longer than any run of backticks in it.
std::string code(std::string_view text) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  const char* space = longest > 0 ? " " : "";
  return fmt::format("{}{}{}{}{}", fence, space, text, space, fence);
}

void append_markdown(std::string& out, const Table& table) {
  out += "### " + escaped(heading(table)) + "\n\n|";
  for (const Column& column : table.columns) {
    out += ' ' + escaped(column.name);
    if (!column.unit.empty()) out += " (" + escaped(column.unit) + ')';
    out += " |";
  }
  out += "\n|";
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    out += is_numeric(table, i) ? " ---: |" : " --- |";
  out += '\n';
  for (const auto& row : table.rows) {
    out += '|';
    for (std::size_t i = 0; i < row.size(); ++i)
      out += ' ' + escaped(display(row[i], table.columns[i])) + " |";
    out += '\n';
  }
  if (!table.notes.empty()) out += '\n';
  for (const std::string& note : table.notes) out += "- " + escaped_line(note) + '\n';
}

}  // namespace

std::string render_markdown(const Report& report, const Screen&) {
  std::string out;
  if (!report.complete) out += "**Incomplete:** not all of the work was done.\n\n";
  if (!report.text.empty()) {
    out += "```\n";
    for (const std::string& line : report.text) out += one_line(line) + '\n';
    out += "```\n\n";
  }
  for (const Table& table : report.tables) {
    append_markdown(out, table);
    out += '\n';
  }
  const auto known = fields(report.provenance);
  if (known.empty()) {
    while (out.ends_with("\n\n")) out.pop_back();
    return out;
  }
  out += "### Provenance\n\n";
  for (const auto& [name, text] : known) {
    const bool verbatim = name == "command" || name == "flags" || name == "commit";
    out += fmt::format("- {}: {}\n", name, verbatim ? code(text) : escaped(text));
  }
  return out;
}

bool is_markdown_report(std::string_view text) {
  if (!text.starts_with("### ") && !text.starts_with("```\n") && !text.starts_with("**Inc"))
    return false;
  constexpr std::string_view heading = "\n### Provenance\n\n";
  const std::size_t at = text.find(heading);
  if (at == text.npos) return false;
  text.remove_prefix(at + heading.size());
  if (!text.starts_with("- version: ")) return false;
  while (!text.empty())
    if (!take_line(text).starts_with("- ")) return false;
  return true;
}

}  // namespace plylab::reports
