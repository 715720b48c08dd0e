// Terminals.
#pragma once

#include <cstddef>
#include <string>

namespace plylab::reports {

/// Whether a file descriptor leads to the user's terminal. The one that Open MPI puts before the
/// first process's output is none: what it shows may go on to a file.
bool is_terminal(int descriptor);

/// The columns of the terminal behind a file descriptor, or those of the environment's COLUMNS if
/// it does not say; 0 if that is missing, too, or it is none.
std::size_t terminal_width(int descriptor);

/// Tells the user, on standard error, what is wrong: lines without their last end, broken between
/// words if that is a terminal.
void tell(const std::string& text);

/// What text is shown on.
struct Screen {
  std::size_t width = 0;  ///< in characters; 0: no limit
  bool colours = false;   ///< knows the escape sequences of ECMA-48
};

/// The screen behind a file descriptor. By the environment: no colours if NO_COLOR is not empty
/// (no-color.org), else colours wherever it leads if CLICOLOR_FORCE is neither empty nor 0
/// (bixense.com/clicolors), else none if TERM is "dumb" or missing.
Screen screen_of(int descriptor);

}  // namespace plylab::reports
