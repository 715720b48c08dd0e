// The formats, one file each. They may rely on what render() has checked.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "reports/record.h"

namespace plylab::reports {

/// Aligned columns for a terminal.
std::string render_text(const Report& report, std::size_t width);
/// One JSON document, a row of a table on a line.
std::string render_json(const Report& report, std::size_t width);
/// "# " lines with the provenance, then RFC 4180 records, a blank line between tables.
std::string render_csv(const Report& report, std::size_t width);
/// GitHub's pipe tables.
std::string render_markdown(const Report& report, std::size_t width);

/// Whether the text looks like one report of the format with a provenance, and nothing besides.
bool is_text_report(std::string_view text);
bool is_json_report(std::string_view text);
bool is_csv_report(std::string_view text);
bool is_markdown_report(std::string_view text);

}  // namespace plylab::reports
