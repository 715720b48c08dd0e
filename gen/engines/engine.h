// Engines and tools that count: child processes that use a protocol.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/engines/generator_under_test.h"
#include "gen/engines/perft_protocol.h"
#include "gen/engines/session.h"

namespace plylab::engines {

/// A program that answers in some protocol. Its process ends with this object or with plylab, even
/// if plylab is killed.
class Engine : public GeneratorUnderTest {
 public:
  /// Starts the program, unless the protocol starts a process for each question. `command` is the
  /// program with its arguments, see command_words(). No answer may take longer than `timeout`.
  /// Waiting ends at once when `stop` is set; `stop` must outlive the engine. The log, if there is
  /// one, gets all lines. Throws EngineFault.
  Engine(const std::string& command, const PerftProtocol& protocol, Seconds timeout,
         const std::atomic<bool>& stop, std::shared_ptr<LineLog> log = nullptr);
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  ~Engine() override;

  std::string name() const override { return name_; }
  Abilities abilities() const override;
  /// PerftAnswer::seconds is the time from the question to the total, or to the end of the process.
  /// Throws EngineFault; the next question then restarts the engine.
  PerftAnswer ask(const PerftQuestion& question) override;
  /// The same for a game other than chess.
  PerftAnswer ask(const TextQuestion& question) { return ask(question, false); }
  /// Ends the process; the next question starts a new one.
  void restart() override;

 private:
  class Session;

  PerftAnswer ask(const TextQuestion& question, bool chess960);

  PerftProtocol protocol_;
  std::vector<std::string> command_;
  Seconds timeout_;
  const std::atomic<bool>& stop_;
  std::shared_ptr<LineLog> log_;
  std::string name_;
  bool knows_chess960_;
  std::optional<RestartingSession<Session>> session_;  // none for Launch::call
};

/// Two questions of one game with different answers, by which a protocol is recognised.
struct Probes {
  TextQuestion first, second;
};

/// Perft(2) of the starting array and perft(1) of another position.
Probes chess_probes();

/// Starts an engine with a protocol given by name, from a descriptor file, or detected ("auto").
/// Throws InputError for a bad protocol and EngineFault for a bad engine.
std::unique_ptr<Engine> start_engine(const std::string& command, const std::string& protocol,
                                     Seconds timeout, const std::atomic<bool>& stop);

/// The first of protocols() by which the engine answers both questions with counts, right or wrong.
/// No answer may take longer than `timeout` or 6 s. Throws EngineFault (cannot_start), which lists
/// what was tried.
PerftProtocol detect_protocol(const std::string& command, Seconds timeout,
                              const std::atomic<bool>& stop, const Probes& probes = chess_probes(),
                              const std::shared_ptr<LineLog>& log = nullptr);

}  // namespace plylab::engines
