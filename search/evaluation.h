// Static evaluations of chess positions.
#pragma once

#include <array>

#include "gen/chess/chess_position.h"
#include "search/value.h"

namespace plylab::search {

/// A value for each piece code and square, from White's view.
using PieceSquareTable = std::array<std::array<std::int16_t, 64>, 16>;

/// Material alone: pawn 100, knight 320, bishop 330, rook 500, queen 900.
extern const PieceSquareTable material_table;

/// Material and where it stands. The numbers are plylab's own, from a few simple formulas.
extern const PieceSquareTable piece_square_table;

/// Sums a table over the pieces.
class TableEvaluation {
 public:
  explicit TableEvaluation(const PieceSquareTable& table) : table_(&table) {}

  template <chess::ChessPosition P>
  Value operator()(const P& position) const {
    Value sum = 0;
    position.for_each_piece(
        [&](chess::Piece piece, chess::Square square) { sum += (*table_)[piece][square]; });
    return position.side_to_move() == chess::white ? sum : -sum;
  }

 private:
  const PieceSquareTable* table_;
};

}  // namespace plylab::search
