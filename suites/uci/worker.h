// One piece of work at a time on a thread of its own, while the GUI is listened to.
#pragma once

#include <atomic>
#include <functional>
#include <thread>

namespace plylab::suites::uci {

/// A thread that works, and the two things that it can be told meanwhile. All is called from the
/// thread that owns this object.
class Worker {
 public:
  ~Worker() { end(); }

  /// How the work is told.
  struct Signals {
    std::atomic<bool> stop = false;  ///< come to an end
    std::atomic<bool> held = false;  ///< keep the answer until this falls
  };

  /// Begins; what was going on is ended first. The work must not throw, and has to end soon after
  /// `stop` goes up. `held`: its answer is not wanted before release().
  void begin(std::function<void(const Signals&)> work, bool held);

  /// From now on the answer is wanted as soon as the work is done.
  void release();

  /// The answer is wanted now.
  void stop();

  /// The same, and waits until the work has ended.
  void end();

  /// Waits until the work has ended by itself, or until `stop` goes up.
  void wait(const std::atomic<bool>& stop) const;

 private:
  Signals signals_;
  std::atomic<bool> working_ = false;
  std::jthread thread_;
};

}  // namespace plylab::suites::uci
