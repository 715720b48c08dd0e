// A position of chess as plain data, read from a FEN unchecked, and then checked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gen/base/input_error.h"
#include "gen/chess/board/board.h"
#include "gen/chess/board/variants.h"

namespace plylab::chess {

/// The content of a FEN (Edwards, PGN standard 1994, 16.1), unchecked. Castling may be that of
/// Chess960.
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

/// Errors in a FEN. The first group concerns the text, the second the position.
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

/// An unusable FEN; what() is one line starting with "FEN: ".
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

/// Parses a FEN without checking the position. Missing clocks (EPD has none) read as 0 and 1. A
/// castling letter of KQkq means the outermost rook on that side of the king (X-FEN), the letter of
/// a file the rook on that file (Shredder-FEN); both may be mixed. Also accepts "startpos",
/// "chess960:0" to "chess960:959", what skip_fen_prefix() skips, and a side behind the board as in
/// "…/RNBQKBNR/w KQkq -". Throws FenError of the first group.
Setup parse_fen(std::string_view text);

/// Removes what programs write before a FEN: blanks, and "position fen", "position", "fen" or
/// "FEN:".
void skip_fen_prefix(std::string_view& text);

/// Whether the first field of a FEN also has the side to move: "…/RNBQKBNR/w".
bool has_side(std::string_view board);

/// The FEN text with all six fields. A castling rook that is not the outermost on its side of the
/// king is written as its file, all others as KQkq (X-FEN): parse_fen() gives back the same.
std::string to_string(const Setup& setup);

/// The same with the files of all castling rooks, such as "HAha" (Shredder-FEN).
std::string shredder_fen(const Setup& setup);

/// The four fields of an EPD record: FEN without the clocks.
std::string epd_fields(const Setup& setup);

/// The number of starting arrays of Chess960.
inline constexpr unsigned chess960_starts = 960;

/// The starting array with this number, 0 to 959, in the numbering of Reinhard Scharnagl; 518 is
/// the normal array. It has all four castling rights. Throws InputError beyond 959.
Setup chess960_start(unsigned number);

// ---- checked positions ----

/// Which kings a position must have.
enum class Kings : std::uint8_t { one_each, at_most_one_each };

/// The setup as a position of the variant. Removes the e.p. square if no pawn may legally capture
/// there, and castling rights if kings never move. Throws FenError of the second group if the
/// position is invalid.
Setup checked(const Setup& setup, const Variant& variant = orthodox, Kings kings = Kings::one_each);

/// A checked position of chess. Every generator starts from one. The e.p. square is kept only if a
/// pawn may legally capture there, so that equal positions compare equal even if their FENs differ.
class ValidSetup {
 public:
  /// Throws FenError of the second group.
  explicit ValidSetup(const Setup& setup) : setup_(checked(setup)) {}
  /// Parses and checks a FEN. Throws FenError of either group.
  explicit ValidSetup(std::string_view fen) : ValidSetup(parse_fen(fen)) {}

  const Setup& setup() const { return setup_; }
  const Squares& squares() const { return setup_.squares; }

 private:
  Setup setup_;
};

/// A checked position of a chess problem, in which a king may be missing.
class ProblemSetup {
 public:
  /// Throws FenError of the second group.
  explicit ProblemSetup(const Setup& setup)
      : setup_(checked(setup, orthodox, Kings::at_most_one_each)) {}
  ProblemSetup(const ValidSetup& position) : setup_(position.setup()) {}

  const Setup& setup() const { return setup_; }
  const Squares& squares() const { return setup_.squares; }
  bool has_king(Color color) const;
  bool has_both_kings() const { return has_king(white) && has_king(black); }

  /// The same as a position of chess. Throws FenError if a king is missing.
  ValidSetup in_chess() const { return ValidSetup(setup_); }

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

/// The rules are a template parameter of the generators, which are compiled twice: for the rules of
/// chess, known at compile time, …
struct Orthodox {
  using Start = ValidSetup;
};

/// … and for the variant that the start names. All variants therefore share their walks and
/// searches.
struct Fairy {
  using Start = VariantSetup;
};

/// The side of the king on which a square of its back rank lies; without a king, the side of the
/// e-file.
CastlingSide castling_side_of(const Squares& squares, Color color, Square square);

/// Whether the setup needs Chess960: a castling right belongs to a king that is not on the e-file,
/// or to a rook that is not on the a- or h-file.
bool needs_chess960(const Setup& setup);

}  // namespace plylab::chess
