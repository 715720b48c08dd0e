#include "reports/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "gen/text.h"
#include "reports/wrap.h"

namespace plylab::reports {

namespace {

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

std::size_t terminal_width(int descriptor) {
  if (isatty(descriptor) == 0) return 0;
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return parse_number<unsigned short>(variable("COLUMNS")).value_or(0);
}

Screen screen_of(int descriptor) {
  const std::string_view terminal = variable("TERM");
  const bool colours = isatty(descriptor) != 0 && variable("NO_COLOR").empty() &&
                       !terminal.empty() && terminal != "dumb";
  return {terminal_width(descriptor), colours};
}

void tell(const std::string& text) {
  const std::size_t width = terminal_width(STDERR_FILENO);
  std::string_view rest = text;
  do {
    for (const std::string& line : wrapped(take_line(rest), width))
      std::fputs((line + '\n').c_str(), stderr);  // what cannot be said stops no work
  } while (!rest.empty());
}

}  // namespace plylab::reports
