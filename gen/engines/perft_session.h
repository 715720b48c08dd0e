// A session with an engine that is one process: greeting, position, question, and when it has
// finished its answer.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "gen/engines/generator_under_test.h"
#include "gen/engines/perft_protocol.h"
#include "gen/engines/perft_protocols.h"
#include "gen/engines/process.h"

namespace plylab::engines {

/// A running engine that is asked for counts. After an EngineFault it is of no more use.
///
/// An answer is finished by
/// - the line that names the total (LineKind::total), or the protocol's own `end`. From an engine
///   that has once named a total nothing else is accepted; else
/// - the reply to a ping that was sent behind the question, if something of the answer came before
///   it and nothing follows. (Engines that count in a thread reply at once, and count then.); else
/// - silence, if there is something of an answer: half a second and four times as long as the
///   longest pause since the question.
///
/// What an engine writes without being asked is thrown away: until the reply to a ping before each
/// question, or, from those that know no ping, until a short silence.
class PerftSession {
 public:
  /// Starts the engine, named with its arguments, and greets it. Waits no longer than `timeout`
  /// for that and for each answer. Throws EngineFault.
  PerftSession(const PerftProtocol& protocol, const std::vector<std::string>& command,
               Seconds timeout, const std::atomic<bool>& stop);

  /// What it calls itself; empty if it does not.
  const std::string& name() const { return name_; }
  /// Whether it takes positions that need Chess960.
  bool knows_chess960() const;

  /// Asks. `moves` are for protocols that send them one by one. Throws EngineFault.
  PerftAnswer ask(const Filling& filling, const std::vector<std::string>& moves, bool chess960);

 private:
  using Clock = Process::Clock;

  void greet();
  void set_up(const Filling& filling, const std::vector<std::string>& moves, bool chess960);
  bool synchronise(Seconds limit);
  void wait_for_silence();
  void send_ping();
  bool is_pong(const std::string& line);
  bool offers(const std::string& text) const;
  void send(const std::string& line);
  bool refuses_last(const std::string& line) const;
  void expect_no_refusal(const std::string& line);
  PerftAnswer read_answer(const Filling& filling);
  [[noreturn]] void give_up(Process::Event event);
  [[noreturn]] void fail(FaultKind kind, const std::string& what);

  PerftProtocol protocol_;
  Seconds timeout_;
  Process process_;
  std::string name_;
  std::vector<std::string> greeting_;  // its replies
  std::string last_sent_;              // for messages
  int pings_ = 0, pongs_ = 0;
  bool has_ping_ = false, greeted_ = false, in_chess960_ = false, tells_total_ = false;
};

}  // namespace plylab::engines
