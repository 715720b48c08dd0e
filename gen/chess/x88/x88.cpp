#include "gen/chess/x88/x88.h"

#include <cassert>
#include <type_traits>

#include "gen/chess/x88/lines.h"

namespace plylab::chess {

template <class Rules>
X88Of<Rules>::X88Of(const typename Rules::Start& start)
    : key_(compute_key(start.setup())),
      halfmove_clock_(start.setup().halfmove_clock),
      fullmove_(start.setup().fullmove),
      side_(start.setup().side),
      tables_(start) {
  int next_slot[2] = {king_slot(white) + 1, king_slot(black) + 1};
  for (int s = a1; s <= h8; ++s) {
    const auto square = static_cast<Square>(s);
    const Piece piece = start.squares()[square];
    if (piece == no_piece) continue;
    const Color color = color_of(piece);
    const PieceType type = chess::type_of(piece);
    const int slot = type == king ? king_slot(color) : next_slot[index(color)]++;
    board_[widen(square)] = static_cast<Cell>((slot << 3) | type);
    square_[slot] = static_cast<std::uint8_t>(widen(square));
    slots_[type] |= single(slot);
  }
  for (const auto& rooks : start.setup().castling)
    for (Square rook_square : rooks)
      if (rook_square != no_square) castlers_ |= single(slot_of(board_[widen(rook_square)]));
  if (start.setup().en_passant != no_square)
    en_passant_ = static_cast<std::uint8_t>(widen(start.setup().en_passant));
}

template <class Rules>
Setup X88Of<Rules>::setup() const {
  Setup setup;
  for_each_piece([&setup](Piece piece, Square square) { setup.squares[square] = piece; });
  setup.side = side_;
  for (Color color : {white, black})
    for_each_square(castlers_ & army(color), [&](int rook_square) {
      const bool is_long = rook_square < square_[king_slot(color)];
      const CastlingSide castling_side = is_long ? CastlingSide::queenside : CastlingSide::kingside;
      setup.castling[index(color)][index(castling_side)] = narrow(rook_square);
    });
  if (en_passant_ != nowhere) setup.en_passant = narrow(en_passant_);
  setup.halfmove_clock = halfmove_clock_;
  setup.fullmove = fullmove_;
  return setup;
}

template <class Rules>
typename X88Of<Rules>::Slots X88Of<Rules>::alive() const {
  return slots_[pawn] | slots_[knight] | slots_[bishop] | slots_[rook] | slots_[queen] |
         slots_[king];
}

template <class Rules>
bool X88Of<Rules>::insufficient_material() const {
  if constexpr (std::is_same_v<Rules, Fairy>)
    return alive() == slots_[king];  // bare kings only: in some variant one piece can mate
  if ((slots_[pawn] | slots_[rook] | slots_[queen]) != 0) return false;
  if (slots_[knight] != 0) return slots_[bishop] == 0 && std::has_single_bit(slots_[knight]);
  bool on_shade[2] = {false, false};
  for_each_square(slots_[bishop],
                  [&](int square) { on_shade[(square ^ (square >> 4)) & 1] = true; });
  return !(on_shade[0] && on_shade[1]);
}

template <class Rules>
typename X88Of<Rules>::Undo X88Of<Rules>::make(Move move) {
  Undo undo{key_, castlers_, halfmove_clock_, en_passant_, 0};
  const int from = widen(move.from());
  const int to = widen(move.to());
  const Cell mover = board_[from];
  const Piece piece = piece_of(mover);
  const Color us = side_;
  assert(piece != no_piece && color_of(piece) == us);
  Key key = key_ ^ keys.black_to_move;

  if (en_passant_ != nowhere) key ^= keys.en_passant[en_passant_ & 7u];
  en_passant_ = nowhere;
  ++halfmove_clock_;
  fullmove_ += us == black;
  side_ = !us;

  Slots changed = type_of(mover) == king ? army(us) : single(slot_of(mover));
  if (move.is_capture()) {
    const Square square = move.captured_on();
    const Cell captured = board_[widen(square)];
    undo.captured = captured;
    board_[widen(square)] = 0;
    slots_[type_of(captured)] ^= single(slot_of(captured));
    changed |= single(slot_of(captured));
    key ^= keys.piece[piece_of(captured)][square];
  }
  for_each_square(castlers_ & changed,
                  [&](int rook_square) { key ^= keys.castling[narrow(rook_square)]; });
  castlers_ &= ~changed;

  if (move.is_castle()) {
    const Square king_to = castled_king(us, move.castling_side());
    const Square rook_to = castled_rook(us, move.castling_side());
    const auto& king_keys = keys.piece[piece];
    const auto& rook_keys = keys.piece[make_piece(us, rook)];
    move_both(from, widen(king_to), to, widen(rook_to));
    key ^= king_keys[move.from()] ^ king_keys[king_to];
    key ^= rook_keys[move.to()] ^ rook_keys[rook_to];
  } else {
    const Piece placed = move.is_promotion() ? make_piece(us, move.promoted()) : piece;
    move_piece(from, to);
    if (move.is_promotion()) change_type(to, pawn, move.promoted());
    key ^= keys.piece[piece][move.from()] ^ keys.piece[placed][move.to()];
  }

  if (move.is_capture() || type_of(mover) == pawn) halfmove_clock_ = 0;
  if (move.kind() == MoveKind::double_push) {
    const int passed = (from + to) / 2;
    if (en_passant_captors(passed) != 0) {
      en_passant_ = static_cast<std::uint8_t>(passed);
      key ^= keys.en_passant[en_passant_ & 7u];
    }
  }
  key_ = key;
  return undo;
}

template <class Rules>
void X88Of<Rules>::unmake(Move move, const Undo& undo) {
  const int from = widen(move.from());
  const int to = widen(move.to());
  restore(undo);

  if (move.is_castle()) {
    const int king_to = widen(castled_king(side_, move.castling_side()));
    const int rook_to = widen(castled_rook(side_, move.castling_side()));
    move_both(king_to, from, rook_to, to);
    return;
  }
  if (move.is_promotion()) change_type(to, move.promoted(), pawn);
  move_piece(to, from);
  if (move.is_capture()) {
    board_[widen(move.captured_on())] = undo.captured;
    slots_[type_of(undo.captured)] |= single(slot_of(undo.captured));
  }
}

template <class Rules>
typename X88Of<Rules>::Undo X88Of<Rules>::make_null() {
  assert(checkers() == 0);
  const Undo undo{key_, castlers_, halfmove_clock_, en_passant_, 0};
  key_ ^= keys.black_to_move;
  if (en_passant_ != nowhere) key_ ^= keys.en_passant[en_passant_ & 7u];
  en_passant_ = nowhere;
  ++halfmove_clock_;
  fullmove_ += side_ == black;
  side_ = !side_;
  return undo;
}

template <class Rules>
void X88Of<Rules>::unmake_null(const Undo& undo) {
  restore(undo);
}

/// Restores the side to move and the rest of the state besides the pieces.
template <class Rules>
void X88Of<Rules>::restore(const Undo& undo) {
  side_ = !side_;
  fullmove_ -= side_ == black;
  key_ = undo.key;
  castlers_ = undo.castlers;
  halfmove_clock_ = undo.halfmove_clock;
  en_passant_ = undo.en_passant;
}

template <class Rules>
void X88Of<Rules>::move_piece(int from, int to) {
  const Cell mover = board_[from];
  board_[from] = 0;
  board_[to] = mover;
  square_[slot_of(mover)] = static_cast<std::uint8_t>(to);
}

/// Makes or unmakes castling; each piece may move to the other's square.
template <class Rules>
void X88Of<Rules>::move_both(int king_from, int king_to, int rook_from, int rook_to) {
  const Cell king_cell = board_[king_from];
  const Cell rook_cell = board_[rook_from];
  board_[king_from] = board_[rook_from] = 0;
  board_[king_to] = king_cell;
  board_[rook_to] = rook_cell;
  square_[slot_of(king_cell)] = static_cast<std::uint8_t>(king_to);
  square_[slot_of(rook_cell)] = static_cast<std::uint8_t>(rook_to);
}

template <class Rules>
void X88Of<Rules>::change_type(int square, PieceType from, PieceType to) {
  const Slots slot = single(slot_of(board_[square]));
  board_[square] = static_cast<Cell>(board_[square] ^ from ^ to);
  slots_[from] ^= slot;
  slots_[to] ^= slot;
}

template X88Of<Orthodox>::X88Of(const ValidSetup&);
template X88Of<Orthodox>::Undo X88Of<Orthodox>::make(Move);
template void X88Of<Orthodox>::unmake(Move, const Undo&);
template X88Of<Orthodox>::Undo X88Of<Orthodox>::make_null();
template void X88Of<Orthodox>::unmake_null(const Undo&);
template Setup X88Of<Orthodox>::setup() const;
template X88Of<Orthodox>::Slots X88Of<Orthodox>::alive() const;
template bool X88Of<Orthodox>::insufficient_material() const;
template X88Of<Fairy>::X88Of(const VariantSetup&);
template X88Of<Fairy>::Undo X88Of<Fairy>::make(Move);
template void X88Of<Fairy>::unmake(Move, const Undo&);
template X88Of<Fairy>::Undo X88Of<Fairy>::make_null();
template void X88Of<Fairy>::unmake_null(const Undo&);
template Setup X88Of<Fairy>::setup() const;
template X88Of<Fairy>::Slots X88Of<Fairy>::alive() const;
template bool X88Of<Fairy>::insufficient_material() const;

}  // namespace plylab::chess
