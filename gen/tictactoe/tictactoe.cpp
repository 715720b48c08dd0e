#include "gen/tictactoe/tictactoe.h"

#include <fmt/format.h>

#include "gen/base/input_error.h"

namespace plylab::tictactoe {

Board::Board(const Packed& cells) : cells_(cells) {
  const int ahead = std::popcount(cells[0]) - std::popcount(cells[1]);
  if (ahead < 0 || ahead > 1)
    throw InputError("tictactoe: x begins, so that there are as many x as o, or one more");
  side_ = ahead == 0 ? Side::first : Side::second;
  if (has_line(cells_[static_cast<std::size_t>(side_)]))
    throw InputError("tictactoe: the game was over before the last move");
}

Board TicTacToe::parse(std::string_view text) {
  Board::Packed cells{};
  std::size_t at = 0;
  for (int rank = 2; rank >= 0; --rank) {
    for (int file = 0; file < 3; ++file, ++at) {
      const char c = at < text.size() ? text[at] : ' ';
      if (c != 'x' && c != 'o' && c != '.')
        throw InputError(
            fmt::format("tictactoe: '{}' is not a board; write {}", text, TicTacToe::notation));
      if (c != '.') cells[c == 'o'] |= static_cast<std::uint16_t>(1 << (3 * rank + file));
    }
    const bool more = rank > 0;
    if (more ? at >= text.size() || text[at++] != '/' : at != text.size())
      throw InputError(
          fmt::format("tictactoe: '{}' is not a board; write {}", text, TicTacToe::notation));
  }
  return Board(cells);
}

std::string TicTacToe::to_string(const Board& board) {
  const auto cells = board.packed();
  std::string text;
  for (int rank = 2; rank >= 0; --rank) {
    for (int file = 0; file < 3; ++file) {
      const int cell = 3 * rank + file;
      text += ((cells[0] >> cell) & 1) ? 'x' : ((cells[1] >> cell) & 1) ? 'o' : '.';
    }
    if (rank > 0) text += '/';
  }
  return text;
}

}  // namespace plylab::tictactoe
