// Standard input and output between a GUI and an engine: whole lines, while the engine thinks too.
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <mutex>
#include <string>
#include <string_view>

namespace plylab::suites::gui {

using Clock = std::chrono::steady_clock;

/// Standard input, line by line, without ever waiting for long.
class Input {
 public:
  /// The outcome of waiting.
  enum class Event : std::uint8_t {
    line,  ///< a line was read
    none,  ///< no line came in time, or wake() was called, or a signal came
    end    ///< the input has ended
  };

  static constexpr std::size_t longest_line = 1 << 20;  ///< bytes; a game has some thousands

  /// Throws InputError if the system has no more descriptors.
  Input();
  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  /// Waits no longer than this for the next line, without its end (LF or CRLF). Text after the last
  /// line end is a line, too. Throws InputError if a line is too long.
  Event read(std::string& line, Clock::duration timeout);

  /// Ends the read() that is waiting, or the next one that would wait. For any thread.
  void wake();

 private:
  std::string received_;  // read, but not yet taken line by line
  bool ended_ = false;
  int waker_;
};

/// Standard output in whole lines for several threads.
class Output {
 public:
  /// Writes one or more lines at once and adds the last line end. Does nothing after a failure.
  void write(std::string_view lines);

  /// Throws what a failed write() threw: reports::BrokenPipe or InputError.
  void check();

 private:
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace plylab::suites::gui
