// Terminals.
#pragma once

#include <cstddef>

namespace plylab::reports {

/// The columns of the terminal behind a file descriptor; 0 if it is none or does not say.
std::size_t terminal_width(int descriptor);

/// What text is shown on.
struct Screen {
  std::size_t width = 0;  ///< in characters; 0: no limit
  bool colours = false;   ///< knows the escape sequences of ECMA-48
};

/// The screen behind a file descriptor. No colours if the environment's NO_COLOR is not empty
/// (no-color.org), or TERM is "dumb" or missing.
Screen screen_of(int descriptor);

}  // namespace plylab::reports
