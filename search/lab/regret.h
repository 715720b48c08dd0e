// What a search chooses on a synthetic tree after it has seen some positions, and what the choice
// costs: for searches without a depth, which cannot be compared by the value of an iteration.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/tree/tree.h"

namespace plylab::search::lab {

/// A search that grows a tree in memory, by name.
struct BestFirstEntry {
  std::string_view name, summary;
};
inline constexpr std::array best_first_searches{
    BestFirstEntry{"best-first", "best-first minimax, Korf and Chickering 1996"},
    BestFirstEntry{"uct", "UCB1 applied to trees, Kocsis and Szepesvári 2006"},
};

/// A move of the root, and what the search had done when it chose it.
struct Choice {
  tree::Tree::Move move = 0;
  std::uint64_t visited = 0;      ///< positions: the root, and one for each move made
  std::uint64_t evaluations = 0;  ///< static values and values of leaves asked for
};

/// The choices of a search after at most so many positions each: of one of `best_first_searches`,
/// or of a search by depth (plylab list searches), which deepens until the limit. A search that has
/// no move yet chooses the first. The limits must rise. Throws InputError for other names, and
/// Stopped when `stop` goes up.
std::vector<Choice> choices(std::string_view search, const tree::Spec& spec,
                            const std::vector<std::uint64_t>& limits,
                            const std::atomic<bool>& stop);

/// How much worse than the best a move of the root is, by minimax over the whole tree; 0 for a best
/// one.
int regret(const tree::Spec& spec, tree::Tree::Move move);

}  // namespace plylab::search::lab
