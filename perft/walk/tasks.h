// The positions below the root at which a perft is divided among threads.
#pragma once

#include <cstddef>
#include <unordered_map>
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

/// The tasks at a ply, in the order in which their positions were reached.
template <Position P>
class Tasks {
 public:
  /// The root's children. With `merged`, children with the same counts are one task.
  Tasks(const P& root, bool merged) : merged_(merged) {
    std::size_t branch = 0;
    for (const auto move : root.generate()) {
      P child = root;
      child.make(move);
      add(child, {{branch++, 1}});
    }
  }

  /// Descends one ply. Positions without a move go to left_behind().
  void deepen() {
    const std::vector<Task<P>> parents = std::exchange(tasks_, {});
    places_.clear();
    for (const Task<P>& parent : parents) {
      const auto moves = parent.position.generate();
      if (moves.empty()) merge_paths(left_behind_, parent.paths);
      for (const auto move : moves) {
        P child = parent.position;
        child.make(move);
        add(child, parent.paths);
      }
    }
  }

  const std::vector<Task<P>>& all() const { return tasks_; }

  /// The paths to positions without a move, by branch.
  const std::vector<Paths>& left_behind() const { return left_behind_; }

 private:
  struct Place {
    Key key;
    CountingForm<P> form;
    bool operator==(const Place& other) const { return form == other.form; }
  };
  struct Hash {
    std::size_t operator()(const Place& place) const { return mixed(place.key); }
  };

  void add(const P& position, const std::vector<Paths>& paths) {
    if (merged_) {
      const auto [known, fresh] =
          places_.try_emplace({counting_key(position), counting_form(position)}, tasks_.size());
      if (!fresh) return merge_paths(tasks_[known->second].paths, paths);
    }
    tasks_.push_back({position, paths});
  }

  bool merged_;
  std::vector<Task<P>> tasks_;
  std::vector<Paths> left_behind_;
  std::unordered_map<Place, std::size_t, Hash> places_;
};

}  // namespace plylab::perft
