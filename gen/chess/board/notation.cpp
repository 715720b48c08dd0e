#include "gen/chess/board/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cctype>
#include <vector>

#include "gen/chess/board/move_pattern.h"

namespace plylab::chess {
namespace {

[[noreturn]] void fail(std::string_view text, std::string_view why) {
  throw MoveError(fmt::format("'{}' {}", text, why));
}

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

/// The target square in a move's text.
Square shown_target(Move move, CastlingText castling) {
  if (!move.is_castle() || castling == CastlingText::takes_rook) return move.to();
  return castled_king(rank_of(move.from()) == 0 ? white : black, move.castling_side());
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
  const std::string_view word = without_number(text);
  const std::optional<MovePattern> pattern = read_pattern(word);
  std::vector<Move> found;
  if (pattern) found = fitting_moves(*pattern, squares, legal);
  if (found.empty()) found = fitting_moves_of_other_languages(word, squares, legal);
  if (found.empty()) fail(text, pattern ? "is not a legal move" : "is not a move");
  if (found.size() > 1) {
    std::string choice;
    for (Move move : found)
      (choice += choice.empty() ? "" : " or ") += san_stem(squares, legal, move);
    fail(text, "may be " + choice);
  }
  return found.front();
}

}  // namespace plylab::chess
