// A session with one running engine: process, handshake, lines both ways, pings, faults.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/engines/engine_fault.h"
#include "gen/engines/handshake.h"
#include "gen/engines/process.h"
#include "gen/engines/xboard_features.h"

namespace plylab::engines {

/// How long an engine is waited for, and how much it may write.
struct SessionLimits {
  Seconds timeout{60};                 ///< for whatever may take time: to get ready, to answer
  Seconds grace_period{5};             ///< for what it does at once, such as to read a line
  Seconds greeting{60};                ///< for the reply to the greeting
  std::size_t most_lines = 1'000'000;  ///< in reply to one question
};

/// Whether a line says that the engine does not know or accept something, quoting it: "Error
/// (unknown command): sd 4", "Illegal move: e2e5".
bool refuses(std::string_view line, std::string_view quoted);

/// Whether it says that a position is refused, or one of these texts that set it up. The answer to
/// the next question would belong to another position.
bool refuses_position(std::string_view line, const std::vector<std::string>& sent);

/// A running engine. All that goes wrong is an EngineFault, after which the session is of no more
/// use. What is asked, and what an answer is, is known to those who own the session.
class EngineSession {
 public:
  using Clock = Process::Clock;

  /// Starts the program, named with its arguments, and greets it. Waiting ends at once when `stop`
  /// goes up. Throws EngineFault: cannot_start if the program does not start or ends before it has
  /// greeted, malformed if it says that it does not know the greeting, no_answer if it is silent.
  EngineSession(const std::vector<std::string>& command, const Handshake& handshake,
                const SessionLimits& limits, const std::atomic<bool>& stop);

  const SessionLimits& limits() const { return limits_; }
  /// What the engine calls itself; empty if it does not.
  const std::string& name() const { return name_; }
  /// Its reply to the greeting, line by line.
  const std::vector<std::string>& reply() const { return reply_; }
  /// Whether a line of that reply has this text.
  bool offers(std::string_view text) const;
  /// What it says that it can do, if the handshake has features.
  const Features& features() const { return features_; }

  /// Writes a line. An engine that does not read is given the grace period.
  void send(const std::string& line);

  /// Begins to wait for the answer to a question, whose limit of lines counts from here.
  void begin_answer(const std::string& question);

  /// Reads the next line; false when the deadline has passed, be it amid a flood of lines.
  bool read(std::string& line, Clock::time_point deadline) {
    return read(line, deadline, deadline);
  }
  /// The same, but also false if nothing comes until `quiet`.
  bool read(std::string& line, Clock::time_point deadline, Clock::time_point quiet);

  /// Sends the first ping, unless the handshake has none or the engine has said that it knows none.
  /// Whether there is a reply within `limit`; has_ping() remembers it.
  bool try_ping(Seconds limit);
  bool has_ping() const { return has_ping_; }

  /// Called with each line that comes while the engine gets ready. May throw.
  using TakeLine = std::function<void(const std::string& line)>;

  /// Waits until the engine has done all before: for the reply to a ping, or, if it knows none, for
  /// a short silence. What comes meanwhile belongs to nothing that is still asked.
  void synchronise(const TakeLine& take);

  /// Sends a ping whose reply is not waited for here.
  void send_ping();
  /// Whether the line is the reply to the earliest ping that has none yet.
  bool is_pong(std::string_view line);
  /// Whether all pings are replied to.
  bool in_step() const { return pings_ == pongs_; }

  /// Fails: "gives no answer to 'isready' within 5 s".
  [[noreturn]] void fail_silent(std::string_view question, Seconds time);
  /// Fails: "says 'Illegal move: e2e5' when a position is set up".
  [[noreturn]] void fail_set_up(std::string_view line);
  [[noreturn]] void fail(FaultKind kind, const std::string& what);

 private:
  void greet(const Handshake& handshake);
  void take(const Feature& feature);
  static std::string numbered(std::string_view pattern, int number);
  bool await_pongs(Seconds limit, const TakeLine& take);

  SessionLimits limits_;
  Process process_;
  std::string name_, ping_, pong_;
  std::vector<std::string> reply_;
  Features features_;
  std::string question_;  // that is waited for
  std::size_t lines_ = 0;
  int pings_ = 0, pongs_ = 0;
  bool has_ping_ = false, has_prompt_ = false, greeted_ = false;
};

}  // namespace plylab::engines
