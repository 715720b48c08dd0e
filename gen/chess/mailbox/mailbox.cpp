#include "gen/chess/mailbox/mailbox.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <type_traits>
#include <utility>

namespace plylab::chess {

using namespace mailbox;

namespace {

constexpr std::uint16_t slot_bit(Occupant occupant) {
  return static_cast<std::uint16_t>(1 << slot_of(occupant));
}

}  // namespace

template <class Rules>
MailboxOf<Rules>::MailboxOf(const typename Rules::Start& start)
    : key_(compute_key(start.setup())),
      halfmove_clock_(start.setup().halfmove_clock),
      fullmove_(start.setup().fullmove),
      side_(start.setup().side),
      castling_rooks_(start.setup().castling),
      tables_(start) {
  std::fill(std::begin(board_), std::end(board_),
            static_cast<Occupant>(closed_to(white) | closed_to(black)));
  int next_slot[2] = {1, 1};
  for (int s = a1; s <= h8; ++s) {
    const auto square = static_cast<Square>(s);
    const Piece piece = start.squares()[square];
    board_[cell_of(square)] = 0;
    if (piece == no_piece) continue;
    const bool is_king = type_of(piece) == king;
    put(make_occupant(piece, is_king ? 0 : next_slot[index(color_of(piece))]++), cell_of(square));
    toggle(board_[cell_of(square)]);
  }
  for (Color color : {white, black})
    for (CastlingSide castling_side : {CastlingSide::queenside, CastlingSide::kingside})
      if (castling_rooks_[index(color)][index(castling_side)] != no_square)
        allow_castling(color, castling_side);
  if (start.setup().en_passant != no_square)
    en_passant_ = static_cast<std::uint8_t>(cell_of(start.setup().en_passant));
}

template <class Rules>
typename MailboxOf<Rules>::Undo MailboxOf<Rules>::make(Move move) {
  const Cell from = cell_of(move.from());
  const Cell to = cell_of(move.to());
  const Occupant occupant = board_[from];
  const Piece piece = piece_of(occupant);
  assert(piece != no_piece && color_of(piece) == side_);
  Undo undo{key_, halfmove_clock_, 0, en_passant_, castling_};

  if (en_passant_ != 0) {
    hash_en_passant();
    en_passant_ = 0;
  }
  ++halfmove_clock_;
  if (const unsigned lost = castling_ & (castling_lost_[move.from()] | castling_lost_[move.to()]))
    lose_castling(lost);

  if (move.is_castle()) {
    castle(move, true);
  } else {
    if (move.is_capture()) {
      const Square square = move.captured_on();
      undo.captured = board_[cell_of(square)];
      board_[cell_of(square)] = 0;
      toggle(undo.captured);
      hash(piece_of(undo.captured), square);
      halfmove_clock_ = 0;
    }
    board_[from] = 0;
    Occupant arriving = occupant;
    if (type_of(piece) == pawn) {
      halfmove_clock_ = 0;
      if (move.is_promotion()) arriving = promote(occupant, move.promoted());
    }
    put(arriving, to);
    hash(piece, move.from());
    hash(piece_of(arriving), move.to());
  }
  if (side_ == black) ++fullmove_;
  side_ = !side_;
  key_ ^= keys.black_to_move;
  if (move.kind() == MoveKind::double_push) allow_en_passant((from + to) / 2);
  return undo;
}

template <class Rules>
void MailboxOf<Rules>::unmake(Move move, const Undo& undo) {
  side_ = !side_;
  if (side_ == black) --fullmove_;
  if (move.is_castle()) {
    castle(move, false);
  } else {
    const Cell to = cell_of(move.to());
    Occupant occupant = board_[to];
    board_[to] = 0;
    if (move.is_promotion()) occupant = promote(occupant, pawn);
    put(occupant, cell_of(move.from()));
    if (undo.captured != 0) {
      board_[cell_of(move.captured_on())] = undo.captured;
      toggle(undo.captured);
    }
  }
  restore(undo);
}

template <class Rules>
typename MailboxOf<Rules>::Undo MailboxOf<Rules>::make_null() {
  assert(checkers() == 0);
  const Undo undo{key_, halfmove_clock_, 0, en_passant_, castling_};
  if (en_passant_ != 0) hash_en_passant();
  en_passant_ = 0;
  ++halfmove_clock_;
  if (side_ == black) ++fullmove_;
  side_ = !side_;
  key_ ^= keys.black_to_move;
  return undo;
}

template <class Rules>
void MailboxOf<Rules>::unmake_null(const Undo& undo) {
  side_ = !side_;
  if (side_ == black) --fullmove_;
  restore(undo);
}

template <class Rules>
void MailboxOf<Rules>::restore(const Undo& undo) {
  key_ = undo.key;
  halfmove_clock_ = undo.halfmove_clock;
  en_passant_ = undo.en_passant;
  castling_ = undo.castling;
}

template <class Rules>
Setup MailboxOf<Rules>::setup() const {
  Setup setup;
  for_each_piece([&](Piece piece, Square square) { setup.squares[square] = piece; });
  setup.side = side_;
  for (Color color : {white, black})
    for (CastlingSide castling_side : {CastlingSide::queenside, CastlingSide::kingside})
      if ((castling_ >> castling_place(color, castling_side)) & 1)
        setup.castling[index(color)][index(castling_side)] =
            castling_rooks_[index(color)][index(castling_side)];
  if (en_passant_ != 0) setup.en_passant = square_of(en_passant_);
  setup.halfmove_clock = halfmove_clock_;
  setup.fullmove = fullmove_;
  return setup;
}

template <class Rules>
bool MailboxOf<Rules>::insufficient_material() const {
  if constexpr (std::is_same_v<Rules, Fairy>)
    return (all(white).mask | all(black).mask) == 1;  // bare kings: a variant's piece may mate
  const auto slots = [&](PieceType type) {
    return slots_[make_piece(white, type)] | slots_[make_piece(black, type)];
  };
  if ((slots(pawn) | slots(rook) | slots(queen)) != 0) return false;
  int knights = 0;
  int bishops[2] = {0, 0};
  for_each_piece([&](Piece piece, Square square) {
    if (type_of(piece) == knight) ++knights;
    if (type_of(piece) == bishop) ++bishops[(file_of(square) + rank_of(square)) % 2];
  });
  return knights == 0 ? std::min(bishops[0], bishops[1]) == 0
                      : knights + bishops[0] + bishops[1] == 1;
}

/// Stores a right of the setup: the moves that end it, and the cells that must be empty to use it.
/// These are all cells between the outermost of king, rook and their two destinations.
template <class Rules>
void MailboxOf<Rules>::allow_castling(Color color, CastlingSide castling_side) {
  const Square rook_square = castling_rooks_[index(color)][index(castling_side)];
  const Cell king_from = king_cell(color);
  const Cell rook_from = cell_of(rook_square);
  const auto right = static_cast<std::uint8_t>(1 << castling_place(color, castling_side));
  castling_ |= right;
  castling_lost_[rook_square] |= right;
  castling_lost_[square_of(king_from)] |= right;

  const auto [first, last] =
      std::minmax({king_from, rook_from, cell_of(castled_king(color, castling_side)),
                   cell_of(castled_rook(color, castling_side))});
  std::uint8_t* room = castling_rooms_[castling_place(color, castling_side)];
  for (Cell cell = first; cell <= last; ++cell)
    if (cell != king_from && cell != rook_from) *room++ = static_cast<std::uint8_t>(cell);
}

template <class Rules>
void MailboxOf<Rules>::hash_en_passant() {
  key_ ^= keys.en_passant[static_cast<unsigned>(file_of(square_of(en_passant_)))];
}

/// Puts the piece on the cell and into the list; its slot must already be alive.
template <class Rules>
void MailboxOf<Rules>::put(Occupant occupant, Cell cell) {
  board_[cell] = occupant;
  cells_[index(color_of(piece_of(occupant)))][slot_of(occupant)] = static_cast<std::uint8_t>(cell);
}

/// Removes the piece from the list, or puts it back.
template <class Rules>
void MailboxOf<Rules>::toggle(Occupant occupant) {
  const Piece piece = piece_of(occupant);
  slots_[piece] ^= slot_bit(occupant);
  slots_[make_piece(color_of(piece), no_type)] ^= slot_bit(occupant);
}

/// Changes the type of the piece; returns the new occupant.
template <class Rules>
typename MailboxOf<Rules>::Occupant MailboxOf<Rules>::promote(Occupant occupant, PieceType type) {
  const Piece piece = make_piece(color_of(piece_of(occupant)), type);
  slots_[piece_of(occupant)] ^= slot_bit(occupant);
  slots_[piece] ^= slot_bit(occupant);
  return make_occupant(piece, slot_of(occupant));
}

/// Makes or unmakes castling. Removes both pieces first, because in Chess960 their cells may
/// overlap.
template <class Rules>
void MailboxOf<Rules>::castle(Move move, bool forth) {
  Cell king_from = cell_of(move.from());
  Cell rook_from = cell_of(move.to());
  Cell king_to = cell_of(castled_king(side_, move.castling_side()));
  Cell rook_to = cell_of(castled_rook(side_, move.castling_side()));
  if (forth) {
    hash(make_piece(side_, king), move.from());
    hash(make_piece(side_, king), square_of(king_to));
    hash(make_piece(side_, rook), move.to());
    hash(make_piece(side_, rook), square_of(rook_to));
  } else {
    std::swap(king_from, king_to);
    std::swap(rook_from, rook_to);
  }
  const Occupant king_occupant = std::exchange(board_[king_from], Occupant{0});
  const Occupant rook_occupant = std::exchange(board_[rook_from], Occupant{0});
  put(king_occupant, king_to);
  put(rook_occupant, rook_to);
}

template <class Rules>
void MailboxOf<Rules>::lose_castling(unsigned rights) {
  castling_ &= static_cast<std::uint8_t>(~rights);
  for (int place : Bits{rights})
    key_ ^= keys.castling[castling_rooks_[static_cast<unsigned>(place) / 2]
                                         [static_cast<unsigned>(place) % 2]];
}

/// Stores the passed cell if the side to move may capture there.
template <class Rules>
void MailboxOf<Rules>::allow_en_passant(Cell target) {
  const Cell beside = target - pawn_step(side_);
  if (!may_take_en_passant(beside - 1, target) && !may_take_en_passant(beside + 1, target)) return;
  en_passant_ = static_cast<std::uint8_t>(target);
  hash_en_passant();
}

template MailboxOf<Orthodox>::MailboxOf(const ValidSetup&);
template MailboxOf<Orthodox>::Undo MailboxOf<Orthodox>::make(Move);
template void MailboxOf<Orthodox>::unmake(Move, const Undo&);
template MailboxOf<Orthodox>::Undo MailboxOf<Orthodox>::make_null();
template void MailboxOf<Orthodox>::unmake_null(const Undo&);
template Setup MailboxOf<Orthodox>::setup() const;
template bool MailboxOf<Orthodox>::insufficient_material() const;
template MailboxOf<Fairy>::MailboxOf(const VariantSetup&);
template MailboxOf<Fairy>::Undo MailboxOf<Fairy>::make(Move);
template void MailboxOf<Fairy>::unmake(Move, const Undo&);
template MailboxOf<Fairy>::Undo MailboxOf<Fairy>::make_null();
template void MailboxOf<Fairy>::unmake_null(const Undo&);
template Setup MailboxOf<Fairy>::setup() const;
template bool MailboxOf<Fairy>::insufficient_material() const;

}  // namespace plylab::chess
