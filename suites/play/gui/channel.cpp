#include "suites/play/gui/channel.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "reports/formats/output.h"

namespace plylab::suites::play::gui {

Input::Input(Log log) : log_(std::move(log)), waker_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (waker_ < 0)
    throw InputError(std::string("cannot wait for standard input: ") + std::strerror(errno));
}

Input::~Input() { ::close(waker_); }

void Input::wake() { ::eventfd_write(waker_, 1); }

Input::Event Input::read(std::string& line, Clock::duration timeout) {
  const auto deadline = Clock::now() + timeout;
  while (true) {
    const std::size_t end = received_.find('\n');
    if (end != received_.npos || (ended_ && !received_.empty())) {
      line = received_.substr(0, end);
      received_.erase(0, end == received_.npos ? end : end + 1);
      if (line.ends_with('\r')) line.pop_back();
      if (log_) log_->write(1, engines::LineLog::Way::to_engine, line);
      return Event::line;
    }
    if (ended_) return Event::end;
    if (received_.size() > longest_line)
      throw InputError("standard input: a line is longer than 1 MiB");

    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    const int milliseconds = static_cast<int>(std::max<decltype(left)>(left, {}).count());
    std::array<pollfd, 2> ready{{{STDIN_FILENO, POLLIN, 0}, {waker_, POLLIN, 0}}};
    if (::poll(ready.data(), ready.size(), milliseconds) <= 0) return Event::none;
    if (ready[1].revents != 0) {
      eventfd_t calls = 0;
      ::eventfd_read(waker_, &calls);
      return Event::none;
    }
    char buffer[4096];
    const ssize_t size = ::read(STDIN_FILENO, buffer, sizeof buffer);
    if (size > 0)
      received_.append(buffer, static_cast<std::size_t>(size));
    else if (size == 0 || errno != EINTR)
      ended_ = true;
  }
}

void Output::write(std::string_view lines) {
  const std::lock_guard lock(mutex_);
  if (failure_) return;
  try {
    for (std::string_view rest = lines; log_ && !rest.empty();)
      log_->write(1, engines::LineLog::Way::from_engine, take_line(rest));
    reports::write_text(std::string(lines) + '\n', "");
  } catch (...) {
    failure_ = std::current_exception();
  }
}

void Output::check() {
  const std::lock_guard lock(mutex_);
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace plylab::suites::play::gui
