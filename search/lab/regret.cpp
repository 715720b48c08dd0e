#include "search/lab/regret.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "gen/base/random.h"
#include "gen/tree/games.h"
#include "search/base/value.h"
#include "search/core/budget.h"
#include "search/run/run.h"

namespace plylab::search::lab {
namespace {

using tree::Tree;

/// Counts what a search by best nodes does, up to a limit.
class Effort {
 public:
  explicit Effort(const std::atomic<bool>& stop) : stop_(stop) {}

  void set_limit(std::uint64_t limit) { limit_ = limit; }
  /// Whether so many more positions are allowed. Throws Stopped.
  bool allows(std::uint64_t positions) const {
    if (stop_) throw Stopped{};
    return visited_ + positions <= limit_;
  }
  void visit(std::uint64_t positions) { visited_ += positions; }
  int evaluate(const Tree& at) {
    ++evaluations_;
    return at.value();
  }
  Choice choice(Tree::Move move) const { return {move, visited_, evaluations_}; }

 private:
  const std::atomic<bool>& stop_;
  std::uint64_t limit_ = 0, visited_ = 1, evaluations_ = 0;  // the root is visited
};

/// Best-first minimax (Korf and Chickering, "Best-first minimax search", Artificial Intelligence
/// 84, 1996): expands the leaf from which the root has its value, until that leaf ends the game.
class BestFirstMinimax {
 public:
  BestFirstMinimax(const tree::Spec& spec, const std::atomic<bool>& stop)
      : root_(spec), effort_(stop) {}

  Choice search(std::uint64_t limit) {
    effort_.set_limit(limit);
    while (expand_principal_leaf()) {
    }
    const bool none = nodes_.front().children == 0;
    return effort_.choice(none ? Tree::Move{0} : nodes_[best_child(0)].move);
  }

 private:
  struct Node {
    Tree::Move move = 0;
    int value = 0;  // for the side to move
    std::size_t first = 0, children = 0;
  };

  /// The first of the best moves of an expanded node.
  std::size_t best_child(std::size_t at) const {
    const auto first = nodes_.begin() + static_cast<std::ptrdiff_t>(nodes_[at].first);
    const auto end = first + static_cast<std::ptrdiff_t>(nodes_[at].children);
    const auto best = std::min_element(
        first, end, [](const Node& a, const Node& b) { return a.value < b.value; });
    return static_cast<std::size_t>(best - nodes_.begin());
  }

  /// False if that leaf ends the game, or the limit does not allow it.
  bool expand_principal_leaf() {
    Tree board = root_;
    std::vector<std::size_t> line{0};
    while (nodes_[line.back()].children > 0) {
      line.push_back(best_child(line.back()));
      board.make(nodes_[line.back()].move);
    }
    const std::size_t positions = line.size() - 1 + board.count();
    if (board.is_leaf() || !effort_.allows(positions)) return false;
    effort_.visit(positions);
    nodes_[line.back()].first = nodes_.size();
    nodes_[line.back()].children = board.count();
    for (const Tree::Move move : board.generate()) {
      const auto undo = board.make(move);
      nodes_.push_back({move, effort_.evaluate(board)});
      board.unmake(move, undo);
    }
    for (auto at = line.rbegin(); at != line.rend(); ++at)
      nodes_[*at].value = -nodes_[best_child(*at)].value;
    return true;
  }

  const Tree root_;
  Effort effort_;
  std::vector<Node> nodes_{1};
};

/// UCT (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006): games that are
/// random below the tree, which grows by one node in each; in the tree the move with the greatest
/// upper confidence bound UCB1, with the paper's constant Cp = 1/√2. Results are scaled to 0 … 1 by
/// the least and the greatest so far, since the range of a tree's leaves is not known beforehand.
class Uct {
 public:
  Uct(const tree::Spec& spec, const std::atomic<bool>& stop)
      : root_(spec), effort_(stop), random_(spec.seed) {}

  Choice search(std::uint64_t limit) {
    effort_.set_limit(limit);
    while (effort_.allows(root_.spec().depth)) play();
    const Node& root = nodes_.front();
    const auto first = nodes_.begin() + static_cast<std::ptrdiff_t>(root.first);
    const auto most =
        std::max_element(first, first + static_cast<std::ptrdiff_t>(root.children),
                         [](const Node& a, const Node& b) { return a.games < b.games; });
    return effort_.choice(root.children == 0 ? Tree::Move{0} : most->move);
  }

 private:
  struct Node {
    Tree::Move move = 0;
    std::uint64_t games = 0;
    double sum = 0;  // of their results, for the side that moved here
    std::size_t first = 0, children = 0;
  };

  /// Plays one game.
  void play() {
    Tree board = root_;
    effort_.visit(board.spec().depth);  // every game is as long as the tree is deep
    std::vector<std::size_t> line{0};
    while (!board.is_leaf()) {
      const std::size_t at = line.back();
      if (nodes_[at].games == 0 && at != 0) break;
      if (nodes_[at].children == 0) add_children(at, board);
      line.push_back(choose(nodes_[at]));
      board.make(nodes_[line.back()].move);
    }
    while (!board.is_leaf())
      board.make(static_cast<Tree::Move>(splitmix64(random_) % board.count()));
    const int value = effort_.evaluate(board);  // for the side to move at the leaf
    const double result =
        board.side_to_move() == root_.side_to_move() ? value : -value;  // at the root
    least_ = std::min(least_, result);
    greatest_ = std::max(greatest_, result);
    for (std::size_t ply = 0; ply < line.size(); ++ply) {
      Node& node = nodes_[line[ply]];
      ++node.games;
      node.sum += ply % 2 == 1 ? result : -result;
    }
  }

  void add_children(std::size_t at, const Tree& board) {
    nodes_[at].first = nodes_.size();
    nodes_[at].children = board.count();
    for (const Tree::Move move : board.generate()) nodes_.push_back({move});
  }

  /// The child of the greatest bound; one that has not been tried has none, and comes first. (Where
  /// the scale begins is the same for all of them, and left out.)
  std::size_t choose(const Node& node) const {
    const double range = std::max(greatest_ - least_, 1.0);
    const double log_games = std::log(static_cast<double>(node.games));
    double greatest = -std::numeric_limits<double>::infinity();
    std::size_t best = node.first;
    for (std::size_t child = node.first; child < node.first + node.children; ++child) {
      if (nodes_[child].games == 0) return child;
      const auto games = static_cast<double>(nodes_[child].games);
      const double bound = nodes_[child].sum / games / range + std::sqrt(2 * log_games / games);
      if (bound <= greatest) continue;
      greatest = bound;
      best = child;
    }
    return best;
  }

  const Tree root_;
  Effort effort_;
  std::uint64_t random_;
  std::vector<Node> nodes_{1};
  double least_ = std::numeric_limits<double>::infinity(), greatest_ = -least_;
};

/// A search by depth, which begins anew for each limit.
class ByDepth {
 public:
  ByDepth(std::string_view search, const tree::Spec& spec, const std::atomic<bool>& stop)
      : spec_(spec) {
    job_.algorithm = search;
    job_.limits.depth = static_cast<int>(spec.depth);
    job_.limits.stop = &stop;
  }

  Choice search(std::uint64_t limit) {
    job_.limits.nodes = limit;
    const auto result = run<tree::SyntheticTree>(spec_, job_);
    if (*job_.limits.stop) throw Stopped{};
    const Tree::Move* move = result.best_move();
    return {move == nullptr ? Tree::Move{0} : *move, result.visited,
            result.counts()[Event::evaluation]};
  }

 private:
  const tree::Spec spec_;
  Job job_;
};

std::vector<Choice> choices_of(auto search, const std::vector<std::uint64_t>& limits) {
  std::vector<Choice> all;
  for (const std::uint64_t limit : limits) all.push_back(search.search(limit));
  return all;
}

}  // namespace

std::vector<Choice> choices(std::string_view search, const tree::Spec& spec,
                            const std::vector<std::uint64_t>& limits,
                            const std::atomic<bool>& stop) {
  if (search == "best-first") return choices_of(BestFirstMinimax(spec, stop), limits);
  if (search == "uct") return choices_of(Uct(spec, stop), limits);
  return choices_of(ByDepth(search, spec, stop), limits);
}

int regret(const tree::Spec& spec, Tree::Move move) {
  Tree root(spec);
  const int best = root.true_value();
  root.make(move);
  return best + root.true_value();
}

}  // namespace plylab::search::lab
