#include "gen/chess/bitboard/fairy.h"

#include <algorithm>

#include "gen/chess/bitboard/bitboard_body.h"
#include "gen/chess/bitboard/sliders.h"

namespace plylab::chess {
namespace {

/// The square that many files and ranks away; no_square beyond the edge.
Square at(Square square, int files, int ranks) {
  const int file = file_of(square) + files, rank = rank_of(square) + ranks;
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? no_square : make_square(file, rank);
}

}  // namespace

FairyAttacks::FairyAttacks(const Variant& rules) : variant(rules) {
  if (variant.kings_move) king = leapers.king;
  unsigned next_up = 0, next_down = 4;
  for (int ranks = -2; ranks <= 2; ++ranks)
    for (int files = -2; files <= 2; ++files) {
      if (!variant.knights_leap(files, ranks)) continue;
      const unsigned way = !variant.knights_ride ? 0 : ranks > 0 ? next_up++ : next_down++;
      for (unsigned s = 0; s < 64; ++s) {
        const auto square = static_cast<Square>(s);
        if (!variant.knights_ride) {
          if (const Square to = at(square, files, ranks); to != no_square) leaps[s] |= bit(to);
          continue;
        }
        Bits passed = 0;
        for (Square to = at(square, files, ranks); to != no_square; to = at(to, files, ranks)) {
          between[s][to] = passed;
          passed |= bit(to);
        }
        rays[way][s] = passed;
        rides[s] |= passed;
      }
    }
}

const FairyAttacks& attacks_of(const Variant& variant) {
  const auto* const place = std::find(fairy_variants.begin(), fairy_variants.end(), variant);
  return tables_of<FairyAttacks>(static_cast<FairyVariant>(place - fairy_variants.begin()));
}

struct FairyMagic : MagicSliders<FairyMagic> {
  using Lanes = void;
  static const FairyAttacks& attacks(FairyVariant variant) {
    return tables_of<FairyAttacks>(variant);
  }
};

// One by one: clang 14 and 15 would instantiate members whose constraints do not hold, too.
template Bitboard<FairyMagic>::Bitboard(const VariantSetup&);
template Moves Bitboard<FairyMagic>::generate() const;
template unsigned Bitboard<FairyMagic>::count() const;
template unsigned Bitboard<FairyMagic>::add_kinds(
    std::array<std::uint64_t, MoveKinds::counted>&) const;
template Moves Bitboard<FairyMagic>::captures() const;
template Moves Bitboard<FairyMagic>::quiet_moves() const;
template Moves Bitboard<FairyMagic>::evasions() const;
template Moves Bitboard<FairyMagic>::checks() const;
template Moves Bitboard<FairyMagic>::pseudo_legal() const;
template bool Bitboard<FairyMagic>::is_legal(Move) const;
template Bitboard<FairyMagic>::Undo Bitboard<FairyMagic>::make(Move);
template Bitboard<FairyMagic>::Undo Bitboard<FairyMagic>::make_null();
template Packed Bitboard<FairyMagic>::packed() const;
template Bits Bitboard<FairyMagic>::checkers() const;
template Setup Bitboard<FairyMagic>::setup() const;
template bool Bitboard<FairyMagic>::insufficient_material() const;

}  // namespace plylab::chess
