// The quiescence search as its rules say, slowly: on FENs and the slow rules, without move picker,
// table and incremental sums.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "gen/chess/board/reference.h"
#include "gen/chess/mailbox/mailbox.h"
#include "search/base/switches.h"
#include "search/core/quiescence.h"
#include "tests/search/core/see_reference.h"

namespace plylab::testing {

/// With the switches sound-captures and quiet-checks, if they are on.
struct SlowQuiescence {
  const search::ChessEvaluation& evaluation;
  const search::Switches& on;
  std::uint64_t visited = 0;  ///< positions below the first

  /// What the move takes and promotes to.
  static search::Value gain(const chess::Setup& fen, chess::Move move) {
    search::Value gain = 0;
    if (move.is_capture())
      gain += search::piece_value(chess::type_of(fen.squares[move.captured_on()]));
    if (move.is_promotion())
      gain += search::piece_value(move.promoted()) - search::piece_value(chess::pawn);
    return gain;
  }
  static bool gives_check(const chess::Setup& fen, chess::Move move) {
    const chess::Setup next = chess::after(fen, move);
    return chess::in_check(next.squares, next.side);
  }
  static bool loses(const chess::Setup& fen, chess::Move move) {
    return !move.is_castle() && slow_see(fen, move) < 0;
  }

  /// Most valuable victim first, then least valuable attacker, then canonical.
  static auto order(const chess::Setup& fen, chess::Move move) {
    const auto rank = [&](chess::Square s) {
      return search::piece_order(chess::type_of(fen.squares[s]));
    };
    int gain = move.is_promotion() ? 8 * search::piece_order(move.promoted()) : 0;
    if (move.is_capture()) gain += 8 * rank(move.captured_on()) + 7 - rank(move.from());
    return std::tuple(-gain, move);
  }

  /// The value for the side to move, fail-soft, `ply` > 0 plies below the root.
  search::Value value(const chess::Setup& fen, int ply, search::Value alpha, search::Value beta,
                      bool first = true) {
    const chess::Mailbox board{chess::ValidSetup(fen)};
    const bool in_check = chess::in_check(fen.squares, fen.side);
    const search::Value stand_pat = in_check                ? -search::infinity
                                    : board.drawn_by_rule() ? 0
                                                            : evaluation(board);
    if (on["sound-captures"] && stand_pat >= beta) return stand_pat;
    auto moves = chess::legal_moves(fen);
    if (moves.empty()) return search::value_of(board.terminal_outcome(), ply);
    if (board.drawn_by_rule()) return 0;
    search::Value best = stand_pat;
    const auto try_move = [&](chess::Move move) {
      ++visited;
      const auto next = chess::after(fen, move);
      best = std::max(best, -value(next, ply + 1, -beta, -std::max(alpha, best), false));
    };
    std::vector<chess::Move> checks;  // in canonical order
    for (const chess::Move move : moves)
      if (is_quiet(move) && gives_check(fen, move)) checks.push_back(move);
    std::sort(moves.begin(), moves.end(),
              [&](chess::Move a, chess::Move b) { return order(fen, a) < order(fen, b); });
    for (const chess::Move move : moves) {
      if (best >= beta) return best;
      if (is_quiet(move) && !in_check) continue;
      if (on["sound-captures"] && !in_check) {
        const search::Value max = stand_pat + gain(fen, move) + search::delta_margin;
        if (max <= alpha && !move.is_promotion()) best = std::max(best, max);
        if ((max <= alpha && !move.is_promotion()) || loses(fen, move)) continue;
      }
      try_move(move);
    }
    if (!first || !on["quiet-checks"] || in_check) return best;
    for (const chess::Move move : checks)
      if (best < beta && !loses(fen, move)) try_move(move);
    return best;
  }
};

}  // namespace plylab::testing
