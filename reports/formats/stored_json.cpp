#include "reports/formats/stored_json.h"

#include <fmt/format.h>

#include "gen/base/input_error.h"
#include "gen/base/text.h"

namespace plylab::reports {
namespace {

/// A JSON type with its article, from nlohmann-json's name for it.
std::string type_of(std::string_view name) {
  if (name == "null") return "nothing";
  if (name == "boolean") return "true or false";
  if (name == "string") return "a text";
  return fmt::format("{} {}", name == "array" || name == "object" ? "an" : "a", name);
}

}  // namespace

Json parse_json(std::string_view text) { return Json::parse(text); }

Json parse_json_or_discard(std::string_view text) { return Json::parse(text, nullptr, false); }

void refuse_deep_nesting(std::string_view json, const std::string& where) {
  constexpr int max = 100;
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (quoted && c == '\\')
      ++i;
    else if (c == '"')
      quoted = !quoted;
    else if (!quoted && (c == '[' || c == '{') && ++depth > max)
      throw InputError(fmt::format("{}: nests more than {} brackets at byte {}", where, max, i));
    else if (!quoted && (c == ']' || c == '}'))
      --depth;
  }
}

void refuse_other_version(std::string_view schema, int ours, const Json& file,
                          const std::string& where) {
  const std::string theirs = file.at("schema_version").dump();
  if (theirs == fmt::format("{}", ours)) return;
  std::string maker = "an unknown program";
  try {
    maker = program_of(provenance_in(file.at("provenance")));
  } catch (const std::exception&) {  // another version may store it differently
  }
  throw InputError(
      fmt::format("{}: has version {} of the schema {}, and this program reads {}; {} wrote it",
                  where, theirs, schema, ours, maker));
}

Json json_of(const Provenance& provenance) {
  Json json = provenance;
  for (Json& value : json)
    if (value.is_string() && value.get_ref<const std::string&>().empty()) value = nullptr;
  return json;
}

Provenance provenance_in(const Json& json) {
  Json known = Provenance();  // another version may have had other fields
  known.update(json);
  for (Json& value : known)
    if (value.is_null()) value = "";
  return known.get<Provenance>();
}

std::optional<Difference> difference(const Json& first, const Json& second) {
  if (first == second) return std::nullopt;
  const bool objects = first.is_object() && second.is_object() && first.size() == second.size();
  const bool lists = first.is_array() && second.is_array() && first.size() == second.size();
  if (!objects && !lists) return Difference{"", first, second};
  auto other = second.begin();
  for (const auto& [name, value] : first.items()) {
    if (auto inner = difference(value, *other++)) {
      const bool ends = inner->field.empty() || inner->field.starts_with('[');
      inner->field = (lists ? fmt::format("[{}]", name) : name) + (ends ? "" : ".") + inner->field;
      return inner;
    }
  }
  return std::nullopt;
}

std::string text_of(const Json& value) {
  if (value.is_string()) return fmt::format("'{}'", value.get<std::string>());
  return value.is_number_float() ? fmt::format("{}", value.get<double>()) : value.dump();
}

std::string what_is_wrong(const std::exception& error) {
  if (const auto* torn = dynamic_cast<const Json::parse_error*>(&error))
    return fmt::format("it has a syntax error at byte {}", torn->byte);
  std::string_view what = error.what();  // "[json.exception.out_of_range.403] key 'x' not found"
  if (const auto end = what.find("] "); what.starts_with('[') && end != what.npos)
    what.remove_prefix(end + 2);
  if (what.starts_with("key '"))
    return fmt::format("it has no {}", what.substr(4, what.rfind('\'') - 3));
  if (what.starts_with("type must be ")) {
    const std::string is = type_of(what.substr(what.rfind(' ') + 1));
    what.remove_prefix(13);
    return fmt::format("it has {} where {} belongs", is, type_of(take_until(what, ",")));
  }
  if (what.starts_with("cannot use "))
    return fmt::format("it has {} where an object belongs",
                       type_of(what.substr(what.rfind(' ') + 1)));
  if (constexpr std::string_view overflow = "number overflow parsing "; what.starts_with(overflow))
    return fmt::format("it has the number {}, which is too large", what.substr(overflow.size()));
  return fmt::format("it has {}", what);
}

void refuse(std::string_view where, std::string_view what) {
  throw InputError(fmt::format("{}: {}", where, what));
}

}  // namespace plylab::reports
