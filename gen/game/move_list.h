// A list of moves that lives on the stack.
#pragma once

#include <cassert>
#include <cstddef>

namespace plylab {

/// Up to Capacity moves, in place and not initialised. Adding beyond the capacity is undefined.
template <class Move, std::size_t Capacity>
class MoveList {
 public:
  static constexpr std::size_t capacity = Capacity;

  MoveList() {}  // not defaulted: value-initialisation must not clear the array

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

}  // namespace plylab
