#include <fmt/format.h>

#include <cmath>

#include "gen/base/text.h"
#include "reports/formats/format.h"
#include "reports/tables/display.h"
#include "reports/text/utf8.h"

namespace plylab::reports {
namespace {

/// A field by RFC 4180. It also quotes text with '#', which some readers take for a comment, and an
/// empty text, to distinguish it from an unknown value. Text that a spreadsheet would take for a
/// formula gets an apostrophe in front.
std::string field(std::string_view text) {
  std::string valid = lines_of_text(text);
  if (valid.size() > 1 && std::string_view("=+-@\t").find(valid.front()) != std::string_view::npos)
    valid.insert(0, 1, '\'');
  if (!valid.empty() && valid.find_first_of(",\"\r\n#") == std::string::npos) return valid;
  std::string result = "\"";
  for (char c : valid) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

struct ToCsv {
  std::string operator()(std::monostate) const { return {}; }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(Uint128 value) const { return fmt::format("{}", value); }
  std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string& value) const { return field(value); }
  std::string operator()(double value) const {
    return std::isfinite(value) ? fmt::format("{}", value) : std::string();
  }
};

void append_csv(std::string& out, const Table& table) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (i > 0) out += ',';
    out += field(table.columns[i].name);
  }
  out += '\n';
  for (const auto& row : table.rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) line += ',';
      line += std::visit(ToCsv{}, row[i].value());
    }
    // A row with only an unknown value must not look like the end of the table.
    out += line.empty() ? "\"\"" : line;
    out += '\n';
  }
}

/// Adds the information that records cannot hold as comments before them.
void append_comments(std::string& out, const Report& report) {
  out += fmt::format("# complete: {}\n", report.complete);
  for (const auto& [name, text] : fields(report.provenance))
    out += fmt::format("# {}: {}\n", name, text);
  for (const Table& table : report.tables) {
    out += fmt::format("# table {}: {}\n", one_line(table.name), heading(table));
    for (const Column& column : table.columns)
      if (!column.unit.empty())
        out += fmt::format("# unit of {}: {}\n", one_line(column.name), one_line(column.unit));
    for (const std::string& note : table.notes) out += fmt::format("# note: {}\n", one_line(note));
  }
}

}  // namespace

std::string render_csv(const Report& report, const Screen&) {
  std::string out;
  if (!fields(report.provenance).empty()) append_comments(out, report);
  for (const Table& table : report.tables) {
    if (&table != &report.tables.front()) out += '\n';
    append_csv(out, table);
  }
  return out;
}

bool is_csv_report(std::string_view text) {
  return take_line(text).starts_with("# complete: ") && text.starts_with("# version: ");
}

}  // namespace plylab::reports
