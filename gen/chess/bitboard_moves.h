// Strictly legal move generation on bit planes, once for all kernels and for every use: what
// becomes of the moves is the sink's affair.
#pragma once

#include "gen/chess/move.h"
#include "gen/chess/planes.h"

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

/// Hands every legal move of the side Us to the sink, most of them as a piece with its targets.
/// `castling` holds the rooks that may castle, `en_passant` the e.p. square or no_square.
template <class Kernel, Color Us, class Sink>
void visit_moves(const Planes& planes, Bits castling, Square en_passant, Sink& sink) {
  constexpr Color them = !Us;
  const Bits all = planes.occupied();
  const Bits enemy = planes.of(them);
  const Bits own = all ^ enemy;
  const Bits diagonals = planes.diagonal_sliders();
  const Bits straights = planes.orthogonal_sliders();
  const Square king_square = planes.king(Us);
  const Bits king_bit = bit(king_square);

  // A piece is pinned if it alone stands between the king and an enemy slider on that line.
  Bits checkers = ((leapers.knight[king_square] & planes.knights()) |
                   (pawn_attacks(Us, king_bit) & planes.pawns())) &
                  enemy;
  Bits pinned = 0;
  const Bits snipers =
      ((lines.straight[king_square] & straights) | (lines.diagonal[king_square] & diagonals)) &
      enemy;
  for (Square square : each(snipers)) {
    const Bits shield = lines.between[king_square][square] & all;
    if (shield == 0) checkers |= bit(square);
    if (has_one(shield)) pinned |= shield & own;
  }

  // Castling comes into question with a rook that sees its king.
  Bits castling_rooks = castling & own;
  for (Square square : each(castling_rooks))
    if (lines.between[king_square][square] & all) castling_rooks ^= bit(square);

  // Where their pieces attack, seen through our king, so that it cannot flee along a line. Not
  // asked for where the king has no way to go.
  const Bits king_targets = leapers.king[king_square] & ~own;
  if ((king_targets | castling_rooks) != 0) {
    const Bits without_king = all ^ king_bit;
    Bits danger = pawn_attacks(them, planes.pawns() & enemy) | leapers.king[planes.king(them)];
    for (Square square : each(planes.knights() & enemy)) danger |= leapers.knight[square];
    for (Square square : each(diagonals & enemy)) danger |= Kernel::bishop(square, without_king);
    for (Square square : each(straights & enemy)) danger |= Kernel::rook(square, without_king);

    sink.add(king_square, king_targets & ~danger, enemy);
    for (Square rook_square : each(castling_rooks)) {
      const Wing wing = rook_square < king_square ? Wing::long_side : Wing::short_side;
      const Square king_to = castled_king(Us, wing);
      const Bits king_path = lines.between[king_square][king_to] | bit(king_to) | king_bit;
      if ((king_path & danger) == 0)
        sink.add(Move(king_square, rook_square,
                      wing == Wing::long_side ? MoveKind::castle_long : MoveKind::castle_short));
    }
  }

  Bits allowed = ~own;  // where the other pieces may go
  if (checkers != 0) {
    if (!has_one(checkers)) return;
    allowed = checkers | lines.between[king_square][first_square(checkers)];
  }

  for (Square square : each(planes.knights() & own & ~pinned))
    sink.add(square, leapers.knight[square] & allowed, enemy);
  for (Square square : each(diagonals & own & ~pinned))
    sink.add(square, Kernel::bishop(square, all) & allowed, enemy);
  for (Square square : each(straights & own & ~pinned))
    sink.add(square, Kernel::rook(square, all) & allowed, enemy);
  // A pinned piece stays on its line.
  for (Square square : each(diagonals & own & pinned))
    sink.add(square, Kernel::bishop(square, all) & allowed & lines.through[king_square][square],
             enemy);
  for (Square square : each(straights & own & pinned))
    sink.add(square, Kernel::rook(square, all) & allowed & lines.through[king_square][square],
             enemy);

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
  add_pawns(planes.pawns() & own & ~pinned, ~Bits{0});
  for (Square square : each(planes.pawns() & own & pinned))
    add_pawns(bit(square), lines.through[king_square][square]);

  if (en_passant != no_square)
    for (Square from : each(pawn_attacks(them, bit(en_passant)) & planes.pawns() & own))
      if (en_passant_is_legal<Kernel>(planes, from, en_passant))
        sink.add(Move(from, en_passant, MoveKind::en_passant));
}

}  // namespace plylab::chess
