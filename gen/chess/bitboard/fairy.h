// The kernel for fairy chess: the attacks of its variants' knights and kings.
#pragma once

#include <array>
#include <cstdint>

#include "gen/chess/bitboard/bitboard.h"

namespace plylab::chess {

/// A variant's tables.
struct FairyAttacks {
  using BySquare = std::array<Bits, 64>;

  Variant variant;
  BySquare king{};
  BySquare leaps{};                    ///< the leaps of a knight that does not ride
  std::array<BySquare, 8> rays{};      ///< the rides of one that does: four upwards, four downwards
  BySquare rides{};                    ///< the union of the rays
  std::array<BySquare, 64> between{};  ///< the squares between two squares of a ride

  explicit FairyAttacks(const Variant& rules);

  Bits knight(Square square, Bits occupied) const {
    Bits attacks = leaps[square];
    if (rides[square] == 0) return attacks;
    for (unsigned way = 0; way < 8; ++way) {
      const Bits ray = rays[way][square], met = ray & occupied;
      attacks |= ray;
      if (met != 0) {
        const int first = way < 4 ? std::countr_zero(met) : 63 - std::countl_zero(met);
        attacks &= ~rays[way][static_cast<unsigned>(first)];
      }
    }
    return attacks;
  }
};

/// The tables of one of the fairy variants.
const FairyAttacks& attacks_of(const Variant& variant);

/// Planes that know their variant.
struct FairyPlanes : Planes {
  const FairyAttacks* attacks = nullptr;
};

/// Sliders by magic look-up.
struct FairyMagic;

template <>
struct KernelRules<FairyMagic> {
  using Rules = Fairy;
  using Planes = FairyPlanes;
};

}  // namespace plylab::chess
