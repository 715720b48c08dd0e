// Moves by a number.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "gen/game/position.h"

namespace plylab {

/// A number for a move, almost certainly another one for another move; 1 for all of a type whose
/// equal values may have different bytes.
template <class Move>
std::uint64_t number_of(const Move& move) {
  if constexpr (std::has_unique_object_representations_v<Move> && sizeof(Move) <= 16) {
    std::uint64_t words[2]{};
    std::memcpy(words, &move, sizeof move);
    return mixed(Key{words[0] + 0x9e3779b97f4a7c15, words[1]});
  } else {
    return 1;
  }
}

}  // namespace plylab
