// UCI (Huber and Meyer-Kahlen, 2006): asks engines for moves or, by a common extension, for counts.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/board/setup.h"
#include "gen/engines/move_session.h"
#include "gen/engines/perft_protocol.h"

namespace plylab::engines {

Handshake uci_handshake();

/// UCI with a line that asks for counts, such as "go perft {depth}". Chess960 is the engine's
/// option UCI_Chess960.
PerftProtocol uci_perft(const std::string& name, const std::string& question);

/// "option name Hash type spin default 16 min 1 max 1024".
struct UciOption {
  std::string name = {};
  std::string type = {};                   ///< spin, check, combo, button or string
  std::optional<std::string> preset = {};  ///< the default
  std::optional<long long> min = {};       ///< for a spin; none if it is not a whole number
  std::optional<long long> max = {};       ///< for a spin; none if it is not a whole number
  std::vector<std::string> values = {};    ///< for a combo
  std::string line = {};                   ///< what the engine has printed
};

/// The options among the lines of an engine's reply to "uci".
std::vector<UciOption> read_uci_options(const std::vector<std::string>& lines);

/// Throws InputError if the option takes numbers of a range, and the value is none of them.
void require_in_range(const EngineSpec& engine, const UciOption& option, std::string_view value);

/// The line that sets an option; a button is pressed and its value ignored.
std::string setoption_line(const UciOption& option, std::string_view value);

/// Whether two option names are equal, ignoring case.
bool same_name(std::string_view a, std::string_view b);

/// A session in UCI. It sends "isready" after each position, and ignores all lines before
/// "readyok", so that no line of the previous answer counts for this one. A pondering engine gets
/// the position after the reply that its own line expects.
class UciSession : public MoveSession {
 public:
  /// Waits no longer than `greeting` for uciok. Throws EngineFault, and InputError for bad options.
  UciSession(const EngineSpec& spec, Seconds greeting, const std::atomic<bool>& stop);

  std::string name() const override { return session_.name(); }
  Protocol protocol() const override { return Protocol::uci; }
  void new_game() override;
  void play(const MoveQuestion& question, Reply& reply) override;

 private:
  void set_options();
  void set(const UciOption& option, const std::string& value);
  const UciOption* find_option(std::string_view name) const;
  void set_up(const MoveQuestion& question);
  void send_position(const MoveQuestion& question);
  void ponder(MoveQuestion question, chess::Move played, const Reply& reply);
  void stop_pondering();

  EngineSpec spec_;
  EngineSession session_;
  std::vector<UciOption> options_;
  std::optional<MoveQuestion> pondered_;  // the question on which the engine ponders
  bool new_game_ = true, in_chess960_ = false;
};

// ---- static evaluations, which many UCI engines print on "eval" ----

/// A static value as an engine prints it.
struct PrintedValue {
  /// From White's point of view; none if the engine gives none: "in check".
  std::optional<int> centipawns = {};
};

/// The value in a line such as "Final evaluation       +0.37 (white side) [with scaled NNUE]" of
/// Stockfish, or "Total evaluation: 1.00 (white side)" of Fairy-Stockfish; none in another line.
std::optional<PrintedValue> read_static_value(std::string_view line);

/// An engine that gives static values.
class StaticEvaluator {
 public:
  /// Starts the engine. Waiting ends at once when `stop` is set; `stop` must outlive this object.
  /// Throws EngineFault, and InputError for a command that cannot be parsed.
  StaticEvaluator(const std::string& command, const std::atomic<bool>& stop);

  /// The engine's own name, or empty.
  const std::string& name() const { return session_.name(); }

  /// The static value in centipawns for the side to move; none if the engine says that it has none
  /// here. Throws EngineFault; the engine cannot be used after that.
  std::optional<int> value(const chess::ValidSetup& position);

 private:
  EngineSession session_;
};

}  // namespace plylab::engines
