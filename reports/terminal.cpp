#include "reports/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace plylab::reports {

std::size_t terminal_width(int descriptor) {
  winsize size{};
  if (isatty(descriptor) == 0 || ioctl(descriptor, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

Screen screen_of(int descriptor) {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string_view(value ? value : "");
  };
  const std::string_view terminal = variable("TERM");
  const bool colours = isatty(descriptor) != 0 && variable("NO_COLOR").empty() &&
                       !terminal.empty() && terminal != "dumb";
  return {terminal_width(descriptor), colours};
}

}  // namespace plylab::reports
