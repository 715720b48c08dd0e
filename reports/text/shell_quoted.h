// Text for a POSIX shell.
#pragma once

#include <string>
#include <string_view>

namespace plylab::reports {

/// The text in single quotes: one word of a shell, whatever is in it.
std::string shell_quoted(std::string_view text);

}  // namespace plylab::reports
