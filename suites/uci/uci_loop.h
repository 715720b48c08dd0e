// The talk with a GUI or a match program by the Universal Chess Interface (Huber and Meyer-Kahlen,
// 2000; the text of 2006).
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>

#include "search/run/run.h"
#include "suites/uci/gui_game.h"
#include "suites/uci/input.h"
#include "suites/uci/output.h"
#include "suites/uci/settings.h"
#include "suites/uci/think.h"
#include "suites/uci/worker.h"

namespace plylab::suites::uci {

/// Listens to standard input and answers on standard output. What goes wrong is told by one line
/// "info string …", and everything stays as it was; but after a position that is refused there is
/// none, and no move, until another one is told.
class UciLoop {
 public:
  /// `name` and version are what "id name" tells; the job says how to search before any option is
  /// set.
  UciLoop(std::string name, search::Job job) : name_(std::move(name)), settings_(std::move(job)) {}

  /// Talks until "quit", the end of the input, or until `stop` goes up. A search ends with that, a
  /// count is finished first. Throws InputError if nobody reads what is written.
  void run(const std::atomic<bool>& stop);

 private:
  void dispatch(std::string_view line, const std::atomic<bool>& stop);
  void introduce();
  void set_position(Tokens tokens);
  void draw();
  void go(Tokens tokens, const std::atomic<bool>& stop);
  /// Answers a "go" where there is no position: with no move, when one would be wanted.
  void go_nowhere(Tokens tokens);
  void hit();
  Input::Clock::duration wait_time() const;

  std::string name_;
  Settings settings_;
  std::optional<GuiGame> game_ = GuiGame();  // none after one that was refused
  Input input_;
  Output output_;
  bool quit_ = false;
  bool counting_ = false;  // the work is a count of paths, or was one
  /// How long to think from "ponderhit" on; none if the opponent's move is not being waited for.
  std::optional<double> seconds_after_hit_;
  std::optional<Input::Clock::time_point> deadline_;  // of the work after "ponderhit"
  Worker worker_;                                     // the first to end, since it uses the rest
};

}  // namespace plylab::suites::uci
