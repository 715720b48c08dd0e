// Gains of material, and proofs about them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"
#include "search/mate/problem.h"

namespace plylab::suites::mine {

/// The *quiescent balance* of a position for the side that has just moved: its material less the
/// other's in pawns (1, 3, 3, 5, 9), less what the other side's best capture or promotion wins on
/// its square by static exchange. It is `mated` where the other side is mated, and `no_gain`, the
/// least value, where the game is drawn.
///
/// The *outcome in n plies*, n odd, is the minimax value of the quiescent balance after exactly n
/// plies over all legal moves of both sides. A line that ends earlier counts as `no_gain` unless
/// the side to move at the root mates. Clocks and repetitions do not count.
inline constexpr int mated = 120, no_gain = -120;

/// The outcome for the side to move by full-width search, or nothing if a limit was reached.
std::optional<int> outcome(const chess::ValidSetup& position, int plies,
                           const search::mate::MateLimits& limits);

/// A gain of material with a single key. It is proved:
/// - the gain: the outcome in `plies` plies is `pawns` above the balance, and no mate;
/// - its length: in fewer plies the outcome is less;
/// - the single key: after any other first move the outcome is less by at least margin(pawns);
/// - that it matters: the side to move is at most one pawn ahead before, and at least two after,
///   and at the end of the line has a pawn or is four ahead (Fine 1941: without pawns it takes more
///   than a minor piece to win);
/// - that it is not a simple capture: at the start no move wins anything by static exchange;
/// - that it is not just a passed pawn: the line is not one pawn's way to promotion without a
///   capture.
///
/// What follows after these plies is not proved: see holds_deeper().
struct Gain {
  chess::Move key;
  int plies = 0;
  int pawns = 0;
  std::vector<chess::Move> line = {};  ///< one line with exactly this gain

  /// Whether they are the same except for the line.
  bool same_as(const Gain& other) const {
    return key == other.key && plies == other.plies && pawns == other.pawns;
  }
};

/// The pawns by which every other first move must fall short: 1 for a gain of one pawn, else 2.
constexpr int margin(int pawns) { return pawns > 1 ? 2 : 1; }

/// The gain of the position in at most that many plies, the one of fewest plies. Nothing if there
/// is none for which all that Gain lists is proved, or if a limit was reached.
std::optional<Gain> unique_gain(const chess::ValidSetup& position, int most_plies,
                                const search::mate::MateLimits& limits);

/// Whether the gain is not a horizon effect: two plies deeper the key and no other first move still
/// reaches it, again by full width; and principal variation search with quiescence, three plies
/// deeper, still chooses the key, both by material and by piece-square tables, and its value by
/// material is at most half a pawn short of the gain (a bishop is worth a little more than a knight
/// there). False if a limit was reached.
bool holds_deeper(const chess::ValidSetup& position, const Gain& gain,
                  const search::mate::MateLimits& limits);

}  // namespace plylab::suites::mine
