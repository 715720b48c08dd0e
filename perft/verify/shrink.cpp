#include "perft/verify/shrink.h"

#include <vector>

namespace plylab::perft::verify {

using namespace chess;

namespace {

/// The positions with one thing less.
std::vector<Setup> poorer(const Setup& position) {
  std::vector<Setup> fens;
  for (int s = a1; s <= h8; ++s) {
    const auto square = static_cast<Square>(s);
    if (position.squares[square] == no_piece || type_of(position.squares[square]) == king) continue;
    Setup setup = position;
    setup.squares[square] = no_piece;
    for (auto& rooks : setup.castling)
      for (Square& rook_square : rooks)
        if (rook_square == square) rook_square = no_square;
    fens.push_back(setup);
  }
  for (unsigned color = 0; color < 2; ++color)
    for (unsigned castling_side = 0; castling_side < 2; ++castling_side) {
      fens.push_back(position);
      fens.back().castling[color][castling_side] = no_square;
    }
  fens.push_back(position);
  fens.back().en_passant = no_square;
  return fens;
}

bool is_position(const Setup& setup) {
  try {
    const ValidSetup position(setup);
    return true;
  } catch (const FenError&) {
    return false;
  }
}

}  // namespace

Setup shrink(Setup position, const std::function<bool(const Setup&)>& still_shows,
             int most_questions) {
  // Each pass offers every piece once; a second pass may spare what the first one could not.
  for (bool shrunk = true; shrunk;) {
    shrunk = false;
    std::vector<Setup> offers = poorer(position);
    for (std::size_t i = 0; i < offers.size(); ++i) {
      if (offers[i] == position || !is_position(offers[i])) continue;
      if (most_questions-- <= 0) return position;
      if (!still_shows(offers[i])) continue;
      position = offers[i];
      // What follows in the list is now about this position; the rest of the list is as it was.
      const std::vector<Setup> now = poorer(position);
      offers.assign(now.end() - static_cast<std::ptrdiff_t>(offers.size() - i - 1), now.end());
      i = static_cast<std::size_t>(-1);
      shrunk = true;
    }
  }
  return position;
}

}  // namespace plylab::perft::verify
