#include "gen/chess/board/diagram.h"

#include <fmt/format.h>

#include <string_view>

#include "gen/base/text.h"
#include "gen/chess/board/board.h"

namespace plylab::chess {
namespace {

std::string figure(Piece piece, Figures figures) {
  if (figures == Figures::letters || piece == no_piece) return std::string(1, letter(piece));
  constexpr std::string_view of_white[] = {"", "♗", "♖", "♕", "♙", "♘", "♔"};
  constexpr std::string_view of_black[] = {"", "♝", "♜", "♛", "♟", "♞", "♚"};
  return std::string((color_of(piece) == white ? of_white : of_black)[type_of(piece)]);
}

}  // namespace

std::vector<std::string> diagram(const Squares& squares, Figures figures) {
  std::vector<std::string> rows;
  for (int rank = 7; rank >= 0; --rank) {
    std::string line = fmt::format("{}  ", rank + 1);
    for (int file = 0; file < 8; ++file)
      line += ' ' + figure(squares[make_square(file, rank)], figures);
    rows.push_back(std::move(line));
  }
  rows.emplace_back("    a b c d e f g h");
  return rows;
}

std::string board_rows(const Squares& squares) {
  return eight_rows(
      [&](int row, int column) { return letter(squares[make_square(column, 7 - row)]); });
}

}  // namespace plylab::chess
