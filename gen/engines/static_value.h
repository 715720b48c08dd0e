// UCI engines that print their static evaluation on "eval".
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>

#include "gen/chess/board/setup.h"
#include "gen/engines/session.h"

namespace plylab::engines {

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
