// Watches a search at work: every call of its search function beside minimax's value.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "search/base/result.h"
#include "search/lab/experiment.h"

namespace plylab::search::verify {

/// A node of the tree that minimax visits at a depth.
struct Reference {
  Value value;                          ///< by minimax, for the side to move
  int depth;                            ///< plies left there
  int plies;                            ///< from the root
  std::vector<std::string> moves = {};  ///< all legal ones, in the order of search; none at a leaf
  std::vector<std::size_t> children = {};  ///< after these moves
  Value evaluation = 0;                    ///< as a leaf would be valued here
  bool has_evaluation = false;
  bool is_over = false;  ///< there is no legal move, or a rule ends the game
};

/// A call of the search function. Windows and values are for the side to move at its node.
struct Call : VisitFacts {
  std::vector<std::string> path;           ///< the moves from the root, in the game's notation
  std::vector<std::size_t> children = {};  ///< the calls that it made, in their order
  std::optional<std::size_t> reference = {};
  int plies_left = 0;  ///< as the search says, or else by its ply

  bool is_again = false;         ///< the call before it, by the same parent, was for the same node
  bool is_wrong = false;         ///< what it returned contradicts minimax
  bool goes_wrong = false;       ///< it is wrong, and no other call is to blame
  bool has_wrong_depth = false;  ///< it has another depth than it should, and its parent has not
};

/// What a search did in one position at one depth. Its value there may be right: that is evidence,
/// too.
struct Case {
  const SearchableGame* game;
  AnyStart start;
  std::vector<std::string> played;  ///< from the start to the position
  std::string position;             ///< in the game's notation
  Switches switches;                ///< of the search
  int depth;
  Value value, right;               ///< the search's, and minimax's
  Value shallower = 0, deeper = 0;  ///< minimax's at the depths beside it
  bool has_shallower = false, has_deeper = false;
  bool is_traced = false;            ///< the calls are known; otherwise only values
  bool is_too_large = false;         ///< not traced, since there would be too many calls
  std::vector<Reference> tree = {};  ///< the root is the first
  std::vector<Call> calls = {};      ///< of that iteration, in the order in which they began
  std::vector<Call> earlier = {};    ///< of the iterations before

  bool is_right() const { return value == right; }

  const Reference* reference_of(const Call& call) const {
    return call.reference ? &tree[*call.reference] : nullptr;
  }
  /// The call with which the value begins to be wrong, the first in time; null if no call is wrong
  /// by itself.
  const Call* first_wrong() const;
  /// Whether the first player is to move in the position after the path.
  bool first_to_move(const std::vector<std::string>& path) const;
};

/// Watches the run's search in its position, if its value differs from minimax's at some depth up
/// to the run's: first in a position, and at a depth, made as small as they can be, then in the
/// whole one a ply deeper and at the full depth. None if it does not differ. If `stop` is set they
/// are not to be used. `begins` is called before each search.
std::vector<Case> examine(const lab::Run& run, int full_depth, const std::atomic<bool>& stop,
                          const std::function<void()>& begins = {});

/// The same job for minimax, at each depth from 1: the values that the search must find.
Job minimax_job(Job job);

/// The same for alpha-beta without a table, which finds minimax's values in fewer visits; minimax
/// itself with switches that alpha-beta would prune by.
Job quick_minimax_job(Job job);

}  // namespace plylab::search::verify
