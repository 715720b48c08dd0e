// The bytes of a suite: line ends, blanks, encoding.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suites/lint/finding.h"

namespace plylab::suites::lint {

/// What about the bytes is not as EPD wants it. Each kind is told once, at its first line, with the
/// number of lines: byte_order_mark, crlf, mixed_line_ends, carriage_return, final_newline, tab,
/// trailing_blank, control_character, encoding.
Findings check_text(std::string_view text);

/// The lines without line ends. Only "\n" ends a line, as everywhere in plylab.
std::vector<std::string_view> lines_of(std::string_view text);

/// The text without byte order mark, with "\n" at the end of every line. Carriage returns alone are
/// line ends if there are no others.
std::string with_plain_line_ends(std::string_view text);

}  // namespace plylab::suites::lint
