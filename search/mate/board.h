// The board that the mate solvers work on.
#pragma once

#include <stdexcept>
#include <type_traits>

#include "gen/chess/registry.h"
#include "search/mate/budget.h"

namespace plylab::search::mate {

/// What a mate solver asks of a board beyond the rest: the checks alone.
template <class B>
concept CheckingBoard = chess::ChessPosition<B> && requires(const B board) {
  { board.checks() } -> std::same_as<chess::Moves>;
};

/// Calls visit(board) with the position on the bitboard generator, on the kernel that is best here,
/// and returns what it returns.
template <class F>
auto with_board(const chess::ValidSetup& position, F&& visit) {
  using Result = std::invoke_result_t<F, chess::Bitboard<chess::Magic>>;
  return chess::with_generator("bitboard", [&](const auto& generator) -> Result {
    using Board = typename std::decay_t<decltype(generator)>::Board;
    if constexpr (CheckingBoard<Board>) {
      return visit(Board(position));
    } else {
      throw std::logic_error("the name stands for bitboards only");
    }
  });
}

/// Calls visit(board) and tells whether it came to its end before a limit was reached.
template <class F>
bool within_limits(const chess::ValidSetup& position, F&& visit) {
  try {
    with_board(position, [&](const auto& board) {
      visit(board);
      return true;
    });
    return true;
  } catch (const LimitReached&) {
    return false;
  }
}

/// Whether the move mates.
template <chess::ChessPosition Board>
bool is_mate_after(Board& board, chess::Move move) {
  const auto undo = board.make(move);
  const bool mated = board.count() == 0 && board.checkers() != 0;
  board.unmake(move, undo);
  return mated;
}

/// The first move that mates at once, or Move(). It must be a check.
template <CheckingBoard Board>
chess::Move mate_at_once(Board& board) {
  for (const chess::Move move : board.checks())
    if (is_mate_after(board, move)) return move;
  return {};
}

}  // namespace plylab::search::mate
