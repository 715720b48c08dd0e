#include "gen/chess/explain/pieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "gen/chess/board/fen.h"
#include "gen/chess/board/reference_attacks.h"

namespace plylab::chess {
namespace {

int sign(int value) { return (value > 0) - (value < 0); }

/// The board on which every piece of the colour except one has become a pawn of the other side: as
/// much in the way as before, and no attacker of that colour.
Squares with_only(const Squares& squares, Color color, Square one) {
  Squares board = squares;
  for (int s = a1; s <= h8; ++s)
    if (s != one && board[static_cast<Square>(s)] != no_piece)
      board[static_cast<Square>(s)] = make_piece(!color, pawn);
  return board;
}

}  // namespace

std::vector<Square> attackers(const Squares& squares, Square square, Color by) {
  std::vector<Square> found;
  for (int s = a1; s <= h8; ++s) {
    const auto from = static_cast<Square>(s);
    if (squares[from] == no_piece || color_of(squares[from]) != by) continue;
    if (attacked(with_only(squares, by, from), square, by)) found.push_back(from);
  }
  return found;
}

std::vector<Square> between(Square from, Square to) {
  const int files = file_of(to) - file_of(from);
  const int ranks = rank_of(to) - rank_of(from);
  std::vector<Square> squares;
  if (files != 0 && ranks != 0 && std::abs(files) != std::abs(ranks)) return squares;
  for (int steps = 1; steps < std::max(std::abs(files), std::abs(ranks)); ++steps)
    squares.push_back(
        make_square(file_of(from) + steps * sign(files), rank_of(from) + steps * sign(ranks)));
  return squares;
}

std::vector<Square> way(Square from, Square to) {
  std::vector<Square> squares = between(from, to);
  if (from != to) squares.push_back(to);
  return squares;
}

bool contains(const std::vector<Square>& list, Square square) {
  return std::find(list.begin(), list.end(), square) != list.end();
}

std::vector<Square> without(const std::vector<Square>& list, const std::vector<Square>& other) {
  std::vector<Square> rest = list;
  std::erase_if(rest, [&](Square square) { return contains(other, square); });
  return rest;
}

std::string_view rank_name(int rank) {
  constexpr std::string_view names[] = {"first", "second", "third",   "fourth",
                                        "fifth", "sixth",  "seventh", "eighth"};
  return names[rank];
}

std::string named(const Squares& squares, Square square) {
  return fmt::format("the {} on {}", name(type_of(squares[square])), to_string(square));
}

std::string named(const Squares& squares, const std::vector<Square>& list) {
  std::string text;
  for (Square square : list) {
    if (!text.empty()) text += square == list.back() ? " and " : ", ";
    text += named(squares, square);
  }
  return text;
}

}  // namespace plylab::chess
