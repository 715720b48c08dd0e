// A random order that is the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "gen/base/splitmix64.h"

namespace plylab {

/// Puts the list into a random order drawn from the seed (Fisher and Yates; Durstenfeld 1964).
template <class T>
void shuffle(std::vector<T>& list, std::uint64_t& seed) {
  for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[splitmix64(seed) % i]);
}

}  // namespace plylab
