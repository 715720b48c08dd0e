// Text in lines of a certain width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plylab::reports {

/// The lines of a text that is broken between words, in characters of valid UTF-8; one line if the
/// width is 0. Blanks stay where no line is broken; a longer word has a line of its own. At least
/// one line.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// The same for a column of a table: words that are longer are broken, too, at slashes and commas
/// where it can be.
std::vector<std::string> wrapped_tightly(std::string_view text, std::size_t width);

/// The same for a command line, whose lines but the last end with "\", so that a shell can be given
/// them. Quoted words stay whole.
std::vector<std::string> wrapped_command(std::string_view command, std::size_t width);

}  // namespace plylab::reports
