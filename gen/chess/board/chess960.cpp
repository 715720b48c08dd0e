#include "gen/chess/board/chess960.h"

#include <fmt/format.h>

#include <array>

namespace plylab::chess {
namespace {

using BackRank = std::array<PieceType, 8>;

/// Puts a piece on the free file with `skipped` free files to its left.
void place(BackRank& rank, PieceType type, unsigned skipped) {
  for (PieceType& square : rank)
    if (square == no_type && skipped-- == 0) {
      square = type;
      return;
    }
}

/// The number is read from its low end: the light-squared bishop's place, the dark-squared one's,
/// the queen's among the six free files, the knights' among the five that are left.
BackRank back_rank(unsigned number) {
  constexpr std::array<std::array<unsigned, 2>, 10> knight_files = {
      {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
  BackRank rank{};
  rank[2 * (number % 4) + 1] = bishop;
  rank[2 * (number / 4 % 4)] = bishop;
  place(rank, queen, number / 16 % 6);
  const auto [left, right] = knight_files[number / 96];
  place(rank, knight, right);  // first, so that the other's file is not counted
  place(rank, knight, left);
  for (PieceType type : {rook, king, rook}) place(rank, type, 0);
  return rank;
}

}  // namespace

Setup chess960_start(unsigned number) {
  if (number >= chess960_starts)
    throw InputError(fmt::format("no Chess960 starting array has the number {}, they are 0 to {}",
                                 number, chess960_starts - 1));
  const BackRank rank = back_rank(number);
  Setup setup;
  CastlingSide next_rook[2] = {CastlingSide::queenside, CastlingSide::queenside};
  for (unsigned file = 0; file < 8; ++file)
    for (Color color : {white, black}) {
      const Square home = make_square(static_cast<int>(file), color == white ? 0 : 7);
      setup.squares[home] = make_piece(color, rank[file]);
      setup.squares[forward(color, home)] = make_piece(color, pawn);
      if (rank[file] != rook) continue;
      setup.castling[index(color)][index(next_rook[index(color)])] = home;
      next_rook[index(color)] = CastlingSide::kingside;
    }
  return setup;
}

}  // namespace plylab::chess
