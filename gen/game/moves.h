// Moves of any game: lists on the stack, the canonical order, and hashes of moves.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "gen/game/position.h"

namespace plylab {

/// Up to Capacity moves, in place and not initialised. Adding beyond the capacity is undefined.
template <class Move, std::size_t Capacity>
class MoveList {
 public:
  static constexpr std::size_t capacity = Capacity;

  MoveList() {}  // not defaulted: value-initialisation would clear the array

  void add(Move move) {
    assert(size_ < Capacity);
    moves_[size_++] = move;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move* begin() { return moves_; }
  Move* end() { return moves_ + size_; }
  const Move* begin() const { return moves_; }
  const Move* end() const { return moves_ + size_; }
  Move& operator[](std::size_t index) {
    assert(index < size_);
    return moves_[index];
  }
  Move operator[](std::size_t index) const {
    assert(index < size_);
    return moves_[index];
  }

 private:
  std::size_t size_ = 0;
  union {
    Move moves_[Capacity];
  };
};

/// Puts the moves into canonical order, which is the same for all generators.
template <class Move, std::size_t Capacity>
void sort_moves(MoveList<Move, Capacity>& moves) {
  // GCC 12 warns of writing beyond short lists unless it is told that they are short.
  if (moves.size() > Capacity) __builtin_unreachable();
  std::sort(moves.begin(), moves.end());
}

/// The legal moves in canonical order.
template <Position P>
std::vector<typename P::Move> sorted_moves(const P& position) {
  const auto moves = position.generate();
  std::vector<typename P::Move> sorted(moves.begin(), moves.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

/// A hash of a move; 1 for every move of a type whose equal values may differ in their bytes.
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
