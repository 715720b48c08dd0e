// A session with a running engine, in any protocol: greeting, lines in both directions, pings, time
// limits, faults; and a new session after a fault.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/engines/handshake.h"
#include "gen/engines/line_log.h"
#include "gen/engines/process.h"

namespace plylab::engines {

/// How long xboard waits for an engine's reply to "protover 2".
inline constexpr Seconds optional_reply(2);

/// One feature with its value, without quotes.
using Feature = std::pair<std::string, std::string>;

/// The features of an xboard engine in a line such as "feature ping=1 setboard=1 myname="Crafty
/// 23.4""; none in another line.
std::vector<Feature> read_features(std::string_view line);

/// All features that an engine has sent. The others have the protocol's defaults.
class Features {
 public:
  void take(const Feature& feature);

  bool ping() const { return on("ping", false); }
  bool setboard() const { return on("setboard", false); }
  bool usermove() const { return on("usermove", false); }
  bool san() const { return on("san", false); }
  bool time() const { return on("time", true); }
  bool memory() const { return on("memory", false); }
  bool smp() const { return on("smp", false); }
  bool reuse() const { return on("reuse", true); }
  bool analyze() const { return on("analyze", true); }

  bool plays(std::string_view variant) const;
  /// The names of the engine's options.
  const std::vector<std::string>& options() const { return options_; }
  bool empty() const { return told_.empty(); }
  /// Whether the engine has sent this feature, on or off.
  bool tells(std::string_view name) const { return !value(name).empty(); }

 private:
  std::string value(std::string_view name) const;
  bool on(std::string_view name, bool otherwise) const;

  std::vector<Feature> told_;
  std::vector<std::string> options_;
};

/// How long to wait for an engine, and how much it may write.
struct SessionLimits {
  Seconds timeout{60};                ///< to get ready, and to answer
  Seconds grace_period{5};            ///< for immediate actions, such as reading a line
  Seconds greeting{60};               ///< to reply to the greeting
  std::size_t max_lines = 1'000'000;  ///< in reply to one question
};

/// Whether a line says that the engine does not know or accept the text that it quotes: "Error
/// (unknown command): sd 4", "Illegal move: e2e5".
bool refuses(std::string_view line, std::string_view quoted);

/// Whether a line refuses a position, or one of the texts `sent` to set it up. The answer to the
/// next question would then be about another position.
bool refuses_position(std::string_view line, const std::vector<std::string>& sent);

/// A running engine. Every function may throw EngineFault; the session cannot be used after that.
/// The caller knows what to ask and how to recognise the answer.
class EngineSession {
 public:
  using Clock = Process::Clock;

  /// Starts the program (its path or name, then its arguments) and sends the greeting. Waiting ends
  /// at once when `stop` is set. The log, if there is one, gets all lines. Throws EngineFault:
  /// cannot_start if the program does not start or ends before it has replied, malformed if it
  /// rejects the greeting, no_answer if it is silent.
  EngineSession(const std::vector<std::string>& command, const Handshake& handshake,
                const SessionLimits& limits, const std::atomic<bool>& stop,
                std::shared_ptr<LineLog> log = nullptr);

  const SessionLimits& limits() const { return limits_; }
  /// The engine's own name, or empty.
  const std::string& name() const { return name_; }
  /// Its reply to the greeting, line by line.
  const std::vector<std::string>& reply() const { return reply_; }
  /// Whether a line of that reply contains this text.
  bool offers(std::string_view text) const;
  /// Its features, if the handshake has any.
  const Features& features() const { return features_; }

  /// Writes a line. Waits up to the grace period for an engine that does not read.
  void send(const std::string& line);

  /// Begins an answer: resets the count of its lines.
  void begin_answer(const std::string& question);

  /// Reads the next line; false once the deadline has passed, even if lines keep coming. A last
  /// line without its line end is none: the engine ended while it wrote, and fails.
  bool read(std::string& line, Clock::time_point deadline) {
    return read(line, deadline, deadline);
  }
  /// The same, but also false if no line comes before `quiet`.
  bool read(std::string& line, Clock::time_point deadline, Clock::time_point quiet);

  /// Closes the program's standard input.
  void end_input() { process_.close_input(); }
  /// Reads the next line of a program that answers one question; false when it has ended with exit
  /// status 0. The last line needs no line end. Fails if the program ends otherwise, or not before
  /// the deadline.
  bool read_until_exit(std::string& line, Clock::time_point deadline);

  /// Sends the first ping, unless the handshake or the engine has none. Returns whether the engine
  /// replies within `limit`; has_ping() remembers the result.
  bool try_ping(Seconds limit);
  bool has_ping() const { return has_ping_; }

  /// Called with each line received during synchronisation. May throw.
  using TakeLine = std::function<void(const std::string& line)>;

  /// Waits until the engine has processed all lines sent: for the reply to a ping, or for a short
  /// silence if it does not know pings. Lines received meanwhile belong to no question.
  void synchronise(const TakeLine& take);

  /// Sends a ping without waiting for the reply.
  void send_ping();
  /// Whether the line is the reply to the earliest unanswered ping.
  bool is_pong(std::string_view line);
  /// Whether every ping has a reply.
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
  void note(LineLog::Way way, std::string_view line);
  bool await_pongs(Seconds limit, const TakeLine& take);
  Process::Event next_line(std::string& line, Clock::time_point deadline);

  SessionLimits limits_;
  const std::atomic<bool>& stop_;
  Process process_;
  std::shared_ptr<LineLog> log_;
  int process_number_ = 0;  // in the log
  std::string name_, ping_, pong_;
  std::vector<std::string> reply_;
  Features features_;
  std::string question_;  // the last one
  std::size_t lines_ = 0;
  int pings_ = 0, pongs_ = 0;
  bool has_ping_ = false, has_prompt_ = false, greeted_ = false;
};

/// Holds a session, and starts a new one after a fault or after end().
template <class Session>
class RestartingSession {
 public:
  using Start = std::function<std::unique_ptr<Session>()>;

  /// Starts the first session. Throws what `start` throws.
  explicit RestartingSession(Start start) : start_(std::move(start)), session_(start_()) {}

  /// The running session; null after a fault.
  Session* get() const { return session_.get(); }

  /// Ends the session; the next use starts a new one.
  void end() { session_.reset(); }

  /// Returns use(session). Passes on exceptions of `use` and of starting a session; an EngineFault
  /// ends the session.
  template <class Use>
  auto with(Use&& use) {
    if (!session_) session_ = start_();
    try {
      return use(*session_);
    } catch (const EngineFault&) {
      session_.reset();
      throw;
    }
  }

 private:
  Start start_;
  std::unique_ptr<Session> session_;
};

}  // namespace plylab::engines
