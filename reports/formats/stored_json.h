// JSON for stored reports and journals, also of structs with a list of their fields
// (gen/base/fields.h), and messages about errors in it.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/base/count.h"
#include "gen/base/fields.h"
#include "gen/base/input_error.h"
#include "reports/tables/table.h"
#include "reports/text/utf8.h"

namespace plylab::reports {

template <class T, class = void>
struct Stored;

/// JSON whose objects keep the order of their members.
using Json = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool,
                                  std::int64_t, std::uint64_t, double, std::allocator, Stored>;

/// The message of an exception of nlohmann-json, about "it": "it has no 'nodes'", "it has a text
/// where a number belongs", "it has a syntax error at byte 7".
std::string what_is_wrong(const std::exception& error);

/// Throws InputError, "where: what".
[[noreturn]] void refuse(std::string_view where, std::string_view what);

/// Returns read(). Its Json::exception or InputError becomes InputError, "where: it has no
/// 'nodes'".
auto reading(std::string_view where, auto&& read) try {
  return read();
} catch (const Json::exception& error) {
  refuse(where, what_is_wrong(error));
} catch (const InputError& error) {
  refuse(where, error.what());
}

/// How values become JSON, and are read from it: where this says nothing, as nlohmann-json does.
template <class T, class>
struct Stored : nlohmann::adl_serializer<T> {};

/// Reads a number only if it is whole and fits the type: nlohmann-json would truncate it silently.
template <std::integral T>
requires(!std::same_as<T, bool>) struct Stored<T> : nlohmann::adl_serializer<T> {
  /// Throws type_error.
  static void from_json(const Json& json, T& value) {
    const char* wanted = "whole number";
    if (const auto* natural = json.get_ptr<const std::uint64_t*>()) {
      if (std::in_range<T>(*natural)) return void(value = static_cast<T>(*natural));
      wanted = "smaller number";
    } else if (const auto* whole = json.get_ptr<const std::int64_t*>()) {
      if (std::in_range<T>(*whole)) return void(value = static_cast<T>(*whole));
      wanted = "number nearer to zero";
    }
    throw Json::type_error::create(
        302, std::string("type must be ") + wanted + ", but is " + json.type_name(), &json);
  }
};

/// Bytes that are not UTF-8 are replaced.
template <>
struct Stored<std::string> : nlohmann::adl_serializer<std::string> {
  static void to_json(Json& json, const std::string& text) {
    nlohmann::to_json(json, valid_utf8(text));
  }
};

/// A struct is an object with all its fields. When it is read, each of them must be there.
template <Described T>
struct Stored<T> {
  static void to_json(Json& json, const T& value) {
    json = Json::object();
    for_each_field(value, [&](std::string_view name, const auto& member) {
      json[std::string(name)] = member;
    });
  }
  static void from_json(const Json& json, T& value) {
    for_each_field(value, [&](std::string_view name, auto& member) {
      const Json& stored = json.at(std::string(name));
      member = reading(name, [&] { return stored.get<std::remove_cvref_t<decltype(member)>>(); });
    });
  }
};

/// Null if there is none.
template <class T>
struct Stored<std::optional<T>> {
  static void to_json(Json& json, const std::optional<T>& value) {
    json = value ? Json(*value) : Json();
  }
  static void from_json(const Json& json, std::optional<T>& value) {
    value = json.is_null() ? std::nullopt : std::optional<T>(json.get<T>());
  }
};

/// Infinity, which JSON does not have, is null.
template <std::floating_point T>
struct Stored<T> : nlohmann::adl_serializer<T> {
  static void from_json(const Json& json, T& value) {
    if (json.is_null())
      value = std::numeric_limits<T>::infinity();
    else
      nlohmann::from_json(json, value);
  }
};

/// A number, or above 2^64 - 1 a text of decimal digits.
template <>
struct Stored<Count> {
  static void to_json(Json& json, Count count) {
    if (count.value() > UINT64_MAX)
      json = to_string(count);
    else
      json = static_cast<std::uint64_t>(count.value());
  }
  static void from_json(const Json& json, Count& count) {
    const auto digits = json.is_string() ? json.get<std::string>() : json.dump();
    const auto read = parse_count(digits);
    if (!read) refuse(digits, "is not a count");
    count = *read;
  }
};

/// Bytes are binary, which CBOR has and JSON has not.
template <>
struct Stored<std::vector<std::uint8_t>> {
  static void to_json(Json& json, const std::vector<std::uint8_t>& bytes) {
    json = Json::binary(bytes);
  }
  static void from_json(const Json& json, std::vector<std::uint8_t>& bytes) {
    bytes = json.get_binary();
  }
};

/// Reads a text. Throws Json::parse_error if it is not JSON, Json::out_of_range for a number beyond
/// the range of a double.
Json parse_json(std::string_view text);
/// The same, but for a text that is not JSON it returns a value whose is_discarded() is true.
Json parse_json_or_discard(std::string_view text);

/// Throws InputError, whose message begins with `where`, if JSON is nested more deeply than in
/// plylab's files: recursive readers could crash.
void refuse_deep_nesting(std::string_view json, const std::string& where);

/// Throws InputError unless this program reads the file's version of the schema. The message begins
/// with `where` and names the program that wrote the file. `file` is a report or a journal's
/// header. Throws Json::exception if it has no version.
void refuse_other_version(std::string_view schema, int ours, const Json& file,
                          const std::string& where);

/// The provenance as in all JSON files. Unknown values are null.
Json json_of(const Provenance& provenance);
/// Reads a provenance. Throws Json::exception or InputError for any other JSON.
Provenance provenance_in(const Json& json);

/// A field in which two stored structs differ: its name, as in "limits.nodes" or "lines[2].move",
/// and its values.
struct Difference {
  std::string field;
  Json first, second;
};

/// The first difference of two stored structs; none if they are the same.
std::optional<Difference> difference(const Json& first, const Json& second);

/// A value in a message: 'pvs', 60, true.
std::string text_of(const Json& value);

}  // namespace plylab::reports
