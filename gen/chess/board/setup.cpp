#include "gen/chess/board/setup.h"

#include <fmt/format.h>

#include "gen/chess/board/fen.h"
#include "gen/chess/board/names.h"
#include "gen/chess/board/reference_attacks.h"
#include "gen/chess/board/throw_fen_error.h"

namespace plylab::chess {
namespace {

using Kind = FenErrorKind;

void check_pieces(const Squares& squares, Color color) {
  int kings = 0;
  int pieces = 0;
  for (int s = a1; s <= h8; ++s) {
    const auto square = static_cast<Square>(s);
    const Piece piece = squares[square];
    if (piece == no_piece || color_of(piece) != color) continue;
    ++pieces;
    if (type_of(piece) == king) ++kings;
    if (type_of(piece) == pawn && (rank_of(square) == 0 || rank_of(square) == 7))
      throw_fen_error(Kind::pawn_on_edge_rank, "{} has a pawn on {}", name(color),
                      to_string(square));
  }
  if (kings == 0) throw_fen_error(Kind::king_missing, "{} has no king", name(color));
  if (kings > 1) throw_fen_error(Kind::too_many_kings, "{} has {} kings", name(color), kings);
  if (pieces > 16) throw_fen_error(Kind::too_many_pieces, "{} has {} pieces", name(color), pieces);
}

void check_castling(const Setup& setup) {
  for (Color color : {white, black})
    for (CastlingSide castling_side : {CastlingSide::queenside, CastlingSide::kingside}) {
      const Square rook_square = setup.castling[index(color)][index(castling_side)];
      if (rook_square == no_square) continue;
      const char right = letter(color, castling_side);
      const int rank = color == white ? 0 : 7;
      const Square king_square = find_king(setup.squares, color);
      // Between two rooks, so never in a corner.
      if (rank_of(king_square) != rank || file_of(king_square) == 0 || file_of(king_square) == 7)
        throw_fen_error(Kind::castling_impossible, "castling right {}, but no king from {} to {}",
                        right, to_string(make_square(1, rank)), to_string(make_square(6, rank)));
      if (setup.squares[rook_square] != make_piece(color, rook))
        throw_fen_error(Kind::castling_impossible, "castling right {}, but no rook on {}", right,
                        to_string(rook_square));
      if (rank_of(rook_square) != rank ||
          castling_side_of(setup.squares, color, rook_square) != castling_side)
        throw_fen_error(Kind::castling_impossible,
                        "castling right {}, but {} is not on that side of the king", right,
                        to_string(rook_square));
    }
}

void check_en_passant(const Setup& setup) {
  const Square target = setup.en_passant;
  if (target == no_square) return;
  const auto impossible = [&](const std::string& why) {
    throw_fen_error(Kind::en_passant_impossible, "e.p. square {}: {}", to_string(target), why);
  };
  if (rank_for(setup.side, target) != 5)
    impossible(fmt::format("{} to move captures e.p. on rank {} only", name(setup.side),
                           setup.side == white ? 6 : 3));
  const Square passed = forward(!setup.side, target);
  if (setup.squares[passed] != make_piece(!setup.side, pawn))
    impossible(fmt::format("no {} pawn on {}", setup.side == white ? "black" : "white",
                           to_string(passed)));
  for (Square empty : {target, forward(setup.side, target)})
    if (setup.squares[empty] != no_piece)
      impossible(fmt::format("{} is not empty", to_string(empty)));
}

}  // namespace

ValidSetup::ValidSetup(std::string_view fen) : ValidSetup(parse_fen(fen)) {}

ValidSetup::ValidSetup(const Setup& setup) : setup_(checked(setup)) {}

Setup checked(const Setup& setup, const Variant& variant) {
  for (Color color : {white, black}) check_pieces(setup.squares, color);
  if (in_check(setup.squares, !setup.side, variant))
    throw_fen_error(Kind::wrong_side_in_check, "the side not to move is in check");
  check_castling(setup);
  check_en_passant(setup);
  Setup position = setup;
  if (!variant.kings_move) position.castling = no_castling;
  if (setup.en_passant != no_square &&
      !en_passant_is_legal(setup.squares, setup.side, setup.en_passant, variant))
    position.en_passant = no_square;
  return position;
}

CastlingSide castling_side_of(const Squares& squares, Color color, Square square) {
  const Square king_square = find_king(squares, color);
  const int king_file = king_square == no_square ? file_of(e1) : file_of(king_square);
  return file_of(square) < king_file ? CastlingSide::queenside : CastlingSide::kingside;
}

bool needs_chess960(const Setup& setup) {
  for (Color color : {white, black})
    for (CastlingSide castling_side : {CastlingSide::queenside, CastlingSide::kingside}) {
      const Square rook_square = setup.castling[index(color)][index(castling_side)];
      if (rook_square == no_square) continue;
      const int corner_file = castling_side == CastlingSide::queenside ? 0 : 7;
      if (file_of(rook_square) != corner_file ||
          file_of(find_king(setup.squares, color)) != file_of(e1))
        return true;
    }
  return false;
}

}  // namespace plylab::chess
