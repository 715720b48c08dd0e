#include "gen/chess/board/move_pattern.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace plylab::chess {
namespace {

enum Class : std::uint8_t { other, file, rank, ignored };

/// The classes of characters in a move's text; ignored ones do not help to identify the move.
constexpr std::array<Class, 256> make_classes() {
  std::array<Class, 256> table{};
  const auto set = [&](std::string_view characters, Class to) {
    for (const char c : characters) table[static_cast<unsigned char>(c)] = to;
  };
  set("abcdefgh", file);
  set("12345678", rank);
  set("x:-=()/+#!? ", ignored);
  return table;
}
constexpr std::array<Class, 256> classes = make_classes();

Class class_of(char c) { return classes[static_cast<unsigned char>(c)]; }
bool is_file(char c) { return class_of(c) == file; }
bool is_rank(char c) { return class_of(c) == rank; }
bool is_ignored(char c) { return class_of(c) == ignored; }

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

PieceType type_of_letter(char c, const PieceLetters& letters = english_letters) {
  return is_capital(c) ? letters.types[static_cast<std::size_t>(c - 'A')] : no_type;
}

bool is_castling(std::string_view text) {
  return text.starts_with("O-O") || text.starts_with("OO");
}

/// Whether all capitals are letters of the language, apart from P, which may stand for a pawn in
/// any.
bool has_all(const PieceLetters& letters, Capitals capitals) {
  for (char c = 'A'; c <= 'Z'; ++c)
    if (((capitals >> (c - 'A')) & 1) != 0 && c != 'P' && type_of_letter(c, letters) == no_type)
      return false;
  return true;
}

/// Signs outside ASCII for pieces, castling, dashes and captures; a sign comes before any prefix of
/// it.
constexpr std::pair<std::string_view, char> unicode_signs[] = {
    {"\u2010", '-'}, {"\u2011", '-'},       {"\u2012", '-'}, {"\u2013", '-'}, {"\u2014", '-'},
    {"\u2015", '-'}, {"\u2212", '-'},       {"\u00D7", 'x'}, {"\u041E", 'O'}, {"\u2659", 'P'},
    {"\u265F", 'P'}, {"\u2654", 'K'},       {"\u2655", 'Q'}, {"\u2656", 'R'}, {"\u2657", 'B'},
    {"\u2658", 'N'}, {"\u265A", 'K'},       {"\u265B", 'Q'}, {"\u265C", 'R'}, {"\u265D", 'B'},
    {"\u265E", 'N'}, {"\u041A\u0440", 'K'}, {"\u0424", 'Q'}, {"\u041B", 'R'}, {"\u0421", 'B'},
    {"\u041A", 'N'}};

/// Whether the move fits, if its text has `target` as target square.
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

/// Castling, if the text is two or three equal letters, with or without "-" between: "O-O",
/// "0-0-0", "oo".
std::optional<CastlingSide> castling_in(std::string_view text) {
  std::size_t letters = 0;
  for (const char c : text) {
    if (c != text.front() && !is_ignored(c)) return std::nullopt;
    if (c == text.front()) ++letters;
  }
  if (letters == 2) return CastlingSide::kingside;
  if (letters == 3) return CastlingSide::queenside;
  return std::nullopt;
}

}  // namespace

Capitals capitals_in(std::string_view text) {
  Capitals capitals = 0;
  if (!is_castling(text))
    for (const char c : text)
      if (is_capital(c)) capitals |= Capitals{1} << (c - 'A');
  return capitals;
}

std::vector<const PieceLetters*> other_languages(Capitals capitals) {
  std::vector<const PieceLetters*> having_all, all;
  if (has_all(english_letters, capitals)) return {};
  for (const PieceLetters& letters : other_letters) {
    all.push_back(&letters);
    if (has_all(letters, capitals)) having_all.push_back(&letters);
  }
  return having_all.empty() ? all : having_all;
}

std::optional<std::string> in_english(std::string_view text, const PieceLetters& letters) {
  std::string english(text);
  if (is_castling(text)) return english;
  for (char& c : english) {
    if (!is_capital(c)) continue;
    const PieceType type = type_of_letter(c, letters);
    if (type == no_type && c != 'P') return std::nullopt;
    if (type != no_type) c = letter(type);
  }
  return english;
}

std::optional<MovePattern> read_pattern(std::string_view text) {
  // Parses from the end, because the target is always present: suffixes, promotion, target, piece
  // and source.
  std::size_t size = text.size();
  const auto skip_ignored = [&] {
    while (size > 0 && is_ignored(text[size - 1])) --size;
  };
  const auto ends_in_square = [&] {
    return size >= 2 && is_file(text[size - 2]) && is_rank(text[size - 1]);
  };
  skip_ignored();
  MovePattern pattern;
  if (!ends_in_square()) {
    if (size > 2 && (text[size - 1] == '.' || text[size - 1] == 'p')) {
      text = text.substr(0, size);
      for (const std::string_view suffix : {"e.p.", "ep"})
        if (text.ends_with(suffix)) size -= suffix.size();
      skip_ignored();
    }
    if (size < 2) return std::nullopt;
    if (const char first = text.front(); first == 'O' || first == '0' || first == 'o') {
      pattern.castle = castling_in(text.substr(0, size));
      if (pattern.castle) return pattern;
    }
    // A promotion's letter follows a rank; in UCI it is an English lower-case letter.
    if (!is_rank(text[size - 1])) {
      const char letter = text[size - 1];
      pattern.promotion = type_of_letter(letter);
      if (pattern.promotion == no_type) pattern.promotion = type_of(piece_of_letter(letter));
      if (pattern.promotion == no_type) return std::nullopt;
      --size;
      skip_ignored();
    }
    if (!ends_in_square()) return std::nullopt;
  }
  pattern.to = make_square(text[size - 2] - 'a', text[size - 1] - '1');
  size -= 2;
  skip_ignored();
  if (size > 0 && is_rank(text[size - 1])) pattern.from_rank = text[--size] - '1';
  if (size > 0 && is_file(text[size - 1])) pattern.from_file = text[--size] - 'a';
  if (size == 1) {
    pattern.piece = type_of_letter(text.front());
    if (pattern.piece == no_type && text.front() == 'P') pattern.piece = pawn;
    if (pattern.piece == no_type) return std::nullopt;
    return pattern;
  }
  if (size > 0) return std::nullopt;
  // Without a letter it is a pawn move, unless both squares are given as in UCI.
  if (pattern.from_file == MovePattern::any || pattern.from_rank == MovePattern::any)
    pattern.piece = pawn;
  return pattern;
}

std::string with_english_letters(std::string_view text) {
  std::string english;
  while (!text.empty()) {
    char letter = text.front();
    std::size_t length = 1;
    if (static_cast<signed char>(letter) < 0)
      for (const auto& [sign, in_ascii] : unicode_signs)
        if (text.starts_with(sign)) {
          letter = in_ascii;
          length = sign.size();
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
  for (const PieceLetters* letters : other_languages(capitals_in(text)))
    if (const auto english = in_english(text, *letters)) add(read_pattern(*english));
  return found;
}

}  // namespace plylab::chess
