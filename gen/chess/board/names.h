// What colours, pieces and squares are called, in sentences and in notation.
#pragma once

#include <string>
#include <string_view>

#include "gen/chess/board/board.h"

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

/// The pieces' letters in FEN by Piece, '.' where the code is no piece.
inline constexpr std::string_view piece_letters = ".BRQPNK..brqpnk.";

/// 'N' for a white knight, 'n' for a black one, '.' for no piece.
constexpr char letter(Piece piece) { return piece_letters[piece]; }

/// 'N' for a knight, 'P' for a pawn.
constexpr char letter(PieceType type) { return piece_letters[type]; }

/// 'K', 'Q', 'k' or 'q': a castling right in FEN.
constexpr char letter(Color color, CastlingSide castling_side) {
  return "QKqk"[2 * index(color) + index(castling_side)];
}

/// The piece of a letter in FEN; no_piece for any other character.
constexpr Piece piece_of_letter(char c) {
  const auto code = piece_letters.find(c);
  return c == '.' || code == std::string_view::npos ? no_piece : static_cast<Piece>(code);
}

/// "e4"; "-" for no_square.
inline std::string to_string(Square square) {
  if (square == no_square) return "-";
  return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

/// The square that the whole text names, such as "e4"; no_square for any other text.
constexpr Square parse_square(std::string_view text) {
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
    return no_square;
  return make_square(text[0] - 'a', text[1] - '1');
}

}  // namespace plylab::chess
