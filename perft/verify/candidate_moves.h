// Which moves a mere number is about: the rules that a count may have broken.
#pragma once

#include <string>
#include <vector>

#include "gen/chess/board/setup.h"
#include "gen/chess/explain/explain.h"

namespace plylab::perft::verify {

/// A move, in UCI, that the generator may have counted although it is illegal, or not counted.
struct CandidateMove {
  std::string text;
  chess::Reason reason;
};

/// Moves that one rule makes legal or illegal.
using CandidateMoves = std::vector<CandidateMove>;

/// Groups of moves of one kind of piece and one rule, as many each as the generator counts too many
/// (difference above 0: illegal moves) or too few (below 0: legal ones) at depth 1. Those of
/// rules that are easily overlooked if any fits, else others; empty if none does.
std::vector<CandidateMoves> candidate_moves(const chess::Setup& position, long difference);

}  // namespace plylab::perft::verify
