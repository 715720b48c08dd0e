// A position of chess as plain data: read from a FEN and believed as it stands, then checked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gen/base/input_error.h"
#include "gen/chess/board/board.h"
#include "gen/chess/board/variants.h"

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

// ---- FENs ----

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

/// The normal starting array.
inline constexpr std::string_view startpos_fen =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// What a FEN says, without a check that it is a position. The clocks may be missing (EPD has none)
/// and then read as 0 and 1. A castling letter of KQkq names the outermost rook on that side of the
/// king (X-FEN), a letter of a file the rook on that file (Shredder-FEN); both may be mixed.
/// "startpos" and "chess960:0" to "chess960:959" are understood too. Throws FenError of the first
/// group.
Setup parse_fen(std::string_view text);

/// The FEN text with all six fields. A castling rook that is not the outermost on its side of the
/// king is written as its file, all others as KQkq (X-FEN): parse_fen() gives back the same.
std::string to_string(const Setup& setup);

/// The same with the files of all castling rooks, such as "HAha" (Shredder-FEN).
std::string shredder_fen(const Setup& setup);

/// The four fields of an EPD record: FEN without the clocks.
std::string epd_fields(const Setup& setup);

/// How many starting arrays Chess960 has.
inline constexpr unsigned chess960_starts = 960;

/// The starting array with this number, 0 to 959, in the numbering of Reinhard Scharnagl; 518 is
/// the normal array. All four castling rights stand. Throws InputError beyond 959.
Setup chess960_start(unsigned number);

// ---- checked positions ----

/// The setup as a position of the variant, without what no legal move can use: the e.p. square
/// where no pawn may legally capture, and castling where kings never move. Throws FenError of the
/// second group if it is not a position.
Setup checked(const Setup& setup, const Variant& variant = orthodox);

/// A checked position of chess. Every generator starts from one. The e.p. square is kept only if a
/// pawn may legally capture there, so that equal positions compare equal even if their FENs differ.
class ValidSetup {
 public:
  /// Throws FenError of the second group.
  explicit ValidSetup(const Setup& setup) : setup_(checked(setup)) {}
  /// The same for what parse_fen() reads. Throws FenError of either group.
  explicit ValidSetup(std::string_view fen) : ValidSetup(parse_fen(fen)) {}

  const Setup& setup() const { return setup_; }
  const Squares& squares() const { return setup_.squares; }

 private:
  Setup setup_;
};

/// A checked position of a variant.
class VariantSetup {
 public:
  /// Throws FenError of the second group.
  VariantSetup(FairyVariant variant, const Setup& setup)
      : setup_(checked(setup, rules_of(variant))), variant_(variant) {}

  const Setup& setup() const { return setup_; }
  const Squares& squares() const { return setup_.squares; }
  FairyVariant number() const { return variant_; }
  const Variant& variant() const { return rules_of(variant_); }

 private:
  Setup setup_;
  FairyVariant variant_;
};

/// Rules are a parameter of the generators, which are compiled twice: for the rules of chess, which
/// the compiler knows, …
struct Orthodox {
  using Start = ValidSetup;
};

/// … and for those of whichever variant the start says. So all variants share their walks and
/// searches.
struct Fairy {
  using Start = VariantSetup;
};

/// The side of the king on which a square of his back rank lies; that of the e-file without a king.
CastlingSide castling_side_of(const Squares& squares, Color color, Square square);

/// Whether programs that only know standard chess cannot set this up: a castling right belongs to
/// a king that is not on the e-file or a rook that is not on the a- or h-file.
bool needs_chess960(const Setup& setup);

}  // namespace plylab::chess
