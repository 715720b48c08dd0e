#include "gen/reversi/array_board.h"

namespace plylab::reversi {

ArrayBoard::ArrayBoard(const Setup& setup) : side_(setup.side) {
  cells_.fill(border);
  for (Move square = 0; square < pass; ++square)
    at(cell_of(square)) = (setup.discs.black & bit(square)) != 0   ? black
                          : (setup.discs.white & bit(square)) != 0 ? white
                                                                   : empty;
}

Discs ArrayBoard::discs() const {
  Discs discs;
  for (Move square = 0; square < pass; ++square) {
    if (at(cell_of(square)) == black) discs.black |= bit(square);
    if (at(cell_of(square)) == white) discs.white |= bit(square);
  }
  return discs;
}

/// The number of discs in that direction that the side would turn by a disc on the cell.
int ArrayBoard::turned_by(Side side, int cell, int step) const {
  int turned = 0;
  for (cell += step; at(cell) == disc_of(!side); cell += step) ++turned;
  return at(cell) == disc_of(side) ? turned : 0;
}

bool ArrayBoard::places(Side side, int cell) const {
  if (at(cell) != empty) return false;
  for (const int step : steps)
    if (turned_by(side, cell, step) > 0) return true;
  return false;
}

Bits ArrayBoard::placements(Side side) const {
  Bits found = 0;
  for (Move square = 0; square < pass; ++square)
    if (places(side, cell_of(square))) found |= bit(square);
  return found;
}

Moves ArrayBoard::generate() const {
  Moves moves;
  for (Move square = 0; square < pass; ++square)
    if (places(side_, cell_of(square))) moves.add(square);
  if (moves.empty() && !after_pass_) moves.add(pass);
  return moves;
}

unsigned ArrayBoard::count() const {
  unsigned placed = 0;
  for (Move square = 0; square < pass; ++square) placed += places(side_, cell_of(square));
  return placed == 0 && !after_pass_ ? 1 : placed;
}

ArrayBoard::Undo ArrayBoard::make(Move move) {
  Undo undo{{}, after_pass_};
  after_pass_ = move == pass;
  if (move != pass) {
    const int from = cell_of(move);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const int turned = turned_by(side_, from, steps[i]);
      for (int n = 1; n <= turned; ++n) at(from + n * steps[i]) = disc_of(side_);
      undo.turned[i] = static_cast<std::uint8_t>(turned);
    }
    at(from) = disc_of(side_);
  }
  side_ = !side_;
  return undo;
}

void ArrayBoard::unmake(Move move, const Undo& undo) {
  if (move != pass) {
    const int from = cell_of(move);
    for (std::size_t i = 0; i < steps.size(); ++i)
      for (int n = 1; n <= undo.turned[i]; ++n) at(from + n * steps[i]) = disc_of(side_);
    at(from) = empty;
  }
  side_ = !side_;
  after_pass_ = undo.after_pass;
}

}  // namespace plylab::reversi
