#include "gen/chess/play.h"

#include "gen/chess/reference/reference_movegen.h"

namespace plylab::chess {
namespace {

bool stands_beside_enemy_pawn(const Setup& setup, Square square) {
  const auto enemy = make_piece(setup.side, pawn);
  for (const int side : {-1, 1}) {
    const int file = file_of(square) + side;
    if (file >= 0 && file < 8 && setup.squares[make_square(file, rank_of(square))] == enemy)
      return true;
  }
  return false;
}

}  // namespace

Setup play(Setup position, const std::vector<Move>& moves) {
  for (const Move move : moves) {
    position = after(position, move);
    if (move.kind() == MoveKind::double_push && stands_beside_enemy_pawn(position, move.to()))
      position.en_passant = forward(position.side, move.to());
  }
  return position;
}

}  // namespace plylab::chess
