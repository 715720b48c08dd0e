#include <algorithm>

#include "search/evaluation/parts.h"

namespace plylab::search {
namespace {

using namespace chess;

// Mobility counts the squares that a piece attacks and where neither a pawn of its own nor an
// attack by an enemy pawn spoils them. The first squares are worth most: a piece without any is as
// good as lost, which is what shutting a rook in means (Slater, "Statistics for the chess computer
// and the factor of mobility", 1950; the lesson of Hossa's blocked rook).
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
  const Bits attackable = beside(ahead(!us, info.of(!us).pawns));
  return ranks & info.of(us).attacks_by[pawn] & ~attackable;
}

}  // namespace

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
    // Through the own queen: the two work together.
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
    // The seventh rank counts where there is something to do on it.
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

}  // namespace plylab::search
