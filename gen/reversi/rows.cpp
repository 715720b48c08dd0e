#include "gen/reversi/rows.h"

#include <string_view>

#include "gen/game/eight_rows.h"

namespace plylab::reversi {

std::string board_rows(const Setup& setup) {
  return eight_rows([&](int row, int column) -> std::string_view {
    const auto square = bit(static_cast<Move>(8 * row + column));
    return (setup.discs.black & square) != 0 ? "●" : (setup.discs.white & square) != 0 ? "○" : ".";
  });
}

}  // namespace plylab::reversi
