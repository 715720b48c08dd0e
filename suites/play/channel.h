// Lines to an engine that plays and lines from it, with a time for everything.
#pragma once

#include <atomic>
#include <cstddef>
#include <string>
#include <string_view>

#include "gen/chess/mailbox/mailbox.h"
#include "gen/engines/engine_fault.h"
#include "gen/engines/process.h"
#include "suites/play/engine_spec.h"

namespace plylab::suites::play {

using engines::from_now;

/// Whether a line says that the engine does not know or accept something, quoting it: "Error
/// (unknown command): sd 4", "Illegal move: e2e5".
bool refuses(const std::string& line, std::string_view quoted);

/// A running engine as a session meets it. All that goes wrong is an EngineFault, after which it is
/// of no more use.
class Channel {
 public:
  using Clock = engines::Process::Clock;

  /// Starts the program.
  Channel(const EngineSpec& spec, const std::atomic<bool>& stop);

  /// Writes a line. An engine that does not read is given the grace_period.
  void send(const std::string& line);

  /// Reads the next line; false when the time is up, be it amid a flood of lines.
  bool read(std::string& line, Clock::time_point deadline);

  /// Begins a new answer: the limit of lines counts from here.
  void begin_answer() { lines_ = 0; }

  /// From now on it has started, and if it ends it has died.
  void set_started() { started_ = true; }

  /// The legal move that it plays. One that is not fails.
  chess::Move legal_move(const chess::Mailbox& board, const std::string& text);

  /// Fails: "gives no answer to 'isready' within 5 s".
  [[noreturn]] void fail_silent(const std::string& question, engines::Seconds time);
  [[noreturn]] void fail(engines::FaultKind kind, const std::string& what);

 private:
  engines::Seconds grace_period_;
  engines::Process process_;
  std::size_t lines_ = 0;
  bool started_ = false;
};

}  // namespace plylab::suites::play
