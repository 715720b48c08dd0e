// Gains of material, and what it means that one is proved.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"
#include "search/mate/problem.h"

namespace plylab::suites::mine {

/// The *quiescent balance* of a position for the side that has just moved: its material less the
/// other's in pawns (1, 3, 3, 5, 9), less what the best capture or promotion of the other side wins
/// on its square by static exchange. It is `mated` where the other side is mated, and `no_gain`,
/// less than all else, where the game is drawn: a draw is no gain.
///
/// The *outcome in n plies*, n odd, is the minimax value of the quiescent balance after exactly n
/// plies, over all legal moves of both sides. A line that ends earlier counts as `no_gain` unless
/// it ends in mate for the side to move at the root. Clocks and repetitions do not matter.
inline constexpr int mated = 120, no_gain = -120;

/// The outcome for the side to move, or nothing at all if the limits were reached. Full width.
std::optional<int> outcome(const chess::ValidSetup& position, int plies,
                           const search::mate::MateLimits& limits);

/// A gain of material that only one first move reaches. Proved are
/// - the gain: the outcome in `plies` plies is `pawns` above the balance, and no mate;
/// - that it takes so long: in fewer plies the outcome is less;
/// - the only key: after any other first move it is less by margin(pawns) at least;
/// - that it matters: the side to move is at most one pawn ahead before, and at least two after,
///   with a pawn of its own left at the end of the line or four ahead (Fine 1941: without pawns it
///   takes more than a minor piece to win);
/// - that it is no simple capture: at the start no move wins anything by static exchange;
/// - that it is no plain run: the line is not one pawn's way to promotion without a capture.
/// Not proved is what comes after these plies, nor what the material is worth: see holds_deeper().
struct Gain {
  chess::Move key;
  int plies = 0;
  int pawns = 0;
  std::vector<chess::Move> line = {};  ///< one way in which it comes to exactly this gain

  /// Whether they are the same but for the line.
  bool same_as(const Gain& other) const {
    return key == other.key && plies == other.plies && pawns == other.pawns;
  }
};

/// By how many pawns all other first moves must fall short: 1 for a gain of one pawn, else 2.
constexpr int margin(int pawns) { return pawns > 1 ? 2 : 1; }

/// The gain of the position in at most so many plies, if there is one with all that Gain says; of
/// several the one of fewest plies. Nothing if the limits were reached.
std::optional<Gain> unique_gain(const chess::ValidSetup& position, int most_plies,
                                const search::mate::MateLimits& limits);

/// Whether the gain is no effect of the horizon. Two plies deeper the key still reaches it and no
/// other first move does, again by full width. And principal variation search with quiescence,
/// three plies deeper, still chooses the key, whether it evaluates by material or by piece-square
/// tables, and sees the gain but for half a pawn (there a bishop is worth a little more than a
/// knight). False if the limits were reached.
bool holds_deeper(const chess::ValidSetup& position, const Gain& gain,
                  const search::mate::MateLimits& limits);

}  // namespace plylab::suites::mine
