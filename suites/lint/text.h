// The bytes of a suite: line ends, blanks, encoding.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suites/lint/finding.h"

namespace plylab::suites::lint {

/// What about the bytes is not as EPD wants it. Each kind is told once, at its first line, with the
/// number of lines: byte_order_mark, crlf, carriage_return, mixed_line_ends, final_newline, tab,
/// trailing_blank, control_character, encoding.
Findings check_text(std::string_view text);

/// The lines without their ends.
std::vector<std::string_view> lines_of(std::string_view text);

}  // namespace plylab::suites::lint
