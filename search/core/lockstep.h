// Threads that take turns.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>

namespace plylab::search {

/// Simulates a processor for each thread, on which a visit takes one unit of time and nothing else
/// takes any: the threads of a search take turns of some visits each. With turns of one visit the
/// simulation is exact. The search does the same in every run and on any machine. The first thread
/// never waits for another, so that the positions that it visits are the time that the search would
/// take. Not simulated: how the threads hinder each other (memory, caches, locks), and what
/// starting them costs.
class Lockstep {
 public:
  /// The threads from 0 to threads − 1; the first has the turn. None takes part yet.
  explicit Lockstep(std::size_t threads) : places_(threads) {}

  /// The thread takes part from now on. Called by the thread that has the turn, which may be the
  /// same.
  void enter(std::size_t thread) { places_[thread].takes_part = true; }

  /// Waits until the thread has the turn.
  void wait(std::size_t thread) {
    std::unique_lock lock(mutex_);
    places_[thread].changed.wait(lock, [&] { return turn_ == thread; });
  }
  /// The thread has the turn and lets each of the others have it once.
  void pass(std::size_t thread) {
    if (give_turn_after(thread)) wait(thread);
  }
  /// The thread has the turn, and does not take part any more. The last one gives the turn back to
  /// the first thread.
  void leave(std::size_t thread) {
    places_[thread].takes_part = false;
    if (give_turn_after(thread)) return;
    const std::lock_guard lock(mutex_);
    turn_ = 0;
  }

 private:
  struct Place {
    std::condition_variable changed = {};
    bool takes_part = false;  // written and read only with the turn
  };

  /// Gives the turn to the next thread that takes part; false if that is the same one, or none.
  bool give_turn_after(std::size_t thread) {
    std::size_t next = thread;
    do {
      next = (next + 1) % places_.size();
    } while (next != thread && !places_[next].takes_part);
    if (next == thread) return false;
    {
      const std::lock_guard lock(mutex_);
      turn_ = next;
    }
    places_[next].changed.notify_one();
    return true;
  }

  std::mutex mutex_;
  std::size_t turn_ = 0;
  std::deque<Place> places_;  // which cannot be moved
};

}  // namespace plylab::search
