// Terminals.
#pragma once

#include <cstddef>
#include <string>

namespace plylab::reports {

/// Whether a file descriptor leads to the user's terminal. The pseudo-terminal that Open MPI gives
/// the first process does not count: its output may go on to a file.
bool is_terminal(int descriptor);

/// The width of the terminal behind a file descriptor in columns, or else that in the environment
/// variable COLUMNS. 0 if neither is known or it is not a terminal.
std::size_t terminal_width(int descriptor);

/// Prints lines on standard error, broken between words if that is a terminal. The last line end is
/// added.
void tell(const std::string& text);

/// Where text is shown.
struct Screen {
  std::size_t width = 0;  ///< in characters; 0: no limit
  bool colours = false;   ///< understands the escape sequences of ECMA-48
};

/// The screen behind a file descriptor. By the environment: no colours if NO_COLOR is not empty
/// (no-color.org), else colours wherever it leads if CLICOLOR_FORCE is neither empty nor 0
/// (bixense.com/clicolors), else none if TERM is "dumb" or missing.
Screen screen_of(int descriptor);

}  // namespace plylab::reports
