// What the perft statistics of a game count.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gen/game/position.h"

namespace plylab {

/// One of several conventions for counting.
struct Convention {
  std::string_view name;
  std::string_view note;  ///< what it says, one line
};

/// The number of paths of two or three moves from a position, and of games from there that end
/// earlier.
struct ShortPaths {
  std::uint64_t full = 0;
  std::uint64_t early = 0;

  ShortPaths& operator+=(const ShortPaths& other) {
    full += other.full;
    early += other.early;
    return *this;
  }
};

/// A column of perft statistics: a kind of last move.
struct StatisticsColumn {
  std::string_view name;     ///< snake_case and short
  std::string_view meaning;  ///< "last moves that capture"
};

/// The number of counts in a struct of move kinds: its member `counted`, or one for each column.
template <class K>
requires requires { K::columns.size(); }
constexpr std::size_t counted_kinds() {
  if constexpr (requires { K::counted; })
    return K::counted;
  else
    return K::columns.size();
}

/// A struct of move kinds has the columns, and add(position, move, counts), which adds 1 to
/// counts[i] for each kind i that the move is of, and leaves the position unchanged.
///
/// A game whose columns are printed by several Conventions (gen/game/move_kinds.h) counts more than
/// it prints: `counted` is the number of counts, `conventions` names the conventions (the usual one
/// first), and columns_in(convention, counts) gives the columns, for any number type with addition,
/// subtraction and multiplication.
template <class K, class P>
concept MoveKindsOf = Position<P> &&
    requires(P position, const typename P::Move move,
             std::array<std::uint64_t, counted_kinds<K>()>& counts) {
  { K::columns[0] } -> std::convertible_to<StatisticsColumn>;
  K::add(position, move, counts);
};

/// A position that adds in one call what K::add() adds for all its moves, and returns their number.
template <class P, class K>
concept CountsKinds = requires(const P position,
                               std::array<std::uint64_t, counted_kinds<K>()>& counts) {
  { position.add_kinds(counts) } -> std::same_as<unsigned>;
};

/// The same for all moves of all children of the position.
template <class P, class K>
concept CountsChildKinds = requires(const P position,
                                    std::array<std::uint64_t, counted_kinds<K>()>& counts) {
  { position.add_child_kinds(counts) } -> std::same_as<ShortPaths>;
};

/// The same for all moves of all grandchildren.
template <class P, class K>
concept CountsGrandchildKinds = requires(const P position,
                                         std::array<std::uint64_t, counted_kinds<K>()>& counts) {
  { position.add_grandchild_kinds(counts) } -> std::same_as<ShortPaths>;
};

}  // namespace plylab
