// Engines of UCI that print what they think of a position without a search, on "eval".
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
  std::optional<int> centipawns = {};  ///< from White's view; none if it gives none: "in check"
};

/// The value in a line such as "Final evaluation       +0.37 (white side) [with scaled NNUE]" of
/// Stockfish, or "Total evaluation: 1.00 (white side)" of Fairy-Stockfish; none in another line.
std::optional<PrintedValue> read_static_value(std::string_view line);

/// An engine that is asked for static values.
class StaticEvaluator {
 public:
  /// Starts the engine. Waiting for it ends at once when `stop` is set, which must outlive this
  /// object. Throws EngineFault, and InputError for a command that cannot be read.
  StaticEvaluator(const std::string& command, const std::atomic<bool>& stop);

  /// The name that the engine gives itself, or empty.
  const std::string& name() const { return session_.name(); }

  /// In centipawns for the side to move; none if the engine says that it gives none here. Throws
  /// EngineFault; after that the engine cannot be used any more.
  std::optional<int> value(const chess::ValidSetup& position);

 private:
  EngineSession session_;
};

}  // namespace plylab::engines
