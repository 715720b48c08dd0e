// Reports to where they are wanted, whole or not at all.
#pragma once

#include <string>
#include <string_view>

#include "reports/format.h"
#include "reports/record.h"

namespace plylab::reports {

/// Writes the report to a file, or to standard output if `out` is empty or "-", where text is
/// fitted to the terminal. A file appears complete or stays as it was. Throws InputError, one line
/// with the path and the reason, if that fails.
void write(const Report& report, Format format, const std::string& out);

/// The same for any text.
void write_text(std::string_view text, const std::string& out);

}  // namespace plylab::reports
