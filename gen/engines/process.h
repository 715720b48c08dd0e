// External programs as child processes: writing and reading lines, always with a time limit.
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/engines/engine_fault.h"

namespace plylab::engines {

/// The words of a command line, separated by blanks; double quotes enclose a word with blanks.
/// Throws InputError if a quote is not closed.
std::vector<std::string> command_words(const std::string& command);

/// The path of a program: searched in PATH, then in /usr/games, where Debian installs engines.
std::optional<std::string> find_engine(const std::string& program);

/// The path of a command's program. Throws EngineFault if the command is empty or the program
/// cannot be started.
std::string program_to_start(const std::vector<std::string>& command);

/// A running program, in its own process group, so that Ctrl-C reaches only plylab. A small keeper
/// process is the parent of the program. When the program ends, when this object is destroyed, or
/// when plylab ends in any way (even by kill -9), the keeper kills the program and all processes
/// that it started. The first object makes the process ignore SIGPIPE, unless it is handled.
class Process {
 public:
  using Clock = std::chrono::steady_clock;

  /// The outcome of waiting.
  enum class Event : std::uint8_t {
    done,     ///< the line was read or written
    quiet,    ///< the deadline passed
    ended,    ///< the program closed its end of the pipe, or ended
    stopped,  ///< `stop` was set
    endless   ///< the line is longer than longest_line
  };

  static constexpr std::size_t longest_line = 1 << 16;  ///< bytes
  static constexpr std::size_t tail_lines = 10;

  /// Starts a program, which find_engine() looks up, with arguments. Waiting ends at once when
  /// `stop` is set; `stop` must outlive this object. Throws EngineFault (cannot_start).
  Process(const std::vector<std::string>& command, const std::atomic<bool>& stop);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Writes a line. Waits no longer than the deadline for a program that does not read.
  Event write_line(std::string_view line, Clock::time_point deadline);

  /// Closes the program's standard input.
  void close_input();

  /// Reads the next line of its standard output, without the line end (LF or CRLF). When the output
  /// has ended, `line` is the text after the last line end: half a line, if the program was
  /// interrupted while it wrote; empty if there is none, or if it has been returned before.
  Event read_line(std::string& line, Clock::time_point deadline);

  /// The exit status, if the program exits by itself before the deadline.
  std::optional<int> exit_status(Clock::time_point deadline);

  /// How the program ended, if it ends within 0.2 s: "ended with exit status 3", "was ended by
  /// signal 11" or "closed its output".
  std::string ending();

  /// The last lines that it wrote to standard output or error, oldest first: cut to 200 characters,
  /// and printable().
  std::vector<std::string> output();

 private:
  class Child;

  void pump(Clock::time_point until);
  void take_errors();
  void remember(std::string_view line);

  std::unique_ptr<Child> child_;
  const std::atomic<bool>& stop_;
  std::string received_, errors_;  // bytes read but not yet returned as lines
  std::deque<std::string> tail_;
};

/// The time that many seconds from now; at most a year from now, also for infinity.
Process::Clock::time_point from_now(Seconds time);

}  // namespace plylab::engines
