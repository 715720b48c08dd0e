#include "gen/chess/explain/terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "gen/chess/board/reference.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/explain/explain.h"

namespace plylab::chess {
namespace {

int sign(int value) { return (value > 0) - (value < 0); }

}  // namespace

std::vector<Square> between(Square from, Square to) {
  const int files = file_of(to) - file_of(from);
  const int ranks = rank_of(to) - rank_of(from);
  std::vector<Square> squares;
  if (files != 0 && ranks != 0 && std::abs(files) != std::abs(ranks)) return squares;
  for (int steps = 1; steps < std::max(std::abs(files), std::abs(ranks)); ++steps)
    squares.push_back(
        make_square(file_of(from) + steps * sign(files), rank_of(from) + steps * sign(ranks)));
  return squares;
}

std::vector<Square> way(Square from, Square to) {
  std::vector<Square> squares = between(from, to);
  if (from != to) squares.push_back(to);
  return squares;
}

bool contains(const std::vector<Square>& list, Square square) {
  return std::find(list.begin(), list.end(), square) != list.end();
}

std::vector<Square> without(const std::vector<Square>& list, const std::vector<Square>& other) {
  std::vector<Square> rest = list;
  std::erase_if(rest, [&](Square square) { return contains(other, square); });
  return rest;
}

std::string_view rank_name(int rank) {
  constexpr std::string_view names[] = {"first", "second", "third",   "fourth",
                                        "fifth", "sixth",  "seventh", "eighth"};
  return names[rank];
}

namespace {

/// Fills in `castle` and `rook` if a king's move along its back rank means castling.
void read_castling(const Setup& setup, ParsedMove& parsed) {
  const auto [from, to] = std::pair(parsed.from, parsed.to);
  if (setup.squares[from] != make_piece(setup.side, king) || from == to ||
      rank_for(setup.side, from) != 0 || rank_for(setup.side, to) != 0)
    return;
  for (CastlingSide castling_side : {CastlingSide::queenside, CastlingSide::kingside})
    if (setup.castling[index(setup.side)][index(castling_side)] == to) {
      parsed.castle = castling_side;
      parsed.rook = to;
      return;
    }
  if (std::abs(file_of(to) - file_of(from)) < 2) return;
  const CastlingSide castling_side = to > from ? CastlingSide::kingside : CastlingSide::queenside;
  const bool names_rook = setup.squares[to] == make_piece(setup.side, rook);
  if (to == castled_king(setup.side, castling_side) || names_rook) parsed.castle = castling_side;
  if (to != castled_king(setup.side, castling_side) && names_rook) parsed.rook = to;
}

std::optional<CastlingSide> written_castling(std::string_view text) {
  if (text == "O-O" || text == "0-0") return CastlingSide::kingside;
  if (text == "O-O-O" || text == "0-0-0") return CastlingSide::queenside;
  return std::nullopt;
}

bool is_diagonal_step(const Squares& squares, Square from, Square to) {
  return std::abs(file_of(to) - file_of(from)) == 1 &&
         rank_of(to) == rank_of(forward(color_of(squares[from]), from));
}

}  // namespace

std::optional<ParsedMove> read_move(const Setup& setup, std::string_view text) {
  if (const auto castling_side = written_castling(text))
    return ParsedMove{.from = find_king(setup.squares, setup.side),
                      .to = castled_king(setup.side, *castling_side),
                      .castle = castling_side};
  if (text.size() != 4 && text.size() != 5) return std::nullopt;
  ParsedMove parsed{.from = parse_square(text.substr(0, 2)), .to = parse_square(text.substr(2, 2))};
  if (parsed.from == no_square || parsed.to == no_square) return std::nullopt;
  if (text.size() == 5) {
    const Piece promoted = piece_of_letter(text[4]);  // lower case, as for Black's pieces
    if (promoted == no_piece || color_of(promoted) == white) return std::nullopt;
    parsed.promotion = type_of(promoted);
  }
  read_castling(setup, parsed);
  return parsed;
}

bool looks_en_passant(const Squares& squares, Square from, Square to) {
  const Color us = color_of(squares[from]);
  return type_of(squares[from]) == pawn && squares[to] == no_piece && rank_for(us, to) == 5 &&
         is_diagonal_step(squares, from, to) &&
         squares[make_square(file_of(to), rank_of(from))] == make_piece(!us, pawn);
}

std::string long_text(const Setup& setup, const ParsedMove& parsed) {
  if (parsed.castle) return *parsed.castle == CastlingSide::queenside ? "O-O-O" : "O-O";
  const Piece piece = setup.squares[parsed.from];
  const Piece target = setup.squares[parsed.to];
  // Writes a pawn's diagonal step as a capture even if there is nothing to capture.
  const bool captures =
      piece != no_piece &&
      (target == no_piece
           ? type_of(piece) == pawn && is_diagonal_step(setup.squares, parsed.from, parsed.to)
           : color_of(target) != color_of(piece));
  std::string text;
  if (piece != no_piece && type_of(piece) != pawn) text += letter(type_of(piece));
  text += to_string(parsed.from) + (captures ? 'x' : '-') + to_string(parsed.to);
  if (parsed.promotion != no_type) (text += '=') += letter(parsed.promotion);
  if (looks_en_passant(setup.squares, parsed.from, parsed.to)) text += " e.p.";
  return text;
}

Move as_move(const Setup& setup, const ParsedMove& parsed) {
  const auto [from, to] = std::pair(parsed.from, parsed.to);
  if (parsed.castle) {
    const Square own_rook = setup.castling[index(setup.side)][index(*parsed.castle)];
    return {from, own_rook,
            *parsed.castle == CastlingSide::queenside ? MoveKind::castle_queenside
                                                      : MoveKind::castle_kingside};
  }
  const bool captures = setup.squares[to] != no_piece;
  if (parsed.promotion != no_type) {
    const int piece = parsed.promotion == knight ? 0 : parsed.promotion;
    return {from, to, static_cast<MoveKind>((captures ? 12 : 8) + piece)};
  }
  if (captures) return {from, to, MoveKind::capture};
  if (type_of(setup.squares[from]) != pawn) return {from, to};
  if (file_of(from) != file_of(to)) return {from, to, MoveKind::en_passant};
  const bool is_double_step = rank_for(setup.side, from) == 1 && rank_for(setup.side, to) == 3;
  return {from, to, is_double_step ? MoveKind::double_push : MoveKind::quiet};
}

std::string long_text(const Setup& setup, Move move) {
  ParsedMove parsed{.from = move.from(), .to = move.to()};
  if (move.is_castle()) parsed.castle = move.castling_side();
  if (move.is_promotion()) parsed.promotion = move.promoted();
  return long_text(setup, parsed);
}

}  // namespace plylab::chess
