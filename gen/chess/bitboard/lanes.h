// Board arithmetic on many positions at once, one in each lane of a vector register.
#pragma once

#include <array>

#include "gen/chess/board/bits.h"

namespace plylab::chess {

/// Visits the squares of a set one by one.
struct OneByOne {
  static void for_each_vector(Bits squares, auto&& visit) {
    for (; squares != 0; squares &= squares - 1) visit(squares & -squares, 1u);
  }
};

/// All squares except the file onto which a shift to the east or west would wrap.
template <int Step>
inline constexpr Bits without_wrap = (Step & 7) == 1   ? ~file_a
                                     : (Step & 7) == 7 ? ~file_h
                                                       : ~Bits{0};

template <int Step, class V>
constexpr V shifted(V bits) {
  if constexpr (Step > 0)
    return bits << Step;
  else
    return bits >> -Step;
}

/// Fills from sliders over empty squares, in one direction and for both sides at once, onto the
/// first square that is not empty (Kogge-Stone, after Steffan Westcott 2003).
template <int Step, class V>
struct Slide {
  V own, enemy;  ///< what each side's sliders attack

  Slide(V own_sliders, V enemy_sliders, V empty) : own(own_sliders), enemy(enemy_sliders) {
    V open = empty & without_wrap<Step>;
    own |= open & shifted<Step>(own);
    enemy |= open & shifted<Step>(enemy);
    open &= shifted<Step>(open);
    own |= open & shifted<2 * Step>(own);
    enemy |= open & shifted<2 * Step>(enemy);
    open &= shifted<2 * Step>(open);
    own |= open & shifted<4 * Step>(own);
    enemy |= open & shifted<4 * Step>(enemy);
    own = shifted<Step>(own) & without_wrap<Step>;
    enemy = shifted<Step>(enemy) & without_wrap<Step>;
  }
};

/// The attack of a slider along a ray, up to the first occupied square.
template <int Step, class Lanes>
typename Lanes::Vector ray_attacks(Bits ray, typename Lanes::Vector occupied) {
  const auto blockers = occupied & ray;
  if constexpr (Step > 0)
    return (blockers ^ (blockers - 1)) & ray;
  else
    return Lanes::template fill_from_msb<Step>(blockers) & ray;
}

/// The ray from a square to the board's edge, without the square.
template <int Step>
constexpr Bits ray_from(Square square) {
  Bits ray = 0;
  for (Bits next = shifted<Step>(bit(square)) & without_wrap<Step>; next != 0;
       next = shifted<Step>(next) & without_wrap<Step>)
    ray |= next;
  return ray;
}

template <int Step>
constexpr std::array<Bits, 64> make_rays() {
  std::array<Bits, 64> rays{};
  for (unsigned s = 0; s < 64; ++s) rays[s] = ray_from<Step>(static_cast<Square>(s));
  return rays;
}

template <int Step>
inline constexpr std::array<Bits, 64> rays = make_rays<Step>();

/// The squares to the east and west of a set.
template <class V>
V sideways(V squares) {
  return ((squares & ~file_h) << 1) | ((squares & ~file_a) >> 1);
}

/// The squares that all knights attack, as sets.
template <class V>
V knights_attack(V knights) {
  constexpr Bits file_b = file_a << 1, file_g = file_h >> 1;
  const V one = sideways(knights);
  const V two = ((knights >> 2) & ~(file_g | file_h)) | ((knights << 2) & ~(file_a | file_b));
  return (one << 16) | (one >> 16) | (two << 8) | (two >> 8);
}

template <class V>
V kings_attack(V kings) {
  const V row = kings | sideways(kings);
  return row | (row << 8) | (row >> 8);
}

}  // namespace plylab::chess
