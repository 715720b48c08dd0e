#include "gen/chess/explain/parsed_move.h"

#include <cstdlib>
#include <utility>

#include "gen/chess/explain/explain.h"
#include "gen/chess/reference/reference_attacks.h"

namespace plylab::chess {
namespace {

constexpr std::string_view small_letters = ".brqpnk";

Square read_square(std::string_view text) {
  if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') return no_square;
  return make_square(text[0] - 'a', text[1] - '1');
}

/// Fills in `castle` and `rook` if a king's move along its back rank means castling.
void read_castling(const Fen& fen, Attempt& attempt) {
  const auto [from, to] = std::pair(attempt.from, attempt.to);
  if (fen.squares[from] != make_piece(fen.side, king) || from == to ||
      rank_for(fen.side, from) != 0 || rank_for(fen.side, to) != 0)
    return;
  for (Wing wing : {Wing::long_side, Wing::short_side})
    if (fen.castling[index(fen.side)][index(wing)] == to) {
      attempt.castle = wing;
      attempt.rook = to;
      return;
    }
  if (std::abs(file_of(to) - file_of(from)) < 2) return;
  const Wing wing = to > from ? Wing::short_side : Wing::long_side;
  const bool names_rook = fen.squares[to] == make_piece(fen.side, rook);
  if (to == castled_king(fen.side, wing) || names_rook) attempt.castle = wing;
  if (to != castled_king(fen.side, wing) && names_rook) attempt.rook = to;
}

std::optional<Wing> written_castling(std::string_view text) {
  if (text == "O-O" || text == "0-0") return Wing::short_side;
  if (text == "O-O-O" || text == "0-0-0") return Wing::long_side;
  return std::nullopt;
}

bool is_diagonal_step(const Squares& squares, Square from, Square to) {
  return std::abs(file_of(to) - file_of(from)) == 1 &&
         rank_of(to) == rank_of(forward(color_of(squares[from]), from));
}

}  // namespace

std::optional<Attempt> read_attempt(const Fen& fen, std::string_view text) {
  if (const auto wing = written_castling(text))
    return Attempt{.from = find_king(fen.squares, fen.side),
                   .to = castled_king(fen.side, *wing),
                   .castle = wing};
  if (text.size() != 4 && text.size() != 5) return std::nullopt;
  Attempt attempt{.from = read_square(text), .to = read_square(text.substr(2))};
  if (attempt.from == no_square || attempt.to == no_square) return std::nullopt;
  if (text.size() == 5) {
    const auto place = small_letters.find(text[4], 1);
    if (place == std::string_view::npos) return std::nullopt;
    attempt.promotion = static_cast<PieceType>(place);
  }
  read_castling(fen, attempt);
  return attempt;
}

bool looks_en_passant(const Squares& squares, Square from, Square to) {
  const Color us = color_of(squares[from]);
  return type_of(squares[from]) == pawn && squares[to] == no_piece && rank_for(us, to) == 5 &&
         is_diagonal_step(squares, from, to) &&
         squares[make_square(file_of(to), rank_of(from))] == make_piece(!us, pawn);
}

std::string long_text(const Fen& fen, const Attempt& attempt) {
  if (attempt.castle) return *attempt.castle == Wing::long_side ? "O-O-O" : "O-O";
  const Piece piece = fen.squares[attempt.from];
  const Piece target = fen.squares[attempt.to];
  const auto letter = [](PieceType type) { return to_char(make_piece(white, type)); };
  // A pawn's diagonal step is written as a capture even if there is nothing to capture.
  const bool captures =
      piece != no_piece &&
      (target == no_piece
           ? type_of(piece) == pawn && is_diagonal_step(fen.squares, attempt.from, attempt.to)
           : color_of(target) != color_of(piece));
  std::string text;
  if (piece != no_piece && type_of(piece) != pawn) text += letter(type_of(piece));
  text += to_string(attempt.from) + (captures ? 'x' : '-') + to_string(attempt.to);
  if (attempt.promotion != no_type) (text += '=') += letter(attempt.promotion);
  if (looks_en_passant(fen.squares, attempt.from, attempt.to)) text += " e.p.";
  return text;
}

Move as_move(const Fen& fen, const Attempt& attempt) {
  const auto [from, to] = std::pair(attempt.from, attempt.to);
  if (attempt.castle) {
    const Square own_rook = fen.castling[index(fen.side)][index(*attempt.castle)];
    return {from, own_rook,
            *attempt.castle == Wing::long_side ? MoveKind::castle_long : MoveKind::castle_short};
  }
  const bool captures = fen.squares[to] != no_piece;
  if (attempt.promotion != no_type) {
    const int piece = attempt.promotion == knight ? 0 : attempt.promotion;
    return {from, to, static_cast<MoveKind>((captures ? 12 : 8) + piece)};
  }
  if (captures) return {from, to, MoveKind::capture};
  if (type_of(fen.squares[from]) != pawn) return {from, to};
  if (file_of(from) != file_of(to)) return {from, to, MoveKind::en_passant};
  return {from, to,
          std::abs(rank_of(to) - rank_of(from)) == 2 ? MoveKind::double_push : MoveKind::quiet};
}

std::string long_text(const Fen& fen, Move move) {
  Attempt attempt{.from = move.from(), .to = move.to()};
  if (move.is_castle()) attempt.castle = move.wing();
  if (move.is_promotion()) attempt.promotion = move.promoted();
  return long_text(fen, attempt);
}

std::string long_text(const Fen& fen, std::string_view text) {
  const auto attempt = read_attempt(fen, text);
  return attempt ? long_text(fen, *attempt) : '\'' + std::string(text) + '\'';
}

}  // namespace plylab::chess
