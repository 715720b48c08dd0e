// Which moves a mere number is about: the rules that a count may have broken.
#pragma once

#include <vector>

#include "gen/chess/explain.h"
#include "gen/chess/fen.h"
#include "gen/chess/move.h"

namespace plylab::suites {

/// Moves that one rule makes legal or illegal.
struct Suspects {
  bool extra;  ///< illegal moves that the subject may have counted; else legal ones that it missed
  std::vector<chess::Move> moves;
  std::vector<chess::Reason> reasons;  ///< one a move
};

/// Groups of moves of one rule, as many each as the subject counts too many (difference above 0) or
/// too few (below 0) at depth 1. Empty if no rule fits.
std::vector<Suspects> suspects(const chess::Fen& position, long difference);

}  // namespace plylab::suites
