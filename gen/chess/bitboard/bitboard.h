// The bitboard generator: four bit planes, sliders by table look-up, undo by copy.
#pragma once

#include <array>
#include <cstdint>

#include "gen/chess/bitboard/planes.h"
#include "gen/chess/board/bits.h"
#include "gen/chess/board/keys.h"
#include "gen/chess/board/move_kinds.h"
#include "gen/chess/board/move_parts.h"
#include "gen/chess/board/notation.h"
#include "gen/game/move_kinds.h"

namespace plylab::chess {

/// The kernels, each for its own instruction set and in a file of its own (pext.cpp, …):
/// how slider attacks are looked up, and how the moves of a node's children are counted.
struct Avx512;
struct Avx2;
struct Pext;
struct Magic;

struct SureReplies;

/// A chess position as the four bit planes of its piece codes (see PieceType), 64 bytes in all
/// for orthodox chess. The kernel determines the rules (gen/chess/bitboard/planes.h).
template <class Kernel>
class Bitboard {
  struct State {
    PlanesOf<Kernel> planes;
    Bits castling = 0;  // the rooks that may still castle
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

  explicit Bitboard(const typename KernelRules<Kernel>::Rules::Start& start);

  Color side_to_move() const { return state_.side; }
  Moves generate() const;
  unsigned count() const;

  /// Adds what MoveKinds::add() adds for all moves; returns the number of moves.
  unsigned add_kinds(std::array<std::uint64_t, MoveKinds::counted>& counts) const;
  /// The same for all moves of all children, and of all grandchildren.
  ShortPaths add_child_kinds(std::array<std::uint64_t, MoveKinds::counted>& counts) const
      requires(!is_fairy<Kernel>);
  ShortPaths add_grandchild_kinds(std::array<std::uint64_t, MoveKinds::counted>& counts) const
      requires(!is_fairy<Kernel>);

  // Parts of the moves, see ListsParts (gen/chess/board/move_parts.h).
  Moves captures() const;
  Moves quiet_moves() const;
  Moves evasions() const;
  Moves checks() const;
  Moves pseudo_legal() const;
  bool is_legal(Move move) const;

  /// For leaves that are evaluated without making the move (sure_replies.h).
  SureReplies sure_replies() const requires(!is_fairy<Kernel>);

  /// The paths of two moves: the sum of count() over all children.
  std::uint64_t count_grandchildren() const requires(!is_fairy<Kernel>);
  /// The paths of three moves.
  std::uint64_t count_great_grandchildren() const requires(!is_fairy<Kernel>);

  Undo make(Move move);
  void unmake(Move, const Undo& before) { state_ = before; }

  /// Passes the turn, which is not a legal move: for null-move searches. The side must not be in
  /// check.
  Undo make_null();
  void unmake_null(const Undo& before) { state_ = before; }

  Key key() const { return state_.key; }
  Packed packed() const;
  Outcome terminal_outcome() const { return checkers() != 0 ? Outcome::loss : Outcome::draw; }
  bool drawn_by_rule() const { return state_.halfmove_clock >= 100 || insufficient_material(); }

  const Variant& variant() const {
    if constexpr (is_fairy<Kernel>)
      return state_.planes.attacks->variant;
    else
      return orthodox;
  }
  Piece piece_on(Square square) const { return state_.planes.on(square); }
  Bits checkers() const;
  Bits castling_rooks() const { return state_.castling; }  ///< those that may still castle
  Square en_passant() const { return state_.en_passant; }  ///< only where a capture is legal
  Setup setup() const;
  unsigned halfmove_clock() const { return state_.halfmove_clock; }
  const PlanesOf<Kernel>& planes() const { return state_.planes; }

  void for_each_piece(auto&& visit) const {
    for (Square square : each(state_.planes.occupied())) visit(piece_on(square), square);
  }

 private:
  bool insufficient_material() const;

  template <class Sink>
  void visit(Sink& sink) const;
  template <MovePart Part>
  Moves list_part() const;

  /// Calls visit_child(planes, castling, en_passant) for each; returns whether there is any.
  template <Color Us>
  bool for_each_child(auto&& visit_child) const;

  State state_;
};

extern template class Bitboard<Avx512>;
extern template class Bitboard<Avx2>;
extern template class Bitboard<Pext>;
extern template class Bitboard<Magic>;

static_assert(ChessPosition<Bitboard<Magic>> && ListsParts<Bitboard<Magic>>);

}  // namespace plylab::chess
