// The formats, one file each. They may rely on what render() has checked.
#pragma once

#include <string>
#include <string_view>

#include "reports/tables/table.h"
#include "reports/text/terminal.h"

namespace plylab::reports {

/// Aligned columns for a terminal, with headings and provenance set off by colours if it has them.
std::string render_text(const Report& report, const Screen& screen);
/// One JSON document, a row of a table on a line.
std::string render_json(const Report& report, const Screen& screen);
/// "# " lines with the provenance, if there is one, then RFC 4180 records, a blank line between
/// tables.
std::string render_csv(const Report& report, const Screen& screen);
/// GitHub's pipe tables.
std::string render_markdown(const Report& report, const Screen& screen);

/// Tables of booktabs, as a document of its own or to be put into another.
std::string render_latex(const Report& report, const Screen& screen);
/// One page that needs no network: tables that sort and filter, the pictures that they make, boards
/// where a row is a position.
std::string render_html(const Report& report, const Screen& screen);

/// Whether the text looks like one report of the format with a provenance, and nothing besides.
bool is_text_report(std::string_view text);
bool is_json_report(std::string_view text);
bool is_csv_report(std::string_view text);
bool is_markdown_report(std::string_view text);
bool is_latex_report(std::string_view text);
bool is_html_report(std::string_view text);

}  // namespace plylab::reports
