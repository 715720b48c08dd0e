#include "search/lab/tree_figure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>

#include "gen/base/input_error.h"
#include "search/base/value.h"

namespace plylab::search::lab {
namespace {

using Visits = std::vector<Visit<std::string>>;

/// The visit of its parent. In a search by a list it is found by its path.
std::vector<std::optional<std::size_t>> parents_of(const Visits& visits) {
  const auto stands_alone = [](const VisitFacts& visit) { return visit.ply > 0 && !visit.parent; };
  const bool is_nested = std::ranges::none_of(visits, stands_alone);
  std::vector<std::optional<std::size_t>> parents;
  std::map<std::vector<std::string>, std::size_t> by_path;
  for (std::size_t i = 0; i < visits.size(); ++i) {
    const Visit<std::string>& visit = visits[i];
    parents.push_back(visit.parent);
    if (is_nested || visit.lost) continue;
    if (stands_alone(visit))
      if (const auto found = by_path.find({visit.path.begin(), visit.path.end() - 1});
          found != by_path.end())
        parents.back() = found->second;
    by_path[visit.path] = i;
  }
  return parents;
}

bool is_same_move(const Visit<std::string>& a, const Visit<std::string>& b) {
  return a.lost == b.lost && (a.lost ? a.key == b.key : a.path == b.path);
}

bool is_null_move(const Visits& visits, std::size_t i, std::optional<std::size_t> parent) {
  return visits[i].lost && !visits[i].aside && parent && !visits[*parent].lost;
}

/// Whether the visit before it with the same parent was of the same move.
std::vector<bool> repeated(const Visits& visits,
                           const std::vector<std::optional<std::size_t>>& parents) {
  std::vector<std::optional<std::size_t>> last(visits.size());  // child of each visit
  std::vector<bool> is_again(visits.size());
  for (std::size_t i = 0; i < visits.size(); ++i) {
    if (!parents[i] || visits[i].aside || is_null_move(visits, i, parents[i])) continue;
    auto& before = last[*parents[i]];
    is_again[i] = before && is_same_move(visits[*before], visits[i]);
    before = i;
  }
  return is_again;
}

std::string bound_text(Value value) {
  return value == infinity ? "∞" : value == -infinity ? "-∞" : fmt::format("{}", value);
}
std::string window_text(const VisitFacts& visit) {
  return fmt::format("({}, {})", bound_text(visit.given_alpha), bound_text(visit.given_beta));
}
std::string value_with_bound(const VisitFacts& visit) {
  if (!visit.finished) return "–";
  const NodeType type = actual_type(visit.value, visit.given_alpha, visit.given_beta);
  return fmt::format("{}{}",
                     type == NodeType::pv    ? ""
                     : type == NodeType::cut ? "≥ "
                                             : "≤ ",
                     value_text(visit.value));
}

std::string_view name_of_type(NodeType type) {
  return node_type_names[static_cast<std::size_t>(type)];
}

/// The visits of one search, with what is drawn of each.
struct Drawn {
  explicit Drawn(const VisitedTree& tree)
      : visits(tree.visits),
        parents(parents_of(visits)),
        is_again(repeated(visits, parents)),
        types(expected_types(visits)),
        hidden(visits.size()) {}

  std::string name(std::size_t i) const {
    const Visit<std::string>& visit = visits[i];
    if (visit.aside) return "aside";
    if (is_null_move(visits, i, parents[i])) return "null move";
    if (visit.lost) return "a move";
    return visit.path.empty() ? "root" : visit.path.back();
  }

  /// Plies less than its parent's depth would leave; negative: more.
  int reduction(std::size_t i) const {
    if (!parents[i] || visits[i].aside || is_null_move(visits, i, parents[i])) return 0;
    const int above = visits[*parents[i]].depth, here = visits[i].depth;
    return above > 0 && here >= 0 ? above - 1 - here : 0;
  }

  reports::TreeNode node(std::size_t i) const {
    const Visit<std::string>& visit = visits[i];
    reports::TreeNode node;
    const int less = reduction(i);
    node.lines = {fmt::format("{}{}{}", name(i), visit.by_table ? " T" : "",
                              less > 0   ? fmt::format(" -{}", less)
                              : less < 0 ? fmt::format(" +{}", -less)
                                         : ""),
                  value_with_bound(visit), window_text(visit)};
    if (hidden[i] > 0) node.lines.push_back(fmt::format("… {}", hidden[i]));
    node.title = title(i, less);
    node.fill = static_cast<std::size_t>(types[i]);
    node.thick = visit.cutoff;
    node.dashed = is_again[i];
    return node;
  }

  const Visits& visits;
  std::vector<std::optional<std::size_t>> parents;
  std::vector<bool> is_again;
  std::vector<NodeType> types;
  std::vector<std::size_t> hidden;  ///< visits below it that are not drawn

 private:
  std::string title(std::size_t i, int less) const {
    const Visit<std::string>& visit = visits[i];
    std::string text =
        fmt::format("{}, visit {}: window {}, value {}, expected {}",
                    visit.path.empty() ? name(i) : fmt::format("{}", fmt::join(visit.path, " ")),
                    i + 1, window_text(visit), value_with_bound(visit), name_of_type(types[i]));
    if (visit.finished)
      text +=
          fmt::format(", turned out {}",
                      name_of_type(actual_type(visit.value, visit.given_alpha, visit.given_beta)));
    if (visit.depth >= 0) text += fmt::format(", depth {}", visit.depth);
    if (visit.alpha != visit.given_alpha || visit.beta != visit.given_beta)
      text += fmt::format(", narrowed by the table to ({}, {})", bound_text(visit.alpha),
                          bound_text(visit.beta));
    if (visit.by_table) text += ", settled by the table";
    if (visit.cutoff) text += ", cut off by its last move";
    if (is_again[i]) text += ", searched again";
    if (less != 0)
      text +=
          fmt::format(", depth {} than usual by {}", less > 0 ? "less" : "more", std::abs(less));
    return text;
  }
};

/// The places of nodes that all trees share.
class Places {
 public:
  explicit Places(std::size_t trees) : trees_(trees) {}

  /// Gives each visit of the tree down to that ply its place, a new one if no tree has it yet.
  void add(Drawn& drawn, std::size_t tree, int plies) {
    std::vector<std::size_t> place(drawn.visits.size()), shown(drawn.visits.size());
    std::map<std::pair<std::size_t, std::string>, std::size_t> times;  // by parent's visit and name
    for (std::size_t i = 0; i < drawn.visits.size(); ++i) {
      const auto parent = drawn.parents[i];
      if (plies > 0 && drawn.visits[i].ply > plies) {
        shown[i] = parent ? shown[*parent] : 0;
        ++drawn.hidden[shown[i]];
        continue;
      }
      shown[i] = i;
      const std::size_t time = times[{parent ? *parent + 1 : 0, drawn.name(i)}]++;
      const Key key{parent ? place[*parent] + 1 : 0, drawn.name(i), time};
      const auto [found, is_new] = by_key_.emplace(key, parents_.size());
      place[i] = found->second;
      if (is_new) {
        parents_.push_back(parent ? std::optional(place[*parent]) : std::nullopt);
        visits_.emplace_back(trees_);
      }
      visits_[place[i]][tree] = i;
    }
  }

  std::size_t size() const { return parents_.size(); }
  std::optional<std::size_t> parent(std::size_t place) const { return parents_[place]; }
  /// The visit there, by tree.
  const std::vector<std::optional<std::size_t>>& visits(std::size_t place) const {
    return visits_[place];
  }

 private:
  using Key = std::tuple<std::size_t, std::string, std::size_t>;

  std::size_t trees_;
  std::map<Key, std::size_t> by_key_;
  std::vector<std::optional<std::size_t>> parents_;
  std::vector<std::vector<std::optional<std::size_t>>> visits_;
};

std::vector<std::string> legend_of(const std::vector<Drawn>& trees) {
  std::vector<std::string> legend{
      "Value and window: for the side to move; ≥ failed high, ≤ failed low.",
      "Thick border: a move cut the node off. Dashed: the move is searched again."};
  const auto any = [&](auto&& holds) {
    return std::ranges::any_of(trees, [&](const Drawn& tree) {
      for (std::size_t i = 0; i < tree.visits.size(); ++i)
        if (holds(tree, i)) return true;
      return false;
    });
  };
  if (trees.size() > 1)
    legend.emplace_back("Red: only this search has this visit. Dotted: only others have it.");
  std::string marks;
  if (any([](const Drawn& tree, std::size_t i) { return tree.visits[i].by_table; }))
    marks += "T: settled by the table. ";
  if (any([](const Drawn& tree, std::size_t i) { return tree.reduction(i) != 0; }))
    marks += "-1, +1: searched a ply less or more deep. ";
  if (any([](const Drawn& tree, std::size_t i) { return tree.hidden[i] > 0; }))
    marks += "… 9: visits below that are not drawn. ";
  if (any([](const Drawn& tree, std::size_t i) { return tree.visits[i].aside; }))
    marks += "aside: the node once more within its search. ";
  if (!marks.empty()) legend.push_back(marks.substr(0, marks.size() - 1));
  return legend;
}

[[noreturn]] void refuse_size(const std::string& what) {
  throw InputError(
      fmt::format("{}, and a picture has at most {}: use a smaller depth, or draw fewer plies",
                  what, max_tree_nodes));
}

}  // namespace

std::vector<NodeType> expected_types(const Visits& visits) {
  struct Moves {
    std::size_t number = 0;
    std::optional<std::size_t> last = {};
  };
  const auto parents = parents_of(visits);
  const auto is_again = repeated(visits, parents);
  std::vector<Moves> moves(visits.size());
  std::vector<NodeType> types;
  for (std::size_t i = 0; i < visits.size(); ++i) {
    const Visit<std::string>& visit = visits[i];
    if (!parents[i]) {
      const bool null_window = visit.given_beta - visit.given_alpha <= 1;
      const bool is_all = visit.finished && visit.value <= visit.given_alpha;
      types.push_back(!null_window ? NodeType::pv : is_all ? NodeType::all : NodeType::cut);
      continue;
    }
    const NodeType above = types[*parents[i]];
    Moves& siblings = moves[*parents[i]];
    if (visit.aside) {
      types.push_back(above);
    } else if (is_null_move(visits, i, parents[i])) {
      types.push_back(expected_child(above, 1, false));
    } else {
      if (!is_again[i]) ++siblings.number;
      const bool other_window =
          is_again[i] && (visits[*siblings.last].given_alpha != visit.given_alpha ||
                          visits[*siblings.last].given_beta != visit.given_beta);
      siblings.last = i;
      types.push_back(expected_child(above, siblings.number - 1, other_window));
    }
  }
  return types;
}

VisitedTree last_tree(const std::string& search, const std::string& position,
                      const TextResult& result, bool has_smaller_limit) {
  if (result.unfinished && result.visited >= max_recorded_visits && !has_smaller_limit)
    throw InputError(fmt::format("{} visits more than {} positions of {}: use a smaller depth",
                                 search, max_recorded_visits, position));
  if (const auto& broken = result.unfinished; broken && !broken->visits.empty())
    return {search, position, *broken, std::nullopt, broken->visits};
  if (const auto* last = result.last_finished(); last && !last->visits.empty())
    return {search, position, *last, last->value, last->visits};
  throw InputError(fmt::format("{} does not tell what it visits", search));
}

reports::TreeFigure tree_figure(const std::vector<VisitedTree>& trees, int plies) {
  std::vector<Drawn> drawn(trees.begin(), trees.end());
  // The largest tree first: its nodes are in their order.
  std::vector<std::size_t> order(trees.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater(),
                           [&](std::size_t i) { return trees[i].visits.size(); });
  Places places(trees.size());
  for (const std::size_t tree : order) {
    places.add(drawn[tree], tree, plies);
    if (places.size() <= max_tree_nodes) continue;
    refuse_size(trees.size() == 1
                    ? fmt::format("{} visits {} nodes of {}", trees[tree].search,
                                  trees[tree].visits.size(), trees[tree].position)
                    : fmt::format("these searches together visit {} nodes or more of {}",
                                  places.size(), trees[tree].position));
  }
  reports::TreeFigure figure;
  figure.title = fmt::format("{}, depth {}", trees.front().position, trees.front().costs.depth);
  for (const NodeType type : {NodeType::pv, NodeType::cut, NodeType::all})
    figure.fills.push_back(fmt::format("{} node expected", name_of_type(type)));
  figure.legend = legend_of(drawn);
  for (std::size_t tree = 0; tree < trees.size(); ++tree) {
    const VisitedTree& whole = trees[tree];
    reports::TreePanel panel{
        fmt::format("{}: {} nodes, {}", whole.search, whole.costs.counts.nodes(),
                    whole.value ? "value " + value_text(*whole.value) : "not finished"),
        {}};
    for (std::size_t place = 0; place < places.size(); ++place) {
      const auto& visits = places.visits(place);
      reports::TreeNode node;
      if (visits[tree]) node = drawn[tree].node(*visits[tree]);
      node.parent = places.parent(place);
      node.marked = trees.size() > 1 && std::ranges::count_if(visits, [](const auto& visit) {
                                          return visit.has_value();
                                        }) == 1;
      panel.nodes.push_back(std::move(node));
    }
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

}  // namespace plylab::search::lab
