// JSON for stored reports and journals, and messages about errors in it.
#pragma once

#include <concepts>
#include <cstdint>
#include <exception>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reports/tables/table.h"

namespace plylab::reports {

/// Reads a number only if it is whole and fits the type: nlohmann-json would truncate it silently.
template <class T, class = void>
struct WholeNumbers : nlohmann::adl_serializer<T> {};

template <std::integral T>
requires(!std::same_as<T, bool>) struct WholeNumbers<T> : nlohmann::adl_serializer<T> {
  /// Throws type_error.
  template <class Json>
  static void from_json(const Json& json, T& value) {
    const char* wanted = "whole number";
    if (const auto* natural = json.template get_ptr<const std::uint64_t*>()) {
      if (std::in_range<T>(*natural)) return void(value = static_cast<T>(*natural));
      wanted = "smaller number";
    } else if (const auto* whole = json.template get_ptr<const std::int64_t*>()) {
      if (std::in_range<T>(*whole)) return void(value = static_cast<T>(*whole));
      wanted = "number nearer to zero";
    }
    throw Json::type_error::create(
        302, std::string("type must be ") + wanted + ", but is " + json.type_name(), &json);
  }
};

/// JSON whose objects keep the order of their members.
using Json =
    nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, std::int64_t,
                         std::uint64_t, double, std::allocator, WholeNumbers>;

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
Json to_json(const Provenance& provenance);
/// Reads a provenance. Throws Json::exception for any other JSON.
Provenance provenance_in(const Json& json);

/// The message of an exception of nlohmann-json, about "it": "it has no 'nodes'", "it has a text
/// where a number belongs", "it has a syntax error at byte 7".
std::string what_is_wrong(const std::exception& error);

}  // namespace plylab::reports
