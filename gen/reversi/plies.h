// Finds lines of discs by Kogge-Stone fills, in one position or in one for each lane of a vector,
// and counts two or three plies with them. Each kernel includes this file for its own vector type.
#pragma once

#include <bit>

#include "gen/game/move_kinds.h"
#include "gen/reversi/board.h"

namespace plylab::reversi {

/// The files b to g: a disc on the a- or h-file ends every line but a vertical one.
inline constexpr Bits inner_files = 0x7e7e7e7e7e7e7e7e;

// Kernels compile this for their own instruction sets: no copy must reach the linker.
#define PLYLAB_INLINE [[gnu::always_inline]] inline constexpr

/// The set shifted by that many squares.
template <int step, class V>
PLYLAB_INLINE V shifted(V squares) {
  if constexpr (step > 0)
    return squares << step;
  else
    return squares >> -step;
}

/// The other side's discs in unbroken lines from the squares in that direction: at most six. The
/// length doubles with each step (Kogge and Stone, IEEE Trans. Comput. C-22, 1973).
template <int step, class V>
PLYLAB_INLINE V line_from(V squares, V other) {
  const V between = step == 8 || step == -8 ? other : other & inner_files;
  V line = between & shifted<step>(squares);
  line |= between & shifted<step>(line);
  const V pairs = between & shifted<step>(between);
  line |= pairs & shifted<2 * step>(line);
  line |= pairs & shifted<2 * step>(line);
  return line;
}

/// The squares at the far end of such lines.
template <int step, class V>
PLYLAB_INLINE V behind_line_from(V squares, V other) {
  return shifted<step>(line_from<step>(squares, other));
}

/// The squares where a side could put a disc down.
template <class V>
PLYLAB_INLINE V placements(V own, V other) {
  const V ends = behind_line_from<1>(own, other) | behind_line_from<-1>(own, other) |
                 behind_line_from<8>(own, other) | behind_line_from<-8>(own, other) |
                 behind_line_from<7>(own, other) | behind_line_from<-7>(own, other) |
                 behind_line_from<9>(own, other) | behind_line_from<-9>(own, other);
  return ends & ~(own | other);
}

/// The line from the square if it ends at a disc of its own side. Lanes::select(condition, vector)
/// keeps the lanes in which `condition` is not 0, and sets the others to 0.
template <class Lanes, int step, class V>
PLYLAB_INLINE V turned_by_step(V square, V own, V other) {
  const V line = line_from<step>(square, other);
  return Lanes::select(shifted<step>(line) & own, line);
}

/// The discs that are turned if one is put down on the square.
template <class Lanes, class V>
PLYLAB_INLINE V turned(V square, V own, V other) {
  return turned_by_step<Lanes, 1>(square, own, other) |
         turned_by_step<Lanes, -1>(square, own, other) |
         turned_by_step<Lanes, 8>(square, own, other) |
         turned_by_step<Lanes, -8>(square, own, other) |
         turned_by_step<Lanes, 7>(square, own, other) |
         turned_by_step<Lanes, -7>(square, own, other) |
         turned_by_step<Lanes, 9>(square, own, other) |
         turned_by_step<Lanes, -9>(square, own, other);
}

#undef PLYLAB_INLINE

/// Lanes is a type that only one kernel knows. It has
/// - Vector, of Bits,
/// - popcount(vector), lane by lane,
/// - select(condition, vector), which keeps the lanes in which `condition` is not 0 and sets the
///   others to 0,
/// - write_singles(squares, array), which writes the squares one by one to the array, and may write
///   one vector more than there are squares.
template <class Lanes>
class Plies {
  using Vector = typename Lanes::Vector;
  static constexpr unsigned lanes = sizeof(Vector) / sizeof(Bits);
  static constexpr unsigned max_moves = 64 + lanes;

 public:
  /// Counts the paths of two moves; the first is a pass if there is no other move.
  static ShortPaths two(Bits own, Bits other) {
    const Bits moves = placements(own, other);
    if (moves == 0) return one_after_pass(other, own);
    Pool pool;
    pool.add_children(own, other, moves);
    return {pool.count_moves(), 0};
  }

  /// Counts the paths of three moves; the first is a pass if there is no other move.
  static ShortPaths three(Bits own, Bits other) {
    const Bits moves = placements(own, other);
    if (moves == 0) return placements(other, own) == 0 ? over : two(other, own);
    const auto count = static_cast<unsigned>(std::popcount(moves));
    alignas(64) Bits squares[max_moves], mine[max_moves], theirs[max_moves], next[max_moves];
    Lanes::write_singles(moves, squares);
    for (unsigned i = 0; i < count; i += lanes) {
      const Children children(load(squares + i), spread(own), spread(other));
      store(mine + i, children.own);
      store(theirs + i, children.other);
      store(next + i, children.placements);
    }
    ShortPaths paths;
    Pool pool;
    for (unsigned i = 0; i < count; ++i)
      if (next[i] != 0)
        pool.add_children(mine[i], theirs[i], next[i]);
      else
        paths += one_after_pass(theirs[i], mine[i]);
    paths.full += pool.count_moves();
    return paths;
  }

 private:
  static constexpr ShortPaths over{0, 1};

  static Vector spread(Bits bits) { return Vector{} + bits; }
  static void store(Bits* place, Vector vector) { __builtin_memcpy(place, &vector, sizeof vector); }
  static Vector load(const Bits* place) {
    Vector vector;
    __builtin_memcpy(&vector, place, sizeof vector);
    return vector;
  }

  /// Counts the paths of one move after the other side has passed.
  static ShortPaths one_after_pass(Bits own, Bits other) {
    const auto moves = static_cast<unsigned>(std::popcount(placements(own, other)));
    return moves == 0 ? over : ShortPaths{moves, 0};
  }

  /// Positions after a move, as the side to move sees them.
  struct Children {
    Vector own, other, placements;

    Children(Vector square, Vector before_own, Vector before_other) {
      const Vector discs = turned<Lanes>(square, before_own, before_other);
      own = before_other ^ discs;
      other = before_own | discs | square;
      placements = reversi::placements(own, other);
    }
  };

  /// Children of several positions, counted as soon as they fill vectors.
  class Pool {
    static constexpr unsigned enough = 64;

   public:
    void add_children(Bits own, Bits other, Bits moves) {
      Lanes::write_singles(moves, squares_ + size_);
      const unsigned end = size_ + static_cast<unsigned>(std::popcount(moves));
      for (; size_ < end; size_ += lanes) {
        store(own_ + size_, spread(own));
        store(other_ + size_, spread(other));
      }
      size_ = end;
      if (size_ >= enough) count_enough();
    }

    /// The number of moves in all positions added; a position without another move has one, the
    /// pass.
    std::uint64_t count_moves() {
      store(squares_ + size_, Vector{});
      for (unsigned i = 0; i < size_; i += lanes) count(i);
      std::uint64_t sum = 0;
      for (unsigned i = 0; i < lanes; ++i) sum += moves_[i];
      return sum;
    }

   private:
    void count(unsigned first) {
      const Vector square = load(squares_ + first);
      const Children children(square, load(own_ + first), load(other_ + first));
      const Vector one = spread(1);
      const Vector none = one ^ Lanes::select(children.placements, one);
      // Lanes without a square hold no child.
      moves_ += Lanes::select(square, Lanes::popcount(children.placements) + none);
    }

    void count_enough() {
      for (unsigned i = 0; i < enough; i += lanes) count(i);
      size_ -= enough;
      for (unsigned i = 0; i < size_; i += lanes) {
        store(squares_ + i, load(squares_ + enough + i));
        store(own_ + i, load(own_ + enough + i));
        store(other_ + i, load(other_ + enough + i));
      }
    }

    alignas(64) Bits squares_[enough + max_moves];
    alignas(64) Bits own_[enough + max_moves];
    alignas(64) Bits other_[enough + max_moves];
    unsigned size_ = 0;
    Vector moves_{};
  };
};

}  // namespace plylab::reversi
