// The line that shows the progress of a long job.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>

namespace plylab::cli {

/// Shows "perft 7: 43 %, 123.4 M leaves/s, 12 s left" on standard error, once the job has run for
/// half a second, and erases the line at the end. If standard error is not a terminal, as in the
/// log of a batch system, it writes one line a minute. Any thread may call any function.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  /// Starts the clock. `title` and `unit` are, for example, "perft 7" and "leaves". With `share`,
  /// nothing is shown: update() stores the share of the job done there, 0 if unknown. `pause` is
  /// the time between lines if standard error is not a terminal.
  Progress(const std::string& title, const std::string& unit, std::atomic<double>* share = nullptr,
           Clock::duration pause = std::chrono::minutes(1));
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Sets the share of the job done, from 0 to 1 or below 0 if unknown, and the units of work done.
  /// `standing` is the result so far: "match: +12 -8 =30, 43 %, ...". Cheap enough to call often:
  /// draws at most five times a second and never waits for another thread.
  void update(double fraction, double units_done, std::string_view standing = {});

  /// Erases the line on a terminal; later updates show nothing.
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
  std::atomic<double>* const share_;
  std::mutex mutex_;  // guards the members below
  Clock::time_point next_draw_;
  std::size_t drawn_width_ = 0;  // characters on the terminal to overwrite
  bool finished_ = false;
};

}  // namespace plylab::cli
