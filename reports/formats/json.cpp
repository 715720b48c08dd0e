// Writes and reads reports as JSON.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "reports/formats/format.h"
#include "reports/formats/stored_json.h"
#include "reports/text/utf8.h"

namespace plylab::reports {
namespace {

// ---- writing ----

struct ToJson {
  Json operator()(std::monostate) const { return nullptr; }
  Json operator()(bool value) const { return value; }
  Json operator()(std::int64_t value) const { return value; }
  Json operator()(const std::string& value) const { return value; }
  Json operator()(Uint128 value) const {
    if (value > std::numeric_limits<std::uint64_t>::max()) return fmt::format("{}", value);
    return static_cast<std::uint64_t>(value);
  }
  Json operator()(double value) const {
    if (!std::isfinite(value)) return nullptr;
    return value;
  }
};

Json json_of(const Column& column) {
  Json json = {{"name", column.name},
               {"unit", column.unit},
               {"help", column.help},
               {"precision", column.precision}};
  if (column.role != Role::value) json["role"] = role_names[static_cast<std::size_t>(column.role)];
  return json;
}

/// Calls visit(name, member) for the members of a picture that reports keep; those that are not set
/// are left out.
void visit_picture(auto& picture, auto&& visit) {
  visit("of", picture.of);
  visit("label", picture.label);
  visit("logarithmic", picture.logarithmic);
  visit("title", picture.title);
  visit("by", picture.by);
  visit("by_label", picture.by_label);
  visit("low", picture.low);
  visit("high", picture.high);
  visit("bound", picture.bound);
  visit("comes_first", picture.comes_first);
}

Json json_of(const Picture& picture) {
  Json json = {{"name", picture.name},
               {"form", form_names[static_cast<std::size_t>(picture.form)]}};
  visit_picture(picture, [&](const char* name, const auto& member) {
    if (member != std::decay_t<decltype(member)>()) json[name] = member;
  });
  return json;
}

Json json_of(const Table& table) {
  Json json = {{"name", table.name}, {"title", table.title}};
  Json& columns = json["columns"] = Json::array();
  for (const Column& column : table.columns) columns.push_back(json_of(column));
  Json& rows = json["rows"] = Json::array();
  for (const auto& row : table.rows) {
    Json object = Json::object();
    for (std::size_t i = 0; i < row.size(); ++i)
      object[valid_utf8(table.columns[i].name)] = std::visit(ToJson{}, row[i].value());
    rows.push_back(std::move(object));
  }
  json["notes"] = table.notes;
  for (const Picture& picture : table.pictures) json["pictures"].push_back(json_of(picture));
  if (table.readers == Readers::programs) json["readers"] = "programs";
  return json;
}

/// Indents down to the lists within a table and writes their items one a line, so that diff and
/// grep work on rows.
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

// ---- reading ----

/// Decimals of a column without a precision.
constexpr int usual_precision = 3;

/// A count above 2^64 − 1, which is stored as a string of decimal digits; none for other strings.
std::optional<Uint128> wide_count(const std::string& text) {
  constexpr std::size_t max_digits = 38;  // all numbers with so many digits fit into 128 bits
  if (text.size() < 20 || text.size() > max_digits || text.front() == '0') return std::nullopt;
  Uint128 value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = 10 * value + static_cast<unsigned>(c - '0');
  }
  if (value <= std::numeric_limits<std::uint64_t>::max()) return std::nullopt;
  return value;
}

Cell cell_in(const Json& json) {
  if (json.is_null()) return {};
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_unsigned()) return json.get<std::uint64_t>();
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  const auto text = json.get<std::string>();
  if (const auto count = wide_count(text)) return *count;
  return text;
}

/// The value of that name; none for a name that this version does not know.
template <class E>
std::optional<E> place_in(const auto& names, const std::string& name) {
  const auto found = std::ranges::find(names, name);
  return found == names.end() ? std::nullopt : std::optional(static_cast<E>(found - names.begin()));
}

/// Throws InputError, whose message begins with `where`, for a column that no report can have.
Column column_in(const Json& json, const Table& table, const std::string& where) {
  constexpr int max_decimals = 17;  // the precision of a double
  const std::string name = json.at("name");
  const int precision = json.value("precision", usual_precision);
  const bool twice = std::any_of(table.columns.begin(), table.columns.end(),
                                 [&](const Column& other) { return other.name == name; });
  if (twice || precision < 0 || precision > max_decimals)
    throw InputError(fmt::format("{}: table '{}' has {}", where, table.name,
                                 twice ? fmt::format("two columns '{}'", name)
                                       : fmt::format("{} decimals in '{}'", precision, name)));
  return {name, json.at("unit").get<std::string>(), json.at("help").get<std::string>(), precision,
          place_in<Role>(role_names, json.value("role", "value")).value_or(Role::value)};
}

/// None for a form that this version cannot draw, or a name that is none for a file.
std::optional<Picture> picture_in(const Json& json) {
  const auto form = place_in<Form>(form_names, json.at("form"));
  const std::string name = json.at("name");
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz_0123456789";
  if (!form || name.empty() || name.find_first_not_of(letters) != name.npos) return std::nullopt;
  Picture picture{.name = name, .summary = {}, .form = *form, .of = {}, .label = {}};
  visit_picture(picture, [&](const char* key, auto& member) { member = json.value(key, member); });
  return picture;
}

/// The member, which must be an array.
const Json& array_in(const Json& json, const char* name) {
  const Json& array = json.at(name);
  if (!array.is_array())
    throw Json::other_error::create(0, fmt::format("no list '{}'", name), nullptr);
  return array;
}

/// Sets `row` to the current row, counted from 1.
Table table_in(const Json& json, const std::string& where, std::size_t& row) {
  Table table;
  table.name = json.at("name");
  table.title = json.at("title");
  for (const Json& column : array_in(json, "columns"))
    table.columns.push_back(column_in(column, table, where));
  for (const Json& stored : array_in(json, "rows")) {
    ++row;
    std::vector<Cell> cells;
    for (const Column& column : table.columns) cells.push_back(cell_in(stored.at(column.name)));
    table.add(std::move(cells));
  }
  row = 0;
  table.notes = json.at("notes").get<std::vector<std::string>>();
  for (const Json& picture : json.value("pictures", Json::array()))
    if (auto drawn = picture_in(picture)) table.pictures.push_back(std::move(*drawn));
  if (json.value("readers", "all") == "programs") table.readers = Readers::programs;
  return table;
}

/// The kind of file if it is not a report in JSON.
std::string_view nature_of(std::string_view text) {
  if (is_report(text)) return "a report in another format; only JSON (--format json) can be read";
  return "not a stored report of plylab: neither JSON (--format json) nor a --runs file";
}

}  // namespace

std::string render_json(const Report& report, const Screen&) {
  Json json = {{"schema", "plylab-report"}, {"schema_version", schema_version}};
  if (!report.title.empty()) json["title"] = report.title;
  json["complete"] = report.complete;
  json["provenance"] = json_of(report.provenance);
  if (!report.text.empty()) json["text"] = report.text;
  Json& tables = json["tables"] = Json::array();
  for (const Table& table : report.tables) tables.push_back(json_of(table));
  std::string out;
  append(out, json);
  return out + '\n';
}

bool is_json_report(std::string_view text) {
  return text.starts_with("{\n  \"schema\": \"plylab-report\",\n");
}

Report read_report(std::string_view text, const std::string& where) {
  const auto fail = [&](std::string_view what) {
    throw InputError(fmt::format("{}: {}", where, what));
  };
  std::string_view beginning = text;
  skip_byte_order_mark(beginning);
  skip(beginning);
  if (!beginning.starts_with('{')) fail(nature_of(text));
  if (const Json first = parse_json_or_discard(take_line(beginning)); first.is_object()) {
    if (first.contains("check") && !first.contains("schema"))
      fail("a --runs file without its first line, the header");
    if (const Json schema = first.value("schema", Json());
        schema == "plylab-solutions" || schema == "plylab-runs" || schema == "plylab-mates")
      fail("a --runs file that only the command which wrote it can read");
  }
  Json json;
  try {
    json = parse_json(text);
  } catch (const Json::parse_error& error) {
    fail(fmt::format("not JSON, or truncated: {}", what_is_wrong(error)));
  } catch (const Json::exception& error) {  // a number out of the range of double
    fail(what_is_wrong(error));
  }
  std::size_t table = 0, row = 0;  // current table and row, counted from 1
  try {
    if (json.value("schema", Json()) != "plylab-report") fail(nature_of(text));
    refuse_other_version("plylab-report", schema_version, json, where);
    Report report;
    report.title = json.value("title", "");
    report.complete = json.at("complete");
    report.provenance = reading(where + ": is not what SCHEMA.md says",
                                [&] { return provenance_in(json.at("provenance")); });
    report.text = json.value("text", std::vector<std::string>());
    for (const Json& stored : array_in(json, "tables")) {
      ++table;
      report.tables.push_back(table_in(stored, where, row));
    }
    return report;
  } catch (const Json::exception& error) {
    fail(fmt::format("is not what SCHEMA.md says: {}{}{}",
                     table > 0 ? fmt::format("table {}: ", table) : "",
                     row > 0 ? fmt::format("row {}: ", row) : "", what_is_wrong(error)));
  }
  return {};
}

}  // namespace plylab::reports
