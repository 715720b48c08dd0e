// A suite written anew where that changes nothing it says.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "gen/epd/epd.h"

namespace plylab::suites::lint {

/// The record with its moves in exact SAN (where exact_san() has them), the texts that EPD wants in
/// quotes quoted, and the e.p. square only where a capture is legal.
epd::Record fixed(const epd::Record& record);

/// The text of a suite with plain line ends, without trailing blanks, and with its records fixed
/// and written as EPD. Comments, blank lines and what cannot be read stay where they are; nothing
/// is left out or reordered. fixed_text(fixed_text(t)) == fixed_text(t).
std::string fixed_text(std::string_view text);

/// The number of lines of a text that are others in its fixed_text(), ends included.
std::size_t corrected_lines(std::string_view text, std::string_view fixed);

}  // namespace plylab::suites::lint
