// Counts last moves by kind.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "gen/base/count.h"
#include "gen/game/move_kinds.h"
#include "perft/walk/early_leaves.h"

namespace plylab::perft {

/// The leaves, and the number of last moves of each of N kinds. Early leaves have no last move.
template <std::size_t N>
struct Statistics {
  FullAndEarly leaves;
  std::array<Count, N> kinds{};

  Statistics& operator+=(const Statistics& other) {
    leaves += other.leaves;
    for (std::size_t i = 0; i < N; ++i) kinds[i] += other.kinds[i];
    return *this;
  }
  Statistics& operator*=(Count factor) {
    for_each_count(*this, [factor](Count& count) { count *= factor; });
    return *this;
  }
  friend bool operator==(const Statistics&, const Statistics&) = default;
};

/// Calls visit(count) for each of the counts.
template <std::size_t N>
void for_each_count(Statistics<N>& total, auto&& visit) {
  for_each_count(total.leaves, visit);
  for (Count& count : total.kinds) visit(count);
}
template <std::size_t N>
void for_each_count(const Statistics<N>& total, auto&& visit) {
  for_each_count(total.leaves, visit);
  for (const Count& count : total.kinds) visit(count);
}

namespace detail {

/// The number of bits that store the width of a kind.
constexpr unsigned width_bits = 6;

/// The number of words for N kinds. With fewer than 16 bits each on average most totals would not
/// fit, and the table would keep few of them. Four words and the rest of an entry fill a cache
/// line.
constexpr std::size_t kind_words(std::size_t kinds) {
  constexpr std::size_t bits = width_bits + 16;
  return kinds <= 4 ? kinds : std::max<std::size_t>(4, (kinds * bits + 63) / 64);
}

/// Numbers of any width, packed into words from a bit position on.
class BitString {
 public:
  explicit BitString(unsigned at) : at_(at) {}

  /// Appends a number; the words must be zero there. Returns false if there is not enough room.
  bool put(std::uint64_t number, unsigned width, auto& words) {
    if (at_ + width > 64 * words.size()) return false;
    const unsigned word = at_ / 64, shift = at_ % 64;
    if (width != 0) words[word] |= number << shift;
    if (shift + width > 64) words[word + 1] |= number >> (64 - shift);
    at_ += width;
    return true;
  }
  std::uint64_t take(unsigned width, const auto& words) {
    const unsigned word = at_ / 64, shift = at_ % 64;
    at_ += width;
    if (width == 0) return 0;
    std::uint64_t number = words[word] >> shift;
    if (shift + width > 64) number |= words[word + 1] << (64 - shift);
    return number & (~std::uint64_t{0} >> (64 - width));
  }

 private:
  unsigned at_;
};

}  // namespace detail

/// The table's form of statistics: the leaves in one word, and the kinds in as few words as
/// possible.
template <std::size_t N>
using StatisticsWords = std::array<std::uint64_t, 1 + detail::kind_words(N)>;

/// Stores more than four kinds as their widths followed by their bits. None if they do not fit.
template <std::size_t N>
std::optional<StatisticsWords<N>> to_words(const Statistics<N>& total) {
  const auto leaves = to_words(total.leaves);
  if (!leaves) return std::nullopt;
  for (const Count& kind : total.kinds)
    if (kind.value() >> 63 != 0) return std::nullopt;
  StatisticsWords<N> words{(*leaves)[0]};
  const auto number = [&](std::size_t i) {
    return static_cast<std::uint64_t>(total.kinds[i].value());
  };
  if constexpr (N <= 4) {
    for (std::size_t i = 0; i < N; ++i) words[1 + i] = number(i);
  } else {
    using detail::BitString, detail::width_bits;
    BitString widths(64), bits(64 + width_bits * N);
    for (std::size_t i = 0; i < N; ++i) {
      const auto width = static_cast<unsigned>(std::bit_width(number(i)));
      if (!widths.put(width, width_bits, words) || !bits.put(number(i), width, words))
        return std::nullopt;
    }
  }
  return words;
}
template <std::size_t N>
void from_words(const StatisticsWords<N>& words, Statistics<N>& total) {
  from_words(std::array<std::uint64_t, 1>{words[0]}, total.leaves);
  if constexpr (N <= 4) {
    for (std::size_t i = 0; i < N; ++i) total.kinds[i] = words[1 + i];
  } else {
    using detail::BitString, detail::width_bits;
    BitString widths(64), bits(64 + width_bits * N);
    for (std::size_t i = 0; i < N; ++i) {
      const auto width = static_cast<unsigned>(widths.take(width_bits, words));
      total.kinds[i] = bits.take(width, words);
    }
  }
}

/// The leaves of a walk that examines every last move: a model of Leaves<P> for the positions of a
/// game with these MoveKinds (gen/game/move_kinds.h).
template <class Kinds>
struct Classify {
  bool early_leaves = false;

  using Total = Statistics<counted_kinds<Kinds>()>;

  template <Position P>
  Total operator()(P& position) const {
    Tally tally;
    if constexpr (CountsKinds<P, Kinds>)
      tally.moves = position.add_kinds(tally.kinds);
    else
      for (const auto move : position.generate()) tally.add(position, move);
    return tally.moves == 0 ? early() : tally.total();
  }

  /// The statistics of two plies, and of three.
  template <CountsChildKinds<Kinds> P>
  Total two(const P& position) const {
    return of([&](auto& kinds) { return position.add_child_kinds(kinds); });
  }
  template <CountsGrandchildKinds<Kinds> P>
  Total three(const P& position) const {
    return of([&](auto& kinds) { return position.add_grandchild_kinds(kinds); });
  }

  /// The statistics of one move.
  template <Position P>
  Total one(P position, const typename P::Move move) const {
    Tally tally;
    tally.add(position, move);
    return tally.total();
  }

  Total early() const { return {{0, early_leaves ? 1u : 0u}, {}}; }

 private:
  /// Plain 64-bit sums for one position's moves.
  struct Tally {
    std::uint64_t moves = 0;
    std::array<std::uint64_t, counted_kinds<Kinds>()> kinds{};

    template <Position P>
    void add(P& position, const typename P::Move move) {
      static_assert(MoveKindsOf<Kinds, P>);
      ++moves;
      Kinds::add(position, move, kinds);
    }
    Total total() const {
      Total total{{moves, 0}, {}};
      for (std::size_t i = 0; i < kinds.size(); ++i) total.kinds[i] = kinds[i];
      return total;
    }
  };

  Total of(auto&& add_kinds) const {
    Tally tally;
    const ShortPaths paths = add_kinds(tally.kinds);
    tally.moves = paths.full;
    Total total = tally.total();
    if (early_leaves) total.leaves.early = paths.early;
    return total;
  }
};

}  // namespace plylab::perft
