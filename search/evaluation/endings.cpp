#include "search/evaluation/endings.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

#include "gen/chess/bitboard/tables.h"
#include "search/evaluation/chess_evaluation.h"
#include "search/evaluation/sliders.h"

namespace plylab::search {
namespace {

using namespace chess;

constexpr Bits rook_files = file_a | file_h;

/// The value of a known win in addition to the pieces.
constexpr Value known_win = 300;

int count(Bits bits) { return std::popcount(bits); }

Value material_of(const Men& men) {
  return count(men.pawns) * piece_value(pawn) + count(men.knights) * piece_value(knight) +
         count(men.bishops) * piece_value(bishop) + count(men.rooks) * piece_value(rook) +
         count(men.queens) * piece_value(queen);
}

/// The value of an ending with pieces against a bare king, 0 if mate cannot be forced. The value
/// grows as the mate comes nearer, and grows faster with more material, so that the search prefers
/// an ending that wins sooner (Hossa's mate attractor).
Value mate_value_of(const Men& strong, const Men& weak) {
  const Bits light = strong.bishops & light_squares, dark = strong.bishops & ~light_squares;
  const bool can_mate = (strong.rooks | strong.queens) || (light && dark) ||
                        (strong.bishops && strong.knights) || count(strong.knights) > 2;
  if (!can_mate) return 0;  // two knights cannot force mate, nor can bishops of one colour
  const int nearness = 14 - steps_between(strong.king, weak.king);
  Value attraction = 20 * off_centre(weak.king) + 8 * nearness;
  if (!(strong.rooks | strong.queens) && !(light && dark) && has_one(strong.knights)) {
    // Mate is only possible in the corners of the bishop's colour: 7 there, 0 on the diagonal
    // between the others. Of several weights tried, these win most often within twice the moves
    // needed.
    const int file = file_of(weak.king), rank = rank_of(weak.king);
    const int to_corner = std::abs(dark ? 7 - file - rank : file - rank);
    attraction = 100 * to_corner + 50 * off_centre(weak.king) + 20 * nearness;
  }
  const Value material = material_of(strong);
  return material + known_win + attraction * (1000 + material) / 1500;
}

// ---- a pawn against a bare king ----

/// King and pawn, mirrored so that the pawn is White's.
struct KingAndPawn {
  Square king, pawn, other;

  bool is_legal_for_other(Square to) const {
    return king_distance(king, to) > 1 && !(pawn_attacks(white, bit(pawn)) & bit(to));
  }
  bool is_key_square(Square square) const {
    const int apart = std::abs(file_of(square) - file_of(pawn));
    const int ahead = rank_of(square) - rank_of(pawn);
    if (bit(pawn) & rook_files) return apart == 1 && rank_of(square) >= 6;
    return apart <= 1 && (ahead == 2 || (ahead == 1 && rank_of(pawn) >= 4));
  }
  /// Whether the other king is outside the square of the pawn, which is to move.
  bool outruns() const {
    const Square goal = make_square(file_of(pawn), 7);
    const bool in_the_way = file_of(king) == file_of(pawn) && rank_of(king) > rank_of(pawn);
    const int steps = rank_of(pawn) == 1 ? 5 : 7 - rank_of(pawn);
    return !in_the_way && king_distance(other, goal) > steps;
  }
  /// Whether the pawn's side, which is to move, is likely to win.
  bool wins() const {
    if (outruns() || is_key_square(king)) return true;
    for (const Square to : each(leapers.king[king] & ~bit(pawn)))
      if (is_key_square(to) && king_distance(to, other) > 1) return true;
    return false;
  }
  /// The same if the other side is to move: tries all its moves.
  bool wins_against_move() const {
    for (const Square to : each(leapers.king[other])) {
      if (to == pawn && king_distance(king, pawn) > 1) return false;
      if (to != pawn && is_legal_for_other(to) && !KingAndPawn{king, pawn, to}.wins()) return false;
    }
    return true;
  }
};

Value pawn_value_of(const Men& strong, const Men& weak, Color to_move) {
  const auto turned = [&](Square square) {
    return strong.color == white ? square : static_cast<Square>(square ^ 56);
  };
  const KingAndPawn men{turned(strong.king), turned(first_square(strong.pawns)), turned(weak.king)};
  const bool wins = to_move == strong.color ? men.wins() : men.wins_against_move();
  const int rank = rank_of(men.pawn);
  return wins ? known_win + piece_value(pawn) + 20 * rank : 2 * rank;
}

// ---- fortresses ----

/// Whether the bare king holds the corner against pawns on one rook's file, perhaps with a bishop
/// that does not control the corner.
bool holds_corner(const Men& strong, const Men& weak, Color to_move) {
  if ((strong.minors_and_majors() & ~strong.bishops) || count(strong.bishops) > 1) return false;
  if ((strong.pawns & ~file_a) && (strong.pawns & ~file_h)) return false;
  const Square corner = make_square(strong.pawns & file_a ? 0 : 7, strong.color == white ? 7 : 0);
  const Bits colour = bit(corner) & light_squares ? light_squares : ~light_squares;
  if (strong.bishops & colour) return false;
  const int moves = king_distance(weak.king, corner) - (to_move == weak.color);
  const Square first = strong.color == white
                           ? static_cast<Square>(63 - std::countl_zero(strong.pawns))
                           : first_square(strong.pawns);
  const int pawn_moves = 7 - rank_for(strong.color, first);
  return moves < pawn_moves && (moves <= 1 || moves < king_distance(strong.king, corner));
}

/// Whether a queen cannot win against a pawn on the seventh rank of a bishop's or rook's file: the
/// pawn's king is next to it, the queen's king is far away, and stalemate saves the draw (see any
/// book on endings).
bool pawn_holds_queen(const Men& queen_side, const Men& pawn_side) {
  const Square square = first_square(pawn_side.pawns);
  const Square goal = make_square(file_of(square), pawn_side.color == white ? 7 : 0);
  constexpr Bits files = rook_files | (file_a << 2) | (file_a << 5);
  return rank_for(pawn_side.color, square) == 6 && (bit(square) & files) &&
         king_distance(pawn_side.king, goal) <= 1 && king_distance(queen_side.king, goal) > 4;
}

/// Whether the rook's king is in time to stop a pawn that is supported by its own king.
bool rook_stops_pawn(const Men& rook_side, const Men& pawn_side, Color to_move) {
  const Square square = first_square(pawn_side.pawns);
  const Square goal = make_square(file_of(square), pawn_side.color == white ? 7 : 0);
  const int pawn_moves = 7 - rank_for(pawn_side.color, square);
  const bool supported =
      king_distance(pawn_side.king, square) <= 2 || king_distance(pawn_side.king, goal) <= 2;
  const int king_moves = king_distance(rook_side.king, goal) - 1 - (to_move == rook_side.color);
  return !supported || king_moves <= pawn_moves;
}

/// The value for the stronger side; none if nothing is known.
std::optional<Value> value_for(const Men& strong, const Men& weak, Color to_move) {
  if (weak.is_bare_king()) {
    if (strong.pawns == 0) return mate_value_of(strong, weak);
    if (holds_corner(strong, weak, to_move)) return 0;
    if (strong.minors_and_majors() == 0 && has_one(strong.pawns))
      return pawn_value_of(strong, weak, to_move);
    return std::nullopt;
  }
  if (strong.pawns != 0 || weak.minors_and_majors() != 0 || !has_one(weak.pawns) ||
      !has_one(strong.minors_and_majors()))
    return std::nullopt;
  if (strong.queens && pawn_holds_queen(strong, weak)) return 0;
  if (strong.rooks)
    return rook_stops_pawn(strong, weak, to_move)
               ? known_win + 100 - 8 * king_distance(strong.king, first_square(weak.pawns))
               : 0;
  return std::nullopt;
}

}  // namespace

std::optional<Value> ending_value(const Men& ours, const Men& theirs) {
  const bool are_stronger = theirs.is_bare_king() || material_of(ours) >= material_of(theirs);
  if (are_stronger && !ours.is_bare_king()) return value_for(ours, theirs, ours.color);
  const auto value = value_for(theirs, ours, ours.color);
  return value ? std::optional(-*value) : std::nullopt;
}

bool is_stalemate(const Planes& planes, const Men& own) {
  const Bits occupied = planes.occupied(), theirs = occupied & ~own.all;
  if ((shift_forward(own.color, own.pawns) & ~occupied) ||
      (pawn_attacks(own.color, own.pawns) & theirs))
    return false;
  const auto is_attacked = [&](Square square) {
    const Bits after = (occupied & ~bit(own.king)) | bit(square);
    return (attackers<Sliders>(planes, square, after) & theirs & ~bit(square)) != 0;
  };
  if (is_attacked(own.king)) return false;
  for (const Square to : each(leapers.king[own.king] & ~own.pawns))
    if (!is_attacked(to)) return false;
  return true;
}

bool is_blocked(const Men& own, const Men& other) {
  if (own.pawns == 0 || (shift_forward(own.color, own.pawns) & ~other.pawns) ||
      (shift_forward(other.color, other.pawns) & ~own.pawns) ||
      (pawn_attacks(own.color, own.pawns) & other.pawns))
    return false;
  const Bits guarded = pawn_attacks(other.color, other.pawns), pawns = own.pawns | other.pawns;
  const Bits targets = other.pawns & ~guarded;
  // All squares that the king and each bishop can ever reach without being captured by a pawn.
  const auto reaches_target = [&](Bits start, auto&& attacks) {
    Bits reached = start, fresh = start;
    while (fresh != 0) {
      Bits next = 0;
      for (const Square square : each(fresh)) next |= attacks(square);
      if (next & targets) return true;
      fresh = next & ~reached & ~pawns & ~guarded;
      reached |= fresh;
    }
    return false;
  };
  if (reaches_target(bit(own.king), [](Square square) { return leapers.king[square]; }))
    return false;
  for (const Square bishop_square : each(own.bishops))
    if (reaches_target(bit(bishop_square),
                       [&](Square square) { return Sliders::bishop(square, pawns); }))
      return false;
  return true;
}

}  // namespace plylab::search
