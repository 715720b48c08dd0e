#include "reports/text/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "gen/base/text.h"
#include "reports/text/utf8.h"

namespace plylab::reports {

namespace {

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

bool is_terminal(int descriptor) {
  // Open MPI's pseudo-terminal, unlike the user's, is not the process's controlling terminal.
  return isatty(descriptor) != 0 && (!is_launched() || tcgetpgrp(descriptor) != -1);
}

std::size_t terminal_width(int descriptor) {
  if (!is_terminal(descriptor)) return 0;
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return parse_number<unsigned short>(variable("COLUMNS")).value_or(0);
}

Screen screen_of(int descriptor) {
  const std::string_view terminal = variable("TERM"), forced = variable("CLICOLOR_FORCE");
  const bool is_forced = !forced.empty() && forced != "0";
  const bool knows_colours = is_terminal(descriptor) && !terminal.empty() && terminal != "dumb";
  return {terminal_width(descriptor), variable("NO_COLOR").empty() && (is_forced || knows_colours)};
}

void tell(const std::string& text) {
  const std::size_t width = terminal_width(STDERR_FILENO);
  std::string_view rest = text;
  do {
    for (const std::string& line : wrapped(one_line(take_line(rest)), width))
      std::fputs((line + '\n').c_str(), stderr);  // errors must not stop the work
  } while (!rest.empty());
}

bool is_launched() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"})
    if (std::getenv(name) != nullptr) return true;
  return false;
}

}  // namespace plylab::reports
