// The tree of forced play: every defence, and how it is met.
#pragma once

#include <optional>
#include <vector>

#include "gen/chess/board/move.h"

namespace plylab::search::mate {

struct Defence;

/// A move of the side that forces the goal and every defence against it; without defences it
/// reaches the goal.
struct Attack {
  chess::Move move;
  std::vector<Defence> defences;
};

/// A defence and the moves that reach the goal fastest after it. More than one is a dual; only what
/// follows the first is told. Without any, the defence itself reaches the goal, as in a selfmate.
struct Defence {
  chess::Move move;
  std::optional<Attack> answer = {};
  std::vector<chess::Move> duals = {};
};

/// A first move and all that follows: a key, or a try if there are refutations, which are not among
/// the defences.
struct FirstMove {
  Attack attack;
  /// What is fastest if the defender could pass; nothing if he is in check or at once at the goal.
  std::vector<chess::Move> threats = {};
  bool zugzwang = false;  ///< the defender could hold out if he could pass
  std::vector<chess::Move> refutations = {};
};

/// The play of a problem in which one side forces the goal.
struct ForcedTree {
  std::vector<FirstMove> keys = {};
  std::vector<FirstMove> tries = {};
  /// What follows if the defender begins: the moves after which the goal is reached in time.
  std::vector<Defence> set_play = {};
};

}  // namespace plylab::search::mate
