// Gains of material by the slow rules, as plainly as suites/mine/gain.h says them.
#pragma once

#include <algorithm>

#include "gen/chess/rulebook.h"
#include "gen/chess/rules.h"
#include "suites/mate/material.h"
#include "suites/mine/gain.h"
#include "tests/exchange_reference.h"

namespace plylab::testing {

/// The colour's material less the other's, in pawns.
inline int slow_balance(const chess::Fen& fen, chess::Color color) {
  int balance = 0;
  for (const chess::Piece piece : fen.squares)
    if (piece != chess::no_piece)
      balance += color_of(piece) == color ? mate::pawns(piece) : -mate::pawns(piece);
  return balance;
}

/// The minimax value of the settled balance in so many plies for the colour, whoever is to move.
inline int slow_outcome(const chess::Fen& fen, int plies, chess::Color color) {
  const bool attacks = fen.side == color;
  const auto moves = chess::legal_moves(fen);
  if (chess::insufficient_material(fen.squares)) return mine::nothing;
  if (moves.empty())
    return !attacks && chess::in_check(fen.squares, fen.side) ? mine::mated : mine::nothing;
  if (plies == 0) {
    int lost = 0;
    for (const chess::Move move : moves)
      if (move.is_capture() || move.is_promotion())
        lost = std::max(lost, slow_exchange(fen, move, mate::pawns));
    return slow_balance(fen, color) - lost;
  }
  int best = attacks ? mine::nothing : mine::mated;
  for (const chess::Move move : moves) {
    const int value = slow_outcome(chess::after(fen, move), plies - 1, color);
    best = attacks ? std::max(best, value) : std::min(best, value);
  }
  return best;
}

}  // namespace plylab::testing
