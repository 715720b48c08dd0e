// What plays and analyses for a GUI, whatever the protocol: one question at a time, on a thread of
// its own, so that the GUI can talk meanwhile.
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
#include "suites/gui/channel.h"
#include "suites/gui/game.h"

namespace plylab::suites::gui {

/// All that an answer depends on: a copy, so that the GUI can go on.
struct Question {
  GuiGame game;
  search::Job job;                           ///< with all limits
  bool keeps_table = false;                  ///< uses the table of the game's other questions
  std::vector<chess::Move> root_moves = {};  ///< the moves to choose from; empty: all
  std::optional<int> mate = {};              ///< look first for a mate in at most this many moves
  std::string mate_solver = {};              ///< by this solver
};

/// What the search has found at some moment.
struct Thought {
  int depth = 0;
  std::optional<int> mate = {};        ///< in moves; negative if the side to move is mated
  search::Value value = 0;             ///< else, in centipawns for the side to move
  std::vector<chess::Move> line = {};  ///< empty only where there is no legal move
  std::uint64_t nodes = 0;
  double seconds = 0;
};

/// What is played.
struct Answer {
  std::optional<chess::Move> best = {};      ///< none if there is no legal move
  std::optional<chess::Move> expected = {};  ///< the reply that the line has, for pondering
};

/// Called on the thinking thread.
struct Listener {
  std::function<void(const Thought&)> thought;
  std::function<void(const std::string&)> remark;  ///< in words: what went wrong
};

/// Finds answers. All functions are called from the thread that owns this object.
class Thinker {
 public:
  /// Tells the answer; called once by each piece of work.
  using Tell = std::function<void(const Answer&)>;
  /// Work has to end soon after `stop` is set, and must not throw.
  using Work = std::function<void(const std::atomic<bool>& stop, const Tell& tell)>;

  /// `wake` is called on the thinking thread when an answer is there.
  explicit Thinker(std::function<void()> wake) : wake_(std::move(wake)) {}
  ~Thinker() { end(); }
  Thinker(const Thinker&) = delete;
  Thinker& operator=(const Thinker&) = delete;

  /// Begins to think about a question, or another piece of work, and ends the one before.
  void begin(Question question, Listener listener);
  void begin(Work work);

  /// Whether a piece of work has begun whose answer was not taken.
  bool busy() const { return busy_; }

  /// The answer, if it is there and was not taken.
  std::optional<Answer> take();
  /// Waits for the answer, which must be due, and takes it.
  Answer wait();
  /// Waits until the answer is there or `stop` is set.
  void wait_or(const std::atomic<bool>& stop) const;

  /// Asks for the answer now, or at a time.
  void stop();
  void stop_at(Clock::time_point time) { deadline_ = time; }
  /// Does so if the time has come, which is to be asked for this soon at the latest.
  void watch_clock();
  Clock::duration patience() const;

  /// Ends the work; its answer is lost.
  void end();

  /// The next question finds an empty table: another game begins.
  void forget() { forgets_ = true; }

 private:
  std::function<void()> wake_;
  search::KeptTable table_;
  bool forgets_ = false, busy_ = false;
  std::optional<Clock::time_point> deadline_;
  std::atomic<bool> stop_ = false, answered_ = false;
  Answer answer_;  // of the thinking thread until answered_ is set
  std::jthread thread_;
};

}  // namespace plylab::suites::gui
