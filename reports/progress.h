// The line that shows the progress of a long job.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>

namespace plylab::reports {

/// Shows "perft 7: 43 %, 123.4 M leaves/s, 12 s left" on standard error while it lives, once the
/// job has run for half a second, and takes the line away at the end. Where standard error is not a
/// terminal, such as the log of a batch system, it writes a line a minute. All functions may be
/// called from any thread.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  /// "perft 7" and "leaves". The clock starts here. `pause` is the time between the lines if
  /// standard error is not a terminal.
  Progress(const std::string& title, const std::string& unit,
           Clock::duration pause = std::chrono::minutes(1));
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// How much of the job is done, from 0 to 1, below 0 if unknown, and how many units of work that
  /// was. `standing` is the result so far: "match: +12 -8 =30, 43 %, ...". It is cheap enough to be
  /// called often: it draws at most five times a second and never waits for another thread.
  void update(double fraction, double units_done, std::string_view standing = {});

  /// Erases the line of a terminal; later updates show nothing.
  void finish();

 private:
  std::string line(double fraction, double units_done, std::string_view standing,
                   double seconds) const;
  void draw(const std::string& line);

  const std::string title_;
  const std::string unit_;
  const bool on_terminal_;
  const Clock::duration interval_;  // between two lines
  const Clock::time_point start_;
  std::mutex mutex_;  // guards what follows
  Clock::time_point next_draw_;
  std::size_t drawn_width_ = 0;  // characters on the terminal, to be overwritten
  bool finished_ = false;
};

}  // namespace plylab::reports
