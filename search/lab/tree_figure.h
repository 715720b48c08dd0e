// Trees of visits, drawn: which boxes a picture has, and what stands in them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "reports/figures/tree_figure.h"
#include "search/base/node_types.h"
#include "search/run/searchable_game.h"

namespace plylab::search::lab {

/// A picture is not larger, so that it can be read.
inline constexpr std::size_t max_tree_nodes = 400;

/// The visits of an iteration of a search.
struct VisitedTree {
  std::string search, position;  ///< their names
  IterationCosts costs;
  std::optional<Value> value;  ///< none if the iteration was broken off
  std::vector<Visit<std::string>> visits;
};

/// The last iteration of a search that recorded its visits, also if it was broken off. Throws
/// InputError if the search tells nothing of its visits.
VisitedTree last_tree(const std::string& search, const std::string& position,
                      const TextResult& result);

/// The trees, where a move and a second search of it have the same place in each. `plies` that are
/// drawn below the root; 0: all. Throws InputError if there are more than max_tree_nodes.
reports::TreeFigure tree_figure(const std::vector<VisitedTree>& trees, int plies);

/// The type that was expected of each visit, in their order.
std::vector<NodeType> expected_types(const std::vector<Visit<std::string>>& visits);

}  // namespace plylab::search::lab
