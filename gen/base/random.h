// Pseudo-random numbers and shuffles that are the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace plylab {

/// The next number of SplitMix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number
/// generators"). Called once on a value, it serves as a hash function of that value.
constexpr std::uint64_t splitmix64(std::uint64_t& state) {
  std::uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// Shuffles the list by random numbers from the seed (Fisher and Yates; Durstenfeld 1964).
template <class T>
void shuffle(std::vector<T>& list, std::uint64_t& seed) {
  for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[splitmix64(seed) % i]);
}

}  // namespace plylab
