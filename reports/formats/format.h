// A report in one of the formats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reports/tables/table.h"
#include "reports/text/terminal.h"

namespace plylab::reports {

/// Text, Markdown and LaTeX are for people; JSON and CSV, which SCHEMA.md defines, are for
/// programs; a page of HTML has what is for either.
enum class Format : std::uint8_t { text, json, csv, markdown, latex, html };

/// Who reads the format.
constexpr Readers readers_of(Format format) {
  if (format == Format::html) return Readers::all;
  return format == Format::json || format == Format::csv ? Readers::programs : Readers::people;
}

/// The format of this name. Throws InputError that lists the names if there is none.
Format parse_format(std::string_view name);

/// The names of all formats.
std::vector<std::string> format_names();

/// The report as it is to be written, ending in a line break. Text that is wider than the screen is
/// wrapped, and a table whose columns do not fit beside each other goes on below; nothing is cut.
/// Throws std::logic_error if a row does not fit its table or two columns have one name.
std::string render(const Report& report, Format format, const Screen& screen = {});

/// Whether the text is a report, in any of the formats, as render() makes them of what has a
/// provenance.
bool is_report(std::string_view text);

}  // namespace plylab::reports
