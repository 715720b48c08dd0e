// The talk with a GUI or a match program by the Universal Chess Interface (Huber and Meyer-Kahlen,
// 2000; the text of 2006).
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>

#include "search/run.h"
#include "suites/uci/gui_game.h"
#include "suites/uci/input.h"
#include "suites/uci/output.h"
#include "suites/uci/settings.h"
#include "suites/uci/think.h"
#include "suites/uci/worker.h"

namespace plylab::suites::uci {

/// Listens to standard input and answers on standard output. What goes wrong is told by one line
/// "info string …", and everything stays as it was.
class UciLoop {
 public:
  /// `name` and version are what "id name" tells; the job says how to search before any option is
  /// set.
  UciLoop(std::string name, search::Job job) : name_(std::move(name)), settings_(std::move(job)) {}

  /// Talks until "quit", the end of the input, or until `stop` goes up. Throws InputError if nobody
  /// reads what is written.
  void run(const std::atomic<bool>& stop);

 private:
  void dispatch(std::string_view line);
  void introduce();
  void go(Tokens tokens);
  void hit();
  Input::Clock::duration wait_time() const;

  std::string name_;
  Settings settings_;
  GuiGame game_;
  Input input_;
  Output output_;
  bool quit_ = false;
  /// How long to think from "ponderhit" on; none if the opponent's move is not being waited for.
  std::optional<double> seconds_after_hit_;
  std::optional<Input::Clock::time_point> deadline_;  // of the work after "ponderhit"
  Worker worker_;                                     // the first to end, since it uses the rest
};

}  // namespace plylab::suites::uci
