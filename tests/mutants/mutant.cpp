#include "tests/mutants/mutant.h"

#include <algorithm>

#include "gen/chess/board/keys.h"
#include "gen/chess/board/reference.h"

namespace plylab::chess::mutants {

namespace {

bool passed_by_double_step(Square square) { return rank_of(square) == 2 || rank_of(square) == 5; }

}  // namespace

std::string to_text(const Move& move, CastlingText castling) {
  const bool white_moves = rank_of(move.from) == 0;
  const Square to = move.deed == Deed::castling && castling == CastlingText::destination
                        ? castled_king(white_moves ? white : black, castling_side_of(move))
                        : move.to;
  std::string text = to_string(move.from) + to_string(to);
  if (move.promoted != no_type) text += letter(make_piece(black, move.promoted));
  return text;
}

Setup set_up_after(const Setup& before, const Setup& asked, Fault fault) {
  Setup setup = asked;
  if (fault != Fault::setup_keeps_rights) return setup;
  for (const unsigned color : {0U, 1U})
    for (const unsigned castling_side : {0U, 1U})
      if (Square& right = setup.castling[color][castling_side]; right == no_square)
        right = before.castling[color][castling_side];
  return setup;
}

Mutant::Mutant(const Setup& setup, Fault fault)
    : squares_(setup.squares),
      side_(setup.side),
      en_passant_(passed_by_double_step(setup.en_passant) ? setup.en_passant : no_square),
      halfmove_clock_(setup.halfmove_clock),
      fault_(fault) {
  king_home_ = {find_king(white), find_king(black)};
  choose_rights(setup);
  for (int s = a1; s <= h8; ++s)
    key_ ^= key_of(squares_[static_cast<Square>(s)], static_cast<Square>(s));
  for (const auto& rooks : castling_)
    for (const Square rook_square : rooks) toggle_right(rook_square);
  toggle_en_passant();
  if (side_ == black && !has(Fault::key_ignores_side)) key_ ^= keys.black_to_move;
}

/// The rights that the FEN gives, as far as the generator understands them.
void Mutant::choose_rights(const Setup& setup) {
  for (const Color color : {white, black})
    for (const CastlingSide castling_side : {CastlingSide::queenside, CastlingSide::kingside}) {
      const Square stated = setup.castling[index(color)][index(castling_side)];
      castling_[index(color)][index(castling_side)] = castling_rook(stated, color, castling_side);
    }
}

/// The rook that may castle where the FEN states this one, or none.
Square Mutant::castling_rook(Square stated, Color color, CastlingSide castling_side) const {
  const int edge_file = castling_side == CastlingSide::queenside ? 0 : 7;
  const Square king_square = king_home_[index(color)];
  const Piece own_rook = make_piece(color, rook);
  if (has(Fault::castling_without_right)) {
    const int rank = color == white ? 0 : 7;
    const Square corner = make_square(edge_file, rank);
    if (king_square == make_square(4, rank) && squares_[corner] == own_rook) return corner;
  }
  if (has(Fault::c960_rights_of_corners_only) && file_of(stated) != edge_file) return no_square;
  if (has(Fault::c960_innermost_rook) && stated != no_square && king_square != no_square) {
    const Direction outward = {castling_side == CastlingSide::queenside ? -1 : 1, 0};
    for (Square s = step(king_square, outward); s != no_square; s = step(s, outward))
      if (squares_[s] == own_rook) return s;
  }
  return stated;
}

bool Mutant::is_drawn() const {
  const auto earlier = std::count_if(history_.begin(), history_.end(),
                                     [&](const Undo& undo) { return undo.key == key_; });
  switch (fault_) {
    case Fault::fifty_moves_end:
    case Fault::fifty_moves_count_once:
      return halfmove_clock_ >= 100;
    case Fault::third_repetition_ends:
      return earlier >= 2;
    case Fault::second_repetition_ends:
      return earlier >= 1;
    case Fault::insufficient_material_ends:
      return insufficient_material(squares_);
    default:
      return false;
  }
}

std::vector<Move> Mutant::moves() const {
  std::vector<Move> list;
  if (is_drawn() && !has(Fault::fifty_moves_count_once)) return list;
  list.reserve(64);
  for (int s = a1; s <= h8; ++s) {
    const auto from = static_cast<Square>(s);
    if (!holds(from, side_)) continue;
    type_on(from) == pawn ? pawn_moves(from, list) : piece_moves(from, list);
  }
  castle(CastlingSide::queenside, list);
  castle(CastlingSide::kingside, list);
  const Danger threat = danger();
  std::erase_if(list, [&](const Move& move) { return !legal(move, threat); });
  return list;
}

Setup Mutant::setup() const {
  return {.squares = squares_, .side = side_, .castling = castling_, .en_passant = en_passant_};
}

Square Mutant::find_king(Color color) const {
  for (int s = a1; s <= h8; ++s)
    if (squares_[static_cast<Square>(s)] == make_piece(color, king)) return static_cast<Square>(s);
  return no_square;
}

/// What the piece adds to the key.
Key Mutant::key_of(Piece piece, Square square) const {
  if (has(Fault::key_ignores_color) && piece != no_piece) piece = make_piece(white, type_of(piece));
  return keys.piece[piece][square];
}

void Mutant::toggle_right(Square rook_square) {
  if (rook_square != no_square && !has(Fault::key_ignores_castling_rights))
    key_ ^= keys.castling[rook_square];
}

void Mutant::toggle_en_passant() {
  const bool ignored =
      has(Fault::key_ignores_ep_square) || has(Fault::key_ignores_ep_square_below_root);
  if (en_passant_ != no_square && !ignored)
    key_ ^= keys.en_passant[static_cast<unsigned>(file_of(en_passant_))];
}

}  // namespace plylab::chess::mutants
