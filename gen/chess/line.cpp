#include "gen/chess/line.h"

#include <fmt/format.h>

#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/notation.h"

namespace plylab::chess {

std::string san(const ValidSetup& position, Move move) { return to_san(Mailbox(position), move); }

std::string san_line(const ValidSetup& position, std::span<const Move> line) {
  Mailbox board(position);
  std::string text;
  for (const Move move : line) {
    const bool first = text.empty();
    if (!first) text += ' ';
    if (board.side_to_move() == white) {
      text += fmt::format("{}. ", board.setup().fullmove);
    } else if (first) {
      text += fmt::format("{}... ", board.setup().fullmove);
    }
    text += to_san(board, move);
    board.make(move);
  }
  return text;
}

}  // namespace plylab::chess
