// What is wrong with the JSON of stored reports and journals, in words about the file.
#pragma once

#include <exception>
#include <string>
#include <string_view>

namespace plylab::reports {

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
