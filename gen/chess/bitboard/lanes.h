// Board arithmetic on many positions at once, one in each lane of a vector register.
#pragma once

#include <array>

#include "gen/chess/board/bits.h"

namespace plylab::chess {

/// Hands the squares of a set over one by one.
struct OneByOne {
  static void for_each_vector(Bits squares, auto&& visit) {
    for (; squares != 0; squares &= squares - 1) visit(squares & -squares, 1u);
  }
};

/// Squares without the file that a step to the east or west would wrap onto.
template <int Step>
inline constexpr Bits unwrapped = (Step & 7) == 1   ? ~file_a
                                  : (Step & 7) == 7 ? ~file_h
                                                    : ~Bits{0};

template <int Step, class V>
constexpr V stepped(V bits) {
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
    V open = empty & unwrapped<Step>;
    own |= open & stepped<Step>(own);
    enemy |= open & stepped<Step>(enemy);
    open &= stepped<Step>(open);
    own |= open & stepped<2 * Step>(own);
    enemy |= open & stepped<2 * Step>(enemy);
    open &= stepped<2 * Step>(open);
    own |= open & stepped<4 * Step>(own);
    enemy |= open & stepped<4 * Step>(enemy);
    own = stepped<Step>(own) & unwrapped<Step>;
    enemy = stepped<Step>(enemy) & unwrapped<Step>;
  }
};

/// What is seen from a ray's origin along the ray, up to the first occupied square.
template <int Step, class Lanes>
typename Lanes::Vector look(Bits ray, typename Lanes::Vector occupied) {
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
  for (Bits next = stepped<Step>(bit(square)) & unwrapped<Step>; next != 0;
       next = stepped<Step>(next) & unwrapped<Step>)
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
V beside(V squares) {
  return ((squares & ~file_h) << 1) | ((squares & ~file_a) >> 1);
}

/// The squares that all knights attack, as sets.
template <class V>
V knights_attack(V knights) {
  constexpr Bits file_b = file_a << 1, file_g = file_h >> 1;
  const V one = beside(knights);
  const V two = ((knights >> 2) & ~(file_g | file_h)) | ((knights << 2) & ~(file_a | file_b));
  return (one << 16) | (one >> 16) | (two << 8) | (two >> 8);
}

template <class V>
V kings_attack(V kings) {
  const V row = kings | beside(kings);
  return row | (row << 8) | (row >> 8);
}

}  // namespace plylab::chess
