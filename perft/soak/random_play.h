// Random games, each drawn by its number.
#pragma once

#include <cstdint>

#include "gen/base/random.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/board/setup.h"
#include "gen/game/game.h"

namespace plylab::perft::soak {

/// Plies after which a random game is given up: what is left on the board says little by then.
inline constexpr int longest_game = 200;

/// Where a game begins: games drawn by a seed have one each, and every second of chess is one of
/// Chess960.
template <Game G>
typename G::Start draw_start(std::uint64_t game, std::uint64_t& random) {
  if constexpr (chess::ChessPosition<FirstBoard<G>>) {
    if (game % 2 == 1)
      return typename G::Start(chess::chess960_start(
          static_cast<unsigned>(splitmix64(random) % chess::chess960_starts)));
  }
  auto start = G::parse(G::start);
  if constexpr (requires { G::with_seed(start, random); })
    return G::with_seed(start, splitmix64(random));
  else
    return start;
}

/// One of the moves, of which there must be any. In chess every fourth time castling, a promotion,
/// e.p. or a double step, where there is one, since they are rare in play at random.
template <class Moves>
auto draw_move(const Moves& moves, std::uint64_t& random) {
  const auto dice = splitmix64(random);
  if constexpr (requires { moves.begin()->is_castle(); }) {
    if (dice >> 62 == 0) {
      Moves special;
      for (const auto move : moves)
        if (move.is_castle() || move.is_promotion() || move.is_en_passant() ||
            move.kind() == chess::MoveKind::double_push)
          special.add(move);
      if (!special.empty()) return special.begin()[splitmix64(random) % special.size()];
    }
  }
  return moves.begin()[dice % moves.size()];
}

}  // namespace plylab::perft::soak
