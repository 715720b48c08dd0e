// Trees of visits, drawn: which boxes a picture has, and what stands in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reports/figures/tree_figure.h"
#include "search/base/node_types.h"
#include "search/run/searchable_game.h"

namespace plylab::search::lab {

/// A picture is not larger, so that it can be read.
inline constexpr std::size_t max_tree_nodes = 400;

/// A search that is drawn has no more visits, those of all iterations taken together: their texts
/// are slow.
inline constexpr std::uint64_t max_recorded_visits = 20'000;

/// The visits of an iteration of a search.
struct VisitedTree {
  std::string search, position;  ///< their names
  IterationCosts costs;
  std::optional<Value> value;  ///< none if the iteration was broken off
  std::vector<Visit<std::string>> visits;
};

/// The last iteration of a search that recorded at most max_recorded_visits, also if it was broken
/// off by a smaller limit of the user's. Throws InputError if it was broken off by this one, or if
/// the search tells nothing of its visits.
VisitedTree last_tree(const std::string& search, const std::string& position,
                      const TextResult& result, bool has_smaller_limit = false);

/// The trees, where a move and a second search of it have the same place in each. `plies` that are
/// drawn below the root; 0: all. Throws InputError if there are more than max_tree_nodes.
reports::TreeFigure tree_figure(const std::vector<VisitedTree>& trees, int plies);

/// The type that was expected of each visit, in their order.
std::vector<NodeType> expected_types(const std::vector<Visit<std::string>>& visits);

}  // namespace plylab::search::lab
