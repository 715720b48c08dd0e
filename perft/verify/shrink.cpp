#include "perft/verify/shrink.h"

#include <vector>

namespace plylab::perft::verify {

using namespace chess;

namespace {

/// The positions with one thing less.
std::vector<Fen> poorer(const Fen& position) {
  std::vector<Fen> fens;
  for (int s = a1; s <= h8; ++s) {
    const auto square = static_cast<Square>(s);
    if (position.squares[square] == no_piece || type_of(position.squares[square]) == king) continue;
    Fen fen = position;
    fen.squares[square] = no_piece;
    for (auto& wings : fen.castling)
      for (Square& rook_square : wings)
        if (rook_square == square) rook_square = no_square;
    fens.push_back(fen);
  }
  for (unsigned color = 0; color < 2; ++color)
    for (unsigned wing = 0; wing < 2; ++wing) {
      fens.push_back(position);
      fens.back().castling[color][wing] = no_square;
    }
  fens.push_back(position);
  fens.back().en_passant = no_square;
  return fens;
}

bool is_position(const Fen& fen) {
  try {
    const Setup setup(fen);
    return true;
  } catch (const FenError&) {
    return false;
  }
}

}  // namespace

Fen shrink(Fen position, const std::function<bool(const Fen&)>& still_shows, int most_questions) {
  // Each pass offers every man once; a second pass may spare what the first one could not.
  for (bool shrunk = true; shrunk;) {
    shrunk = false;
    std::vector<Fen> offers = poorer(position);
    for (std::size_t i = 0; i < offers.size(); ++i) {
      if (offers[i] == position || !is_position(offers[i])) continue;
      if (most_questions-- <= 0) return position;
      if (!still_shows(offers[i])) continue;
      position = offers[i];
      // What follows in the list is now about this position; the rest of the list is as it was.
      const std::vector<Fen> now = poorer(position);
      offers.assign(now.end() - static_cast<std::ptrdiff_t>(offers.size() - i - 1), now.end());
      i = static_cast<std::size_t>(-1);
      shrunk = true;
    }
  }
  return position;
}

}  // namespace plylab::perft::verify
