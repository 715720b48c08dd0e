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
int phase_of(const EvalInfo& info) {
  int phase = 0;
  for (const SideInfo& side_info : info.sides)
    phase += count(side_info.knights | side_info.bishops) + 2 * count(side_info.rooks) +
             4 * count(side_info.queens);
  return std::min(phase, whole_phase);
}

/// Of 64, what an advantage in the endgame is worth: less where it can hardly be won.
constexpr int whole = 64;
int scale_factor(const EvalInfo& info, Color stronger) {
  const SideInfo &strong = info.of(stronger), &weak = info.of(!stronger);
  const auto weight = [](const SideInfo& side_info) {
    return 3 * count(side_info.knights | side_info.bishops) + 5 * count(side_info.rooks) +
           10 * count(side_info.queens);
  };
  // Without pawns a minor piece more is not enough (Müller and Lamprecht, "Fundamental Chess
  // Endings", 2001).
  if (strong.pawns == 0 && weight(strong) - weight(weak) <= 3) return weight(strong) < 5 ? 0 : 8;
  const bool opposite =
      count(strong.bishops) == 1 && count(weak.bishops) == 1 &&
      ((strong.bishops & light_squares) != 0) != ((weak.bishops & light_squares) != 0);
  if (opposite) {
    const Bits others =
        (strong.minors_and_majors() & ~strong.bishops) | (weak.minors_and_majors() & ~weak.bishops);
    return others == 0 ? 28 : 50;
  }
  return std::min(whole, 46 + 6 * count(strong.pawns));
}

/// Drives a bare king to the rim, and ours after it, so that the mate comes into sight.
Value mop_up(const EvalInfo& info, Color us) {
  const Square weak_king = info.of(!us).king, strong_king = info.of(us).king;
  const auto off_centre = [](int coordinate) { return std::max(3 - coordinate, coordinate - 4); };
  const int rim = off_centre(file_of(weak_king)) + off_centre(rank_of(weak_king));
  const int apart = std::abs(file_of(weak_king) - file_of(strong_king)) +
                    std::abs(rank_of(weak_king) - rank_of(strong_king));
  return 20 * rim + 8 * (14 - apart);
}

bool is_bare_king(const SideInfo& side_info) {
  return (side_info.pieces & (side_info.pieces - 1)) == 0;
}

}  // namespace

Value positional_value(const Planes& planes, Color side, Score sum) {
  EvalInfo info(planes);
  sum += pieces_score(info, white) - pieces_score(info, black);
  sum += pawns_score(info, white) - pawns_score(info, black);
  sum += passed_score(info, white) - passed_score(info, black);
  sum += king_score(info, white) - king_score(info, black);
  sum += threats_score(info, white) - threats_score(info, black);

  const int phase = phase_of(info);
  const Color stronger = end_of(sum) >= 0 ? white : black;
  const int end = end_of(sum) * scale_factor(info, stronger) / whole;
  Value value = (middle_of(sum) * phase + end * (whole_phase - phase)) / whole_phase;
  for (const Color color : {white, black})
    if (is_bare_king(info.of(!color)) && (info.of(color).rooks | info.of(color).queens))
      value += color == white ? mop_up(info, white) : -mop_up(info, black);
  return (side == white ? value : -value) + tempo;
}

}  // namespace plylab::search
