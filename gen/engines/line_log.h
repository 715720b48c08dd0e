// A file of the lines between a GUI and engines, both ways, with their times: what an engine's
// author reads when the two do not agree.
#pragma once

#include <chrono>
#include <cstdint>
#include <fstream>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace plylab::engines {

/// The log. A line of it is "0.012 1 > go depth 4": seconds since the log began, the number of the
/// engine's process, > to the engine or < from it, and the line. Several threads may write.
class LineLog {
 public:
  /// Where a line goes.
  enum class Way : std::uint8_t {
    to_engine,    ///< >
    from_engine,  ///< <
    start         ///< = before the command of a process that is started
  };

  /// The first line begins the file anew; until then an earlier log stays. Throws InputError if the
  /// file exists and is not such a log, or if it cannot be written.
  explicit LineLog(const std::string& path);

  /// The number of the next process, from 1.
  int next_process();

  /// Writes a line at once, so that it survives a crash. Throws InputError if that fails.
  void write(int process, Way way, std::string_view line);

 private:
  std::string path_;
  std::mutex mutex_;
  std::ofstream file_;
  int processes_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// The help of a command's option --log.
inline constexpr const char* log_help =
    "Write every line to and from engines with its time to this file, which must be new or an "
    "earlier log";

/// The log of --log; none without a path. Throws InputError as LineLog does.
std::shared_ptr<LineLog> begin_log(const std::string& path);

}  // namespace plylab::engines
