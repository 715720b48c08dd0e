// The positions below the root at which a perft is divided among threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "gen/base/count.h"
#include "gen/game/position.h"
#include "perft/walk/paths.h"
#include "perft/walk/table.h"

namespace plylab::perft {

/// A position that is counted once for all paths to it, and to positions with the same counts.
template <class P>
struct Task {
  P position;
  std::vector<Paths> paths;  ///< one for each branch: an index in the root's generate()

  /// The number of paths from all branches.
  Count multiplicity() const { return sum_of(paths); }
};

/// The tasks at a ply. Merged ones are sorted by the bytes of their positions' forms: neighbours
/// are then likely to have children in common. Others are in the order in which they were reached.
template <Position P>
class Tasks {
 public:
  /// The root's children. With `merged`, children with the same counts are one task.
  Tasks(const P& root, bool merged) : merged_(merged) {
    std::vector<Task<P>> roots;  // one for each branch
    std::vector<Child> children;
    for (const auto move : root.generate()) {
      add_child(children, root, roots.size(), move);
      roots.push_back({root, {{roots.size(), 1}}});
    }
    moves_ = static_cast<double>(children.size());
    take(roots, children);
  }

  /// Descends one ply from at least one task. Positions without a move go to left_behind().
  void deepen() {
    const std::vector<Task<P>> parents = std::exchange(tasks_, {});
    std::vector<Child> children;
    for (std::size_t parent = 0; parent < parents.size(); ++parent) {
      const auto moves = parents[parent].position.generate();
      if (moves.empty()) merge_paths(left_behind_, parents[parent].paths);
      for (const auto move : moves) add_child(children, parents[parent].position, parent, move);
    }
    moves_ = static_cast<double>(children.size()) / static_cast<double>(parents.size());
    take(parents, children);
  }

  const std::vector<Task<P>>& all() const { return tasks_; }

  /// The mean number of moves of the positions a ply above.
  double moves() const { return moves_; }

  /// The paths to positions without a move, by branch.
  const std::vector<Paths>& left_behind() const { return left_behind_; }

 private:
  struct Child {
    CountingForm<P> form;  // only if merged
    std::size_t parent;
    typename P::Move move;

    static int order(const Child& a, const Child& b) {
      return std::memcmp(&a.form, &b.form, sizeof a.form);
    }
  };

  void add_child(std::vector<Child>& children, const P& position, std::size_t parent,
                 typename P::Move move) const {
    Child& child = children.emplace_back(Child{{}, parent, move});
    if (!merged_) return;
    P after = position;
    after.make(move);
    child.form = counting_form(after);
  }

  /// Makes the children the tasks.
  void take(const std::vector<Task<P>>& parents, std::vector<Child>& children) {
    if (merged_)
      std::ranges::sort(children,
                        [](const Child& a, const Child& b) { return Child::order(a, b) < 0; });
    const Child* last = nullptr;
    for (const Child& child : children) {
      const Task<P>& parent = parents[child.parent];
      if (merged_ && last != nullptr && Child::order(*last, child) == 0) {
        merge_paths(tasks_.back().paths, parent.paths);
      } else {
        tasks_.push_back(parent);
        tasks_.back().position.make(child.move);
      }
      last = &child;
    }
  }

  bool merged_;
  double moves_ = 0;
  std::vector<Task<P>> tasks_;
  std::vector<Paths> left_behind_;
};

}  // namespace plylab::perft
