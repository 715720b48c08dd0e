#include "reports/tables/display.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "gen/base/text.h"
#include "reports/text/utf8.h"

namespace plylab::reports {
namespace {

/// From here on the last digits of a double are noise, and would only widen the column.
constexpr double shown_as_power = 1e15;

/// Whether a text is a dash, perhaps with blanks, which most formats do not show: it would look
/// like an unknown value.
bool looks_unknown(std::string_view text) {
  constexpr std::array<std::string_view, 4> dashes = {"-", "–", "—", "−"};
  return std::ranges::find(dashes, trimmed(text)) != dashes.end();
}

struct Display {
  int precision;
  bool is_probability;

  std::string operator()(std::monostate) const { return "-"; }
  std::string operator()(bool value) const { return value ? "yes" : "no"; }
  std::string operator()(Uint128 value) const { return fmt::format("{}", value); }
  std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string& value) const {
    const std::string line = one_line(value);
    return looks_unknown(line) ? '"' + line + '"' : line;
  }
  std::string operator()(double value) const {
    if (!std::isfinite(value)) return "-";
    if (const double min = std::pow(10, -precision); is_probability && value < min)
      return fmt::format("<{:.{}f}", min, precision);
    if (std::abs(value) >= shown_as_power) return fmt::format("{:.{}e}", value, precision);
    const std::string text = fmt::format("{:.{}f}", value, precision);
    const bool is_zero = text.find_first_not_of("-0.") == text.npos;
    return is_zero && text.starts_with('-') ? text.substr(1) : text;
  }
};

}  // namespace

std::string display(const Cell& cell, const Column& column) {
  return std::visit(Display{std::max(column.precision, 0), column.unit == "p"}, cell.value());
}

bool is_numeric(const Table& table, std::size_t column) {
  bool any = false;
  for (const auto& row : table.rows) {
    const auto& value = row[column].value();
    if (std::holds_alternative<bool>(value) || std::holds_alternative<std::string>(value))
      return false;
    if (!std::holds_alternative<std::monostate>(value)) any = true;
  }
  return any;
}

bool is_timed(const Column& column) {
  return column.unit == "s" || column.unit == "ms" || column.unit.ends_with("/s");
}

bool has_times(const Table& table) {
  return std::any_of(table.columns.begin(), table.columns.end(), [](const Column& column) {
    return is_timed(column) || column.role == Role::by_time;
  });
}

std::string heading(const Table& table) {
  return one_line(table.title.empty() ? table.name : table.title);
}

std::string report_title(const Report& report) {
  if (!report.title.empty()) return one_line(report.title);
  const std::string& command = report.provenance.command;
  if (command.empty()) return report.tables.empty() ? "plylab" : heading(report.tables.front());
  const std::size_t folder = command.substr(0, command.find(' ')).rfind('/');
  return one_line(folder == command.npos ? command : command.substr(folder + 1));
}

std::vector<std::pair<std::string, std::string>> fields(const Provenance& provenance) {
  if (provenance.version.empty() && provenance.cpu.empty() && provenance.command.empty()) return {};
  std::vector<std::pair<std::string, std::string>> known;
  for_each_field(provenance, [&](std::string_view name, const auto& value) {
    std::string text;
    if constexpr (std::is_same_v<decltype(value), const std::vector<std::string>&>)
      text = fmt::format("{}", fmt::join(value, " "));
    else
      text = fmt::format("{}", value);
    if (!text.empty()) known.emplace_back(name, one_line(text));
  });
  return known;
}

}  // namespace plylab::reports
