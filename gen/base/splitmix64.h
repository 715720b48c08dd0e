// Random numbers that are the same on every machine.
#pragma once

#include <cstdint>

namespace plylab {

/// The next number of SplitMix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number
/// generators"). From a chosen state it is a mixing function: one number in, one number out.
constexpr std::uint64_t splitmix64(std::uint64_t& state) {
  std::uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

}  // namespace plylab
