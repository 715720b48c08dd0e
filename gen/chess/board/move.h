// The move encoding that all chess generators share.
#pragma once

#include <compare>
#include <cstdint>

#include "gen/chess/board/board.h"
#include "gen/game/moves.h"

namespace plylab::chess {

/// The kind of a move. Bit 4 is set for captures, and bit 8 for promotions, whose piece is in the
/// two low bits.
// clang-format off
enum class MoveKind : std::uint8_t {
  quiet = 0, double_push = 1, castle_queenside = 2, castle_kingside = 3,
  capture = 4, en_passant = 5,
  to_knight = 8, to_bishop = 9, to_rook = 10, to_queen = 11,
  capture_to_knight = 12, capture_to_bishop = 13, capture_to_rook = 14, capture_to_queen = 15
};
// clang-format on

/// A move in 16 bits: from, to, kind. The order by these bits is the canonical order.
///
/// Castling is stored as the king moving to its own rook's square (e1h1), which is unambiguous in
/// Chess960, too. For its text see CastlingText.
class Move {
 public:
  constexpr Move() = default;
  constexpr Move(Square from, Square to, MoveKind kind = MoveKind::quiet)
      : bits_(static_cast<std::uint16_t>((from << 10) | (to << 4) | static_cast<int>(kind))) {}

  constexpr Square from() const { return static_cast<Square>(bits_ >> 10); }
  constexpr Square to() const { return static_cast<Square>((bits_ >> 4) & 63); }
  constexpr MoveKind kind() const { return static_cast<MoveKind>(bits_ & 15); }
  constexpr std::uint16_t bits() const { return bits_; }

  constexpr bool is_capture() const { return bits_ & 4; }
  constexpr bool is_promotion() const { return bits_ & 8; }
  constexpr bool is_en_passant() const { return kind() == MoveKind::en_passant; }
  constexpr bool is_castle() const { return (bits_ & 14) == 2; }

  /// The side of a castling move.
  constexpr CastlingSide castling_side() const {
    return kind() == MoveKind::castle_queenside ? CastlingSide::queenside : CastlingSide::kingside;
  }

  /// The piece type of a promotion.
  constexpr PieceType promoted() const {
    constexpr PieceType types[4] = {knight, bishop, rook, queen};
    return types[bits_ & 3];
  }

  /// The square of the captured piece: `to`, or for e.p. captures the pawn's square.
  constexpr Square captured_on() const {
    return is_en_passant() ? make_square(file_of(to()), rank_of(from())) : to();
  }

  friend constexpr auto operator<=>(Move, Move) = default;

 private:
  std::uint16_t bits_ = 0;
};

/// Room for any position that a ValidSetup can hold: 15 queens of 27 moves each, a king and
/// castling. (Positions of real games stay at or below 218, Petrović 1964.)
using Moves = MoveList<Move, 416>;

}  // namespace plylab::chess
