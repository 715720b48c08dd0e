#include "gen/chess/line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/notation.h"

namespace plylab::chess {

std::string san(const ValidSetup& position, Move move) { return to_san(Mailbox(position), move); }

std::vector<std::string> san_words(const ValidSetup& position, std::span<const Move> line) {
  Mailbox board(position);
  std::vector<std::string> words;
  for (const Move move : line) {
    std::string number;
    if (board.side_to_move() == white)
      number = fmt::format("{}. ", board.setup().fullmove);
    else if (words.empty())
      number = fmt::format("{}... ", board.setup().fullmove);
    words.push_back(number + to_san(board, move));
    board.make(move);
  }
  return words;
}

std::string san_line(const ValidSetup& position, std::span<const Move> line) {
  return fmt::format("{}", fmt::join(san_words(position, line), " "));
}

}  // namespace plylab::chess
