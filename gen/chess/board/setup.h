// A position of chess as plain data: as somebody states it, and checked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gen/base/input_error.h"
#include "gen/chess/board/board.h"
#include "gen/chess/board/variant.h"

namespace plylab::chess {

/// What a FEN says (Edwards, PGN standard 1994, 16.1), believed as it stands. Castling may be that
/// of Chess960.
struct Setup {
  Squares squares{};
  Color side = white;
  CastlingRooks castling = no_castling;  ///< by colour and side: the rook's square
  Square en_passant = no_square;         ///< the square that a pawn has just passed
  unsigned halfmove_clock = 0;           ///< plies since the last capture or pawn move
  unsigned fullmove = 1;

  friend bool operator==(const Setup&, const Setup&) = default;
};

/// What can be wrong with a FEN. The first group concerns the text, the second the position.
enum class FenErrorKind : std::uint8_t {
  missing_field,
  board,
  side,
  castling,
  en_passant,
  clock,
  trailing_text,
  king_missing,
  too_many_kings,
  too_many_pieces,
  pawn_on_edge_rank,
  castling_impossible,
  en_passant_impossible,
  wrong_side_in_check
};

/// A FEN that cannot be used; what() is one line starting with "FEN: ".
class FenError : public InputError {
 public:
  /// `what` says what is wrong, without the prefix.
  FenError(FenErrorKind kind, const std::string& what) : InputError("FEN: " + what), kind_(kind) {}
  FenErrorKind kind() const { return kind_; }

 private:
  FenErrorKind kind_;
};

/// The setup as a position of the variant, with what no move can come of left out: the e.p. square
/// where no pawn may legally capture, and castling where kings never move. Throws FenError of the
/// second group if it is none.
Setup checked(const Setup& setup, const Variant& variant = orthodox);

/// A setup that has been found to be a position of chess. Every generator starts from one. The e.p.
/// square is kept only if a pawn may legally capture there, so that equal positions are equal
/// whatever their FEN says.
class ValidSetup {
 public:
  /// Throws FenError of the second group.
  explicit ValidSetup(const Setup& setup);
  /// The same for what parse_fen() reads. Throws FenError of either group.
  explicit ValidSetup(std::string_view fen);

  const Setup& setup() const { return setup_; }
  const Squares& squares() const { return setup_.squares; }

 private:
  Setup setup_;
};

/// The side of the king on which a square of his back rank lies; that of the e-file without a king.
CastlingSide castling_side_of(const Squares& squares, Color color, Square square);

/// Whether programs that only know standard chess cannot set this up: a castling right belongs to
/// a king that is not on the e-file or a rook that is not on the a- or h-file.
bool needs_chess960(const Setup& setup);

}  // namespace plylab::chess
