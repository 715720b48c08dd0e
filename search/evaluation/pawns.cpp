#include "search/evaluation/parts.h"

namespace plylab::search {
namespace {

using namespace chess;

constexpr Score isolated = score(-10, -14);
constexpr Score isolated_on_open_file = score(-9, -5);
constexpr Score doubled = score(-8, -20);
constexpr Score backward = score(-9, -10);
constexpr Score backward_on_open_file = score(-9, -3);
constexpr Score connected_by_rank[8] = {
    0, score(2, 0), score(5, 3), score(8, 5), score(14, 10), score(28, 24), score(50, 45), 0};
// A lever is a pawn that can capture a pawn, whatever becomes of it: the means to open lines and
// to break structures (Kmoch, "Die Kunst der Bauernführung", 1956; half the positions of Bratko
// and Kopec's test ask for one).
constexpr Score lever = score(9, 4);
constexpr Score lever_next = score(5, 3);

}  // namespace

Score pawns_score(const EvalInfo& info, Color us) {
  const Bits own = info.of(us).pawns, other = info.of(!us).pawns;
  const Bits files = fill_file(own);
  const Bits half_open = ~fill_file(other);
  const Bits other_attacks = info.of(!us).attacks_by[pawn];
  const Bits own_attacks = info.of(us).attacks_by[pawn];
  Score sum = 0;

  const Bits alone = own & ~beside(files);
  sum += isolated * count(alone);
  sum += isolated_on_open_file * count(alone & half_open);
  sum += doubled * count(own & ahead(us, own));

  // Backward: no pawn beside or behind can ever protect it, and to advance loses it.
  const Bits protectable = beside(fill_forward(us, own));
  const Bits weak = own & ~protectable & ~alone & shift_forward(!us, other_attacks);
  sum += backward * count(weak);
  sum += backward_on_open_file * count(weak & half_open);

  for (Square square : each(own & (own_attacks | beside(own))))
    sum += connected_by_rank[rank_for(us, square)];

  sum += lever * count(own_attacks & other);
  // A step that is not simply taken leads to the lever.
  const Bits steps = shift_forward(us, own) & ~info.occupied;
  const Bits safe_steps = steps & (~other_attacks | own_attacks);
  sum += lever_next * count(safe_steps & pawn_attacks(!us, other));
  return sum;
}

}  // namespace plylab::search
