#include "suites/uci/input.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "gen/base/input_error.h"

namespace plylab::suites::uci {

Input::Event Input::read(std::string& line, Clock::duration timeout) {
  const auto deadline = Clock::now() + timeout;
  while (true) {
    const std::size_t end = received_.find('\n');
    if (end != received_.npos || (ended_ && !received_.empty())) {
      line = received_.substr(0, end);
      received_.erase(0, end == received_.npos ? end : end + 1);
      if (line.ends_with('\r')) line.pop_back();
      return Event::line;
    }
    if (ended_) return Event::end;
    if (received_.size() > longest_line)
      throw InputError("standard input: a line is longer than 1 MiB");

    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    pollfd ready{STDIN_FILENO, POLLIN, 0};
    const int milliseconds = static_cast<int>(std::max<decltype(left)>(left, {}).count());
    if (::poll(&ready, 1, milliseconds) <= 0) return Event::time;
    char buffer[4096];
    const ssize_t size = ::read(STDIN_FILENO, buffer, sizeof buffer);
    if (size > 0)
      received_.append(buffer, static_cast<std::size_t>(size));
    else if (size == 0 || errno != EINTR)
      ended_ = true;
  }
}

}  // namespace plylab::suites::uci
