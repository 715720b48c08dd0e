// The bitboard generator: four bit planes, sliders by table look-up, undo by copy.
#pragma once

#include <cstdint>

#include "gen/chess/bits.h"
#include "gen/chess/chess_position.h"
#include "gen/chess/keys.h"

namespace plylab::chess {

/// The ways of looking slider attacks up; bitboard_pext.cpp and bitboard_magic.cpp define them.
struct Pext;
struct Magic;

/// A chess position as the four bit planes of its piece codes (see PieceType), 64 bytes in all.
template <class Sliders>
class Bitboard {
  struct State {
    Bits diagonal = 0;    // plane 0: slides on diagonals
    Bits orthogonal = 0;  // plane 1: slides on ranks and files
    Bits leaper = 0;      // plane 2: does not slide
    Bits black = 0;       // plane 3
    Bits castling = 0;    // the rooks that may still castle
    Key key;
    Square en_passant = no_square;  // only where a capture there is legal
    Color side = white;
    std::uint16_t halfmove_clock = 0;
    std::uint16_t fullmove = 1;
  };

 public:
  using Move = chess::Move;
  using MoveList = Moves;
  using Packed = chess::Packed;
  using Undo = State;

  explicit Bitboard(const Setup& setup);

  Color side_to_move() const { return state_.side; }
  Moves generate() const;
  unsigned count() const;
  Undo make(Move move);
  void unmake(Move, const Undo& before) { state_ = before; }
  Key key() const { return state_.key; }
  Packed packed() const;
  Outcome ended() const { return checkers() != 0 ? Outcome::loss : Outcome::draw; }
  bool drawn() const { return state_.halfmove_clock >= 100 || insufficient_material(); }

  Piece piece_on(Square square) const {
    const auto plane = [square](Bits bits) { return static_cast<unsigned>(bits >> square & 1); };
    return static_cast<Piece>(plane(state_.diagonal) | plane(state_.orthogonal) << 1 |
                              plane(state_.leaper) << 2 | plane(state_.black) << 3);
  }
  Bits checkers() const;
  Fen fen() const;
  unsigned halfmove_clock() const { return state_.halfmove_clock; }

  void for_each_piece(auto&& visit) const {
    for (Square square : each(occupied())) visit(piece_on(square), square);
  }

 private:
  Bits occupied() const { return state_.diagonal | state_.orthogonal | state_.leaper; }
  Bits of(Color color) const { return color == white ? occupied() & ~state_.black : state_.black; }
  Bits pawns() const { return state_.leaper & ~state_.diagonal & ~state_.orthogonal; }
  Bits knights() const { return state_.leaper & state_.diagonal; }
  Bits kings() const { return state_.leaper & state_.orthogonal; }
  Bits diagonal_sliders() const { return state_.diagonal & ~state_.leaper; }
  Bits orthogonal_sliders() const { return state_.orthogonal & ~state_.leaper; }

  /// The pieces of both colours that would attack the square if only `occupied` stood.
  Bits attackers(Square square, Bits occupied) const;
  bool en_passant_is_legal(Square from, Square target) const;
  bool insufficient_material() const;
  void put(Piece piece, Square square);

  template <Color Us, class Sink>
  void visit_moves(Sink& sink) const;

  State state_;
};

extern template class Bitboard<Pext>;
extern template class Bitboard<Magic>;

static_assert(ChessPosition<Bitboard<Pext>> && ChessPosition<Bitboard<Magic>>);

}  // namespace plylab::chess
