// FEN in two steps: what the text says, then whether it can be a position.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gen/chess/board.h"
#include "gen/chess/names.h"
#include "gen/input_error.h"

namespace plylab::chess {

/// The normal starting array.
inline constexpr std::string_view startpos_fen =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// What a FEN says, believed as it stands (Edwards, PGN standard 1994, 16.1). Castling may be that
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
  FenError(FenErrorKind kind, const std::string& what) : InputError(what), kind_(kind) {}
  FenErrorKind kind() const { return kind_; }

 private:
  FenErrorKind kind_;
};

/// Step 1. The clocks may be missing (EPD has none) and then read as 0 and 1. A castling letter of
/// KQkq names the outermost rook on that side of the king (X-FEN), a letter of a file the rook on
/// that file (Shredder-FEN); both may be mixed. "startpos" and "chess960:0" to "chess960:959" are
/// understood too. Throws FenError of the first group.
Setup parse_fen(std::string_view text);

/// The FEN text with all six fields. A castling rook that is not the outermost on its side of the
/// king is written as its file, all others as KQkq (X-FEN): parse_fen() gives back the same.
std::string to_string(const Setup& setup);

/// The same with the files of all castling rooks, such as "HAha" (Shredder-FEN).
std::string shredder_fen(const Setup& setup);

/// The four fields of an EPD record: FEN without the clocks.
std::string epd_fields(const Setup& setup);

/// Whether programs that only know standard chess cannot set this up: a castling right belongs to
/// a king that is not on the e-file or a rook that is not on the a- or h-file.
bool needs_chess960(const Setup& setup);

/// Step 2: the content of a FEN that has been found to be a position. Every generator starts from
/// one. The e.p. square is kept only if a pawn may legally capture there, so that equal positions
/// are equal whatever their FEN says.
class ValidSetup {
 public:
  /// Throws FenError of the second group.
  explicit ValidSetup(const Setup& setup);
  /// Both steps in one.
  explicit ValidSetup(std::string_view text) : ValidSetup(parse_fen(text)) {}

  const Setup& setup() const { return setup_; }
  const Squares& squares() const { return setup_.squares; }

 private:
  Setup setup_;
};

}  // namespace plylab::chess
