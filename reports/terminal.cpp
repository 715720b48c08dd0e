#include "reports/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace plylab::reports {

std::size_t terminal_width(int descriptor) {
  winsize size{};
  if (isatty(descriptor) == 0 || ioctl(descriptor, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

}  // namespace plylab::reports
