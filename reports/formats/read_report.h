// A report that was stored, read again.
#pragma once

#include <string>
#include <string_view>

#include "reports/tables/table.h"

namespace plylab::reports {

/// The version of the schema plylab-report, which SCHEMA.md defines, that is written and read.
inline constexpr int schema_version = 1;

/// The report in the text of a file in JSON, as --format json writes it: the same, except that text
/// which was not UTF-8 has been replaced. Throws InputError, one line that `where` begins, for
/// anything else; the line says what the file is, if that is known.
Report read_report(std::string_view text, const std::string& where);

}  // namespace plylab::reports
