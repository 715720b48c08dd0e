#include "gen/engines/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <thread>

#include "gen/base/input_error.h"
#include "gen/base/text.h"

namespace plylab::engines {
namespace {

using namespace std::chrono_literals;
using Clock = Process::Clock;

constexpr auto glance = 50ms;  // between checks of the clock, Ctrl-C and the child
constexpr auto moment = 200ms;
constexpr std::size_t shown_width = 200;  // characters of a line in output()

int milliseconds_until(Clock::time_point until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
  return static_cast<int>(std::clamp<std::chrono::milliseconds>(left, 0ms, glance).count());
}

// ---- the keeper: after fork() with threads only async-signal-safe calls are allowed ----

/// Kills the children that this process has now, as listed in /proc.
void kill_children() {
  const int list = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  char buffer[4096];
  pid_t id = 0;
  for (ssize_t size; (size = ::read(list, buffer, sizeof buffer)) > 0;)
    for (const char* c = buffer; c < buffer + size; ++c)
      if (*c >= '0' && *c <= '9') {
        id = 10 * id + (*c - '0');
      } else if (id != 0) {
        ::kill(id, SIGKILL);
        id = 0;
      }
  ::close(list);
}

/// Kills the children until none is left; their children become ours when they lose their parent.
/// Gives up after two seconds on those that cannot be killed.
void kill_descendants() {
  constexpr timespec millisecond{0, 1'000'000};
  for (int tries = 0; tries < 2000; ++tries) {
    kill_children();
    pid_t ended;
    while ((ended = ::waitpid(-1, nullptr, WNOHANG)) > 0) {
    }
    if (ended < 0) return;
    ::nanosleep(&millisecond, nullptr);
  }
}

/// Ends this process in the same way as another process ended.
[[noreturn]] void end_as(int status) {
  if (WIFEXITED(status)) ::_exit(WEXITSTATUS(status));
  const rlimit no_core{};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::signal(WTERMSIG(status), SIG_DFL);
  ::raise(WTERMSIG(status));
  ::_exit(EXIT_FAILURE);
}

/// Closes all file descriptors after this one.
void close_all_after(int last) {
  if (::close_range(static_cast<unsigned>(last) + 1, ~0U, 0) == 0) return;
  rlimit limit{};  // Linux before 5.9
  ::getrlimit(RLIMIT_NOFILE, &limit);
  for (int open = last + 1; static_cast<rlim_t>(open) < std::min<rlim_t>(limit.rlim_cur, 1 << 20);
       ++open)
    ::close(open);
}

/// Whether a child has ended, for which waitpid() still can wait.
bool has_ended(pid_t child) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == child;
}

/// Waits until the engine has ended, or until no process holds the other end of the pipe
/// `lifeline`: then plylab has ended or no longer needs the engine. Then kills all remaining
/// processes. These include processes that have left the engine's process group or session, and
/// orphans, because this process is their subreaper.
[[noreturn]] void keep(pid_t engine, int lifeline) {
  ::dup2(lifeline, STDIN_FILENO);
  close_all_after(STDIN_FILENO);
  const int handle = static_cast<int>(::syscall(SYS_pidfd_open, engine, 0));
  pollfd ends[] = {{STDIN_FILENO, 0, 0}, {handle, POLLIN, 0}};
  if (handle >= 0)
    while (::poll(ends, 2, -1) < 0 && errno == EINTR) {
    }
  else  // Linux before 5.3
    while (::poll(ends, 1, 20) <= 0 && !has_ended(engine)) {
    }
  ::kill(engine, SIGKILL);
  ::kill(-engine, SIGKILL);  // its group, in case /proc is not mounted
  int status = SIGKILL;
  ::waitpid(engine, &status, 0);
  kill_descendants();
  end_as(status);
}

/// Ignores SIGPIPE, so that write() to a program that no longer reads fails with EPIPE, unless the
/// program that uses this library handles the signal.
void ignore_broken_pipes() {
  struct sigaction action {};
  if (::sigaction(SIGPIPE, nullptr, &action) == 0 && action.sa_handler == SIG_DFL)
    ::signal(SIGPIPE, SIG_IGN);
}

}  // namespace

/// A pipe whose ends are not inherited by programs started later. -1 is a closed end.
struct Pipe {
  int source = -1, sink = -1;

  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
      throw EngineFault(
          FaultKind::cannot_start,
          fmt::format("cannot be started: {}", std::generic_category().message(errno)));
    source = ends[0];
    sink = ends[1];
  }
  ~Pipe() {
    close(source);
    close(sink);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  static void close(int& end) {
    if (end != -1) ::close(end);
    end = -1;
  }
};

/// The engine, its keeper and the pipes to them.
class Process::Child {
 public:
  Child(const std::string& program, const std::vector<std::string>& command) {
    ignore_broken_pipes();
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    Pipe started;  // closed by a successful exec, or holds errno
    keeper_ = ::fork();
    if (keeper_ == 0) become(program.c_str(), arguments.data(), started.sink);
    int error = keeper_ < 0 ? errno : 0;
    for (int* end : {&to_.source, &from_.sink, &errors_.sink, &lifeline_.source, &started.sink})
      Pipe::close(*end);
    while (keeper_ > 0 && ::read(started.source, &error, sizeof error) < 0 && errno == EINTR) {
    }
    if (error != 0) {
      end();
      throw EngineFault(
          FaultKind::cannot_start,
          fmt::format("cannot be started: {}", std::generic_category().message(error)));
    }
    ::fcntl(to_.sink, F_SETFL, O_NONBLOCK);
  }
  ~Child() { end(); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  bool running() {
    if (!ended_) ended_ = ::waitpid(keeper_, &status_, WNOHANG) != 0;
    return !ended_;
  }
  /// The status from waitpid; valid only after the process has ended.
  int status() const { return status_; }

  /// As write(2), without blocking.
  ssize_t write(std::string_view text) { return ::write(to_.sink, text.data(), text.size()); }

  /// Descriptors of its standard output and error; -1 once closed.
  int output() const { return from_.source; }
  int errors() const { return errors_.source; }

  /// Appends the output that is available now; closes the pipe at its end.
  void read_output(std::string& text) { read(from_, text); }
  void read_errors(std::string& text) { read(errors_, text); }

  void close_input() { Pipe::close(to_.sink); }
  void close_output() { Pipe::close(from_.source); }

 private:
  /// Runs in the new process: forks again, into the keeper and the engine.
  [[noreturn]] void become(const char* program, char* const* arguments, int started) const {
    ::setpgid(0, 0);
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    const pid_t engine = ::fork();
    if (engine > 0) {
      ::setpgid(engine, engine);
      keep(engine, lifeline_.source);
    }
    if (engine == 0) {
      ::setpgid(0, 0);
      ::signal(SIGPIPE, SIG_DFL);
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      ::dup2(to_.source, STDIN_FILENO);
      ::dup2(from_.sink, STDOUT_FILENO);
      ::dup2(errors_.sink, STDERR_FILENO);
      ::execv(program, arguments);
    }
    const int error = errno;
    while (::write(started, &error, sizeof error) < 0 && errno == EINTR) {
    }
    ::_exit(EXIT_FAILURE);
  }

  static void read(Pipe& pipe, std::string& text) {
    char buffer[4096];
    const ssize_t size = ::read(pipe.source, buffer, sizeof buffer);
    if (size > 0)
      text.append(buffer, static_cast<std::size_t>(size));
    else if (size == 0 || errno != EINTR)
      Pipe::close(pipe.source);
  }

  void end() {
    Pipe::close(lifeline_.sink);
    while (!ended_ && keeper_ > 0 && ::waitpid(keeper_, &status_, 0) < 0 && errno == EINTR) {
    }
    ended_ = true;
  }

  Pipe to_, from_, errors_, lifeline_;
  pid_t keeper_ = -1;
  int status_ = 0;
  bool ended_ = false;
};

Process::Process(const std::vector<std::string>& command, const std::atomic<bool>& stop)
    : stop_(stop) {
  child_ = std::make_unique<Child>(program_to_start(command), command);
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
    // The program may wait for us to read before it reads.
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
    if (end == received_.npos && received_.size() > longest_line) {
      remember(received_);
      return Event::endless;
    }
    const bool has_ended = child_->output() == -1;
    if (end != received_.npos || has_ended) {
      line = received_.substr(0, end);
      received_.erase(0, end == received_.npos ? end : end + 1);
      if (line.ends_with('\r')) line.pop_back();
      remember(line);
      return end == received_.npos ? Event::ended : Event::done;
    }
    if (stop_) return Event::stopped;
    if (Clock::now() >= deadline) return Event::quiet;
    pump(deadline);
  }
}

/// Reads the child's output; waits briefly if there is none.
void Process::pump(Clock::time_point until) {
  pollfd ready[] = {{child_->output(), POLLIN, 0}, {child_->errors(), POLLIN, 0}};
  const bool ended = !child_->running();  // before poll: then no output of its own comes after it
  const int number = ::poll(ready, 2, milliseconds_until(until));
  // Its children may keep the pipe open after it has ended.
  if (number == 0 && ended) child_->close_output();
  if (number <= 0) return;
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
  // Often the last line on standard error explains the failure.
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

std::vector<std::string> command_words(const std::string& command) {
  std::vector<std::string> words;
  std::string_view rest = command;
  while (skip(rest), !rest.empty()) {
    if (rest.front() != '"') {
      words.emplace_back(take_until(rest, white_space));
      continue;
    }
    std::string word;
    for (rest.remove_prefix(1); !rest.empty() && rest.front() != '"'; rest.remove_prefix(1)) {
      if (rest.front() == '\\' && rest.size() > 1) rest.remove_prefix(1);
      word += rest.front();
    }
    if (rest.empty())
      throw InputError(fmt::format("--engine '{}': the quote is not closed", command));
    rest.remove_prefix(1);
    words.push_back(std::move(word));
  }
  return words;
}

std::optional<std::string> find_engine(const std::string& program) {
  const auto runs = [](const std::filesystem::path& file) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0;
  };
  if (program.find('/') != program.npos)
    return runs(program) ? std::optional(program) : std::nullopt;
  const char* path = std::getenv("PATH");
  for (const std::string& directory : words_of(fmt::format("{}:/usr/games", path ? path : ""), ":"))
    if (const std::filesystem::path file = std::filesystem::path(directory) / program; runs(file))
      return file.string();
  return std::nullopt;
}

std::string program_to_start(const std::vector<std::string>& command) {
  const auto fail = [](const char* why) {
    throw EngineFault(FaultKind::cannot_start, fmt::format("cannot be started: {}", why));
  };
  if (command.empty()) fail("no program named");
  const auto program = find_engine(command.front());
  std::error_code ignored;
  if (!program && std::filesystem::is_regular_file(command.front(), ignored))
    fail(command.front().find('/') == std::string::npos
             ? "no such program in PATH; one in this folder is named with ./ before it"
             : "the file is not executable (chmod +x makes it so)");
  if (!program) fail("no such program");
  return *program;
}

}  // namespace plylab::engines
