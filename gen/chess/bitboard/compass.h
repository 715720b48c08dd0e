// Board arithmetic in eight directions at once: lane d of a register belongs to direction d, and a
// fill of all eight costs what a fill of one does.
//
// Compass is what a kernel offers for it:
//   Lanes                a GCC vector of eight Bits
//   Row                  a GCC vector of 64 signed bytes, one a square
//   all(Bits)            the same in each lane
//   by_line(Bits straight, Bits diagonal)   the one in lanes of ranks and files, else the other
//   rotate(Lanes, Lanes), rotate_back(…)    each lane to the left by as many bits as the other says
//   turned(Lanes)        lane d changes places with the lane of the opposite direction
//   meet(Lanes, Lanes)   a bit for each lane in which the two have a square in common
//   keep(unsigned, Lanes), keep(Bits, Row)   the lanes or squares with these bits, else zero
//   popcount(Lanes), popcount(Row)   the number of bits in each lane or byte
//   by_square(Lanes)     a byte a square, with a bit for each lane that has the square
//   any(Row)             the squares whose byte has a bit
//   any(Row, int)        the squares whose byte has a bit of these: file_bits, rank_bits,
//   rising_bits,
//                        falling_bits, straight_bits, diagonal_bits are those of the lanes of a
//                        line
//   sum(Lanes)           of all lanes, as signed numbers
//   dot(Row, Row)        the sum of products; the first row's bytes are unsigned
// and for eight pieces at a time, a lane each:
//   equal(Lanes, Bits)   a bit for each lane that is the number
//   by_type(bishop, …)   a table with a lane for each PieceType; a queen's is a bishop's and a
//   rook's look_up(Lanes, table)   the table's lane of that number value_at(Lanes, Row)   the byte
//   of the single square in each lane multiply(Lanes, Lanes)   lane by lane, the low 32 bits as
//   signed numbers append(unsigned, Lanes, Bits*)   stores the lanes with these bits side by side
#pragma once

#include <array>

#include "gen/chess/bitboard/lanes.h"

namespace plylab::chess {

/// The steps of lanes 0 to 7: north, east, north-east, north-west, and their opposites.
inline constexpr int sliding_steps[8] = {8, 1, 9, 7, -8, -1, -9, -7};
/// As sliding_steps, for knights.
inline constexpr int knight_jumps[8] = {17, 15, 10, 6, -17, -15, -10, -6};

/// Where a step or jump may land without having wrapped round an edge.
constexpr Bits landing_squares(int step) {
  Bits squares = 0;
  for (int to = 0; to < 64; ++to) {
    const int from = to - step;
    const int files = (to & 7) - (from & 7);
    if (from >= 0 && from < 64 && files >= -2 && files <= 2) squares |= Bits{1} << to;
  }
  return squares;
}

/// Steps of eight lanes as rotations, and where they land.
template <class Lanes>
struct Steps {
  Lanes rotation, landing;

  constexpr explicit Steps(const int (&steps)[8], int times = 1)
      : rotation(each(steps, [times](int step) { return static_cast<Bits>(step * times & 63); })),
        landing(each(steps, landing_squares)) {}

 private:
  static constexpr Lanes each(const int (&steps)[8], auto f) {
    return Lanes{f(steps[0]), f(steps[1]), f(steps[2]), f(steps[3]),
                 f(steps[4]), f(steps[5]), f(steps[6]), f(steps[7])};
  }
};

/// What sliders attack over empty squares, the first square that is not empty included: fills by
/// Kogge and Stone in eight directions.
template <class Compass>
class Fill {
  using Lanes = typename Compass::Lanes;

 public:
  static constexpr Steps<Lanes> step{sliding_steps};

  explicit Fill(Lanes empty)
      : one_(empty & step.landing),
        two_(one_ & Compass::rotate(one_, step.rotation)),
        four_(two_ & Compass::rotate(two_, two_steps.rotation)) {}

  /// From each square of lane d in direction d.
  Lanes operator()(Lanes from) const {
    from |= one_ & Compass::rotate(from, step.rotation);
    from |= two_ & Compass::rotate(from, two_steps.rotation);
    from |= four_ & Compass::rotate(from, four_steps.rotation);
    return Compass::rotate(from, step.rotation) & step.landing;
  }

 private:
  static constexpr Steps<Lanes> two_steps{sliding_steps, 2}, four_steps{sliding_steps, 4};
  Lanes one_, two_, four_;  // empty squares at the end of one, two, four empty squares in a row
};

/// What knights attack, each lane by one jump.
template <class Compass>
struct Jumps {
  using Lanes = typename Compass::Lanes;
  static constexpr Steps<Lanes> jump{knight_jumps};

  static Lanes from(Bits knights) {
    return Compass::rotate(Compass::all(knights), jump.rotation) & jump.landing;
  }
};

/// The rays of a square by direction.
struct CompassRays {
  alignas(64) std::array<Bits, 8> from[64];
};

constexpr CompassRays make_compass_rays() {
  CompassRays table{};
  for (unsigned s = 0; s < 64; ++s)
    table.from[s] = {rays<8>[s],  rays<1>[s],  rays<9>[s],  rays<7>[s],
                     rays<-8>[s], rays<-1>[s], rays<-9>[s], rays<-7>[s]};
  return table;
}

inline constexpr CompassRays compass_rays = make_compass_rays();

}  // namespace plylab::chess
