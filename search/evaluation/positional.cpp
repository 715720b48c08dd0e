#include "search/evaluation/positional.h"

#include <algorithm>
#include <cstdlib>

#include "search/evaluation/parts.h"

namespace plylab::search {
namespace {

using namespace chess;

constexpr Value tempo = 14;  // of the side to move

/// How much of the middle game is left, 24 to 0: a queen counts 4, a rook 2, a minor piece 1
/// (the phase of Fruit, Letouzey 2005).
constexpr int whole_phase = 24;
int phase_of(const View& view) {
  int phase = 0;
  for (const Army& army : view.armies)
    phase += count(army.knights | army.bishops) + 2 * count(army.rooks) + 4 * count(army.queens);
  return std::min(phase, whole_phase);
}

/// Of 64, what an advantage in the endgame is worth: less where it can hardly be won.
constexpr int whole = 64;
int winnable(const View& view, Color stronger) {
  const Army &strong = view.of(stronger), &weak = view.of(!stronger);
  const auto weight = [](const Army& army) {
    return 3 * count(army.knights | army.bishops) + 5 * count(army.rooks) + 10 * count(army.queens);
  };
  // Without pawns a minor piece more is not enough (Müller and Lamprecht, "Fundamental Chess
  // Endings", 2001).
  if (strong.pawns == 0 && weight(strong) - weight(weak) <= 3) return weight(strong) < 5 ? 0 : 8;
  const bool opposite =
      count(strong.bishops) == 1 && count(weak.bishops) == 1 &&
      ((strong.bishops & light_squares) != 0) != ((weak.bishops & light_squares) != 0);
  if (opposite) {
    const Bits others = (strong.pieces() & ~strong.bishops) | (weak.pieces() & ~weak.bishops);
    return others == 0 ? 28 : 50;
  }
  return std::min(whole, 46 + 6 * count(strong.pawns));
}

/// Drives a bare king to the rim, and ours after it, so that the mate comes into sight.
Value chase(const View& view, Color us) {
  const Square prey = view.of(!us).king, hunter = view.of(us).king;
  const auto off_centre = [](int coordinate) { return std::max(3 - coordinate, coordinate - 4); };
  const int rim = off_centre(file_of(prey)) + off_centre(rank_of(prey));
  const int apart =
      std::abs(file_of(prey) - file_of(hunter)) + std::abs(rank_of(prey) - rank_of(hunter));
  return 20 * rim + 8 * (14 - apart);
}

bool bare(const Army& army) { return (army.men & (army.men - 1)) == 0; }

}  // namespace

Value positional_value(const Planes& planes, Color side, Score sum) {
  View view(planes);
  sum += pieces_score(view, white) - pieces_score(view, black);
  sum += pawns_score(view, white) - pawns_score(view, black);
  sum += passed_score(view, white) - passed_score(view, black);
  sum += king_score(view, white) - king_score(view, black);
  sum += threats_score(view, white) - threats_score(view, black);

  const int phase = phase_of(view);
  const Color stronger = end_of(sum) >= 0 ? white : black;
  const int end = end_of(sum) * winnable(view, stronger) / whole;
  Value value = (middle_of(sum) * phase + end * (whole_phase - phase)) / whole_phase;
  for (const Color color : {white, black})
    if (bare(view.of(!color)) && (view.of(color).rooks | view.of(color).queens))
      value += color == white ? chase(view, white) : -chase(view, black);
  return (side == white ? value : -value) + tempo;
}

}  // namespace plylab::search
