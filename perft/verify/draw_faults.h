// Draws by rule: they may end a game, but perft counts on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "perft/verify/counterexample.h"

namespace plylab::perft::verify {

/// A rule by which a game may be drawn although there are moves.
enum class DrawRule : std::uint8_t {
  fifty_moves,
  third_repetition,   ///< a position occurs for the third time
  second_repetition,  ///< no rule of the game, but usual in searches
  insufficient_material
};

/// "fifty_moves", "third_repetition", "second_repetition", "insufficient_material".
std::string_view name_of(DrawRule rule);

/// A draw that a generator takes for the end.
struct DrawFault {
  DrawRule rule;
  std::string sentence;  ///< "it treats a draw by the fifty-move rule as the end; perft does not"
};

/// The rule that gives just the numbers of the counterexample if a game ends by it; none if no
/// single one does, or if the generator errs as well where that rule cannot be the reason: with a
/// clock of 0, without the moves that repeat the position, with a pawn more. Throws EngineFault.
std::optional<DrawFault> draw_fault(engines::GeneratorUnderTest& generator,
                                    const Counterexample& counterexample);

}  // namespace plylab::perft::verify
