// The bodies of Bitboard's members, included once for each way of looking sliders up. Sliders has
// to offer static Bits rook(Square, Bits occupied) and bishop(Square, Bits occupied).
#pragma once

#include "gen/chess/bitboard.h"
#include "gen/chess/bitboard_tables.h"

namespace plylab::chess {

/// Counts moves by popcount.
struct CountSink {
  unsigned total = 0;

  void add(Square, Bits targets, Bits) { total += static_cast<unsigned>(std::popcount(targets)); }
  template <int Step>
  void add_pawns(Bits targets, MoveKind) {
    total += static_cast<unsigned>(std::popcount(targets));
  }
  template <int Step>
  void add_promotions(Bits targets, MoveKind) {
    total += 4 * static_cast<unsigned>(std::popcount(targets));
  }
  void add(Move) { ++total; }
};

/// Lists moves one by one.
struct ListSink {
  Moves moves;

  void add(Square from, Bits targets, Bits enemy) {
    for (Square to : each(targets))
      moves.add({from, to, enemy & bit(to) ? MoveKind::capture : MoveKind::quiet});
  }
  /// Pawns that came a fixed step to their targets.
  template <int Step>
  void add_pawns(Bits targets, MoveKind kind) {
    for (Square to : each(targets)) moves.add({static_cast<Square>(to - Step), to, kind});
  }
  /// `kind` is to_knight or capture_to_knight, the first of its four.
  template <int Step>
  void add_promotions(Bits targets, MoveKind kind) {
    for (Square to : each(targets))
      for (int piece = 0; piece < 4; ++piece)
        moves.add({static_cast<Square>(to - Step), to,
                   static_cast<MoveKind>(static_cast<int>(kind) + piece)});
  }
  void add(Move move) { moves.add(move); }
};

template <class Sliders>
Bitboard<Sliders>::Bitboard(const Setup& setup) {
  const Fen& fen = setup.fen();
  for (std::size_t s = 0; s < 64; ++s)
    if (fen.squares[s] != no_piece) put(fen.squares[s], static_cast<Square>(s));
  for (const auto& wings : fen.castling)
    for (Square rook_square : wings)
      if (rook_square != no_square) state_.castling |= bit(rook_square);
  state_.side = fen.side;
  state_.en_passant = fen.en_passant;
  state_.halfmove_clock = static_cast<std::uint16_t>(fen.halfmove_clock);
  state_.fullmove = static_cast<std::uint16_t>(fen.fullmove);
  state_.key = compute_key(fen);
}

template <class Sliders>
void Bitboard<Sliders>::put(Piece piece, Square square) {
  state_.diagonal |= Bits{piece & 1u} << square;
  state_.orthogonal |= Bits{piece >> 1 & 1u} << square;
  state_.leaper |= Bits{piece >> 2 & 1u} << square;
  state_.black |= Bits{piece >> 3 & 1u} << square;
}

template <class Sliders>
Fen Bitboard<Sliders>::fen() const {
  Fen fen;
  for_each_piece([&](Piece piece, Square square) { fen.squares[square] = piece; });
  for (Square rook_square : each(state_.castling)) {
    const Color color = color_of(piece_on(rook_square));
    const Square king_square = first_square(kings() & of(color));
    const Wing wing = rook_square < king_square ? Wing::long_side : Wing::short_side;
    fen.castling[index(color)][index(wing)] = rook_square;
  }
  fen.side = state_.side;
  fen.en_passant = state_.en_passant;
  fen.halfmove_clock = state_.halfmove_clock;
  fen.fullmove = state_.fullmove;
  return fen;
}

template <class Sliders>
Packed Bitboard<Sliders>::packed() const {
  // Code 7 marks castling rooks and the pawn that may be captured e.p.; code 8 the empty squares
  // when Black is to move.
  Bits marked = state_.castling;
  if (state_.en_passant != no_square) marked |= bit(forward(!state_.side, state_.en_passant));
  const Bits empty = state_.side == black ? ~occupied() : 0;
  return {{state_.diagonal | marked, state_.orthogonal | marked, state_.leaper | marked,
           state_.black | empty}};
}

template <class Sliders>
Bits Bitboard<Sliders>::attackers(Square square, Bits occupied) const {
  const Bits here = bit(square);
  const Bits pawn_hits =
      (pawn_attacks(black, here) & of(white)) | (pawn_attacks(white, here) & of(black));
  return ((pawn_hits & pawns()) | (leapers.knight[square] & knights()) |
          (leapers.king[square] & kings()) |
          (Sliders::rook(square, occupied) & orthogonal_sliders()) |
          (Sliders::bishop(square, occupied) & diagonal_sliders())) &
         occupied;
}

template <class Sliders>
Bits Bitboard<Sliders>::checkers() const {
  const Square king_square = first_square(kings() & of(state_.side));
  return attackers(king_square, occupied()) & of(!state_.side);
}

template <class Sliders>
bool Bitboard<Sliders>::insufficient_material() const {
  constexpr Bits light_squares = 0x55aa55aa55aa55aa;
  if (pawns() | orthogonal_sliders()) return false;
  const Bits bishops = diagonal_sliders();
  if (knights() != 0) return has_one(knights()) && bishops == 0;
  return (bishops & light_squares) == 0 || (bishops & ~light_squares) == 0;
}

template <class Sliders>
bool Bitboard<Sliders>::en_passant_is_legal(Square from, Square target) const {
  const Color us = color_of(piece_on(from));
  const Bits captured = bit(forward(!us, target));
  const Bits after = (occupied() & ~bit(from) & ~captured) | bit(target);
  const Square king_square = first_square(kings() & of(us));
  return (attackers(king_square, after) & of(!us)) == 0;
}

template <class Sliders>
template <Color Us, class Sink>
void Bitboard<Sliders>::visit_moves(Sink& sink) const {
  constexpr Color them = !Us;
  const Bits all = occupied();
  const Bits enemy = of(them);
  const Bits own = all ^ enemy;
  const Bits diagonals = diagonal_sliders();
  const Bits straights = orthogonal_sliders();
  const Square king_square = first_square(kings() & own);
  const Bits king_bit = bit(king_square);

  // Where their pieces attack, seen through our king, so that it cannot flee along a line.
  Bits danger = pawn_attacks(them, pawns() & enemy) | leapers.king[first_square(kings() & enemy)];
  for (Square square : each(knights() & enemy)) danger |= leapers.knight[square];
  for (Square square : each(diagonals & enemy)) danger |= Sliders::bishop(square, all ^ king_bit);
  for (Square square : each(straights & enemy)) danger |= Sliders::rook(square, all ^ king_bit);

  sink.add(king_square, leapers.king[king_square] & ~own & ~danger, enemy);

  Bits allowed = ~own;  // where the other pieces may go
  if (danger & king_bit) {
    const Bits checking = checkers();
    if (!has_one(checking)) return;
    allowed = checking | lines.between[king_square][first_square(checking)];
  } else {
    for (Square rook_square : each(state_.castling & own)) {
      const Wing wing = rook_square < king_square ? Wing::long_side : Wing::short_side;
      const Square king_to = castled_king(Us, wing);
      const Bits king_path = lines.between[king_square][king_to] | bit(king_to);
      const Bits rook_path = lines.between[king_square][rook_square];
      if (((rook_path & all) | (king_path & danger)) == 0)
        sink.add(Move(king_square, rook_square,
                      wing == Wing::long_side ? MoveKind::castle_long : MoveKind::castle_short));
    }
  }

  // A piece is pinned if it alone stands between the king and an enemy slider on that line.
  Bits pinned = 0;
  const Bits snipers = ((Sliders::rook(king_square, enemy) & straights) |
                        (Sliders::bishop(king_square, enemy) & diagonals)) &
                       enemy;
  for (Square square : each(snipers)) {
    const Bits shield = lines.between[king_square][square] & own;
    if (has_one(shield)) pinned |= shield;
  }
  const auto on_line = [&](Square square) {
    return pinned & bit(square) ? lines.through[king_square][square] : ~Bits{0};
  };

  for (Square square : each(knights() & own & ~pinned))
    sink.add(square, leapers.knight[square] & allowed, enemy);
  for (Square square : each(diagonals & own))
    sink.add(square, Sliders::bishop(square, all) & allowed & on_line(square), enemy);
  for (Square square : each(straights & own))
    sink.add(square, Sliders::rook(square, all) & allowed & on_line(square), enemy);

  constexpr int up = Us == white ? 8 : -8;
  constexpr Bits last_rank = rank_bits(Us == white ? 7 : 0);
  constexpr Bits double_rank = rank_bits(Us == white ? 3 : 4);
  const auto add_pawns = [&](Bits movers, Bits line) {
    const Bits one = shift_forward(Us, movers) & ~all & line;
    const Bits two = shift_forward(Us, one) & ~all & double_rank & allowed;
    const Bits push = one & allowed;
    const Bits east = shift_east(shift_forward(Us, movers)) & enemy & allowed & line;
    const Bits west = shift_west(shift_forward(Us, movers)) & enemy & allowed & line;
    sink.template add_pawns<up>(push & ~last_rank, MoveKind::quiet);
    sink.template add_pawns<2 * up>(two, MoveKind::double_push);
    sink.template add_pawns<up + 1>(east & ~last_rank, MoveKind::capture);
    sink.template add_pawns<up - 1>(west & ~last_rank, MoveKind::capture);
    if ((push | east | west) & last_rank) {
      sink.template add_promotions<up>(push & last_rank, MoveKind::to_knight);
      sink.template add_promotions<up + 1>(east & last_rank, MoveKind::capture_to_knight);
      sink.template add_promotions<up - 1>(west & last_rank, MoveKind::capture_to_knight);
    }
  };
  add_pawns(pawns() & own & ~pinned, ~Bits{0});
  for (Square square : each(pawns() & own & pinned))
    add_pawns(bit(square), lines.through[king_square][square]);

  if (state_.en_passant != no_square)
    for (Square from : each(pawn_attacks(them, bit(state_.en_passant)) & pawns() & own))
      if (en_passant_is_legal(from, state_.en_passant))
        sink.add(Move(from, state_.en_passant, MoveKind::en_passant));
}

template <class Sliders>
Moves Bitboard<Sliders>::generate() const {
  ListSink sink;
  state_.side == white ? visit_moves<white>(sink) : visit_moves<black>(sink);
  return sink.moves;
}

template <class Sliders>
unsigned Bitboard<Sliders>::count() const {
  CountSink sink;
  state_.side == white ? visit_moves<white>(sink) : visit_moves<black>(sink);
  return sink.total;
}

template <class Sliders>
typename Bitboard<Sliders>::Undo Bitboard<Sliders>::make(Move move) {
  const State before = state_;
  const Color us = state_.side;
  const Square from = move.from();
  const Square to = move.to();
  const Piece piece = piece_on(from);
  const auto clear = [this](Bits bits) {
    state_.diagonal &= ~bits;
    state_.orthogonal &= ~bits;
    state_.leaper &= ~bits;
    state_.black &= ~bits;
  };

  state_.key ^= keys.black_to_move;
  if (state_.en_passant != no_square) {
    state_.key ^= keys.en_passant[static_cast<unsigned>(file_of(state_.en_passant))];
    state_.en_passant = no_square;
  }
  ++state_.halfmove_clock;
  state_.fullmove = static_cast<std::uint16_t>(state_.fullmove + index(us));
  state_.side = !us;

  if (move.is_castle()) {
    const Square king_to = castled_king(us, move.wing());
    const Square rook_to = castled_rook(us, move.wing());
    const Piece rook_piece = make_piece(us, rook);
    clear(bit(from) | bit(to));
    put(piece, king_to);
    put(rook_piece, rook_to);
    state_.key ^= keys.piece[piece][from] ^ keys.piece[piece][king_to] ^
                  keys.piece[rook_piece][to] ^ keys.piece[rook_piece][rook_to];
  } else {
    const Piece placed = move.is_promotion() ? make_piece(us, move.promoted()) : piece;
    const Square captured_on = move.captured_on();
    const Piece captured = piece_on(captured_on);
    if (captured != no_piece || type_of(piece) == pawn) state_.halfmove_clock = 0;
    clear(bit(from) | bit(captured_on));
    put(placed, to);
    state_.key ^=
        keys.piece[piece][from] ^ keys.piece[placed][to] ^ keys.piece[captured][captured_on];
  }

  Bits lost = bit(from) | bit(to);
  if (type_of(piece) == king) lost |= rank_bits(us == white ? 0 : 7);
  for (Square rook_square : each(state_.castling & lost)) {
    state_.key ^= keys.castling[rook_square];
    state_.castling ^= bit(rook_square);
  }

  if (move.kind() == MoveKind::double_push) {
    const Square target = forward(us, from);
    for (Square pawn_square : each(pawn_attacks(us, bit(target)) & pawns() & of(!us)))
      if (en_passant_is_legal(pawn_square, target)) state_.en_passant = target;
    if (state_.en_passant != no_square)
      state_.key ^= keys.en_passant[static_cast<unsigned>(file_of(target))];
  }
  return before;
}

}  // namespace plylab::chess
