// Values of positions in centipawns, from the point of view of the side to move.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <string>

#include "gen/base/input_error.h"
#include "gen/game/position.h"

namespace plylab::search {

using Value = int;

/// Larger than every value; a window (−infinity, infinity) is open.
inline constexpr Value infinity = 32767;

/// The value of giving mate now; each ply until the mate costs one.
inline constexpr Value mate_value = 32000;

/// The maximum length of a line in a search.
inline constexpr int max_ply = 128;

/// Whether a check may be extended at a node of this depth and ply: the arrays by ply must hold the
/// line.
constexpr bool may_extend_check(int depth, int ply) { return ply + depth < max_ply - 1; }

/// The greatest value that announces no mate.
inline constexpr Value max_static = mate_value - 1000;

/// Whether the value announces a mate, by either side.
constexpr bool is_mate(Value value) { return std::abs(value) > max_static; }

/// A guest's static value. Throws InputError if it is beyond ±max_static, where it would be taken
/// for a mate.
inline Value checked_static(Value value) {
  if (is_mate(value)) [[unlikely]]
    throw InputError("the evaluation gives " + std::to_string(value) + ", which is beyond ±" +
                     std::to_string(max_static) + ", where mates begin");
  return value;
}

/// Moves to the mate that the value announces, negative when the side to move is mated.
constexpr int mate_in(Value value) {
  assert(is_mate(value));
  return value > 0 ? (mate_value - value + 1) / 2 : -(mate_value + value) / 2;
}

/// The value of a game that ended `ply` plies from the root: nearer wins are better, nearer losses
/// worse.
constexpr Value value_of(Outcome outcome, int ply) {
  switch (outcome) {
    case Outcome::loss:
      return -mate_value + ply;
    case Outcome::win:
      return mate_value - ply;
    default:
      return 0;
  }
}

/// Converts a value with mates counted from a node into the value with mates counted from the root,
/// which is `ply` plies above the node, and back. Bounds beyond the longest mate become no bounds:
/// they come from windows at infinity.
constexpr Value from_ply(Value value, int ply) {
  if (!is_mate(value) || std::abs(value) == infinity) return value;
  return std::clamp<Value>(value > 0 ? value + ply : value - ply, -infinity, infinity);
}
constexpr Value at_ply(Value value, int ply) { return from_ply(value, -ply); }

/// Whether a mate in so many plies, found by an iteration of that depth, is surely the shortest. A
/// selective search may overlook shorter ones, and no search sees all beyond its depth; but the one
/// found is real, so that the shortest is never longer.
constexpr bool is_shortest_mate(int plies, int depth, bool selective) {
  return plies <= 2 || (!selective && plies <= depth);
}

/// "win 5" or "loss 4", in plies; "loss 0" if the side to move has lost. The value must be a mate
/// value. A number of plies that is not `proved` is the most it can take: "win ≤ 5".
std::string decision_text(Value value, bool proved = true);

/// decision_text() for a mate value, otherwise the number.
std::string value_text(Value value);

}  // namespace plylab::search
