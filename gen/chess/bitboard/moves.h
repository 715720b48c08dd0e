// Strictly legal move generation on bit planes, once for all kernels and for every use: a
// sink counts, lists or classifies the moves.
#pragma once

#include "gen/chess/bitboard/compass.h"
#include "gen/chess/bitboard/planes.h"
#include "gen/chess/board/move.h"
#include "gen/chess/board/move_parts.h"

namespace plylab::chess {

/// Which of the legal moves a sink takes: all unless it says so as `part`.
template <class Sink>
constexpr MovePart part_of() {
  if constexpr (requires { Sink::part; })
    return Sink::part;
  else
    return MovePart::all;
}

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
  Moves& moves;

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

/// Lists a part of the moves.
template <MovePart Part>
struct PartSink : ListSink {
  static constexpr MovePart part = Part;
};

/// The board after a move of a side. As a call, make() would cost a sixth more.
template <class Kernel>
[[gnu::always_inline]] inline PlanesOf<Kernel> after(PlanesOf<Kernel> planes, Color us, Move move) {
  if (move.is_castle()) {
    planes.clear(bit(move.from()) | bit(move.to()));
    planes.put(make_piece(us, king), castled_king(us, move.castling_side()));
    planes.put(make_piece(us, rook), castled_rook(us, move.castling_side()));
  } else {
    const Piece piece = planes.on(move.from());
    planes.clear(bit(move.from()) | bit(move.to()) | bit(move.captured_on()));
    planes.put(move.is_promotion() ? make_piece(us, move.promoted()) : piece, move.to());
  }
  return planes;
}

/// The squares whose rooks lose the right to castle by a move of a side.
template <class Kernel>
Bits castling_lost(const PlanesOf<Kernel>& planes, Color us, Move move) {
  const bool by_king = (planes.kings() & bit(move.from())) != 0;
  return bit(move.from()) | bit(move.to()) | (by_king ? rank_bits(us == white ? 0 : 7) : Bits{0});
}

/// Which pieces give check to the king of the side Us, and which of its own are pinned.
struct KingSafety {
  Bits checkers, pinned;
};

template <class Kernel, Color Us>
KingSafety king_safety(const PlanesOf<Kernel>& planes) {
  const Square king_square = planes.king(Us);
  const Bits all = planes.occupied();
  const Bits own = planes.of(Us);
  KingSafety safety{((knight_attacks<Kernel>(planes, king_square, all) & planes.knights()) |
                     (pawn_attacks(Us, bit(king_square)) & planes.pawns())) &
                        ~own,
                    0};
  for (Square square : each(attackers_by_line<Kernel>(planes, king_square) & ~own)) {
    // A piece is pinned if it alone stands between.
    const Bits shield = between<Kernel>(planes, king_square, square) & all;
    if (shield == 0) safety.checkers |= bit(square);
    if (has_one(shield)) safety.pinned |= shield & own;
  }
  return safety;
}

/// The rooks, of those given, that have room to castle.
template <Color Us>
Bits rooks_with_room(Bits castling_rooks, Square king_square, Bits all) {
  for (Square square : each(castling_rooks))
    if (castling_way<Us>(king_square, square).empty & all) castling_rooks ^= bit(square);
  return castling_rooks;
}

/// What the pieces of a side attack if `occupied` stands between. In wide registers that is less
/// work for all sliders than looking up each.
template <class Kernel, Color Side>
Bits attacked_by(const PlanesOf<Kernel>& planes, Bits occupied) {
  const Bits own = planes.of(Side);
  const Bits near =
      pawn_attacks(Side, planes.pawns() & own) | king_attacks<Kernel>(planes, planes.king(Side));
  if constexpr (requires { typename Kernel::Compass::Row; }) {
    using Compass = typename Kernel::Compass;
    const Fill<Compass> fill(~occupied);
    return near | Compass::united(fill(Compass::by_line(planes.orthogonal_sliders() & own,
                                                        planes.diagonal_sliders() & own)) |
                                  Compass::jumps(planes.knights() & own));
  } else {
    Bits attacks = near;
    for (Square square : each(planes.knights() & own))
      attacks |= knight_attacks<Kernel>(planes, square, occupied);
    for (Square square : each(planes.diagonal_sliders() & own))
      attacks |= Kernel::bishop(square, occupied);
    for (Square square : each(planes.orthogonal_sliders() & own))
      attacks |= Kernel::rook(square, occupied);
    return attacks;
  }
}

/// Of the squares where a piece may go, those that the sink wants.
template <class Sink>
constexpr Bits landing(Bits allowed, Bits enemy) {
  switch (part_of<Sink>()) {
    case MovePart::captures:
      return allowed & enemy;
    case MovePart::quiet:
      return allowed & ~enemy;
    default:
      return allowed;
  }
}

/// Hands the legal moves of the king to the sink. A pinned rook must not castle: the pin is along
/// the back rank (in Chess960), and it would bare the king.
template <class Kernel, Color Us, class Sink>
void visit_king_moves(const PlanesOf<Kernel>& planes, Bits castling, Bits pinned, Sink& sink) {
  constexpr Color them = !Us;
  const Bits all = planes.occupied();
  const Bits enemy = planes.of(them);
  const Bits own = all ^ enemy;
  const Square king_square = planes.king(Us);
  const Bits targets =
      king_attacks<Kernel>(planes, king_square) & ~own & landing<Sink>(~Bits{0}, enemy);
  const Bits rooks = part_of<Sink>() == MovePart::captures
                         ? Bits{0}
                         : rooks_with_room<Us>(castling & own & ~pinned, king_square, all);
  if ((targets | rooks) == 0) return;

  // Seen through our king, so that it cannot flee along a line.
  const Bits danger = attacked_by<Kernel, them>(planes, all ^ bit(king_square));

  sink.add(king_square, targets & ~danger, enemy);
  for (Square rook_square : each(rooks))
    if ((castling_way<Us>(king_square, rook_square).safe & danger) == 0)
      sink.add(
          Move(king_square, rook_square,
               rook_square < king_square ? MoveKind::castle_queenside : MoveKind::castle_kingside));
}

/// Where a pinned piece that leaps may go: between the king and the pinning piece, or onto that.
template <class Kernel, Color Us>
Bits pin_way(const PlanesOf<Kernel>& planes, Square pinned) {
  const Square king_square = planes.king(Us);
  Bits way = 0;
  for (Square square : each(attackers_by_line<Kernel>(planes, king_square) & planes.of(!Us)))
    if (const Bits line = between<Kernel>(planes, king_square, square);
        (line & planes.occupied()) == bit(pinned))
      way |= line | bit(square);
  return way;
}

/// Hands the legal moves of all pieces but the king to the sink, e.p. captures apart. `allowed` is
/// where they may go: not onto own pieces, in check only where it helps.
template <class Kernel, Color Us, class Sink>
void visit_piece_moves(const PlanesOf<Kernel>& planes, Bits pinned, Bits allowed, Sink& sink) {
  const Bits all = planes.occupied();
  const Bits enemy = planes.of(!Us);
  const Bits own = all ^ enemy;
  const Bits diagonals = planes.diagonal_sliders() & own;
  const Bits straights = planes.orthogonal_sliders() & own;
  const Bits landing = chess::landing<Sink>(allowed, enemy);
  // A pinned piece stays on its line.
  const auto pin_line = [&](Square square) { return lines.through[planes.king(Us)][square]; };

  for (Square square : each(planes.knights() & own & ~pinned))
    sink.add(square, knight_attacks<Kernel>(planes, square, all) & landing, enemy);
  if constexpr (is_fairy<Kernel>)
    for (Square square : each(planes.knights() & own & pinned))
      sink.add(square,
               knight_attacks<Kernel>(planes, square, all) & landing &
                   pin_way<Kernel, Us>(planes, square),
               enemy);
  for (Square square : each(diagonals & ~pinned))
    sink.add(square, Kernel::bishop(square, all) & landing, enemy);
  for (Square square : each(straights & ~pinned))
    sink.add(square, Kernel::rook(square, all) & landing, enemy);
  for (Square square : each(diagonals & pinned))
    sink.add(square, Kernel::bishop(square, all) & landing & pin_line(square), enemy);
  for (Square square : each(straights & pinned))
    sink.add(square, Kernel::rook(square, all) & landing & pin_line(square), enemy);

  constexpr int up = Us == white ? 8 : -8;
  constexpr Bits last_rank = rank_bits(Us == white ? 7 : 0);
  constexpr Bits double_rank = rank_bits(Us == white ? 3 : 4);
  const auto add_pawns = [&](Bits movers, Bits line) {
    const Bits one = shift_forward(Us, movers) & ~all & line;
    const Bits two = shift_forward(Us, one) & ~all & double_rank & allowed;
    const Bits push = one & allowed;
    const Bits east = shift_east(shift_forward(Us, movers)) & enemy & allowed & line;
    const Bits west = shift_west(shift_forward(Us, movers)) & enemy & allowed & line;
    if constexpr (part_of<Sink>() != MovePart::captures) {
      sink.template add_pawns<up>(push & ~last_rank, MoveKind::quiet);
      sink.template add_pawns<2 * up>(two, MoveKind::double_push);
    }
    if constexpr (part_of<Sink>() == MovePart::quiet) return;
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
    add_pawns(bit(square), pin_line(square));
}

/// Hands every legal move of the side Us that the sink takes to it, most of them as a piece with
/// its targets. `castling` holds the rooks that may castle, `en_passant` the e.p. square or
/// no_square.
template <class Kernel, Color Us, class Sink>
void visit_moves(const PlanesOf<Kernel>& planes, Bits castling, Square en_passant, Sink& sink) {
  const auto [checkers, pinned] = king_safety<Kernel, Us>(planes);
  visit_king_moves<Kernel, Us>(planes, castling, pinned, sink);
  Bits allowed = ~planes.of(Us);
  if (checkers != 0) {
    if (!has_one(checkers)) return;
    allowed = checkers | between<Kernel>(planes, planes.king(Us), first_square(checkers));
  }
  visit_piece_moves<Kernel, Us>(planes, pinned, allowed, sink);
  if constexpr (part_of<Sink>() == MovePart::quiet) return;
  if (en_passant != no_square)
    for (Square from : each(pawn_attacks(!Us, bit(en_passant)) & planes.pawns() & planes.of(Us)))
      if (en_passant_is_legal<Kernel>(planes, from, en_passant))
        sink.add(Move(from, en_passant, MoveKind::en_passant));
}

}  // namespace plylab::chess
