// Positions and moves that lead to a given position.
#pragma once

#include <vector>

#include "perft/verify/counterexample.h"

namespace plylab::perft::verify {

/// Ways to reach a position by legal moves: a few that end with different pieces' moves, those that
/// give check first. If `piece_square` has a piece, each way has a move by that piece: one of the
/// side to move makes the first of two moves, and one of the other side the only move. Only moves
/// that capture nothing and leave all castling rights as they are. May be empty.
std::vector<ReachedPosition> ways_to(const chess::Setup& position,
                                     chess::Square piece_square = chess::no_square);

}  // namespace plylab::perft::verify
