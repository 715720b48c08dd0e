// Other people's programs as child processes: lines to them, lines from them, never a wait without
// an end, and what can go wrong.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plylab::engines {

/// Why an engine gave no usable answer.
enum class FaultKind : std::uint8_t {
  cannot_start,  ///< no such program, or it ended before it replied to the greeting
  no_answer,     ///< silent, or writing without an answer, until the time limit
  died,          ///< crashed, was killed, or ended by itself
  malformed,     ///< an answer that cannot be read
  illegal_move,  ///< plays a move that the rules do not allow
  resigned,      ///< ends the game instead of moving, for example by resigning
  stopped        ///< we were asked to stop (Ctrl-C)
};

/// "cannot_start", "no_answer", "died", "malformed", "illegal_move", "resigned", "stopped".
constexpr std::string_view name_of(FaultKind kind) {
  constexpr std::string_view names[] = {"cannot_start", "no_answer", "died",   "malformed",
                                        "illegal_move", "resigned",  "stopped"};
  return names[static_cast<std::size_t>(kind)];
}

/// An engine that does not do what it should. what() is one line that continues a sentence which
/// the engine's name begins: "ended with exit status 3".
class EngineFault : public std::runtime_error {
 public:
  EngineFault(FaultKind kind, const std::string& what, std::vector<std::string> output = {})
      : std::runtime_error(what), kind_(kind), output_(std::move(output)) {}

  FaultKind kind() const { return kind_; }
  /// The last lines that the engine wrote, oldest first; at most ten.
  const std::vector<std::string>& output() const { return output_; }

 private:
  FaultKind kind_;
  std::vector<std::string> output_;
};

/// A time limit.
using Seconds = std::chrono::duration<double>;

/// The words of a command line, separated by blanks; a word with blanks stands in double quotes.
/// Throws InputError if a quote is not closed.
std::vector<std::string> command_words(const std::string& command);

/// The path of a program: searched in PATH, then in /usr/games, where Debian installs engines.
std::optional<std::string> find_engine(const std::string& program);

/// The path of a command's program. Throws EngineFault if none is named or it cannot be started.
std::string program_to_start(const std::vector<std::string>& command);

/// The text in printable ASCII, other bytes as \x1b.
std::string printable(std::string_view text);

/// A running program, in a process group of its own, so that Ctrl-C is ours to handle. A small
/// keeper process stands between plylab and the program: when the program ends, when this object is
/// destroyed, or when plylab ends in any way (kill -9 included), the keeper kills the program and
/// all processes that it has started. SIGPIPE, unless handled, is ignored from the first object on.
class Process {
 public:
  using Clock = std::chrono::steady_clock;

  /// The outcome of waiting.
  enum class Event : std::uint8_t {
    done,     ///< the line is read, or written
    quiet,    ///< the deadline has passed
    ended,    ///< the program has closed its end of the pipe, or has ended
    stopped,  ///< we were asked to stop
    endless   ///< the line is longer than longest_line
  };

  static constexpr std::size_t longest_line = 1 << 16;  ///< bytes
  static constexpr std::size_t tail_lines = 10;

  /// Starts a program, see find_engine(), with arguments. Waiting ends at once when `stop` is set;
  /// it must outlive this object. Throws EngineFault (cannot_start).
  Process(const std::vector<std::string>& command, const std::atomic<bool>& stop);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Writes a line. Waits no longer than the deadline for a program that does not read.
  Event write_line(std::string_view line, Clock::time_point deadline);

  /// Closes the program's standard input.
  void close_input();

  /// Reads the next line of its standard output, without the line end (LF or CRLF). Text after the
  /// last line end is a line, too.
  Event read_line(std::string& line, Clock::time_point deadline);

  /// The exit status, if the program exits by itself before the deadline.
  std::optional<int> exit_status(Clock::time_point deadline);

  /// How it ended, if it does so within 0.2 s: "ended with exit status 3", "was ended by signal 11"
  /// or "closed its output".
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
  std::string received_, errors_;  // read, but not yet taken line by line
  std::deque<std::string> tail_;
};

/// The time that many seconds from now; at most a year from now, also for infinity.
Process::Clock::time_point from_now(Seconds time);

}  // namespace plylab::engines
