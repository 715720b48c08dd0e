// The JSON of stored reports and journals, and what is wrong with it, in words about the file.
#pragma once

#include <exception>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace plylab::reports {

/// With the members of an object in their order.
using Json = nlohmann::ordered_json;

/// Reads a text. Throws Json::parse_error if it is no JSON.
Json parse_json(std::string_view text);
/// The same, but a text that is no JSON gives a value that is_discarded(), and is of no other type.
Json parse_json_or_discard(std::string_view text);

/// Throws InputError, which `where` begins, if brackets of JSON are nested so deeply that no file
/// of plylab is: whoever reads it recursively would crash.
void refuse_deep_nesting(std::string_view json, const std::string& where);

/// Throws InputError, which `where` begins, unless the file's version of the schema, as JSON, is
/// that which this program reads.
void refuse_other_version(std::string_view schema, int ours, std::string_view theirs,
                          const std::string& where);

/// What an exception of nlohmann-json says, about "it": "it has no 'nodes'", "it has a text where
/// a number belongs", "it makes no sense from byte 7 on".
std::string what_is_wrong(const std::exception& error);

}  // namespace plylab::reports
