#include "gen/checkers/rows.h"

#include <string_view>

#include "gen/game/eight_rows.h"

namespace plylab::checkers {

std::string board_rows(const Setup& setup) {
  const Pieces& pieces = setup.pieces;
  return eight_rows([&](int row, int column) -> std::string_view {
    if ((row + column) % 2 == 0) return ".";
    const auto square = bit(square_at(row, column));
    const bool is_king = (pieces.kings & square) != 0;
    if ((pieces.black & square) != 0) return is_king ? "⛃" : "⛂";
    if ((pieces.white & square) != 0) return is_king ? "⛁" : "⛀";
    return ".";
  });
}

}  // namespace plylab::checkers
