#include "search/evaluation/parts.h"

namespace plylab::search {
namespace {

using namespace chess;

constexpr Score by_pawn = score(48, 40);
constexpr Score by_push = score(14, 10);
constexpr Score minor_by_minor = score(14, 16);
constexpr Score rook_by_minor = score(34, 28);
constexpr Score queen_by_minor = score(34, 30);
constexpr Score queen_by_rook = score(30, 22);
constexpr Score hanging = score(26, 16);
constexpr Score pawn_by_king = score(4, 26);

}  // namespace

Score threats_score(const EvalInfo& info, Color us) {
  const SideInfo &own = info.of(us), &other = info.of(!us);
  Score sum = by_pawn * count(own.attacks_by[pawn] & other.minors_and_majors());

  const Bits minors = own.attacks_by[knight] | own.attacks_by[bishop];
  const Bits defended = other.attacks_by[pawn] | (other.attacks_twice & ~own.attacks_twice);
  sum += minor_by_minor * count((other.knights | other.bishops) & minors & ~defended);
  sum += rook_by_minor * count(other.rooks & minors);
  sum += queen_by_minor * count(other.queens & minors);
  sum += queen_by_rook * count(other.queens & own.attacks_by[rook]);

  const Bits loose = ~other.attacks | (own.attacks_twice & ~other.attacks_twice);
  sum += hanging * count((other.minors_and_majors() | other.pawns) & own.attacks & loose &
                         ~other.attacks_by[pawn]);
  sum += pawn_by_king * count(other.pawns & own.attacks_by[king] & ~other.attacks_by[pawn]);

  // Pawns that are about to attack a piece.
  const Bits steps = shift_forward(us, own.pawns) & ~info.occupied & ~other.attacks_by[pawn] &
                     (own.attacks | ~other.attacks);
  sum +=
      by_push * count(pawn_attacks(us, steps) & other.minors_and_majors() & ~own.attacks_by[pawn]);
  return sum;
}

}  // namespace plylab::search
