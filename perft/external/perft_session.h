// A session with an engine that is one process: position, question, and when it has finished its
// answer.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "gen/engines/engine_session.h"
#include "perft/external/generator_under_test.h"
#include "perft/external/perft_protocol.h"
#include "perft/external/perft_protocols.h"

namespace plylab::perft::external {

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
               engines::Seconds timeout, const std::atomic<bool>& stop);

  /// What it calls itself; empty if it does not.
  const std::string& name() const { return session_.name(); }
  /// Whether it takes positions that need Chess960.
  bool knows_chess960() const;

  /// Asks. `moves` are for protocols that send them one by one. Throws EngineFault.
  PerftAnswer ask(const Filling& filling, const std::vector<std::string>& moves, bool chess960);

 private:
  std::vector<std::string> set_up(const Filling& filling, const std::vector<std::string>& moves,
                                  bool chess960);
  PerftAnswer read_answer(const Filling& filling);

  PerftProtocol protocol_;
  engines::EngineSession session_;
  bool in_chess960_ = false, tells_total_ = false;
};

}  // namespace plylab::perft::external
