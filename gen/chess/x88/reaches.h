// The one question that X88 asks of its lines: does a piece attack a square?
#pragma once

#include "gen/chess/x88/x88.h"

namespace plylab::chess {

/// Whether the piece on `from` attacks the other square while `occupied` tells what stands in the
/// way.
template <class Rules>
template <class Occupied>
bool X88Of<Rules>::reaches(int from, int to, Occupied occupied) const {
  const x88::Line way = ground_.line(piece_of(board_[from]), from, to);
  if (!way.carries(piece_of(board_[from]))) return false;
  int square = from + way.step;
  while (square != to && !occupied(square)) square += way.step;
  return square == to;
}

}  // namespace plylab::chess
