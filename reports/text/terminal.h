// Properties of terminals, and messages to the user.
#pragma once

#include <cstddef>
#include <string>

namespace plylab::reports {

/// Whether a file descriptor is the user's terminal. Open MPI's pseudo-terminal for the first
/// process does not count: its output may go to a file.
bool is_terminal(int descriptor);

/// The width in columns of the terminal behind a file descriptor, or else of the environment
/// variable COLUMNS. 0 if neither is known or it is not a terminal.
std::size_t terminal_width(int descriptor);

/// Prints lines on standard error, wrapped between words if that is a terminal. Adds the last line
/// end. What would control the terminal goes, as in one_line(): lines may quote anybody's file.
void tell(const std::string& text);

/// The properties of a screen for text.
struct Screen {
  std::size_t width = 0;  ///< in characters; 0: no limit
  bool colours = false;   ///< supports the escape sequences of ECMA-48
};

/// The screen behind a file descriptor. The environment determines colours: none if NO_COLOR is not
/// empty (no-color.org); otherwise always if CLICOLOR_FORCE is neither empty nor 0
/// (bixense.com/clicolors); otherwise none if TERM is "dumb" or missing.
Screen screen_of(int descriptor);

/// Whether mpirun or a similar launcher has started this process: its environment then has a
/// variable of Open MPI, of PMI (MPICH and Slurm) or of PMIx.
bool is_launched();

}  // namespace plylab::reports
