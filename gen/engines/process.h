// A child process with pipes: lines to it, lines from it, and never a wait without an end.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plylab::engines {

class ChildProcess;

/// How long things may take.
using Seconds = std::chrono::duration<double>;

/// A running program. It has a process group of its own, so that Ctrl-C is ours to handle. With it,
/// with this object or with plylab, however that ends, all that it has started ends, too.
class Process {
 public:
  using Clock = std::chrono::steady_clock;

  /// What came of waiting.
  enum class Event : std::uint8_t {
    done,     ///< the line is read, or written
    quiet,    ///< the time is up
    ended,    ///< it has closed its end of the pipe, or has ended
    stopped,  ///< we were asked to stop
    endless   ///< a line longer than any that we read
  };

  static constexpr std::size_t longest_line = 1 << 16;  ///< bytes
  static constexpr std::size_t tail_lines = 10;

  /// Starts a program, see find_engine, with arguments. Waiting ends at once when `stop` goes up.
  /// Throws EngineFault (cannot_start).
  Process(const std::vector<std::string>& command, const std::atomic<bool>& stop);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Writes a line; also to a program that does not read waits only until the deadline.
  Event write_line(std::string_view line, Clock::time_point deadline);

  /// Tells the program that nothing more comes.
  void close_input();

  /// Reads the next line of its standard output, without line end (LF or CRLF). What follows the
  /// last line end before the output ends is a line, too.
  Event read_line(std::string& line, Clock::time_point deadline);

  /// Its exit status, if it ends by itself until the deadline.
  std::optional<int> exit_status(Clock::time_point deadline);

  /// How it ended, if it does so within a moment: "ended with exit status 3", "was ended by signal
  /// 11" or "closed its output".
  std::string ending();

  /// The last lines that it wrote to standard output or error, oldest first. They can be printed:
  /// long ones are cut, bytes that are no printable ASCII are written as \x1b.
  std::vector<std::string> output();

 private:
  void pump(Clock::time_point until);
  void take_errors();
  void remember(std::string_view line);

  std::unique_ptr<ChildProcess> child_;
  const std::atomic<bool>& stop_;
  std::string received_, errors_;  // what is not yet a line, and what follows it
  std::deque<std::string> tail_;
};

/// A point of time so many seconds from now; far away for infinity.
Process::Clock::time_point from_now(Seconds time);

/// The text with a line's worth of printable ASCII, other bytes as \x1b.
std::string printable(std::string_view text);

}  // namespace plylab::engines
