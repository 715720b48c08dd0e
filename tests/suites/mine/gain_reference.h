// Gains of material by the slow rules, as plainly as suites/mine/gain.h says them.
#pragma once

#include <algorithm>

#include "gen/chess/board/reference.h"
#include "search/mate/solver_base.h"
#include "suites/mine/gain.h"
#include "tests/search/core/see_reference.h"

namespace plylab::testing {

/// The colour's material less the other's, in pawns.
inline int slow_balance(const chess::Setup& setup, chess::Color color) {
  int balance = 0;
  for (const chess::Piece piece : setup.squares)
    if (piece != chess::no_piece)
      balance += color_of(piece) == color ? search::mate::value_in_pawns(piece)
                                          : -search::mate::value_in_pawns(piece);
  return balance;
}

/// The minimax value of the quiescent balance in so many plies for the colour, whoever is to move.
inline int slow_outcome(const chess::Setup& setup, int plies, chess::Color color) {
  const bool attacks = setup.side == color;
  const auto moves = chess::legal_moves(setup);
  if (chess::insufficient_material(setup.squares)) return suites::mine::no_gain;
  if (moves.empty())
    return !attacks && chess::in_check(setup.squares, setup.side) ? suites::mine::mated
                                                                  : suites::mine::no_gain;
  if (plies == 0) {
    int lost = 0;
    for (const chess::Move move : moves)
      if (move.is_capture() || move.is_promotion())
        lost = std::max(lost, slow_see(setup, move, search::mate::value_in_pawns));
    return slow_balance(setup, color) - lost;
  }
  int best = attacks ? suites::mine::no_gain : suites::mine::mated;
  for (const chess::Move move : moves) {
    const int value = slow_outcome(chess::after(setup, move), plies - 1, color);
    best = attacks ? std::max(best, value) : std::min(best, value);
  }
  return best;
}

}  // namespace plylab::testing
