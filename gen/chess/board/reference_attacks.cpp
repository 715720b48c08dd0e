#include "gen/chess/board/reference_attacks.h"

#include <cassert>
#include <initializer_list>

namespace plylab::chess {
namespace {

struct Step {
  int file;
  int rank;
};

constexpr std::initializer_list<Step> diagonals = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
constexpr std::initializer_list<Step> straights = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
constexpr std::initializer_list<Step> knight_jumps = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                                      {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/// The square a step away, or no_square beyond the edge.
Square step_from(Square square, Step step) {
  const int file = file_of(square) + step.file;
  const int rank = rank_of(square) + step.rank;
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? no_square : make_square(file, rank);
}

bool is(const Squares& squares, Square square, Piece piece) {
  return square != no_square && squares[square] == piece;
}

/// The first piece met from the square in the step's direction.
Piece first_piece(const Squares& squares, Square square, Step step) {
  do square = step_from(square, step);
  while (square != no_square && squares[square] == no_piece);
  return square == no_square ? no_piece : squares[square];
}

}  // namespace

Square find_king(const Squares& squares, Color color) {
  for (int s = a1; s <= h8; ++s)
    if (squares[static_cast<Square>(s)] == make_piece(color, king)) return static_cast<Square>(s);
  return no_square;
}

bool attacked(const Squares& squares, Square square, Color by, const Variant& variant) {
  const int pawns_come_from = by == white ? -1 : 1;
  for (int side : {-1, 1})
    if (is(squares, step_from(square, {side, pawns_come_from}), make_piece(by, pawn))) return true;
  for (Step jump : knight_jumps)
    if (is(squares, step_from(square, jump), make_piece(by, knight)) ||
        (variant.knights_ride && first_piece(squares, square, jump) == make_piece(by, knight)))
      return true;
  if (variant.leaps_also())
    for (int file = -2; file <= 2; ++file)
      for (int rank = -2; rank <= 2; ++rank)
        if (variant.leaps_also(file, rank) &&
            is(squares, step_from(square, {file, rank}), make_piece(by, knight)))
          return true;
  for (auto [steps, slider] : {std::pair{diagonals, bishop}, std::pair{straights, rook}})
    for (Step step : steps) {
      if (variant.kings_move && is(squares, step_from(square, step), make_piece(by, king)))
        return true;
      const Piece met = first_piece(squares, square, step);
      if (met == make_piece(by, slider) || met == make_piece(by, queen)) return true;
    }
  return false;
}

bool in_check(const Squares& squares, Color color, const Variant& variant) {
  const Square king_square = find_king(squares, color);
  assert(king_square != no_square);
  return attacked(squares, king_square, !color, variant);
}

bool en_passant_is_legal(const Squares& squares, Color side, Square target,
                         const Variant& variant) {
  assert(rank_for(side, target) == 5);
  const int back = side == white ? -1 : 1;
  for (int sideways : {-1, 1}) {
    const Square from = step_from(target, {sideways, back});
    if (!is(squares, from, make_piece(side, pawn))) continue;
    Squares after = squares;
    after[target] = after[from];
    after[from] = no_piece;
    after[step_from(target, {0, back})] = no_piece;
    if (!in_check(after, side, variant)) return true;
  }
  return false;
}

bool insufficient_material(const Squares& squares) {
  int knights = 0;
  int bishops[2] = {0, 0};
  for (int s = a1; s <= h8; ++s) {
    const auto square = static_cast<Square>(s);
    switch (type_of(squares[square])) {
      case no_type:
      case king:
        break;
      case knight:
        ++knights;
        break;
      case bishop:
        ++bishops[(file_of(square) + rank_of(square)) % 2];
        break;
      default:
        return false;
    }
  }
  if (knights > 0) return knights == 1 && bishops[0] + bishops[1] == 0;
  return bishops[0] == 0 || bishops[1] == 0;
}

}  // namespace plylab::chess
