#include "gen/chess/registry.h"

#include "gen/chess/reference/reference_attacks.h"

namespace plylab::chess {

std::optional<GameEnd> Chess::end(const Mailbox& board) {
  if (board.count() == 0 && board.terminal_outcome() == Outcome::loss)
    return GameEnd{!board.side_to_move(), checkmate};
  if (board.count() == 0) return GameEnd{std::nullopt, stalemate};
  if (insufficient_material(board.setup().squares)) return GameEnd{std::nullopt, material};
  if (board.halfmove_clock() >= 100) return GameEnd{std::nullopt, fifty_moves};
  return std::nullopt;
}

}  // namespace plylab::chess
