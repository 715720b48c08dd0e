// Where a fault in the moves of one rule usually comes from, as far as a generator's answers allow.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/explain/explain.h"

namespace plylab::perft::verify {

/// A move, legal or illegal, in its position.
struct PlacedMove {
  chess::Setup position;
  chess::Move move;
};

/// What moves have in common that a cause makes wrong together; none for a move that it does not
/// concern.
using Likeness = std::optional<std::string>;

/// A cause makes a move wrong if and only if it makes all moves wrong by the same rule with the
/// same likeness.
struct UsualCause {
  chess::Rule rule;
  std::string_view text;
  Likeness (*likeness)(const PlacedMove& placed);
  bool is_of_one = false;  ///< whether all moves that it makes wrong have one likeness
};

/// The usual cause if answers to checks by one kind of move are missing.
inline constexpr std::string_view kind_in_check =
    "this kind of move is left out, or masked wrongly, when the king is in check";

/// The causes of wrong moves by a rule, the more usual first; empty for a rule whose only cause
/// no move can contradict.
std::vector<UsualCause> usual_causes(chess::Rule rule);

/// The first usual cause of wrong moves by a rule that makes all these moves wrong, and none of
/// those by the same rule that the generator gets right; empty if there is none.
std::string_view consistent_cause(chess::Rule rule, const std::vector<PlacedMove>& wrong,
                                  const std::vector<PlacedMove>& right);

}  // namespace plylab::perft::verify
