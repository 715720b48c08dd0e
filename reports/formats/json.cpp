#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "reports/formats/read_report.h"
#include "reports/formats/renderers.h"
#include "reports/formats/stored_json.h"
#include "reports/text/utf8.h"

namespace plylab::reports {
namespace {

struct ToJson {
  Json operator()(std::monostate) const { return nullptr; }
  Json operator()(bool value) const { return value; }
  Json operator()(std::int64_t value) const { return value; }
  Json operator()(const std::string& value) const { return valid_utf8(value); }
  Json operator()(Uint128 value) const {
    if (value > std::numeric_limits<std::uint64_t>::max()) return fmt::format("{}", value);
    return static_cast<std::uint64_t>(value);
  }
  Json operator()(double value) const {
    if (!std::isfinite(value)) return nullptr;
    return value;
  }
};

Json to_json(const std::vector<std::string>& texts) {
  Json json = Json::array();
  for (const std::string& text : texts) json.push_back(valid_utf8(text));
  return json;
}

Json to_json(const Column& column) {
  Json json;
  json["name"] = valid_utf8(column.name);
  json["unit"] = valid_utf8(column.unit);
  json["help"] = valid_utf8(column.help);
  json["precision"] = column.precision;
  return json;
}

Json to_json(const Table& table) {
  Json json;
  json["name"] = valid_utf8(table.name);
  json["title"] = valid_utf8(table.title);
  Json& columns = json["columns"] = Json::array();
  for (const Column& column : table.columns) columns.push_back(to_json(column));
  Json& rows = json["rows"] = Json::array();
  for (const auto& row : table.rows) {
    Json object = Json::object();
    for (std::size_t i = 0; i < row.size(); ++i)
      object[valid_utf8(table.columns[i].name)] = std::visit(ToJson{}, row[i].value());
    rows.push_back(std::move(object));
  }
  json["notes"] = to_json(table.notes);
  if (table.readers == Readers::programs) json["readers"] = "programs";
  return json;
}

/// Indented down to the lists within a table, whose items take a line each: a row of the table is
/// a line of the file, for diff and grep.
void append(std::string& out, const Json& json, std::size_t level = 0) {
  constexpr std::size_t rows_level = 4;
  if (level == rows_level || !json.is_structured() || json.empty()) {
    out += json.dump();
    return;
  }
  const std::string indent(2 * level, ' ');
  out += json.is_array() ? '[' : '{';
  const char* separator = "\n  ";
  for (const auto& [key, value] : json.items()) {
    out += separator + indent;
    if (json.is_object()) out += Json(key).dump() + ": ";
    append(out, value, level + 1);
    separator = ",\n  ";
  }
  out += '\n' + indent + (json.is_array() ? ']' : '}');
}

}  // namespace

std::string render_json(const Report& report, const Screen&) {
  Json json;
  json["schema"] = "plylab-report";
  json["schema_version"] = schema_version;
  json["complete"] = report.complete;
  json["provenance"] = to_json(report.provenance);
  if (!report.text.empty()) json["text"] = to_json(report.text);
  Json& tables = json["tables"] = Json::array();
  for (const Table& table : report.tables) tables.push_back(to_json(table));
  std::string out;
  append(out, json);
  return out + '\n';
}

bool is_json_report(std::string_view text) {
  return text.starts_with("{\n  \"schema\": \"plylab-report\",\n");
}

}  // namespace plylab::reports
