#include "gen/chess/board/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cctype>
#include <iterator>
#include <vector>

namespace plylab::chess {
namespace {

constexpr int any = -1;

/// What a move text demands; `any` where it leaves something open.
struct Pattern {
  PieceType piece = no_type;
  int from_file = any;
  int from_rank = any;
  Square to = no_square;
  PieceType promotion = no_type;
  std::optional<CastlingSide> castle;
};

[[noreturn]] void fail(std::string_view text, std::string_view why) {
  throw MoveError(fmt::format("'{}' {}", text, why));
}

bool is_file(char c) { return c >= 'a' && c <= 'h'; }
bool is_rank(char c) { return c >= '1' && c <= '8'; }

/// Cuts a leading move number off: "23.", "23...", "1. ", but not the digits of "0-0".
std::string_view without_number(std::string_view text) {
  std::size_t digits = 0;
  while (digits < text.size() && std::isdigit(static_cast<unsigned char>(text[digits]))) ++digits;
  if (digits < text.size() && text[digits] == '.') {
    text.remove_prefix(digits);
    text.remove_prefix(std::min(text.find_first_not_of(". "), text.size()));
  }
  return text;
}

/// Only the characters that carry meaning, so that "e2-e4", "e2xe4 e.p." and "e2e4" are one.
std::string essence(std::string_view text) {
  while (text.ends_with("e.p.") || text.ends_with("ep") || text.ends_with(' '))
    text.remove_suffix(text.ends_with("e.p.") ? 4 : text.ends_with("ep") ? 2 : 1);
  std::string kept;
  for (char c : text)
    if (std::string_view("x:-=()/+#!? ").find(c) == std::string_view::npos) kept += c;
  return kept;
}

/// The type that a capital stands for; no_type for any other character.
PieceType type_of_letter(char c) {
  const Piece piece = piece_of_letter(c);
  return color_of(piece) == white ? type_of(piece) : no_type;
}

Pattern parse_pattern(std::string_view whole) {
  std::string text = essence(without_number(whole));
  Pattern pattern;
  if (text == "OO" || text == "00" || text == "oo") {
    pattern.castle = CastlingSide::kingside;
    return pattern;
  }
  if (text == "OOO" || text == "000" || text == "ooo") {
    pattern.castle = CastlingSide::queenside;
    return pattern;
  }
  // A promotion's letter stands last and follows a rank; UCI writes it small.
  if (text.size() > 2 && is_rank(text[text.size() - 2])) {
    const char last = static_cast<char>(std::toupper(static_cast<unsigned char>(text.back())));
    pattern.promotion = type_of_letter(last);
    if (pattern.promotion != no_type) text.pop_back();
  }
  std::string_view rest = text;
  if (rest.size() >= 2) pattern.to = parse_square(rest.substr(rest.size() - 2));
  if (pattern.to == no_square) fail(whole, "is not a move");
  rest.remove_suffix(2);
  if (!rest.empty() && type_of_letter(rest.front()) != no_type) {
    pattern.piece = type_of_letter(rest.front());
    rest.remove_prefix(1);
  }
  if (!rest.empty() && is_file(rest.front())) {
    pattern.from_file = rest.front() - 'a';
    rest.remove_prefix(1);
  }
  if (!rest.empty() && is_rank(rest.front())) {
    pattern.from_rank = rest.front() - '1';
    rest.remove_prefix(1);
  }
  if (!rest.empty()) fail(whole, "is not a move");
  // Without a letter it is a pawn move, unless both squares are given as in UCI.
  if (pattern.piece == no_type && (pattern.from_file == any || pattern.from_rank == any))
    pattern.piece = pawn;
  return pattern;
}

/// The square that a move's text shows as its target.
Square shown_target(Move move, CastlingText castling) {
  if (!move.is_castle() || castling == CastlingText::takes_rook) return move.to();
  return castled_king(rank_of(move.from()) == 0 ? white : black, move.castling_side());
}

bool fits(const Pattern& pattern, const Squares& squares, Move move, CastlingText castling) {
  if (pattern.castle) return move.is_castle() && move.castling_side() == *pattern.castle;
  const PieceType piece = type_of(squares[move.from()]);
  if (move.is_castle() && pattern.from_file == any) return false;
  return (pattern.piece == no_type || pattern.piece == piece) &&
         (pattern.from_file == any || pattern.from_file == file_of(move.from())) &&
         (pattern.from_rank == any || pattern.from_rank == rank_of(move.from())) &&
         pattern.to == shown_target(move, castling) &&
         pattern.promotion == (move.is_promotion() ? move.promoted() : no_type);
}

}  // namespace

std::string to_uci(Move move, CastlingText castling) {
  std::string text = to_string(move.from()) + to_string(shown_target(move, castling));
  if (move.is_promotion()) text += letter(make_piece(black, move.promoted()));
  return text;
}

std::string san_stem(const Squares& squares, const Moves& legal, Move move) {
  assert(std::find(legal.begin(), legal.end(), move) != legal.end());
  if (move.is_castle()) return move.castling_side() == CastlingSide::queenside ? "O-O-O" : "O-O";
  const PieceType piece = type_of(squares[move.from()]);
  std::string text;
  if (piece == pawn) {
    if (move.is_capture()) text += static_cast<char>('a' + file_of(move.from()));
  } else {
    text += letter(piece);
    bool rival = false, same_file = false, same_rank = false;
    for (Move other : legal) {
      if (other.to() != move.to() || other.from() == move.from() || other.is_castle() ||
          type_of(squares[other.from()]) != piece)
        continue;
      rival = true;
      same_file |= file_of(other.from()) == file_of(move.from());
      same_rank |= rank_of(other.from()) == rank_of(move.from());
    }
    if (rival && (!same_file || same_rank)) text += static_cast<char>('a' + file_of(move.from()));
    if (same_file) text += static_cast<char>('1' + rank_of(move.from()));
  }
  if (move.is_capture()) text += 'x';
  text += to_string(move.to());
  if (move.is_promotion()) (text += '=') += letter(move.promoted());
  return text;
}

Move find_move(const Squares& squares, const Moves& legal, std::string_view text) {
  const Pattern pattern = parse_pattern(text);
  std::vector<Move> found;
  for (CastlingText castling : {CastlingText::takes_rook, CastlingText::destination})
    if (found.empty())
      std::copy_if(legal.begin(), legal.end(), std::back_inserter(found),
                   [&](Move move) { return fits(pattern, squares, move, castling); });
  if (found.empty()) fail(text, "is not a legal move");
  if (found.size() > 1) {
    std::string choice;
    for (Move move : found)
      (choice += choice.empty() ? "" : " or ") += san_stem(squares, legal, move);
    fail(text, "may be " + choice);
  }
  return found.front();
}

}  // namespace plylab::chess
