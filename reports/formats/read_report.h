// Reads stored reports.
#pragma once

#include <string>
#include <string_view>

#include "reports/tables/table.h"

namespace plylab::reports {

/// The version of the schema plylab-report (SCHEMA.md) that this program writes and reads.
inline constexpr int schema_version = 1;

/// Reads a report that --format json has written. The result equals the original, except for text
/// that was not UTF-8. Throws InputError, one line that begins with `where`, for anything else, and
/// says what the file is if it can tell.
Report read_report(std::string_view text, const std::string& where);

}  // namespace plylab::reports
