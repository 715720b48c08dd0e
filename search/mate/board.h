// The board that the mate solvers work on.
#pragma once

#include "gen/chess/bitboard/bitboard.h"

namespace plylab::search::mate {

/// One for all solvers, so that each is compiled once: the bitboard, which lists checks alone, on
/// the kernel that every CPU runs. The others differ in looking sliders up, a few per cent of a
/// solver's time, and in counting grandchildren, which no solver does.
using Board = chess::Bitboard<chess::Magic>;

/// Whether the move mates.
inline bool is_mate_after(Board& board, chess::Move move) {
  const auto undo = board.make(move);
  const bool mated = board.count() == 0 && board.checkers() != 0;
  board.unmake(move, undo);
  return mated;
}

/// The first move that mates at once, or Move(). It must be a check.
inline chess::Move mate_at_once(Board& board) {
  for (const chess::Move move : board.checks())
    if (is_mate_after(board, move)) return move;
  return {};
}

}  // namespace plylab::search::mate
