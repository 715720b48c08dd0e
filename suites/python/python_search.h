// Searches, evaluations and orderings written in Python. Added under a name they are searches,
// evaluations and orderings of plylab like any other, for all commands.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pybind11/pybind11.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "search/algorithms/iterative_deepening.h"
#include "search/core/move_picker.h"
#include "search/core/quiescence.h"
#include "search/core/searcher.h"
#include "search/run/run_on.h"
#include "search/run/users_objects.h"
#include "suites/python/users_code.h"

namespace plylab::suites::python {

namespace py = pybind11;

/// A position in a running search, in any game. A search in Python plays on it, and it counts what
/// the search does.
class SearchPosition {
 public:
  using Value = search::Value;

  virtual ~SearchPosition() = default;

  /// In the game's notation; outside chess the moves from the root.
  virtual std::string text() const = 0;
  virtual Key key() const = 0;
  virtual Side side_to_move() const = 0;
  /// Plies from the root.
  virtual int ply() const = 0;
  /// The moves from the root.
  virtual const std::vector<std::string>& path() const = 0;

  /// The legal moves in the order of the search's ordering; none once the game is over.
  virtual const std::vector<std::string>& moves() = 0;
  /// The outcome by the rules for the side to move.
  virtual Outcome outcome() = 0;
  /// The value of a leaf: by the rules if the game is over, otherwise by the evaluation, after a
  /// quiescence search if the switch is on.
  virtual Value evaluate() = 0;

  /// Throws InputError if the move is not legal, and OutOfMemory if the line gets too long.
  virtual void make(const std::string& move) = 0;
  /// The depth that is left after the last move at a node of this depth.
  virtual int depth_after(int depth) const = 0;
  /// Takes the last move back. Throws InputError at the root.
  virtual void unmake() = 0;

  /// Searches this position, a node: counts it, and calls `search`, which returns its value and
  /// leaves the position as it was. Throws Stopped at a limit.
  virtual Value visit(int depth, Value alpha, Value beta, const std::function<Value()>& search) = 0;
  /// Whether all positions that the search went to are nodes that it visits.
  virtual bool is_counted() const = 0;
};

/// The position of a searcher.
template <class S>
class PositionOf final : public SearchPosition {
  using Move = typename S::Move;

 public:
  explicit PositionOf(S& searcher) : s_(searcher) {}

  std::string text() const override {
    if constexpr (requires { to_string(s_.position.setup()); })
      return to_string(s_.position.setup());
    else if constexpr (requires { s_.position.text(); })
      return s_.position.text();
    else
      return fmt::format("{}", fmt::join(path_, " "));
  }
  Key key() const override { return s_.position.key(); }
  Side side_to_move() const override { return s_.position.side_to_move(); }
  int ply() const override { return static_cast<int>(path_.size()); }
  int depth_after(int depth) const override { return s_.depth_after(depth, ply() - 1); }
  const std::vector<std::string>& path() const override { return path_; }

  const std::vector<std::string>& moves() override {
    note_uncounted();
    return listed().texts;
  }
  Outcome outcome() override { return listed().outcome; }
  Value evaluate() override {
    note_uncounted();
    const Node* const node = node_here();
    if constexpr (S::is_chess)
      if (s_.switches()["quiescence"])
        return search::quiesce(s_, ply(), node ? node->alpha : -search::infinity,
                               node ? node->beta : search::infinity);
    return search::leaf_value(s_, ply());
  }

  void make(const std::string& text) override {
    const Listed& listed = this->listed();
    const auto place =
        static_cast<std::size_t>(std::ranges::find(listed.texts, text) - listed.texts.begin());
    if (place == listed.moves.size())
      throw InputError(fmt::format(
          "'{}' is no legal move {}", text,
          made_.empty()
              ? "at the root"
              : fmt::format("after {} (is a move not taken back?)", fmt::join(path_, " "))));
    if (ply() + 2 >= search::max_ply)
      throw search::OutOfMemory(fmt::format("it is {} plies deep: does it end?", ply() + 1));
    const Move move = listed.moves[place];
    if constexpr (S::is_chess) s_.path.set_move(ply(), move);
    path_.push_back(text);
    made_.push_back({move, s_.make(move)});
    lists_.emplace_back();
  }
  void unmake() override {
    if (made_.empty()) throw InputError("unmake() at the root: no move is left to take back");
    s_.unmake(made_.back().move, made_.back().step);
    made_.pop_back();
    path_.pop_back();
    lists_.pop_back();
  }

  Value visit(int depth, Value alpha, Value beta, const std::function<Value()>& search) override {
    is_counted_ = made_.empty() || (is_counted_ && (parent() != nullptr || node_here() != nullptr));
    return is_again() ? s_.re_search([&] { return visit_once(depth, alpha, beta, search); })
                      : visit_once(depth, alpha, beta, search);
  }
  bool is_counted() const override { return is_counted_ && !has_uncounted_; }

 private:
  struct Made {
    Move move;
    typename S::Step step;
  };
  struct Listed {
    std::vector<Move> moves;
    std::vector<std::string> texts;
    Outcome outcome = Outcome::ongoing;
  };
  /// A node that is being searched.
  struct Node {
    std::size_t plies;
    int depth;
    Value alpha, beta;
    std::optional<Move> last = {};  // the move searched last
    std::size_t searched = 0;       // moves
    bool is_cut = false;            // the last move's value has reached beta
  };

  Node* node_here() {
    return nodes_.empty() || nodes_.back().plies != made_.size() ? nullptr : &nodes_.back();
  }
  /// The node whose move led here; null if the search did not say that it is one.
  Node* parent() {
    return nodes_.empty() || nodes_.back().plies + 1 != made_.size() ? nullptr : &nodes_.back();
  }

  /// Called where a search goes on from a position or takes its value: it must be a node. (The
  /// root's moves may be listed before the root is searched.)
  void note_uncounted() { has_uncounted_ |= !made_.empty() && node_here() == nullptr; }

  const Listed& listed() {
    std::optional<Listed>& list = lists_.back();
    if (list) return *list;
    list.emplace();
    const Node* const node = node_here();
    search::MovePicker<typename S::Pos> picker;
    s_.list_moves(picker, node != nullptr ? std::max(1, node->depth) : 1, ply(), nullptr);
    if (s_.game_over(picker.size(), ply())) {
      list->outcome = picker.size() == 0 ? s_.position.terminal_outcome() : Outcome::draw;
      return *list;
    }
    for (std::size_t place = 0; place < picker.size(); ++place) {
      list->moves.push_back(picker.pick(place));
      list->texts.push_back(move_text(s_.position, list->moves.back()));
    }
    return *list;
  }

  /// Whether the node was searched just before from the same parent: this is a second search.
  bool is_again() {
    if (made_.empty()) return nodes_.empty() && std::exchange(has_searched_root_, true);
    Node* const above = parent();
    if (above == nullptr) return false;
    const bool again = above->last == made_.back().move;
    above->searched += !again;
    above->last = made_.back().move;
    above->is_cut = false;
    return again;
  }

  Value visit_once(int depth, Value alpha, Value beta, const std::function<Value()>& search) {
    if (depth <= 0)
      s_.enter_leaf(ply(), alpha, beta);
    else
      s_.enter(ply(), alpha, beta, depth);
    nodes_.push_back({made_.size(), depth, alpha, beta});
    const Value value = search();
    const Node node = nodes_.back();
    nodes_.pop_back();
    s_.stats.count(search::Event::picked, node.searched);
    if (node.is_cut) s_.cut(node.searched - 1);
    s_.leave(ply(), value);
    if (Node* const above = parent()) above->is_cut = -value >= above->beta;
    return value;
  }

  S& s_;
  std::vector<Made> made_;
  std::vector<std::string> path_;                           // their texts
  std::vector<std::optional<Listed>> lists_{std::nullopt};  // the moves by ply, once asked for
  std::vector<Node> nodes_;
  bool is_counted_ = false, has_uncounted_ = false, has_searched_root_ = false;
};

/// A search in Python.
struct PythonSearch {
  static constexpr auto role = search::ObjectRole::search;

  /// Called with a SearchPosition, the depth, and the value of the iteration before or None.
  py::object function;
  std::string fingerprint;
  /// All its nodes must be counted: it has to visit them.
  bool must_count = true;

  /// Searches to a depth; takes Python's lock. Throws what the search throws.
  search::Value run(SearchPosition& position, int depth, std::optional<search::Value> last) const;

  template <class S>
  static search::Routine<S> routine(const PythonSearch& search) {
    return {[&search](S& s, int depth, std::optional<search::Value> last) {
              PositionOf<S> position(s);
              return search.run(position, depth, last);
            },
            false};
  }
};

/// While it exists, a task searches, so that no new name can be added.
class SearchingTask {
 public:
  SearchingTask() { ++number_; }
  ~SearchingTask() { --number_; }
  SearchingTask(const SearchingTask&) = delete;
  SearchingTask& operator=(const SearchingTask&) = delete;

  /// Throws InputError if a task searches: why something cannot be done meanwhile.
  static void require_none(std::string_view what);

  /// As RunningTask::forget_all().
  static void forget_all() { number_ = 0; }

 private:
  static inline std::atomic<int> number_ = 0;
  RunningTask running_;
};

// Each adds a callable under a new name, or puts it in the place of the one that was added under
// the name before. The fingerprint tells its code from other code. Throws InputError if plylab has
// the name itself, or it is no word, or there is no room for another.

/// Adds a search for all games.
void add_search(const std::string& name, PythonSearch search);

/// The searches added so far, by name.
const std::map<std::string, PythonSearch>& added_searches();

/// Adds them for a searcher of games that plylab does not know.
template <class S>
void add_searches() {
  auto& routines = search::added_routines<S>();
  for (const auto& [name, search] : added_searches())
    if (std::ranges::find(routines, name, [](const auto& one) { return one.first; }) ==
        routines.end())
      routines.emplace_back(name, PythonSearch::routine<S>(search));
}

/// Adds an evaluation of chess: from a FEN to centipawns for the side to move.
void add_evaluation(const std::string& name, const py::object& evaluate,
                    const std::string& fingerprint);

/// Adds an ordering of chess: from a FEN and a move to an int; the greatest comes first.
void add_ordering(const std::string& name, const py::object& rank, const std::string& fingerprint);

/// Defines the class SearchPosition and what ends a search at its limits.
void define_search_position(py::module_& m);

}  // namespace plylab::suites::python
