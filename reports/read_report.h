// A report that was stored, read again.
#pragma once

#include <string>
#include <string_view>

#include "reports/record.h"

namespace plylab::reports {

/// The version of the schema plylab-report, which SCHEMA.md defines, that is written and read.
inline constexpr int schema_version = 1;

/// The report in the text of a file in JSON, as --format json writes it: the same, but that text
/// which was not UTF-8 has been replaced. Throws InputError, one line that `where` begins, for
/// anything else, and says what it is if it is known.
Report read_report(std::string_view text, const std::string& where);

/// The same for provenance that is stored as texts by name.
Provenance provenance_of(const std::vector<std::pair<std::string, std::string>>& fields);

/// The same for such an object of JSON (nlohmann-json), as the headers of files of --runs have it.
template <class Json>
requires requires(const Json& json) { json.items(); }
Provenance provenance_of(const Json& json) {
  std::vector<std::pair<std::string, std::string>> fields;
  for (const auto& [name, text] : json.items())
    fields.emplace_back(name, text.template get<std::string>());
  return provenance_of(fields);
}

}  // namespace plylab::reports
