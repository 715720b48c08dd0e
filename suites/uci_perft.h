// Other people's engines as counters of move paths: a child process that answers UCI's go perft.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "perft/count.h"

namespace plylab::suites {

/// An engine that does not do what it should. what() is one line that reads on from the engine's
/// name: "ended with exit status 3".
class EngineError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An engine's answer to go perft.
struct UciCount {
  perft::Count leaves;                                         ///< as its last line states
  std::vector<std::pair<std::string, perft::Count>> branches;  ///< leaves by root move, sorted
  double seconds = 0;                                          ///< from the question to that line
};

/// A running engine. It has a process group of its own, so that Ctrl-C is ours to handle, and
/// ends with this object or with plylab, however that ends. After an EngineError it is dead.
class UciPerft {
 public:
  using Seconds = std::chrono::duration<double>;

  /// Starts a program, named with its arguments (blanks between them, quotes around those that
  /// have blanks), and greets it. Waits no longer than `patience` for that and for each answer, and
  /// gives up at once when `stop` goes up. Throws EngineError.
  UciPerft(const std::string& command, Seconds patience, const std::atomic<bool>& stop);
  ~UciPerft();
  UciPerft(const UciPerft&) = delete;
  UciPerft& operator=(const UciPerft&) = delete;

  /// What it calls itself ("Stockfish 15.1"), or else its command.
  const std::string& name() const { return name_; }

  /// Counts the paths of a length, at least 1, after moves (in UCI) from a position. What the
  /// engine says is not judged. Throws EngineError.
  UciCount perft(int depth, const std::string& fen, const std::vector<std::string>& moves = {});

 private:
  using Clock = std::chrono::steady_clock;
  class Process;

  void start_clock();
  void send(const std::string& line);
  std::string next_line(std::string_view question);
  [[noreturn]] void fail(const std::string& what);

  Seconds patience_;
  const std::atomic<bool>& stop_;
  Clock::time_point deadline_;
  std::unique_ptr<Process> process_;
  std::string received_;  // of the line that is not yet complete, and what follows it
  std::string name_;
};

/// Where a program is: on the PATH, or in /usr/games, where Debian puts engines.
std::optional<std::string> find_engine(const std::string& program);

}  // namespace plylab::suites
