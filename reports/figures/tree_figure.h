// Pictures of trees, side by side: what is drawn, independent of format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plylab::reports {

/// A node of a tree. All that is said by colour or by the border is also in its lines or its title.
struct TreeNode {
  std::optional<std::size_t> parent = {};  ///< before it in the list; none for a root
  std::vector<std::string> lines = {};     ///< in its box; none: the place of a node of other trees
  std::string title = {};                  ///< the whole of it, under the pointer
  std::size_t fill = 0;                    ///< an index into TreeFigure::fills
  bool thick = false, dashed = false;      ///< its border
  bool marked = false;                     ///< it is in no other tree
};

/// One of the trees. All have the same nodes in the same order, so that they can be laid out alike.
struct TreePanel {
  std::string title;
  std::vector<TreeNode> nodes;
};

struct TreeFigure {
  std::string title;                ///< names the data
  std::vector<TreePanel> panels;    ///< one or more
  std::vector<std::string> fills;   ///< what the colours mean
  std::vector<std::string> legend;  ///< what else must be known, line by line
  std::string source = {};          ///< program and command; empty for --quiet
};

/// The first bytes of every tree in Graphviz's language by plylab.
inline constexpr std::string_view dot_beginning = "// A tree by plylab";

/// The trees as SVG, a file of its own on a white background. A node's text is under the pointer.
/// Its box and the line to it have its index as data-node, and its parent's as data-parent.
std::string svg_tree(const TreeFigure& figure);

/// The trees as a graph for Graphviz's dot, a cluster for each.
std::string dot_tree(const TreeFigure& figure);

}  // namespace plylab::reports
