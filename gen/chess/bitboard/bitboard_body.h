// The bodies of Bitboard's members, included once for each kernel. A kernel has to offer
// static Bits rook(Square, Bits occupied) and bishop(Square, Bits occupied), and a type Lanes: void
// if it counts one position at a time, else as pool_counter.h says. It may have a type Compass, as
// compass.h says: then calm children are counted by differences.
#pragma once

#include <cassert>

#include "gen/chess/bitboard/bitboard.h"
#include "gen/chess/bitboard/checks.h"
#include "gen/chess/bitboard/child_counter.h"
#include "gen/chess/bitboard/child_kinds.h"
#include "gen/chess/bitboard/kind_sink.h"
#include "gen/chess/bitboard/moves.h"
#include "gen/chess/bitboard/pseudo_legal.h"
#include "gen/chess/bitboard/sure_replies.h"

namespace plylab::chess {

template <class Kernel>
Bitboard<Kernel>::Bitboard(const typename KernelRules<Kernel>::Rules::Start& start) {
  const Setup& setup = start.setup();
  if constexpr (is_fairy<Kernel>) state_.planes.attacks = &Kernel::attacks(start.number());
  for (std::size_t s = 0; s < 64; ++s)
    if (setup.squares[s] != no_piece) state_.planes.put(setup.squares[s], static_cast<Square>(s));
  for (const auto& rooks : setup.castling)
    for (Square rook_square : rooks)
      if (rook_square != no_square) state_.castling |= bit(rook_square);
  state_.side = setup.side;
  state_.en_passant = setup.en_passant;
  state_.halfmove_clock = static_cast<std::uint16_t>(setup.halfmove_clock);
  state_.fullmove = static_cast<std::uint16_t>(setup.fullmove);
  state_.key = compute_key(setup);
}

template <class Kernel>
Setup Bitboard<Kernel>::setup() const {
  Setup setup;
  for_each_piece([&](Piece piece, Square square) { setup.squares[square] = piece; });
  for (Square rook_square : each(state_.castling)) {
    const Color color = color_of(piece_on(rook_square));
    const Square king_square = state_.planes.king(color);
    const CastlingSide castling_side =
        rook_square < king_square ? CastlingSide::queenside : CastlingSide::kingside;
    setup.castling[index(color)][index(castling_side)] = rook_square;
  }
  setup.side = state_.side;
  setup.en_passant = state_.en_passant;
  setup.halfmove_clock = state_.halfmove_clock;
  setup.fullmove = state_.fullmove;
  return setup;
}

template <class Kernel>
Packed Bitboard<Kernel>::packed() const {
  // Code 7 marks castling rooks and the pawn that may be captured e.p.; code 8 the empty squares
  // when Black is to move.
  Bits marked = state_.castling;
  if (state_.en_passant != no_square) marked |= bit(forward(!state_.side, state_.en_passant));
  const Planes& planes = state_.planes;
  const Bits empty = state_.side == black ? ~planes.occupied() : 0;
  return {{planes.black | empty, planes.diagonal | marked, planes.orthogonal | marked,
           planes.leaper | marked}};
}

template <class Kernel>
Bits Bitboard<Kernel>::checkers() const {
  const auto& planes = state_.planes;
  return attackers<Kernel>(planes, planes.king(state_.side), planes.occupied()) &
         planes.of(!state_.side);
}

template <class Kernel>
bool Bitboard<Kernel>::insufficient_material() const {
  constexpr Bits light_squares = 0x55aa55aa55aa55aa;
  const auto& planes = state_.planes;
  if constexpr (is_fairy<Kernel>)
    return planes.occupied() == planes.kings();  // bare kings: less may mate in some variant
  if (planes.pawns() | planes.orthogonal_sliders()) return false;
  const Bits bishops = planes.diagonal_sliders();
  if (planes.knights() != 0) return has_one(planes.knights()) && bishops == 0;
  return (bishops & light_squares) == 0 || (bishops & ~light_squares) == 0;
}

template <class Kernel>
template <class Sink>
void Bitboard<Kernel>::visit(Sink& sink) const {
  if (state_.side == white)
    visit_moves<Kernel, white>(state_.planes, state_.castling, state_.en_passant, sink);
  else
    visit_moves<Kernel, black>(state_.planes, state_.castling, state_.en_passant, sink);
}

template <class Kernel>
Moves Bitboard<Kernel>::generate() const {
  Moves moves;
  ListSink sink{moves};
  visit(sink);
  return moves;
}

template <class Kernel>
template <MovePart Part>
Moves Bitboard<Kernel>::list_part() const {
  Moves moves;
  PartSink<Part> sink{{moves}};
  visit(sink);
  return moves;
}

template <class Kernel>
Moves Bitboard<Kernel>::captures() const {
  return list_part<MovePart::captures>();
}

template <class Kernel>
Moves Bitboard<Kernel>::quiet_moves() const {
  return list_part<MovePart::quiet>();
}

template <class Kernel>
Moves Bitboard<Kernel>::evasions() const {
  constexpr Bits no_rooks = 0;  // none castles in check
  Moves moves;
  ListSink sink{moves};
  if (state_.side == white)
    visit_moves<Kernel, white>(state_.planes, no_rooks, state_.en_passant, sink);
  else
    visit_moves<Kernel, black>(state_.planes, no_rooks, state_.en_passant, sink);
  return moves;
}

template <class Kernel>
Moves Bitboard<Kernel>::pseudo_legal() const {
  Moves moves;
  ListSink sink{moves};
  if (state_.side == white)
    visit_pseudo_legal<Kernel, white>(state_.planes, state_.castling, state_.en_passant, sink);
  else
    visit_pseudo_legal<Kernel, black>(state_.planes, state_.castling, state_.en_passant, sink);
  return moves;
}

template <class Kernel>
bool Bitboard<Kernel>::is_legal(Move move) const {
  return state_.side == white ? leaves_king_safe<Kernel, white>(state_.planes, move)
                              : leaves_king_safe<Kernel, black>(state_.planes, move);
}

template <class Kernel>
SureReplies Bitboard<Kernel>::sure_replies() const requires(!is_fairy<Kernel>) {
  if (state_.halfmove_clock >= 99) return {};
  return state_.side == white ? find_sure_replies<Kernel, white>(state_.planes)
                              : find_sure_replies<Kernel, black>(state_.planes);
}

template <class Kernel>
unsigned Bitboard<Kernel>::count() const {
  CountSink sink;
  visit(sink);
  return sink.total;
}

template <class Kernel>
unsigned Bitboard<Kernel>::add_kinds(std::array<std::uint64_t, MoveKinds::counted>& counts) const {
  const auto add = [&]<Color Us> {
    const CheckSquares<Kernel, Us> squares(state_.planes);
    KindSink<Kernel, Us> sink(state_.planes, squares);
    visit_moves<Kernel, Us>(state_.planes, state_.castling, state_.en_passant, sink);
    for (std::size_t kind = 0; kind < MoveKinds::counted; ++kind) counts[kind] += sink.counts[kind];
    return sink.moves;
  };
  return state_.side == white ? add.template operator()<white>() : add.template operator()<black>();
}

template <class Kernel>
ShortPaths Bitboard<Kernel>::add_child_kinds(
    std::array<std::uint64_t, MoveKinds::counted>& counts) const requires(!is_fairy<Kernel>) {
  const auto add = [&]<Color Us> {
    ChildKinds<Kernel, Us> children;
    children.add(state_.planes, state_.castling, state_.en_passant);
    return children.total().add_to(counts);
  };
  return state_.side == white ? add.template operator()<white>() : add.template operator()<black>();
}

template <class Kernel>
ShortPaths Bitboard<Kernel>::add_grandchild_kinds(
    std::array<std::uint64_t, MoveKinds::counted>& counts) const requires(!is_fairy<Kernel>) {
  const auto add = [&]<Color Us> {
    ChildKinds<Kernel, !Us> children;
    const bool any = for_each_child<Us>([&](const Planes& child, Bits castling, Square en_passant) {
      children.add(child, castling, en_passant);
    });
    return any ? children.total().add_to(counts) : ShortPaths{0, 1};
  };
  return state_.side == white ? add.template operator()<white>() : add.template operator()<black>();
}

template <class Kernel>
Moves Bitboard<Kernel>::checks() const {
  Moves moves;
  const auto list = [&]<Color Us> {
    CheckSink<Kernel, Us> sink(state_.planes, moves);
    visit_moves<Kernel, Us>(state_.planes, state_.castling, state_.en_passant, sink);
  };
  state_.side == white ? list.template operator()<white>() : list.template operator()<black>();
  return moves;
}

template <class Kernel>
std::uint64_t Bitboard<Kernel>::count_grandchildren() const requires(!is_fairy<Kernel>) {
  const auto count = [&]<Color Us> {
    ChildCounter<Kernel, Us> counter;
    counter.add(state_.planes, state_.castling, state_.en_passant);
    return counter.total();
  };
  return state_.side == white ? count.template operator()<white>()
                              : count.template operator()<black>();
}

template <class Kernel>
std::uint64_t Bitboard<Kernel>::count_great_grandchildren() const requires(!is_fairy<Kernel>) {
  const auto count = [&]<Color Us> {
    ChildCounter<Kernel, !Us> counter;
    for_each_child<Us>([&](const Planes& child, Bits castling, Square en_passant) {
      counter.add(child, castling, en_passant);
    });
    return counter.total();
  };
  return state_.side == white ? count.template operator()<white>()
                              : count.template operator()<black>();
}

template <class Kernel>
template <Color Us>
bool Bitboard<Kernel>::for_each_child(auto&& visit_child) const {
  Moves moves;
  ListSink list{moves};
  visit_moves<Kernel, Us>(state_.planes, state_.castling, state_.en_passant, list);
  for (const Move move : moves)
    visit_child(after<Kernel>(state_.planes, Us, move),
                state_.castling & ~castling_lost<Kernel>(state_.planes, Us, move),
                move.kind() == MoveKind::double_push ? forward(Us, move.from()) : no_square);
  return !moves.empty();
}

template <class Kernel>
typename Bitboard<Kernel>::Undo Bitboard<Kernel>::make(Move move) {
  const State before = state_;
  const Color us = state_.side;
  const Square from = move.from();
  const Square to = move.to();
  const Piece piece = piece_on(from);
  assert(piece != no_piece && color_of(piece) == us);
  auto& planes = state_.planes;
  const Bits lost = castling_lost<Kernel>(planes, us, move);

  state_.key ^= keys.black_to_move;
  if (state_.en_passant != no_square) {
    state_.key ^= keys.en_passant[static_cast<unsigned>(file_of(state_.en_passant))];
    state_.en_passant = no_square;
  }
  ++state_.halfmove_clock;
  state_.fullmove = static_cast<std::uint16_t>(state_.fullmove + index(us));
  state_.side = !us;

  if (move.is_castle()) {
    const Square king_to = castled_king(us, move.castling_side());
    const Square rook_to = castled_rook(us, move.castling_side());
    const Piece rook_piece = make_piece(us, rook);
    state_.key ^= keys.piece[piece][from] ^ keys.piece[piece][king_to] ^
                  keys.piece[rook_piece][to] ^ keys.piece[rook_piece][rook_to];
  } else {
    const Piece placed = move.is_promotion() ? make_piece(us, move.promoted()) : piece;
    const Square captured_on = move.captured_on();
    const Piece captured = piece_on(captured_on);
    if (captured != no_piece || type_of(piece) == pawn) state_.halfmove_clock = 0;
    state_.key ^=
        keys.piece[piece][from] ^ keys.piece[placed][to] ^ keys.piece[captured][captured_on];
  }

  planes = after<Kernel>(planes, us, move);

  for (Square rook_square : each(state_.castling & lost)) {
    state_.key ^= keys.castling[rook_square];
    state_.castling ^= bit(rook_square);
  }

  if (move.kind() == MoveKind::double_push) {
    const Square target = forward(us, from);
    for (Square pawn_square : each(pawn_attacks(us, bit(target)) & planes.pawns() & planes.of(!us)))
      if (en_passant_is_legal<Kernel>(planes, pawn_square, target)) state_.en_passant = target;
    if (state_.en_passant != no_square)
      state_.key ^= keys.en_passant[static_cast<unsigned>(file_of(target))];
  }
  return before;
}

template <class Kernel>
typename Bitboard<Kernel>::Undo Bitboard<Kernel>::make_null() {
  assert(checkers() == 0);
  const State before = state_;
  state_.key ^= keys.black_to_move;
  if (state_.en_passant != no_square)
    state_.key ^= keys.en_passant[static_cast<unsigned>(file_of(state_.en_passant))];
  state_.en_passant = no_square;
  ++state_.halfmove_clock;
  state_.fullmove = static_cast<std::uint16_t>(state_.fullmove + index(state_.side));
  state_.side = !state_.side;
  return before;
}

}  // namespace plylab::chess
