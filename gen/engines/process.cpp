#include "gen/engines/process.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <thread>

#include "gen/engines/child_process.h"
#include "gen/engines/engine_command.h"
#include "gen/engines/engine_fault.h"

namespace plylab::engines {
namespace {

using namespace std::chrono_literals;
using Clock = Process::Clock;

constexpr auto glance = 50ms;  // between two looks at the clock, at Ctrl-C and at the child
constexpr auto moment = 200ms;
constexpr std::size_t shown_width = 200;  // characters of a line in output()

int milliseconds_until(Clock::time_point until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
  return static_cast<int>(std::clamp<std::chrono::milliseconds>(left, 0ms, glance).count());
}

}  // namespace

Process::Process(const std::vector<std::string>& command, const std::atomic<bool>& stop)
    : stop_(stop) {
  if (command.empty())
    throw EngineFault(FaultKind::cannot_start, "cannot be started: no program named");
  const auto program = find_engine(command.front());
  if (!program) throw EngineFault(FaultKind::cannot_start, "cannot be started: no such program");
  child_ = std::make_unique<ChildProcess>(
      *program, std::vector<std::string>(command.begin() + 1, command.end()));
}

Process::~Process() = default;

Process::Event Process::write_line(std::string_view line, Clock::time_point deadline) {
  const std::string text = std::string(line) + '\n';
  std::string_view rest = text;
  while (true) {
    const ssize_t written = child_->write(rest);
    if (written >= 0) rest.remove_prefix(static_cast<std::size_t>(written));
    if (rest.empty()) return Event::done;
    if (written < 0 && errno == EPIPE) return Event::ended;
    if (stop_) return Event::stopped;
    if (Clock::now() >= deadline) return Event::quiet;
    // It may wait for us to read before it reads.
    if (received_.size() < longest_line)
      pump(std::min(deadline, Clock::now() + 1ms));
    else
      std::this_thread::sleep_for(1ms);
  }
}

void Process::close_input() { child_->close_input(); }

Process::Event Process::read_line(std::string& line, Clock::time_point deadline) {
  while (true) {
    const std::size_t end = received_.find('\n');
    const bool last = child_->output() == -1 && !received_.empty();
    if (end == received_.npos && received_.size() > longest_line) {
      remember(received_);
      return Event::endless;
    }
    if (end != received_.npos || last) {
      line = received_.substr(0, end);
      received_.erase(0, end == received_.npos ? end : end + 1);
      if (line.ends_with('\r')) line.pop_back();
      remember(line);
      return Event::done;
    }
    if (child_->output() == -1) return Event::ended;
    if (stop_) return Event::stopped;
    if (Clock::now() >= deadline) return Event::quiet;
    pump(deadline);
  }
}

/// Takes what the child has written; waits a moment if that is nothing.
void Process::pump(Clock::time_point until) {
  pollfd ready[] = {{child_->output(), POLLIN, 0}, {child_->errors(), POLLIN, 0}};
  if (::poll(ready, 2, milliseconds_until(until)) <= 0) {
    // Its own children may hold the pipe open after it has ended.
    if (!child_->running()) child_->close_output();
    return;
  }
  if (ready[0].revents != 0) child_->read_output(received_);
  if (ready[1].revents != 0) take_errors();
}

void Process::take_errors() {
  child_->read_errors(errors_);
  for (std::size_t end; (end = errors_.find('\n')) != errors_.npos; errors_.erase(0, end + 1))
    remember(std::string_view(errors_).substr(0, end));
  if (child_->errors() == -1 || errors_.size() > longest_line) {
    remember(errors_);
    errors_.clear();
  }
}

std::optional<int> Process::exit_status(Clock::time_point deadline) {
  while (child_->running()) {
    if (stop_ || Clock::now() >= deadline) return std::nullopt;
    std::this_thread::sleep_for(1ms);
  }
  const int status = child_->status();
  return WIFEXITED(status) ? std::optional(WEXITSTATUS(status)) : std::nullopt;
}

std::string Process::ending() {
  if (const auto status = exit_status(Clock::now() + moment))
    return fmt::format("ended with exit status {}", *status);
  if (child_->running()) return "closed its output";
  return fmt::format("was ended by signal {}", WTERMSIG(child_->status()));
}

std::vector<std::string> Process::output() {
  // What explains a failure is often the last thing that it wrote to standard error.
  for (std::size_t i = 0; i < tail_lines && child_->errors() != -1; ++i) {
    pollfd ready{child_->errors(), POLLIN, 0};
    if (::poll(&ready, 1, 0) <= 0) break;
    take_errors();
  }
  return {tail_.begin(), tail_.end()};
}

void Process::remember(std::string_view line) {
  if (line.empty()) return;
  if (line.ends_with('\r')) line.remove_suffix(1);
  std::string text = printable(line.substr(0, shown_width));
  if (line.size() > shown_width) text += "...";
  tail_.push_back(std::move(text));
  if (tail_.size() > tail_lines) tail_.pop_front();
}

Process::Clock::time_point from_now(Seconds time) {
  constexpr Seconds long_time = std::chrono::hours(24 * 365);
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::min(time, long_time));
}

std::string printable(std::string_view text) {
  std::string shown;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte == '\t') {
      shown += ' ';
    } else if (byte >= ' ' && byte < 0x7f) {
      shown += c;
    } else {
      shown += fmt::format("\\x{:02x}", byte);
    }
  }
  return shown;
}

}  // namespace plylab::engines
