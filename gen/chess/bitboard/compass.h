// Board arithmetic in eight directions at once: lane d of a pack belongs to direction d.
//
// A kernel provides a type Compass with these members:
//   Lanes                eight Bits; ~, &, |, ^ work lane by lane, and [d] reads one
//   all(Bits)            the same in each lane
//   by_line(Bits straight, Bits diagonal)   the one in lanes of ranks and files, else the other
//   each(f, Lanes&...)   calls f(way, lane...) for each lane, or once with all of them; steps in
//                        the lane's direction, or in all eight, are
//     way.forth<n>(x), way.back<n>(x)   n steps on or back; may wrap round an edge
//     way.landing        where one step may land without having wrapped
//   jumps(Bits)          what knights attack, each lane by one jump
//   jumped_back(Lanes)   back from there
//   turned(Lanes)        lane d changes places with the lane of the opposite direction
//   united(Lanes)        all squares that a lane has
//   lines(Lanes)         the same by line: file(), rank(), rising(), falling(), straight(),
//                        diagonal()
//   total(Lanes...)      how many bits all lanes have
//   Mask                 some of the lanes; ~ and & work
//   meet(Lanes, Lanes)   the lanes in which the two have a square in common
//   keep(Mask, Lanes)    these lanes, zero in the others
//   any(Mask)            whether there is one
//   for_each(Mask, f)    calls f(d) for the number of each
//   ByType               a set for each PieceType
//   by_type(shared, bishops, …)   that many, each with what is shared; a queen's is a bishop's and
//                        a rook's
//   Numbers              a number for each square, see MoveValues; SlicedNumbers unless the kernel
//                        has better: set(), add_thrice(), at(), difference()
#pragma once

#include <array>

#include "gen/chess/bitboard/lanes.h"

namespace plylab::chess {

/// The steps of lanes 0 to 7: north, east, north-east, north-west, and their opposites.
inline constexpr int sliding_steps[8] = {8, 1, 9, 7, -8, -1, -9, -7};
/// The same for knights.
inline constexpr int knight_jumps[8] = {17, 15, 10, 6, -17, -15, -10, -6};

/// The squares where a step or jump may land without wrapping around an edge.
constexpr Bits landing_squares(int step) {
  Bits squares = 0;
  for (int to = 0; to < 64; ++to) {
    const int from = to - step;
    const int files = (to & 7) - (from & 7);
    if (from >= 0 && from < 64 && files >= -2 && files <= 2) squares |= Bits{1} << to;
  }
  return squares;
}

/// The attacks of sliders over empty squares, including the first occupied square: Kogge-Stone
/// fills in eight directions.
template <class Compass>
class Fill {
  using Lanes = typename Compass::Lanes;

 public:
  explicit Fill(Bits empty) : one_(Compass::all(empty)) {
    Compass::each(
        [](auto way, auto& one, auto& two, auto& four) {
          one &= way.landing;
          two = one & way.template forth<1>(one);
          four = two & way.template forth<2>(two);
        },
        one_, two_, four_);
  }

  /// The attacks from the squares of lane d in direction d.
  Lanes operator()(Lanes from) const {
    Compass::each(
        [](auto way, auto& squares, const auto& one, const auto& two, const auto& four) {
          squares |= one & way.template forth<1>(squares);
          squares |= two & way.template forth<2>(squares);
          squares |= four & way.template forth<4>(squares);
          squares = way.template forth<1>(squares) & way.landing;
        },
        from, one_, two_, four_);
    return from;
  }

 private:
  Lanes one_, two_, four_;  // empty squares at the end of one, two, four empty squares in a row
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
