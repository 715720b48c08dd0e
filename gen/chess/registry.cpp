#include "gen/chess/registry.h"

#include "gen/chess/explain/explain.h"
#include "gen/chess/explain/parsed_move.h"
#include "gen/chess/reference/reference_attacks.h"
#include "gen/chess/reference/reference_movegen.h"

namespace plylab::chess {

std::optional<GameEnd> Chess::end(const Mailbox& board) {
  if (board.count() == 0 && board.terminal_outcome() == Outcome::loss)
    return GameEnd{!board.side_to_move(), checkmate};
  if (board.count() == 0) return GameEnd{std::nullopt, stalemate};
  if (insufficient_material(board.setup().squares)) return GameEnd{std::nullopt, material};
  if (board.halfmove_clock() >= 100) return GameEnd{std::nullopt, fifty_moves};
  return std::nullopt;
}

ValidSetup Chess::after(const ValidSetup& position, Move move) {
  return ValidSetup(chess::after(position.setup(), move));
}

std::string Chess::why_illegal(const ValidSetup& position, std::string_view text) {
  if (!read_move(position.setup(), text)) return "";  // the explanation does not read SAN
  return chess::why_illegal(position.setup(), text).sentence;
}

}  // namespace plylab::chess
