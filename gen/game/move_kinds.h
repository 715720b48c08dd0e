// What the perft statistics of a game count.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gen/game/position.h"

namespace plylab {

/// A way to count, where several are in use.
struct Convention {
  std::string_view name;
  std::string_view note;  ///< what it says, in a line
};

/// The paths of two or three moves from a position, and the games from there that are over before.
struct ShortPaths {
  std::uint64_t full = 0;
  std::uint64_t early = 0;

  ShortPaths& operator+=(const ShortPaths& other) {
    full += other.full;
    early += other.early;
    return *this;
  }
};

/// A column of perft statistics: a kind of last moves.
struct StatisticsColumn {
  std::string_view name;     ///< snake_case and short
  std::string_view meaning;  ///< "last moves that capture"
};

/// How many counts a struct of move kinds has: its `counted`, or one for each column.
template <class K>
requires requires { K::columns.size(); }
constexpr std::size_t counted_kinds() {
  if constexpr (requires { K::counted; })
    return K::counted;
  else
    return K::columns.size();
}

/// What a struct of move kinds must have: the columns, and add(position, move, counts), which adds
/// 1 to the counts[i] of each kind that the move is of, and leaves the position as it was.
///
/// A game whose columns are printed by several Conventions (gen/game/move_kinds.h) counts more than
/// it prints: its `counted` is the number of counts, `conventions` names the ways (the first is the
/// usual one), and columns_in(convention, counts) gives the columns, for any type of number that
/// has +, − and
/// *.
template <class K, class P>
concept MoveKindsOf = Position<P> &&
    requires(P position, const typename P::Move move,
             std::array<std::uint64_t, counted_kinds<K>()>& counts) {
  { K::columns[0] } -> std::convertible_to<StatisticsColumn>;
  K::add(position, move, counts);
};

/// A position that adds at once what K::add() adds for all its moves, and says how many there are.
template <class P, class K>
concept CountsKinds = requires(const P position,
                               std::array<std::uint64_t, counted_kinds<K>()>& counts) {
  { position.add_kinds(counts) } -> std::same_as<unsigned>;
};

/// A position that does so for all moves of all its children.
template <class P, class K>
concept CountsChildKinds = requires(const P position,
                                    std::array<std::uint64_t, counted_kinds<K>()>& counts) {
  { position.add_child_kinds(counts) } -> std::same_as<ShortPaths>;
};

/// And of all its grandchildren.
template <class P, class K>
concept CountsGrandchildKinds = requires(const P position,
                                         std::array<std::uint64_t, counted_kinds<K>()>& counts) {
  { position.add_grandchild_kinds(counts) } -> std::same_as<ShortPaths>;
};

}  // namespace plylab
