// What the GUI writes, line by line, and never a wait without an end.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace plylab::suites::uci {

/// Standard input.
class Input {
 public:
  using Clock = std::chrono::steady_clock;

  /// What came of waiting.
  enum class Event : std::uint8_t {
    line,  ///< one is read
    time,  ///< there was none in time, or a signal came
    end    ///< nothing more comes
  };

  static constexpr std::size_t longest_line = 1 << 20;  ///< bytes; a game has some thousands

  /// Waits for the next line, without its end (LF or CRLF), but not longer than this. What follows
  /// the last line end is a line too. Throws InputError if a line has no end.
  Event read(std::string& line, Clock::duration timeout);

 private:
  std::string received_;  // what is not yet a line, and what follows it
  bool ended_ = false;
};

}  // namespace plylab::suites::uci
