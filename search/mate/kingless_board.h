// A board for problems in which a king is missing.
#pragma once

#include <cstdint>
#include <utility>

#include "gen/chess/bitboard/planes.h"
#include "gen/chess/board/keys.h"
#include "gen/chess/board/move.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/board/setup.h"

namespace plylab::search::mate {

/// A position by the reference rules, which know what the generators do not: that a side without a
/// king is never in check, and all its moves are legal. It has the members of Bitboard that the
/// search for lines needs. It is 3 to 140 times slower: the more men, the more.
class KinglessBoard {
 public:
  using Undo = chess::Setup;

  explicit KinglessBoard(const chess::ProblemSetup& position) : setup_(position.setup()) {}

  chess::Color side_to_move() const { return setup_.side; }

  chess::Moves generate() const {
    chess::Moves moves;
    for (const chess::Move move : chess::legal_moves(setup_)) moves.add(move);
    return moves;
  }
  unsigned count() const { return static_cast<unsigned>(chess::legal_moves(setup_).size()); }

  /// The moves that give check.
  chess::Moves checks() const {
    chess::Moves checks;
    for (const chess::Move move : chess::legal_moves(setup_))
      if (chess::in_check(chess::after(setup_, move).squares, !setup_.side)) checks.add(move);
    return checks;
  }

  Undo make(chess::Move move) { return std::exchange(setup_, chess::after(setup_, move)); }
  void unmake(chess::Move, const Undo& before) { setup_ = before; }

  Undo make_null() {
    const Undo before = setup_;
    setup_.side = !setup_.side;
    setup_.en_passant = chess::no_square;
    return before;
  }
  void unmake_null(const Undo& before) { setup_ = before; }

  chess::Piece piece_on(chess::Square square) const { return setup_.squares[square]; }

  /// The pieces that give check to the side to move.
  std::uint64_t checkers() const {
    const chess::Square king = chess::find_king(setup_.squares, setup_.side);
    chess::Bits squares = 0;
    if (king != chess::no_square)
      for (const chess::Square from : chess::attackers(setup_.squares, king, !setup_.side))
        squares |= chess::bit(from);
    return squares;
  }

  chess::Setup setup() const { return setup_; }
  Key key() const { return chess::compute_key(setup_); }

  chess::Bits castling_rooks() const {
    chess::Bits rooks = 0;
    for (const auto& of_color : setup_.castling)
      for (const chess::Square rook : of_color)
        if (rook != chess::no_square) rooks |= chess::bit(rook);
    return rooks;
  }

  chess::Planes planes() const {
    chess::Planes planes;
    for (unsigned s = 0; s < 64; ++s)
      planes.put(setup_.squares[static_cast<chess::Square>(s)], static_cast<chess::Square>(s));
    return planes;
  }

 private:
  chess::Setup setup_;
};

static_assert(chess::Board<KinglessBoard>);

}  // namespace plylab::search::mate
