// Positions and moves that lead to a given position.
#pragma once

#include <vector>

#include "perft/verify/counterexample.h"

namespace plylab::perft::verify {

/// Ways to reach a position by legal moves: a few that end with different pieces' moves, those that
/// give check first. If `piece_of_mover` is the square of a piece of the side to move, all ways
/// have two moves, the first by that piece. Only moves that capture nothing and leave all castling
/// rights as they are. May be empty.
std::vector<ReachedPosition> ways_to(const chess::Setup& position,
                                     chess::Square piece_of_mover = chess::no_square);

}  // namespace plylab::perft::verify
