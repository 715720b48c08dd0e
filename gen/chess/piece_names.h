// What colours and pieces are called in sentences.
#pragma once

#include <string>
#include <string_view>

#include "gen/chess/board.h"

namespace plylab::chess {

/// "White".
constexpr std::string_view name(Color color) { return color == white ? "White" : "Black"; }

/// "knight".
constexpr std::string_view name(PieceType type) {
  constexpr std::string_view names[] = {"", "bishop", "rook", "queen", "pawn", "knight", "king"};
  return names[type];
}

/// "white knight".
inline std::string name(Piece piece) {
  std::string text = color_of(piece) == white ? "white " : "black ";
  return text += name(type_of(piece));
}

}  // namespace plylab::chess
