// Other people's engines and tools as generators under test: child processes that are asked by some
// protocol.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/engines/restarting_session.h"
#include "perft/external/generator_under_test.h"
#include "perft/external/perft_protocol.h"
#include "perft/external/perft_session.h"

namespace plylab::perft::external {

/// A question about any game, as texts of its notation.
struct TextQuestion {
  std::string position;
  std::vector<std::string> moves = {};  ///< as in PerftQuestion
  int depth = 1;
  std::optional<Count> expected = {};
};

/// A program behind a protocol. Its process ends with this object or with plylab, however that
/// ends.
class Engine : public GeneratorUnderTest {
 public:
  /// Starts it, unless each question is a call of its own. `command` is the program, see
  /// find_engine, with its arguments (blanks between them, quotes around those that have blanks).
  /// No answer may take longer than `timeout`, and waiting ends at once when `stop` goes up, which
  /// must outlive the engine. Throws EngineFault.
  Engine(const std::string& command, const PerftProtocol& protocol, engines::Seconds timeout,
         const std::atomic<bool>& stop);
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  std::string name() const override { return name_; }
  Abilities abilities() const override;
  /// PerftAnswer::seconds are from the question to the total, or to the end of a call. A protocol
  /// that answers by exit status needs PerftQuestion::expected. Throws EngineFault; the next
  /// question then starts the engine again.
  PerftAnswer ask(const PerftQuestion& question) override;
  /// The same about another game than chess.
  PerftAnswer ask(const TextQuestion& question) { return ask(question, false); }
  /// Ends the process; the next question starts a new one.
  void restart() override {
    if (session_) session_->end();
  }

 private:
  PerftAnswer ask(const TextQuestion& question, bool chess960);

  PerftProtocol protocol_;
  std::vector<std::string> command_;
  engines::Seconds timeout_;
  const std::atomic<bool>& stop_;
  std::string name_;
  bool knows_chess960_;
  std::optional<engines::RestartingSession<PerftSession>> session_;  // none for calls
};

/// Starts an engine with a protocol by name, from a descriptor file, or found out by trying
/// ("auto"). Throws InputError about the protocol and EngineFault about the engine.
std::unique_ptr<Engine> start_engine(const std::string& command, const std::string& protocol,
                                     engines::Seconds timeout, const std::atomic<bool>& stop);

}  // namespace plylab::perft::external
