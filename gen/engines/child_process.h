// A child process with pipes that ends with us, however we end.
#pragma once

#include <sys/types.h>

#include <boost/process/child.hpp>
#include <boost/process/pipe.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace plylab::engines {

/// The process, under a keeper (gen/engines/keeper.h): with this object, or as soon as plylab is
/// gone, it ends with all that it has started.
class ChildProcess {
 public:
  /// Throws EngineFault (cannot_start).
  ChildProcess(const std::string& program, const std::vector<std::string>& arguments);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  bool running();
  /// As of waitpid; only after it has ended.
  int status() const { return keeper_.native_exit_code(); }

  /// Writes what fits into the pipe: as write(2), but without the signal that a reader which has
  /// gone raises (EPIPE).
  ssize_t write(std::string_view text);

  /// Descriptors of its standard output and error; -1 after they have been closed.
  int output() const { return from_.native_source(); }
  int errors() const { return errors_.native_source(); }

  /// Appends what is there to be read; closes the pipe at its end.
  void read_output(std::string& text);
  void read_errors(std::string& text);

  void close_input() { to_.close(); }
  void close_output() { from_.close(); }

 private:
  boost::process::pipe to_, from_, errors_, lifeline_;
  boost::process::child keeper_;  // which ends as the process does
};

}  // namespace plylab::engines
