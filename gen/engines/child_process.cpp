#include "gen/engines/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <boost/process/args.hpp>
#include <boost/process/exe.hpp>
#include <boost/process/extend.hpp>
#include <boost/process/io.hpp>
#include <cerrno>
#include <cstddef>
#include <system_error>

#include "gen/engines/engine_fault.h"
#include "gen/engines/keeper.h"

namespace plylab::engines {
namespace {

namespace bp = boost::process;

/// Engines that are started later must not inherit this one's pipes.
void close_on_exec(const bp::pipe& pipe) {
  for (const int end : {pipe.native_source(), pipe.native_sink()})
    ::fcntl(end, F_SETFD, FD_CLOEXEC);
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
  keeper_ = bp::child(
      bp::exe = program, bp::args = arguments, bp::std_in<to_, bp::std_out> from_,
      bp::std_err > errors_,
      bp::extend::on_exec_setup =
          [lifeline = lifeline_.native_source()](auto&) { become_keeper(lifeline); },
      bp::extend::on_error =
          [](auto& process, const std::error_code&) {
            if (process.pid > 0) ::waitpid(process.pid, nullptr, 0);
          },
      error);
  if (error)
    throw EngineFault(FaultKind::cannot_start,
                      fmt::format("cannot be started: {}", error.message()));
}

ChildProcess::~ChildProcess() {
  lifeline_.close();
  std::error_code ignored;
  if (keeper_.valid()) keeper_.wait(ignored);
}

bool ChildProcess::running() {
  std::error_code ignored;
  return keeper_.running(ignored);
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
