// What a generator must believe: positions other than the true one that explain its answers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "perft/verify/counterexample.h"

namespace plylab::perft::verify {

/// A part of a position's state.
enum class StatePart : std::uint8_t { castling, en_passant, side, pieces };

/// "castling_rights", "en_passant_square", "side_to_move", "pieces".
std::string_view name_of(StatePart part);

/// A state that is wrong in one part, and why: "castling right K should be gone: the rook on h1 was
/// captured (b2xh1)".
struct StateHypothesis {
  StatePart part;
  chess::Setup setup;
  std::string sentence;
};

/// The state in which exactly the moves that the generator lists at the end of its path would be
/// legal; none if no fault of one part explains them. Castling rights and e.p. square are tried
/// first, then the side to move, then what stands on the squares that the path has changed.
std::optional<StateHypothesis> explaining_state(const ReachedPosition& reached,
                                                const Comparison& comparison);

/// The state at the root of a walk that explains the count below a branch, if a branch listed
/// before it was not taken back completely; none if no fault of one part does.
std::optional<StateHypothesis> hypothesis_in_walk(const Counterexample& walk);

/// A mistake in making moves that, made throughout a walk, gives a total of which
/// `is_reported(total)` holds; none if no single one does. Only for generators that are not led to
/// positions by moves: the others have shown that they make them rightly.
std::optional<StateHypothesis> hypothesis_in_make(const Counterexample& walk,
                                                  const std::function<bool(Count)>& is_reported);

}  // namespace plylab::perft::verify
