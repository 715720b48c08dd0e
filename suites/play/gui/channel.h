// Standard input and output for a GUI: whole lines, even while the engine thinks.
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "gen/engines/line_log.h"

namespace plylab::suites::play::gui {

using Clock = std::chrono::steady_clock;

/// Gets all lines, if there is one; plylab is the engine.
using Log = std::shared_ptr<engines::LineLog>;

/// Standard input, line by line, with limited waits.
class Input {
 public:
  /// The outcome of waiting.
  enum class Event : std::uint8_t {
    line,  ///< a line was read
    none,  ///< timeout, a call of wake(), or a signal
    end    ///< the input has ended
  };

  static constexpr std::size_t longest_line = 1 << 20;  ///< bytes; a game takes a few thousand

  /// Throws InputError if no file descriptor is available.
  explicit Input(Log log);
  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  /// Waits at most `timeout` for the next line, and returns it without its end (LF or CRLF). Text
  /// after the last line end is a line, too. Throws InputError if a line is too long.
  Event read(std::string& line, Clock::duration timeout);

  /// Ends the present wait in read(), or else the next one. Any thread may call it.
  void wake();

 private:
  std::string received_;  // bytes read but not yet returned as lines
  bool ended_ = false;
  Log log_;
  int waker_;
};

/// Standard output in whole lines, for several threads.
class Output {
 public:
  explicit Output(Log log) : log_(std::move(log)) {}

  /// Writes one or more lines at once and adds the final line end. Does nothing after a failure.
  void write(std::string_view lines);

  /// Rethrows the exception of a failed write(): reports::BrokenPipe or InputError.
  void check();

 private:
  Log log_;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace plylab::suites::play::gui
