#include "gen/checkers/array_board.h"

#include <algorithm>
#include <utility>

namespace plylab::checkers {

ArrayBoard::ArrayBoard(const Setup& setup) : side_(setup.side), routes_(setup.routes) {
  cells_.fill(border);
  for (int row = 0; row < 8; ++row) std::fill_n(cells_.begin() + width * (row + 1) + 1, 8, empty);
  for (Square square = 0; square < squares; ++square) {
    const bool king = (setup.pieces.kings & bit(square)) != 0;
    if ((setup.pieces.black & bit(square)) != 0) at(square) = king ? black_king : black_man;
    if ((setup.pieces.white & bit(square)) != 0) at(square) = king ? white_king : white_man;
  }
}

Pieces ArrayBoard::pieces() const {
  Pieces pieces;
  for (Square square = 0; square < squares; ++square) {
    const Cell cell = at(square);
    if (cell == empty) continue;
    pieces.of(belongs(cell, Side::first) ? Side::first : Side::second) |= bit(square);
    if (is_king(cell)) pieces.kings |= bit(square);
  }
  return pieces;
}

Moves ArrayBoard::generate() const {
  Moves moves;
  ArrayBoard scratch = *this;
  for (Square square = 0; square < squares; ++square)
    if (belongs(at(square), side_))
      scratch.add_jumps(moves, cell_of(square), Move::path_from(square));
  if (moves.empty()) add_steps(moves);
  return moves;
}

void ArrayBoard::add_steps(Moves& moves) const {
  for (Square square = 0; square < squares; ++square) {
    if (!belongs(at(square), side_)) continue;
    for (Direction direction = 0; direction < directions; ++direction)
      if (may_go(at(square), direction) &&
          cells_[static_cast<std::size_t>(cell_of(square) + step(direction))] == empty)
        moves.add(Move(square, direction));
  }
}

/// Adds every path that continues this one from the cell, or the path itself if it ends there.
/// Moves and removes pieces on the way, and puts them back.
void ArrayBoard::add_jumps(Moves& moves, int cell, Move path) {
  const auto here = [&](int steps, Direction direction) -> Cell& {
    return cells_[static_cast<std::size_t>(cell + steps * step(direction))];
  };
  const Cell piece = here(0, 0);
  const bool crowned = !is_king(piece) && cell / width == (side_ == Side::first ? 8 : 1);
  bool goes_on = false;
  for (Direction direction = 0; direction < directions && !crowned; ++direction) {
    if (!may_go(piece, direction) || !belongs(here(1, direction), !side_) ||
        here(2, direction) != empty)
      continue;
    goes_on = true;
    here(0, direction) = empty;
    const Cell jumped = std::exchange(here(1, direction), empty);
    here(2, direction) = piece;
    add_jumps(moves, cell + 2 * step(direction), path.jumping(direction));
    here(2, direction) = empty;
    here(1, direction) = jumped;
    here(0, direction) = piece;
  }
  if (goes_on || !path.is_capture()) return;
  if (routes_ == Routes::merged)
    for (const Move known : moves)
      if (same_capture(known, path)) return;
  moves.add(path);
}

ArrayBoard::Undo ArrayBoard::make(Move move) {
  Undo undo{0, quiet_plies_, false};
  undo.crowned = promotes(move);
  const Cell piece = std::exchange(at(move.from()), empty);
  unsigned jump = 0;
  const Square to = follow(move, [&](Square over, Square) {
    const Cell jumped = std::exchange(at(over), empty);
    undo.captured_kings |= static_cast<std::uint16_t>(is_king(jumped) << jump++);
  });
  at(to) = !undo.crowned ? piece : side_ == Side::first ? black_king : white_king;
  quiet_plies_ =
      is_king(piece) && !move.is_capture() ? static_cast<std::uint16_t>(quiet_plies_ + 1) : 0;
  side_ = !side_;
  return undo;
}

void ArrayBoard::unmake(Move move, const Undo& undo) {
  const bool white_was_jumped = side_ == Side::second;
  side_ = !side_;
  quiet_plies_ = undo.quiet_plies;
  const Cell piece = std::exchange(at(to_square(move)), empty);
  unsigned jump = 0;
  follow(move, [&](Square over, Square) {
    const bool king = (undo.captured_kings >> jump++ & 1) != 0;
    at(over) = white_was_jumped ? (king ? white_king : white_man) : (king ? black_king : black_man);
  });
  at(move.from()) = !undo.crowned ? piece : side_ == Side::first ? black_man : white_man;
}

Key ArrayBoard::key() const {
  const Pieces all = pieces();
  return pack(spaced(all.black), spaced(all.white), spaced(all.kings), side_);
}

}  // namespace plylab::checkers
