// Compass with eight directions one after the other, for kernels without wide registers. See
// compass.h.
#pragma once

#include <utility>

#include "gen/chess/bitboard/compass.h"
#include "gen/chess/bitboard/lane_by_lane.h"

namespace plylab::chess {

/// `User` keeps the code of each kernel its own.
template <class User>
struct PlainCompass : LaneByLane<User> {
  struct Lanes {
    Bits lane[8]{};

    static Lanes made(auto&& f) { return {{f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7)}}; }
    Bits operator[](int d) const { return lane[d]; }
    friend Lanes operator&(const Lanes& a, const Lanes& b) {
      return made([&](int d) { return a[d] & b[d]; });
    }
    friend Lanes operator|(const Lanes& a, const Lanes& b) {
      return made([&](int d) { return a[d] | b[d]; });
    }
    friend Lanes operator^(const Lanes& a, const Lanes& b) {
      return made([&](int d) { return a[d] ^ b[d]; });
    }
    friend Lanes operator~(const Lanes& a) {
      return made([&](int d) { return ~a[d]; });
    }
    Lanes& operator&=(const Lanes& other) { return *this = *this & other; }
  };
  using Mask = Lanes;  ///< all ones or zero
  using Numbers = SlicedNumbers<PlainCompass>;
  struct Lines : Lanes {
    Bits file() const { return (*this)[0] | (*this)[4]; }
    Bits rank() const { return (*this)[1] | (*this)[5]; }
    Bits rising() const { return (*this)[2] | (*this)[6]; }
    Bits falling() const { return (*this)[3] | (*this)[7]; }
    Bits straight() const { return file() | rank(); }
    Bits diagonal() const { return rising() | falling(); }
  };

  template <int step>
  struct Way {
    static constexpr Bits landing = without_wrap<step>;
    template <int n>
    static Bits forth(Bits bits) {
      return shifted<n * step>(bits);
    }
    template <int n>
    static Bits back(Bits bits) {
      return shifted<-n * step>(bits);
    }
  };

  static Lanes all(Bits bits) {
    return Lanes::made([&](int) { return bits; });
  }
  static Lanes by_line(Bits straight, Bits diagonal) {
    return Lanes::made([&](int d) { return (d & 2) == 0 ? straight : diagonal; });
  }
  static void each(auto&& f, auto&... lanes) {
    [&]<int... d>(std::integer_sequence<int, d...>) { (one_lane<d>(f, lanes...), ...); }
    (std::make_integer_sequence<int, 8>{});
  }
  static Lanes jumps(Bits knights) {
    Lanes result;
    [&]<int... d>(std::integer_sequence<int, d...>) {
      ((result.lane[d] = shifted<knight_jumps[d]>(knights) & landing_of_jump<d>), ...);
    }
    (std::make_integer_sequence<int, 8>{});
    return result;
  }
  static Lanes jumped_back(const Lanes& jumps) {
    Lanes result;
    [&]<int... d>(std::integer_sequence<int, d...>) {
      ((result.lane[d] = shifted<-knight_jumps[d]>(jumps[d])), ...);
    }
    (std::make_integer_sequence<int, 8>{});
    return result;
  }
  static Lanes turned(const Lanes& lanes) {
    return Lanes::made([&](int d) { return lanes[d ^ 4]; });
  }
  static Bits united(const Lanes& lanes) {
    Bits bits = 0;
    for (int d = 0; d < 8; ++d) bits |= lanes[d];
    return bits;
  }
  static Lines lines(const Lanes& lanes) { return {lanes}; }
  static Mask meet(const Lanes& a, const Lanes& b) {
    return Lanes::made([&](int d) { return -Bits{(a[d] & b[d]) != 0}; });
  }
  static Lanes keep(const Mask& mask, const Lanes& lanes) { return mask & lanes; }
  static bool any(const Mask& mask) { return united(mask) != 0; }
  static void for_each(const Mask& mask, auto&& f) {
#pragma GCC unroll 1
    for (int d = 0; d < 8; ++d)
      if (mask[d] != 0) f(d);
  }
  static Lanes lanes(Bits a, Bits b, Bits c, Bits d, Bits e, Bits f) {
    return {{a, b, c, d, e, f, 0, 0}};
  }

  /// See SlicedNumbers.
  static Sliced<PlainCompass, Bits, 6> add_up(const Lanes& ones1, const Lanes& ones2,
                                              const Lanes& ones3, const Lanes& ones4,
                                              const Lanes& twos, const Lanes& fours) {
    const auto pair = [&](int d) {
      return Sliced<PlainCompass, Bits, 5>::sum({ones1[d], ones1[d + 4], ones2[d], ones2[d + 4],
                                                 ones3[d], ones3[d + 4], ones4[d], ones4[d + 4]},
                                                {twos[d], twos[d + 4]}, {fours[d], fours[d + 4]});
    };
    return pair(0).template plus<6>(pair(1)).template plus<6>(pair(2).template plus<6>(pair(3)));
  }

 private:
  template <int d>
  static constexpr Bits landing_of_jump = landing_squares(knight_jumps[d]);

  template <int d>
  static void one_lane(auto&& f, auto&... lanes) {
    f(Way<sliding_steps[d]>{}, lanes.lane[d]...);
  }
};

}  // namespace plylab::chess
