#include <algorithm>
#include <cstdlib>

#include "search/evaluation/parts.h"

namespace plylab::search {
namespace {

using namespace chess;

constexpr Score passed_by_rank[8] = {
    0, score(2, 6), score(4, 12), score(10, 28), score(28, 54), score(62, 100), score(115, 170), 0};

int distance(Square a, Square b) {
  return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
}

}  // namespace

Score passed_score(const EvalInfo& info, Color us) {
  const SideInfo &own = info.of(us), &other = info.of(!us);
  const Bits reach = ahead(!us, other.pawns);
  const Bits stopped = reach | beside(reach) | fill_forward(!us, shift_forward(!us, own.pawns));
  Score sum = 0;
  for (Square square : each(own.pawns & ~stopped)) {
    const int rank = rank_for(us, square);
    sum += passed_by_rank[rank];
    if (rank < 3) continue;
    const int weight = (rank - 2) * (rank - 2) + 1;
    const Square stop = forward(us, square);
    // Kings decide how an endgame pawn fares.
    sum += score(0, weight * (2 * std::min(distance(other.king, stop), 5) -
                              std::min(distance(own.king, stop), 5)));
    if (bit(stop) & info.occupied) continue;
    const Bits way = ahead(us, bit(square));
    const Bits behind = ahead(!us, bit(square));
    const Bits rooks_behind = behind & Sliders::rook(square, info.occupied);
    const Bits pushed_by = rooks_behind & (own.rooks | own.queens);
    const Bits chased_by = rooks_behind & (other.rooks | other.queens);
    const Bits danger = chased_by ? way : way & (other.attacks | other.pieces);
    const Bits help = pushed_by ? way : way & own.attacks;
    if (danger == 0)
      sum += score(4 * weight, 7 * weight);
    else if (!(danger & bit(stop)))
      sum += score(3 * weight, 4 * weight);
    if (help == way || (help & bit(stop))) sum += score(2 * weight, 2 * weight);
  }
  return sum;
}

}  // namespace plylab::search
