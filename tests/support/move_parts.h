// The lists of parts of a board's moves, held against filtering the full list.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "gen/chess/board/move_parts.h"
#include "gen/game/moves.h"

namespace plylab::testing {

inline std::vector<chess::Move> sorted_list(const chess::Moves& moves) {
  std::vector<chess::Move> list(moves.begin(), moves.end());
  std::sort(list.begin(), list.end());
  return list;
}

/// Whether the opponent could take the king of who has made the pseudo-legal move.
template <class Board>
bool loses_king(const Board& board, chess::Move move) {
  const auto us = board.side_to_move();
  Board next = board;
  next.make(move);
  const chess::Moves replies = next.pseudo_legal();
  return std::any_of(replies.begin(), replies.end(), [&](chess::Move reply) {
    return reply.is_capture() && next.piece_on(reply.to()) == chess::make_piece(us, chess::king);
  });
}

/// `legal`: all legal moves in canonical order, by the slow rules.
template <chess::ListsParts Board>
void expect_right_parts(const Board& board, const std::vector<chess::Move>& legal) {
  const auto filtered = [&](auto keep) {
    std::vector<chess::Move> kept;
    std::copy_if(legal.begin(), legal.end(), std::back_inserter(kept), keep);
    return kept;
  };
  ASSERT_EQ(sorted_list(board.captures()), filtered([](auto move) { return !is_quiet(move); }));
  ASSERT_EQ(sorted_list(board.quiet_moves()), filtered([](auto move) { return is_quiet(move); }));
  ASSERT_EQ(sorted_list(board.checks()), filtered([&](auto move) {
              Board child = board;
              child.make(move);
              return child.checkers() != 0;
            }));
  if (board.checkers() != 0) {
    ASSERT_EQ(sorted_list(board.evasions()), legal);
  }

  const std::vector<chess::Move> pseudo_legal = sorted_list(board.pseudo_legal());
  ASSERT_EQ(std::adjacent_find(pseudo_legal.begin(), pseudo_legal.end()), pseudo_legal.end());
  ASSERT_TRUE(std::includes(pseudo_legal.begin(), pseudo_legal.end(), legal.begin(), legal.end()));
  for (const chess::Move move : pseudo_legal) {
    const bool is_legal = std::binary_search(legal.begin(), legal.end(), move);
    ASSERT_EQ(board.is_legal(move), is_legal) << to_uci(move);
    if (move.is_castle()) continue;
    ASSERT_EQ(loses_king(board, move), !is_legal) << to_uci(move);
  }
}

}  // namespace plylab::testing
