#include "gen/engines/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <boost/process/args.hpp>
#include <boost/process/exe.hpp>
#include <boost/process/io.hpp>
#include <cerrno>
#include <cstddef>
#include <system_error>

#include "gen/engines/engine_fault.h"

namespace plylab::engines {
namespace {

namespace bp = boost::process;

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

/// Appends what is there to be read; false at the end.
bool read_some(int descriptor, std::string& text) {
  char buffer[4096];
  const ssize_t size = ::read(descriptor, buffer, sizeof buffer);
  if (size > 0) text.append(buffer, static_cast<std::size_t>(size));
  return size > 0 || (size < 0 && errno == EINTR);
}

}  // namespace

ChildProcess::ChildProcess(const std::string& program, const std::vector<std::string>& arguments) {
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

ChildProcess::~ChildProcess() {
  std::error_code ignored;
  if (group_.valid()) group_.terminate(ignored);
  if (child_.valid()) child_.wait(ignored);
  if (guard_ <= 0) return;
  ::kill(guard_, SIGKILL);
  ::waitpid(guard_, nullptr, 0);
}

bool ChildProcess::running() {
  std::error_code ignored;
  return child_.running(ignored);
}

ssize_t ChildProcess::write(std::string_view text) {
  sigset_t broken_pipe, before;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);
  const ssize_t written = ::write(to_.native_sink(), text.data(), text.size());
  const int error = errno;
  const timespec no_time{};
  while (sigtimedwait(&broken_pipe, nullptr, &no_time) > 0) {
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return written;
}

void ChildProcess::read_output(std::string& text) {
  if (!read_some(from_.native_source(), text)) from_.close();
}

void ChildProcess::read_errors(std::string& text) {
  if (!read_some(errors_.native_source(), text)) errors_.close();
}

}  // namespace plylab::engines
