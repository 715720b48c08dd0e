// The vocabulary of chess: colours, pieces, squares and their names.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "gen/game/position.h"

namespace plylab::chess {

using Color = Side;
inline constexpr Color white = Side::first;
inline constexpr Color black = Side::second;

constexpr unsigned index(Color color) { return static_cast<unsigned>(color); }

/// The kinds of pieces. The code's bits mean something: 1 slides on diagonals, 2 slides on ranks
/// and files, 4 does not slide. The packed form of a position stores these bits as planes.
enum PieceType : std::uint8_t { no_type, bishop, rook, queen, pawn, knight, king };

/// A coloured piece: the type, with bit 8 set for Black.
// clang-format off
enum Piece : std::uint8_t {
  no_piece,
  white_bishop = 1, white_rook, white_queen, white_pawn, white_knight, white_king,
  black_bishop = 9, black_rook, black_queen, black_pawn, black_knight, black_king
};
// clang-format on

constexpr Piece make_piece(Color color, PieceType type) {
  return static_cast<Piece>(type | (index(color) << 3));
}
constexpr PieceType type_of(Piece piece) { return static_cast<PieceType>(piece & 7); }
constexpr Color color_of(Piece piece) { return static_cast<Color>((piece >> 3) & 1); }

/// Squares by rank from White's side: a1 = 0, b1 = 1, … h8 = 63.
// clang-format off
enum Square : std::uint8_t {
  a1, b1, c1, d1, e1, f1, g1, h1, a2, b2, c2, d2, e2, f2, g2, h2,
  a3, b3, c3, d3, e3, f3, g3, h3, a4, b4, c4, d4, e4, f4, g4, h4,
  a5, b5, c5, d5, e5, f5, g5, h5, a6, b6, c6, d6, e6, f6, g6, h6,
  a7, b7, c7, d7, e7, f7, g7, h7, a8, b8, c8, d8, e8, f8, g8, h8, no_square
};
// clang-format on

constexpr Square make_square(int file, int rank) { return static_cast<Square>(rank * 8 + file); }
constexpr int file_of(Square square) { return square & 7; }
constexpr int rank_of(Square square) { return square >> 3; }

/// The rank, counted 0–7 from the given side's own back rank.
constexpr int rank_for(Color color, Square square) {
  return color == white ? rank_of(square) : 7 - rank_of(square);
}

/// The square one rank ahead, seen from the given side.
constexpr Square forward(Color color, Square square) {
  return static_cast<Square>(color == white ? square + 8 : square - 8);
}

/// Castling towards the a-file or towards the h-file.
enum class CastlingSide : std::uint8_t { queenside, kingside };

constexpr unsigned index(CastlingSide castling_side) {
  return static_cast<unsigned>(castling_side);
}

/// The squares of king and rook after castling, in standard chess and in Chess960.
constexpr Square castled_king(Color color, CastlingSide castling_side) {
  return make_square(castling_side == CastlingSide::queenside ? 2 : 6, color == white ? 0 : 7);
}
constexpr Square castled_rook(Color color, CastlingSide castling_side) {
  return make_square(castling_side == CastlingSide::queenside ? 3 : 5, color == white ? 0 : 7);
}

/// The piece on each square.
using Squares = std::array<Piece, 64>;

/// For each colour and side of castling the square of the rook that may still castle, or no_square.
using CastlingRooks = std::array<std::array<Square, 2>, 2>;

inline constexpr CastlingRooks no_castling{{{no_square, no_square}, {no_square, no_square}}};

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

/// The pieces' letters in FEN by Piece, '.' where the code is not a piece.
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
