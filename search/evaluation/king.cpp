#include <algorithm>

#include "search/evaluation/parts.h"

namespace plylab::search {
namespace {

using namespace chess;

// The middle-game worth of the pawn shelter by the rank of the nearest own pawn on a file, 0 if
// there is none, and of the storm by the rank (from our side) of the nearest enemy pawn.
constexpr int shelter_by_rank[8] = {-26, 18, 10, -6, -14, -18, -20, 0};
constexpr int storm_by_rank[8] = {0, 0, -30, -20, -8, 0, 0, 0};

int shelter(const EvalInfo& info, Color us) {
  const SideInfo &own = info.of(us), &other = info.of(!us);
  const int centre = std::clamp(file_of(own.king), 1, 6);
  // What has gone past the king protects and threatens it no more.
  const Bits before = fill_forward(us, rank_bits(rank_of(own.king)));
  const auto nearest = [&](Bits pawns) {
    if (pawns == 0) return 0;
    return us == white ? std::countr_zero(pawns) / 8 : std::countl_zero(pawns) / 8;
  };
  int sum = 0;
  for (int file = centre - 1; file <= centre + 1; ++file) {
    const Bits here = file_bits(file) & before;
    const int own_rank = nearest(here & own.pawns), other_rank = nearest(here & other.pawns);
    sum += shelter_by_rank[own_rank];
    // A storm against a pawn that stands before it is stuck.
    sum += own_rank + 1 == other_rank && own_rank > 0 ? storm_by_rank[other_rank] / 3
                                                      : storm_by_rank[other_rank];
  }
  return sum;
}

// What attacks add to the danger. The whole grows with its square, since attackers work together
// (Kuijf and others in the attack tables of the Chess Programming Wiki, "King safety").
constexpr int attacker_weight[7] = {0, 38, 34, 26,
                                    0, 54, 0};  // by type: bishop, rook, queen, knight
constexpr int per_attack = 42;                  // on a square next to the king
constexpr int per_weak_square = 95;             // of them defended by nobody but the king
constexpr int safe_check[7] = {0, 300, 520, 440, 0, 430, 0};
constexpr int without_queen = 480;

int danger(const EvalInfo& info, Color us) {
  const SideInfo &own = info.of(us), &other = info.of(!us);
  const Bits ring = leapers.king[own.king] | bit(own.king);
  const Bits zone = ring | shift_forward(us, ring);
  const Bits weak = ~own.attacks_twice &
                    (~own.attacks | own.attacks_by[queen] | leapers.king[own.king]) & other.attacks;

  int attackers = 0, weight = 0;
  const auto add = [&](PieceType type, Bits pieces) {
    if (!(other.attacks_by[type] & zone)) return;
    const int number = count(pieces);
    attackers += number;
    weight += number * attacker_weight[type];
  };
  add(knight, other.knights);
  add(bishop, other.bishops);
  add(rook, other.rooks);
  add(queen, other.queens);

  const Bits straight = Sliders::rook(own.king, info.occupied ^ own.queens);
  const Bits diagonal = Sliders::bishop(own.king, info.occupied ^ own.queens);
  const Bits safe = ~other.pieces & (~own.attacks | (weak & other.attacks_twice));
  int checks = 0;
  if (straight & other.attacks_by[rook] & safe) checks += safe_check[rook];
  if ((straight | diagonal) & other.attacks_by[queen] & safe & ~own.attacks_by[queen])
    checks += safe_check[queen];
  if (diagonal & other.attacks_by[bishop] & safe) checks += safe_check[bishop];
  if (leapers.knight[own.king] & other.attacks_by[knight] & safe) checks += safe_check[knight];

  if (attackers + (other.queens != 0) < 2) return 0;
  const int attacked = count(leapers.king[own.king] & other.attacks);
  const int sum = attackers * weight + per_attack * attacked +
                  per_weak_square * count(ring & weak) + checks -
                  (other.queens ? 0 : without_queen) - 60;
  return std::max(sum, 0);
}

}  // namespace

Score king_score(const EvalInfo& info, Color us) {
  const int cover = shelter(info, us);
  const int threat = std::max(danger(info, us) - 4 * cover, 0);
  return score(cover - std::min(threat * threat / 4096, 700), -std::min(threat / 20, 80));
}

}  // namespace plylab::search
