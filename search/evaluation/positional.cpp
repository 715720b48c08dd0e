#include "search/evaluation/positional.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <string_view>

#include "gen/chess/bitboard/planes.h"
#include "search/evaluation/endings.h"
#include "search/evaluation/men.h"
#include "search/evaluation/pawn_table.h"
#include "search/evaluation/sliders.h"

namespace plylab::search {
namespace {

using namespace chess;

int count(Bits bits) { return std::popcount(bits); }

/// One side's men and the squares that they attack.
struct SideInfo : Men {
  using Men::Men;

  std::array<Bits, 7> attacks_by{};  ///< by type of piece
  Bits attacks = 0;                  ///< by any piece
  Bits attacks_twice = 0;            ///< by two pieces or more

  /// Adds the attacks of a piece.
  void attack(PieceType type, Bits squares) {
    attacks_twice |= attacks & squares;
    attacks |= squares;
    attacks_by[type] |= squares;
  }
};

/// The whole file of a square, the files beside it, and all squares of the files of a set.
constexpr Bits file_bits(int file) { return file_a << file; }
constexpr Bits sideways(Bits bits) { return shift_east(bits) | shift_west(bits); }

/// The squares and all in front of them, seen from the colour's side.
constexpr Bits fill_forward(Color color, Bits bits) {
  if (color == white) {
    bits |= bits << 8;
    bits |= bits << 16;
    return bits | (bits << 32);
  }
  bits |= bits >> 8;
  bits |= bits >> 16;
  return bits | (bits >> 32);
}
/// The squares strictly in front of the set, seen from the colour's side.
constexpr Bits ahead(Color color, Bits bits) {
  return fill_forward(color, shift_forward(color, bits));
}
constexpr Bits fill_file(Bits bits) {
  return fill_forward(white, bits) | fill_forward(black, bits);
}

/// The position with precomputed data for the terms of the evaluation.
struct EvalInfo {
  explicit EvalInfo(const Planes& planes)
      : occupied(planes.occupied()), sides{{{planes, white}, {planes, black}}} {
    for (SideInfo& side_info : sides) {
      side_info.attack(king, leapers.king[side_info.king]);
      side_info.attack(pawn, pawn_attacks(side_info.color, side_info.pawns));
    }
  }

  SideInfo& of(Color color) { return sides[index(color)]; }
  const SideInfo& of(Color color) const { return sides[index(color)]; }

  Bits occupied;
  std::array<SideInfo, 2> sides;
};

// ---- pieces: mobility, and terms for their squares relative to pawns ----

// Mobility counts the squares that a piece attacks, except those occupied by own pawns or attacked
// by enemy pawns. The first squares are worth most: a piece without any is as good as lost, for
// example a rook that is shut in (Slater, "Statistics for the chess computer and the factor of
// mobility", 1950; the lesson of Hossa's blocked rook).
constexpr std::array<Score, 9> knight_mobility = {score(-45, -60), score(-28, -38), score(-10, -18),
                                                  score(-3, -6),   score(4, 4),     score(11, 12),
                                                  score(17, 18),   score(22, 22),   score(26, 25)};
constexpr std::array<Score, 14> bishop_mobility = {
    score(-42, -55), score(-22, -30), score(-4, -10), score(5, 2),   score(12, 11),
    score(18, 18),   score(23, 24),   score(27, 29),  score(30, 33), score(33, 36),
    score(36, 39),   score(39, 41),   score(41, 43),  score(43, 45)};
constexpr std::array<Score, 15> rook_mobility = {
    score(-75, -125), score(-38, -62), score(-18, -30), score(-9, -12), score(-4, 0),
    score(0, 8),      score(4, 15),    score(8, 22),    score(11, 28),  score(14, 33),
    score(17, 38),    score(19, 42),   score(21, 46),   score(23, 49),  score(25, 52)};

Score queen_mobility(int squares) {
  return score(std::min(2 * squares - 16, 18), std::min(4 * squares - 36, 40));
}

constexpr Score bishop_pair = score(28, 48);
constexpr Score knight_outpost = score(26, 14);
constexpr Score bishop_outpost = score(14, 6);
constexpr Score rook_on_open_file = score(24, 12);
constexpr Score rook_on_half_open_file = score(11, 6);
constexpr Score rook_on_seventh = score(14, 26);
constexpr Score pawn_on_bishops_colour = score(-3, -6);
constexpr Score behind_pawn = score(6, 2);

/// Squares on the fourth to sixth rank that a pawn defends and no enemy pawn can ever attack.
Bits outposts(const EvalInfo& info, Color us) {
  const Bits ranks = us == white ? rank_bits(3) | rank_bits(4) | rank_bits(5)
                                 : rank_bits(4) | rank_bits(3) | rank_bits(2);
  const Bits attackable = sideways(ahead(!us, info.of(!us).pawns));
  return ranks & info.of(us).attacks_by[pawn] & ~attackable;
}

Score pieces_score(EvalInfo& info, Color us) {
  SideInfo& own = info.of(us);
  const SideInfo& other = info.of(!us);
  const Bits area = ~(own.pawns | bit(own.king) | other.attacks_by[pawn]);
  const Bits strong = outposts(info, us);
  Score sum = 0;

  for (Square square : each(own.knights)) {
    const Bits attacks = leapers.knight[square];
    own.attack(knight, attacks);
    sum += knight_mobility[static_cast<std::size_t>(count(attacks & area))];
    if (bit(square) & strong) sum += knight_outpost;
  }
  for (Square square : each(own.bishops)) {
    // Through the own queen: the two form a battery.
    const Bits attacks = Sliders::bishop(square, info.occupied ^ own.queens);
    own.attack(bishop, attacks);
    sum += bishop_mobility[static_cast<std::size_t>(count(attacks & area))];
    if (bit(square) & strong) sum += bishop_outpost;
    const Bits colour = bit(square) & light_squares ? light_squares : ~light_squares;
    sum += pawn_on_bishops_colour * count(own.pawns & colour);
  }
  if (own.bishops & light_squares && own.bishops & ~light_squares) sum += bishop_pair;
  const Bits seventh = rank_bits(us == white ? 6 : 1);
  for (Square square : each(own.rooks)) {
    const Bits attacks = Sliders::rook(square, info.occupied ^ own.queens ^ own.rooks);
    own.attack(rook, attacks);
    sum += rook_mobility[static_cast<std::size_t>(count(attacks & area))];
    const Bits file = file_bits(file_of(square));
    if (!(file & own.pawns)) sum += file & other.pawns ? rook_on_half_open_file : rook_on_open_file;
    // The seventh rank only counts if there are targets on it.
    if (bit(square) & seventh && (other.pawns & seventh || rank_for(us, other.king) == 7))
      sum += rook_on_seventh;
  }
  for (Square square : each(own.queens)) {
    const Bits attacks =
        Sliders::rook(square, info.occupied) | Sliders::bishop(square, info.occupied);
    own.attack(queen, attacks);
    sum += queen_mobility(count(attacks & area));
  }
  sum += behind_pawn *
         count((own.knights | own.bishops) & shift_forward(!us, own.pawns | other.pawns));
  return sum;
}

// ---- pawn structure, without passed pawns ----

constexpr Score isolated = score(-10, -14);
constexpr Score isolated_on_open_file = score(-9, -5);
constexpr Score doubled = score(-8, -20);
constexpr Score backward = score(-9, -10);
constexpr Score backward_on_open_file = score(-9, -3);
constexpr Score connected_by_rank[8] = {
    0, score(2, 0), score(5, 3), score(8, 5), score(14, 10), score(28, 24), score(50, 45), 0};
// A lever is a pawn that can capture a pawn, whether or not that is good: a means to open lines and
// to break structures (Kmoch, "Die Kunst der Bauernführung", 1956; half the positions of Bratko and
// Kopec's test ask for one).
constexpr Score lever = score(9, 4);
constexpr Score lever_next = score(5, 3);

/// The score of the pawn structure.
Score structure_score(const EvalInfo& info, Color us) {
  const Bits own = info.of(us).pawns, other = info.of(!us).pawns;
  const Bits files = fill_file(own);
  const Bits half_open = ~fill_file(other);
  const Bits other_attacks = info.of(!us).attacks_by[pawn];
  const Bits own_attacks = info.of(us).attacks_by[pawn];
  Score sum = 0;

  const Bits alone = own & ~sideways(files);
  sum += isolated * count(alone);
  sum += isolated_on_open_file * count(alone & half_open);
  sum += doubled * count(own & ahead(us, own));

  // Backward: no pawn beside or behind it can ever protect it, and advancing loses it.
  const Bits protectable = sideways(fill_forward(us, own));
  const Bits weak = own & ~protectable & ~alone & shift_forward(!us, other_attacks);
  sum += backward * count(weak);
  sum += backward_on_open_file * count(weak & half_open);

  for (Square square : each(own & (own_attacks | sideways(own))))
    sum += connected_by_rank[rank_for(us, square)];

  return sum + lever * count(own_attacks & other);
}

/// Scores pawn steps that do not lose the pawn and create a lever.
Score lever_steps_score(const EvalInfo& info, Color us) {
  const Bits own = info.of(us).pawns, other = info.of(!us).pawns;
  const Bits other_attacks = info.of(!us).attacks_by[pawn];
  const Bits own_attacks = info.of(us).attacks_by[pawn];
  const Bits steps = shift_forward(us, own) & ~info.occupied;
  const Bits safe_steps = steps & (~other_attacks | own_attacks);
  return lever_next * count(safe_steps & pawn_attacks(!us, other));
}

// ---- passed pawns: how far they have advanced and what blocks them ----

constexpr Score passed_by_rank[8] = {
    0, score(2, 6), score(4, 12), score(10, 28), score(28, 54), score(62, 100), score(115, 170), 0};

Score passed_score(const EvalInfo& info, Color us) {
  const SideInfo &own = info.of(us), &other = info.of(!us);
  const Bits reach = ahead(!us, other.pawns);
  const Bits stopped = reach | sideways(reach) | fill_forward(!us, shift_forward(!us, own.pawns));
  Score sum = 0;
  for (Square square : each(own.pawns & ~stopped)) {
    const int rank = rank_for(us, square);
    sum += passed_by_rank[rank];
    if (rank < 3) continue;
    const int weight = (rank - 2) * (rank - 2) + 1;
    const Square stop = forward(us, square);
    // In the endgame the distances of the kings matter.
    sum += score(0, weight * (2 * std::min(king_distance(other.king, stop), 5) -
                              std::min(king_distance(own.king, stop), 5)));
    if (bit(stop) & info.occupied) continue;
    const Bits way = ahead(us, bit(square));
    const Bits behind = ahead(!us, bit(square));
    const Bits rooks_behind = behind & Sliders::rook(square, info.occupied);
    const Bits pushed_by = rooks_behind & (own.rooks | own.queens);
    const Bits chased_by = rooks_behind & (other.rooks | other.queens);
    const Bits danger = chased_by ? way : way & (other.attacks | other.all);
    const Bits help = pushed_by ? way : way & own.attacks;
    if (danger == 0)
      sum += score(4 * weight, 7 * weight);
    else if (!(danger & bit(stop)))
      sum += score(3 * weight, 4 * weight);
    if (help == way || (help & bit(stop))) sum += score(2 * weight, 2 * weight);
  }
  return sum;
}

// ---- king safety ----

// The middlegame value of the pawn shelter by the rank of the nearest own pawn on a file (0 if
// there is none), and of the storm by the rank (from our side) of the nearest enemy pawn.
constexpr int shelter_by_rank[8] = {-26, 18, 10, -6, -14, -18, -20, 0};
constexpr int storm_by_rank[8] = {0, 0, -30, -20, -8, 0, 0, 0};

int shelter(const EvalInfo& info, Color us) {
  const SideInfo &own = info.of(us), &other = info.of(!us);
  const int centre = std::clamp(file_of(own.king), 1, 6);
  // Pawns that have passed the king neither protect nor threaten it.
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
    // A storming pawn that is blocked by our pawn counts less.
    sum += own_rank + 1 == other_rank && own_rank > 0 ? storm_by_rank[other_rank] / 3
                                                      : storm_by_rank[other_rank];
  }
  return sum;
}

// The contribution of attacks to the danger. The total is squared, since attackers reinforce each
// other (Kuijf and others in the attack tables of the Chess Programming Wiki, "King safety").
constexpr int attacker_weight[7] = {0, 38, 34, 26,
                                    0, 54, 0};  // by type: bishop, rook, queen, knight
constexpr int per_attack = 42;                  // on a square next to the king
constexpr int per_weak_square = 95;             // attacked squares defended only by the king
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
  const Bits safe = ~other.all & (~own.attacks | (weak & other.attacks_twice));
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

Score king_score(const EvalInfo& info, Color us, int cover) {
  const int threat = std::max(danger(info, us) - 4 * cover, 0);
  return score(cover - std::min(threat * threat / 4096, 700), -std::min(threat / 20, 80));
}

// ---- threats: attacks on the other side's pieces ----

constexpr Score by_pawn = score(48, 40);
constexpr Score by_push = score(14, 10);
constexpr Score minor_by_minor = score(14, 16);
constexpr Score rook_by_minor = score(34, 28);
constexpr Score queen_by_minor = score(34, 30);
constexpr Score queen_by_rook = score(30, 22);
constexpr Score hanging = score(26, 16);
constexpr Score pawn_by_king = score(4, 26);

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

  // Pawn steps that would attack a piece.
  const Bits steps = shift_forward(us, own.pawns) & ~info.occupied & ~other.attacks_by[pawn] &
                     (own.attacks | ~other.attacks);
  sum +=
      by_push * count(pawn_attacks(us, steps) & other.minors_and_majors() & ~own.attacks_by[pawn]);
  return sum;
}

// ---- material and placement ----

/// 0 on the rim to 3 in the centre, along one edge.
constexpr int inward(int coordinate) { return std::min(coordinate, 7 - coordinate); }

/// In the middlegame, pawns are worth less and pieces more than in the endgame, except queens and
/// rooks (as in tuned values such as Friederich's PeSTO, 2019).
constexpr std::array<Score, 7> material = {
    0, score(355, 320), score(485, 540), score(1010, 980), score(88, 108), score(340, 305), 0};

constexpr std::array<int, 8> pawn_end_by_rank = {0, 0, 2, 6, 14, 28, 45, 0};
constexpr std::array<int, 8> king_middle_by_rank = {0, -24, -50, -70, -80, -85, -90, -90};
constexpr std::array<int, 8> king_middle_by_file = {12, 26, 6, -18, -14, -12, 26, 12};

Score pawn_placement(int file, int rank) {
  const bool central = file == 3 || file == 4;
  const int middle = central ? (rank == 1 ? -16 : 7 * std::min(rank, 4))
                             : (file == 2 || file == 5 ? 4 : 0) + 2 * (rank - 1);
  return score(middle - (file == 0 || file == 7 ? 6 : 0),
               pawn_end_by_rank[static_cast<std::size_t>(rank)]);
}

Score king_placement(int file, int rank) {
  // The king belongs at the sides of its back rank while there are queens, and later in the centre.
  const int middle = king_middle_by_rank[static_cast<std::size_t>(rank)] +
                     king_middle_by_file[static_cast<std::size_t>(file)];
  return score(middle, 12 * (inward(file) + inward(rank)) - 42);
}

}  // namespace

Score placement_score(PieceType type, int file, int rank) {
  const int centre = inward(file) + inward(rank);
  const Score value = material[type];
  switch (type) {
    case pawn:
      return value + pawn_placement(file, rank);
    case knight:
      return value + score(9 * centre - 26 + 3 * std::min(rank, 5), 8 * centre - 22);
    case bishop:
      return value + score(5 * centre - 10 - (rank == 0 ? 10 : 0), 3 * centre - 8);
    case rook:
      return value + score(3 * inward(file) - 5, rank >= 5 ? 6 : 0);
    case queen:
      return value + score(2 * centre - 5, 5 * centre - 12);
    case king:
      return king_placement(file, rank);
    default:
      return 0;
  }
}

// ---- the whole evaluation ----

namespace {

constexpr Value tempo = 14;  // for the side to move

/// The phase, from 24 (middlegame) to 0 (endgame): a queen counts 4, a rook 2, a minor piece 1 (the
/// phase of Fruit, Letouzey 2005).
constexpr int whole_phase = 24;
int phase_of(const EvalInfo& info) {
  int phase = 0;
  for (const SideInfo& side_info : info.sides)
    phase += count(side_info.knights | side_info.bishops) + 2 * count(side_info.rooks) +
             4 * count(side_info.queens);
  return std::min(phase, whole_phase);
}

/// The scale of an endgame advantage, in 64ths: less if it can hardly be won.
constexpr int whole = 64;
int scale_factor(const EvalInfo& info, Color stronger) {
  const SideInfo &strong = info.of(stronger), &weak = info.of(!stronger);
  const auto weight = [](const SideInfo& side_info) {
    return 3 * count(side_info.knights | side_info.bishops) + 5 * count(side_info.rooks) +
           10 * count(side_info.queens);
  };
  // Without pawns, an extra minor piece is not enough (Müller and Lamprecht, "Fundamental Chess
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

/// Rewards a bare king at the rim and our king near it, so that the search can find the mate.
Value mop_up(const EvalInfo& info, Color us) {
  if (!info.of(!us).is_bare_king() || !(info.of(us).rooks | info.of(us).queens)) return 0;
  const Square weak_king = info.of(!us).king, strong_king = info.of(us).king;
  return 20 * off_centre(weak_king) + 8 * (14 - steps_between(weak_king, strong_king));
}

/// The value reduced if the position is blocked.
Value if_blocked(const EvalInfo& info, Color stronger, Value value) {
  const SideInfo &strong = info.of(stronger), &weak = info.of(!stronger);
  return strong.minors_and_majors() == strong.bishops && is_blocked(strong, weak) ? value / 8
                                                                                  : value;
}

/// Interpolates a score between middlegame and endgame by the phase; the endgame part is scaled in
/// 64ths.
Value blend(Score sum, int phase, int scale) {
  const int end = end_of(sum) * scale / whole;
  return (middle_of(sum) * phase + end * (whole_phase - phase)) / whole_phase;
}

/// A value independent of the terms: for a stalemate that a quiescence search would miss, and for
/// known endings.
std::optional<Value> special_value(const EvalInfo& info, const Planes& planes, Color side) {
  if (info.of(side).minors_and_majors() == 0 && is_stalemate(planes, info.of(side))) return 0;
  if (count(info.occupied) > max_men_of_endings) return std::nullopt;
  return ending_value(info.of(side), info.of(!side));
}

PawnScores judge_pawns(const EvalInfo& info) {
  return {{structure_score(info, white), structure_score(info, black)},
          {shelter(info, white), shelter(info, black)}};
}

PawnScores pawn_scores(const EvalInfo& info, PawnTable* known) {
  if (known == nullptr) return judge_pawns(info);
  const SideInfo &ours = info.of(white), &theirs = info.of(black);
  PawnScores scores = known->find(ours.pawns, theirs.pawns, {ours.king, theirs.king},
                                  [&] { return judge_pawns(info); });
  if (!known->with_kings()) scores.shelter = {shelter(info, white), shelter(info, black)};
  return scores;
}

/// Calls add(name, White's score, Black's score) for each term except material and placement.
template <class Add>
void for_each_term(EvalInfo& info, PawnTable* known, Add&& add) {
  const Score white_pieces = pieces_score(info, white);
  add("pieces", white_pieces, pieces_score(info, black));
  const PawnScores pawns = pawn_scores(info, known);
  add("pawns", pawns.structure[0] + lever_steps_score(info, white),
      pawns.structure[1] + lever_steps_score(info, black));
  add("passed pawns", passed_score(info, white), passed_score(info, black));
  add("king", king_score(info, white, pawns.shelter[0]), king_score(info, black, pawns.shelter[1]));
  add("threats", threats_score(info, white), threats_score(info, black));
}

/// The score of a side's material and placement.
Score material_of(const SideInfo& own) {
  return material[pawn] * count(own.pawns) + material[knight] * count(own.knights) +
         material[bishop] * count(own.bishops) + material[rook] * count(own.rooks) +
         material[queen] * count(own.queens);
}
Score placement_of(const Planes& planes, const SideInfo& own) {
  Score sum = 0;
  for (const Square square : each(own.all))
    sum +=
        placement_score(type_of(planes.on(square)), file_of(square), rank_for(own.color, square));
  return sum - material_of(own);
}

}  // namespace

Value positional_value(const Planes& planes, Color side, Score sum, PawnTable* known) {
  EvalInfo info(planes);
  if (const auto special = special_value(info, planes, side)) return *special;
  for_each_term(info, known,
                [&](std::string_view, Score ours, Score theirs) { sum += ours - theirs; });
  const Color stronger = end_of(sum) >= 0 ? white : black;
  Value value = blend(sum, phase_of(info), scale_factor(info, stronger));
  value += mop_up(info, white) - mop_up(info, black);
  value = if_blocked(info, stronger, value);
  return (side == white ? value : -value) + tempo;
}

std::optional<Value> placement_value(const Planes& planes, Color side, Score sum) {
  if (count(planes.occupied()) <= max_men_of_endings) return std::nullopt;
  const int phase = count(planes.knights() | (planes.diagonal_sliders() & ~planes.orthogonal)) +
                    2 * count(planes.orthogonal_sliders() & ~planes.diagonal) +
                    4 * count(planes.diagonal_sliders() & planes.orthogonal);
  const Value value = blend(sum, std::min(phase, whole_phase), whole);
  return (side == white ? value : -value) + tempo;
}

std::vector<EvaluationTerm> positional_terms(const Planes& planes, Color side) {
  EvalInfo info(planes);
  if (const auto special = special_value(info, planes, side))
    return {{*special == 0 ? "draw" : "known ending", {}, {}, *special}};
  std::vector<EvaluationTerm> terms;
  Score sum = 0;
  Value before = 0;
  const int phase = phase_of(info);
  const auto add_change = [&](std::string_view name, std::optional<Score> ours,
                              std::optional<Score> theirs, Value now) {
    const Value change = now - before;
    before = now;
    terms.push_back({name, ours, theirs, side == white ? change : -change});
  };
  const auto add = [&](std::string_view name, Score ours, Score theirs) {
    sum += ours - theirs;
    add_change(name, ours, theirs, blend(sum, phase, whole));
  };
  const SideInfo &ours = info.of(white), &theirs = info.of(black);
  add("material", material_of(ours), material_of(theirs));
  add("placement", placement_of(planes, ours), placement_of(planes, theirs));
  for_each_term(info, nullptr, add);
  const Color stronger = end_of(sum) >= 0 ? white : black;
  add_change("hard to win", {}, {}, blend(sum, phase, scale_factor(info, stronger)));
  add_change("bare king", {}, {}, before + mop_up(info, white) - mop_up(info, black));
  add_change("blocked", {}, {}, if_blocked(info, stronger, before));
  std::erase_if(terms, [](const auto& term) { return !term.white && term.value == 0; });
  terms.push_back({"tempo", {}, {}, tempo});
  return terms;
}

}  // namespace plylab::search
