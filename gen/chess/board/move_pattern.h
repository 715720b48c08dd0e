// What the text of a move demands, whichever moves are legal: SAN, long algebraic or UCI, with the
// letters that pieces have in a language.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/board/board.h"
#include "gen/chess/board/move.h"

namespace plylab::chess {

/// What a move's text demands; `any`, no_type and nothing where it leaves something open.
struct MovePattern {
  static constexpr int any = -1;

  PieceType piece = no_type;
  int from_file = any;
  int from_rank = any;
  Square to = no_square;
  PieceType promotion = no_type;
  std::optional<CastlingSide> castle = {};
};

/// The capitals that stand for pieces in a language.
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

/// Those of other languages by the PGN standard (8.2.3), each alphabet once. Where one word could
/// be two moves, the first one that makes a whole game legal is meant.
inline constexpr PieceLetters other_letters[] = {
    {"German", "SLTDK"},     {"Dutch", "PLTDK"},    {"French", "CFTDR"},    {"Spanish", "CATDR"},
    {"Portuguese", "CBTDR"}, {"Romanian", "CNTDR"}, {"Czech", "JSVDK"},     {"Polish", "SGWHK"},
    {"Hungarian", "HFBVK"},  {"Finnish", "RLTDK"},  {"Icelandic", "RBHDK"}, {"Estonian", "ROVLK"}};

/// Reads a text such as "Nf3", "Ngxf3+", "e8=Q", "e8Q", "O-O", "0-0-0", "e2-e4", "e2e4" or "e7e8q";
/// x, +, #, "e.p." and "!?" are of no account. Nothing if it is none of these.
std::optional<MovePattern> read_pattern(std::string_view text,
                                        const PieceLetters& letters = english_letters);

/// The text with English letters for the figurines of Unicode and for Cyrillic pieces; the same
/// text if it has none of them.
std::string with_english_letters(std::string_view text);

/// The legal moves that fit. Castling fits by its rook's square too, and by the king's destination
/// if nothing else does: in Chess960 that may be a step of the king.
std::vector<Move> fitting_moves(const MovePattern& pattern, const Squares& squares,
                                const Moves& legal);

/// The legal moves that the text can mean in languages other than English, each once.
std::vector<Move> fitting_moves_of_other_languages(std::string_view text, const Squares& squares,
                                                   const Moves& legal);

}  // namespace plylab::chess
