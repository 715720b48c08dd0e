// The boards that the mate solvers work on.
#pragma once

#include <type_traits>

#include "gen/chess/bitboard/bitboard.h"
#include "gen/chess/bitboard/fairy.h"

namespace plylab::search::mate {

/// One for all solvers, so that each is compiled once: the bitboard, which lists checks alone, on
/// the kernel that every CPU runs. The others differ in looking sliders up, a few per cent of a
/// solver's time, and in counting grandchildren, which no solver does.
using Board = chess::Bitboard<chess::Magic>;

/// That of a start: of chess, or of a variant.
template <class Start>
using BoardOf = std::conditional_t<std::is_same_v<Start, chess::ValidSetup>, Board,
                                   chess::Bitboard<chess::FairyMagic>>;

/// Whether the move mates.
template <class Board>
bool is_mate_after(Board& board, chess::Move move) {
  const auto undo = board.make(move);
  const bool mated = board.count() == 0 && board.checkers() != 0;
  board.unmake(move, undo);
  return mated;
}

/// The first move that mates at once, or Move(). It must be a check.
template <class Board>
chess::Move mate_at_once(Board& board) {
  for (const chess::Move move : board.checks())
    if (is_mate_after(board, move)) return move;
  return {};
}

}  // namespace plylab::search::mate
