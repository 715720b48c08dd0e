// Plays and analyses for a GUI in any protocol: one question at a time, on a separate thread, so
// that the GUI can send commands meanwhile.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "search/core/kept_table.h"
#include "search/run/run.h"
#include "suites/play/gui/channel.h"
#include "suites/play/gui/game.h"

namespace plylab::suites::play::gui {

/// Everything that an answer depends on, as a copy, so that the GUI's game can change meanwhile.
struct Question {
  GuiGame game;
  search::Job job;                           ///< with all limits
  bool keeps_table = false;                  ///< uses the table of the game's other questions
  std::vector<chess::Move> root_moves = {};  ///< the moves to choose from; empty: all
  std::optional<int> mate = {};              ///< look first for a mate in at most this many moves
  std::string mate_solver = {};              ///< by this solver
};

/// A report of the search while it runs.
struct Thought {
  int depth = 0;
  std::optional<int> mate = {};        ///< in moves; negative if the side to move is mated
  search::Value value = 0;             ///< without a mate: in centipawns for the side to move
  std::vector<chess::Move> line = {};  ///< empty only if there is no legal move
  std::uint64_t nodes = 0;
  double seconds = 0;
};

/// The move to play.
struct Answer {
  std::optional<chess::Move> best = {};      ///< none if there is no legal move
  std::optional<chess::Move> expected = {};  ///< the line's reply, for pondering
};

/// Callbacks on the thinking thread.
struct Listener {
  std::function<void(const Thought&)> thought;
  std::function<void(const std::string&)> remark;  ///< an error as text
};

/// Finds answers. All functions are called from the thread that owns this object.
class Thinker {
 public:
  /// Reports the answer; each piece of work calls it once.
  using Tell = std::function<void(const Answer&)>;
  /// Work has to end soon after `stop` is set, and must not throw.
  using Work = std::function<void(const std::atomic<bool>& stop, const Tell& tell)>;

  /// `wake` is called on the thinking thread when an answer is ready.
  explicit Thinker(std::function<void()> wake) : wake_(std::move(wake)) {}
  ~Thinker() { end(); }
  Thinker(const Thinker&) = delete;
  Thinker& operator=(const Thinker&) = delete;

  /// Begins to think about a question, or another piece of work, and ends the previous one.
  void begin(Question question, Listener listener);
  void begin(Work work);

  /// Whether work has begun whose answer has not been taken.
  bool busy() const { return busy_; }

  /// The answer, if it is ready and has not been taken.
  std::optional<Answer> take();
  /// Waits for the answer, which must be due, and takes it.
  Answer wait();
  /// Waits until the answer is ready or `stop` is set.
  void wait_or(const std::atomic<bool>& stop) const;

  /// Demands the answer now, or at a given time.
  void stop();
  void stop_at(Clock::time_point time) { deadline_ = time; }
  /// Demands the answer if its time has come. The second function says how soon to check again.
  void watch_clock();
  Clock::duration time_to_next_check() const;

  /// Ends the work and discards its answer.
  void end();

  /// Clears the table for the next question, because another game begins.
  void clear_table() { clears_table_ = true; }
  /// Has the table for questions with this job allocated, zeroed and, if it is to be, cleared now:
  /// a question would do it on its clock. Does nothing while it thinks, when the table is in use.
  /// Throws InputError if the memory cannot be allocated.
  void prepare_table(search::Job job);

 private:
  std::function<void()> wake_;
  search::KeptTable table_;
  bool clears_table_ = false, busy_ = false;
  std::optional<Clock::time_point> deadline_;
  std::atomic<bool> stop_ = false, answered_ = false;
  Answer answer_;  // owned by the thinking thread until answered_ is set
  std::jthread thread_;
};

}  // namespace plylab::suites::play::gui
