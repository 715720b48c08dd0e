#include "gen/engines/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/process/args.hpp>
#include <boost/process/child.hpp>
#include <boost/process/exe.hpp>
#include <boost/process/group.hpp>
#include <boost/process/io.hpp>
#include <boost/process/pipe.hpp>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <iomanip>
#include <sstream>
#include <system_error>
#include <thread>

#include "gen/engines/generator_under_test.h"
#include "gen/text.h"

namespace plylab::engines {
namespace {

namespace bp = boost::process;
namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Clock = Process::Clock;

constexpr auto glance = 50ms;  // between two looks at the clock, at Ctrl-C and at the child
constexpr auto moment = 200ms;
constexpr std::size_t shown_width = 200;  // characters of a line in output()

/// Engines that are started later must not inherit this one's pipes.
void close_on_exec(const bp::pipe& pipe) {
  for (const int end : {pipe.native_source(), pipe.native_sink()})
    ::fcntl(end, F_SETFD, FD_CLOEXEC);
}

/// Starts a process that kills a group, and itself with it, as soon as nobody holds the other end
/// of the lifeline, which is to say plylab. After the fork: system calls only.
pid_t post_guard(int lifeline, pid_t group) {
  const pid_t guard = ::fork();
  if (guard > 0) ::setpgid(guard, group);
  if (guard != 0) return guard;
  if (::setpgid(0, group) != 0 && ::getpgrp() != group) ::_exit(0);
  ::dup2(lifeline, STDIN_FILENO);
  ::close_range(STDIN_FILENO + 1, ~0U, 0);
  char nothing;
  while (::read(STDIN_FILENO, &nothing, 1) < 0 && errno == EINTR) {
  }
  ::kill(0, SIGKILL);
  ::_exit(0);
}

/// Writes what fits into a pipe whose reader may have gone, without the signal that this raises.
ssize_t write_quietly(int descriptor, std::string_view text) {
  sigset_t broken_pipe, before;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);
  const ssize_t written = ::write(descriptor, text.data(), text.size());
  const int error = errno;
  const timespec no_time{};
  while (sigtimedwait(&broken_pipe, nullptr, &no_time) > 0) {
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return written;
}

/// Appends what is there to be read; false at the end.
bool read_some(int descriptor, std::string& text) {
  char buffer[4096];
  const ssize_t size = ::read(descriptor, buffer, sizeof buffer);
  if (size > 0) text.append(buffer, static_cast<std::size_t>(size));
  return size > 0 || (size < 0 && errno == EINTR);
}

int milliseconds_until(Clock::time_point until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
  return static_cast<int>(std::clamp<std::chrono::milliseconds>(left, 0ms, glance).count());
}

}  // namespace

/// The child process with its pipes.
class Process::Child {
 public:
  Child(const std::string& program, const std::vector<std::string>& arguments) {
    for (const bp::pipe* pipe : {&to_, &from_, &errors_, &lifeline_}) close_on_exec(*pipe);
    ::fcntl(to_.native_sink(), F_SETFL, O_NONBLOCK);
    std::error_code error;
    child_ = bp::child(bp::exe = program, bp::args = arguments, bp::std_in<to_, bp::std_out> from_,
                       bp::std_err > errors_, group_, error);
    if (error)
      throw EngineFault(FaultKind::cannot_start,
                        fmt::format("cannot be started: {}", error.message()));
    guard_ = post_guard(lifeline_.native_source(), group_.native_handle());
  }
  ~Child() {
    std::error_code ignored;
    if (group_.valid()) group_.terminate(ignored);
    if (child_.valid()) child_.wait(ignored);
    if (guard_ <= 0) return;
    ::kill(guard_, SIGKILL);
    ::waitpid(guard_, nullptr, 0);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  bool running() {
    std::error_code ignored;
    return child_.running(ignored);
  }
  /// As of waitpid; only after it has ended.
  int status() const { return child_.native_exit_code(); }

  int input() const { return to_.native_sink(); }
  /// -1 after the end.
  int output() const { return from_.native_source(); }
  int errors() const { return errors_.native_source(); }

  void close_input() { to_.close(); }
  void close_output() { from_.close(); }
  void close_errors() { errors_.close(); }

 private:
  bp::pipe to_, from_, errors_, lifeline_;
  bp::group group_;
  bp::child child_;
  pid_t guard_ = -1;
};

Process::Process(const std::vector<std::string>& command, const std::atomic<bool>& stop)
    : stop_(stop) {
  if (command.empty())
    throw EngineFault(FaultKind::cannot_start, "cannot be started: no program named");
  const auto program = find_engine(command.front());
  if (!program) throw EngineFault(FaultKind::cannot_start, "cannot be started: no such program");
  child_ = std::make_unique<Child>(*program,
                                   std::vector<std::string>(command.begin() + 1, command.end()));
}

Process::~Process() = default;

Process::Event Process::write_line(std::string_view line, Clock::time_point deadline) {
  const std::string text = std::string(line) + '\n';
  std::string_view rest = text;
  while (true) {
    const ssize_t written = write_quietly(child_->input(), rest);
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
  if (ready[0].revents != 0 && !read_some(child_->output(), received_)) child_->close_output();
  if (ready[1].revents != 0) take_errors();
}

void Process::take_errors() {
  if (!read_some(child_->errors(), errors_)) child_->close_errors();
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

std::vector<std::string> command_words(const std::string& command) {
  std::istringstream in(command);
  std::vector<std::string> list;
  for (std::string word; in >> std::quoted(word);) list.push_back(word);
  return list;
}

std::optional<std::string> find_engine(const std::string& program) {
  const auto runs = [](const fs::path& file) {
    std::error_code ignored;
    return fs::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0;
  };
  if (program.find('/') != program.npos)
    return runs(program) ? std::optional(program) : std::nullopt;
  const char* path = std::getenv("PATH");
  for (const std::string& directory : words_of(fmt::format("{}:/usr/games", path ? path : ""), ":"))
    if (const fs::path file = fs::path(directory) / program; runs(file)) return file.string();
  return std::nullopt;
}

Process::Clock::time_point from_now(Seconds time) {
  constexpr Seconds long_time = std::chrono::hours(24 * 365);
  using Clock = Process::Clock;
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
