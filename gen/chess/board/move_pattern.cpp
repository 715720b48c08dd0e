#include "gen/chess/board/move_pattern.h"

#include <algorithm>
#include <utility>

namespace plylab::chess {
namespace {

bool is_file(char c) { return c >= 'a' && c <= 'h'; }
bool is_rank(char c) { return c >= '1' && c <= '8'; }

/// The characters that say nothing about which move it is.
constexpr std::array<bool, 256> make_ignored() {
  std::array<bool, 256> ignored{};
  for (const char c : std::string_view("x:-=()/+#!? "))
    ignored[static_cast<unsigned char>(c)] = true;
  return ignored;
}
constexpr std::array<bool, 256> ignored = make_ignored();

constexpr PieceType in_order[] = {knight, bishop, rook, queen, king};

PieceType type_of_letter(char c, std::string_view letters) {
  for (std::size_t i = 0; i < letters.size(); ++i)
    if (letters[i] == c) return in_order[i];
  return no_type;
}

/// What stands for pieces in texts that are not ASCII, the longer one first where one begins like
/// another.
constexpr std::pair<std::string_view, char> unicode_pieces[] = {
    {"\u2654", 'K'},       {"\u2655", 'Q'}, {"\u2656", 'R'}, {"\u2657", 'B'}, {"\u2658", 'N'},
    {"\u265A", 'K'},       {"\u265B", 'Q'}, {"\u265C", 'R'}, {"\u265D", 'B'}, {"\u265E", 'N'},
    {"\u041A\u0440", 'K'}, {"\u0424", 'Q'}, {"\u041B", 'R'}, {"\u0421", 'B'}, {"\u041A", 'N'}};

/// Whether the move fits, if its text shows `target` as its target.
bool fits(const MovePattern& pattern, const Squares& squares, Move move, Square target) {
  constexpr int any = MovePattern::any;
  if (pattern.castle) return move.is_castle() && move.castling_side() == *pattern.castle;
  if (move.is_castle() && pattern.from_file == any) return false;
  return (pattern.piece == no_type || pattern.piece == type_of(squares[move.from()])) &&
         (pattern.from_file == any || pattern.from_file == file_of(move.from())) &&
         (pattern.from_rank == any || pattern.from_rank == rank_of(move.from())) &&
         pattern.to == target &&
         pattern.promotion == (move.is_promotion() ? move.promoted() : no_type);
}

}  // namespace

std::optional<MovePattern> read_pattern(std::string_view text, const PieceLetters& letters) {
  while (text.ends_with("e.p.") || text.ends_with("ep") || text.ends_with(' '))
    text.remove_suffix(text.ends_with("e.p.") ? 4 : text.ends_with("ep") ? 2 : 1);
  constexpr std::size_t longest = 8;  // more characters no move has
  char kept[longest];
  std::size_t size = 0;
  for (const char c : text) {
    if (ignored[static_cast<unsigned char>(c)]) continue;
    if (size == longest) return std::nullopt;
    kept[size++] = c;
  }
  std::string_view rest(kept, size);

  MovePattern pattern;
  if (rest == "OO" || rest == "00" || rest == "oo" || rest == "OOO" || rest == "000" ||
      rest == "ooo") {
    pattern.castle = size == 2 ? CastlingSide::kingside : CastlingSide::queenside;
    return pattern;
  }
  // A promotion's letter stands last and follows a rank; UCI writes it small, and in English.
  if (size > 2 && !is_rank(rest.back()) && is_rank(rest[size - 2])) {
    pattern.promotion = type_of_letter(rest.back(), letters.letters);
    if (pattern.promotion == no_type) pattern.promotion = type_of(piece_of_letter(rest.back()));
    if (pattern.promotion == no_type) return std::nullopt;
    rest.remove_suffix(1);
  }
  if (rest.size() < 2 || !is_file(rest[rest.size() - 2]) || !is_rank(rest.back()))
    return std::nullopt;
  pattern.to = make_square(rest[rest.size() - 2] - 'a', rest.back() - '1');
  rest.remove_suffix(2);
  if (rest.empty()) {
    pattern.piece = pawn;
    return pattern;
  }
  pattern.piece = rest.front() == 'P' && letters.letters.front() != 'P'
                      ? pawn
                      : type_of_letter(rest.front(), letters.letters);
  if (pattern.piece != no_type) rest.remove_prefix(1);
  if (!rest.empty() && is_file(rest.front())) {
    pattern.from_file = rest.front() - 'a';
    rest.remove_prefix(1);
  }
  if (!rest.empty() && is_rank(rest.front())) {
    pattern.from_rank = rest.front() - '1';
    rest.remove_prefix(1);
  }
  if (!rest.empty()) return std::nullopt;
  // Without a letter it is a pawn move, unless both squares are given as in UCI.
  const bool both_squares =
      pattern.from_file != MovePattern::any && pattern.from_rank != MovePattern::any;
  if (pattern.piece == no_type && !both_squares) pattern.piece = pawn;
  return pattern;
}

std::string with_english_letters(std::string_view text) {
  std::string english;
  while (!text.empty()) {
    char letter = text.front();
    std::size_t length = 1;
    if (static_cast<signed char>(letter) < 0)
      for (const auto& [piece, english_letter] : unicode_pieces)
        if (text.starts_with(piece)) {
          letter = english_letter;
          length = piece.size();
          break;
        }
    english += letter;
    text.remove_prefix(length);
  }
  return english;
}

std::vector<Move> fitting_moves(const MovePattern& pattern, const Squares& squares,
                                const Moves& legal) {
  std::vector<Move> found;
  for (const Move move : legal)
    if (fits(pattern, squares, move, move.to())) found.push_back(move);
  if (!found.empty()) return found;
  for (const Move move : legal)
    if (move.is_castle()) {
      const Color us = color_of(squares[move.from()]);
      if (fits(pattern, squares, move, castled_king(us, move.castling_side())))
        found.push_back(move);
    }
  return found;
}

std::vector<Move> fitting_moves_of_other_languages(std::string_view text, const Squares& squares,
                                                   const Moves& legal) {
  std::vector<Move> found;
  const auto add = [&](const std::optional<MovePattern>& pattern) {
    if (!pattern) return;
    for (const Move move : fitting_moves(*pattern, squares, legal))
      if (std::find(found.begin(), found.end(), move) == found.end()) found.push_back(move);
  };
  add(read_pattern(with_english_letters(text)));
  for (const PieceLetters& letters : other_letters) add(read_pattern(text, letters));
  return found;
}

}  // namespace plylab::chess
