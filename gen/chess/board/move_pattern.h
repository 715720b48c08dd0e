// Patterns from the texts of moves, independent of the legal moves: SAN, long algebraic or UCI,
// with the piece letters of a language.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/board/board.h"
#include "gen/chess/board/move.h"

namespace plylab::chess {

/// The requirements of a move's text; `any`, no_type or none where it leaves something open.
struct MovePattern {
  static constexpr int any = -1;

  PieceType piece = no_type;
  int from_file = any;
  int from_rank = any;
  Square to = no_square;
  PieceType promotion = no_type;
  std::optional<CastlingSide> castle = {};
};

/// The capital letters for pieces in a language.
struct PieceLetters {
  std::string_view language;
  std::array<PieceType, 26> types{};

  /// `letters` are those of knight, bishop, rook, queen and king.
  constexpr PieceLetters(std::string_view name, std::string_view letters) : language(name) {
    constexpr PieceType in_order[] = {knight, bishop, rook, queen, king};
    for (std::size_t i = 0; i < letters.size(); ++i)
      types[static_cast<std::size_t>(letters[i] - 'A')] = in_order[i];
  }
};

inline constexpr PieceLetters english_letters{"English", "NBRQK"};

/// The letters of other languages in the PGN standard (8.2.3), without repeats.
inline constexpr PieceLetters other_letters[] = {
    {"German", "SLTDK"},     {"Dutch", "PLTDK"},    {"French", "CFTDR"},    {"Spanish", "CATDR"},
    {"Portuguese", "CBTDR"}, {"Romanian", "CNTDR"}, {"Czech", "JSVDK"},     {"Polish", "SGWHK"},
    {"Hungarian", "HFBVK"},  {"Finnish", "RLTDK"},  {"Icelandic", "RBHDK"}, {"Estonian", "ROVLK"}};

/// A set of capital letters, as bits from A.
using Capitals = std::uint32_t;

/// The capital letters in a move's text, apart from castling.
Capitals capitals_in(std::string_view text);

/// The languages other than English that moves with these letters may be in: none if all letters
/// are English; else those that have all letters; if there is none, all languages.
std::vector<const PieceLetters*> other_languages(Capitals capitals);

/// The text with English letters in place of those of a language; none if a capital letter is not
/// one of them.
std::optional<std::string> in_english(std::string_view text, const PieceLetters& letters);

/// Reads a text with English letters such as "Nf3", "Ngxf3+", "e8=Q", "e8Q", "O-O", "0-0-0",
/// "e2-e4", "e2e4" or "e7e8q"; x, +, #, "e.p." and "!?" are ignored. None for any other text.
std::optional<MovePattern> read_pattern(std::string_view text);

/// The text with English letters in place of Unicode figurines and Cyrillic letters, and with - and
/// x in place of dashes and ×.
std::string with_english_letters(std::string_view text);

/// The legal moves that fit. Castling also fits by its rook's square, and by the king's destination
/// if no other move fits: in Chess960 that may be a step of the king.
std::vector<Move> fitting_moves(const MovePattern& pattern, const Squares& squares,
                                const Moves& legal);

/// The legal moves that the text can mean in other_languages(), without repeats.
std::vector<Move> fitting_moves_of_other_languages(std::string_view text, const Squares& squares,
                                                   const Moves& legal);

}  // namespace plylab::chess
