// Terminals.
#pragma once

#include <cstddef>

namespace plylab::reports {

/// The columns of the terminal behind a file descriptor; 0 if it is none or does not say.
std::size_t terminal_width(int descriptor);

}  // namespace plylab::reports
