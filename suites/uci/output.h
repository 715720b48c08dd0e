// What the GUI reads: whole lines, whichever thread writes them.
#pragma once

#include <exception>
#include <mutex>
#include <string_view>

namespace plylab::suites::uci {

/// Standard output for several threads.
class Output {
 public:
  /// Writes one or more lines at once; the last line end is added. After a failure does nothing.
  void write(std::string_view lines);

  /// Throws what a write() threw that failed: reports::BrokenPipe, or InputError.
  void check();

 private:
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace plylab::suites::uci
