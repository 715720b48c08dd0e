// What every search algorithm works with: the position, what has been learnt about it, the limits
// and the counters. The algorithms are one short file each, and meet it through Node (node.h).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gen/chess/chess_position.h"
#include "gen/position.h"
#include "search/core/budget.h"
#include "search/core/evaluation_concept.h"
#include "search/core/move_picker.h"
#include "search/core/ordering.h"
#include "search/core/path.h"
#include "search/core/pruning.h"
#include "search/core/pv_table.h"
#include "search/core/quiet_history.h"
#include "search/core/quiet_moves.h"
#include "search/core/root_log.h"
#include "search/core/search_info.h"
#include "search/core/statistics.h"
#include "search/core/table.h"
#include "search/core/value.h"
#include "search/switches.h"

namespace plylab::search {

/// How to search, apart from the algorithm and the evaluation.
struct Settings {
  Order order = Order::generation;
  Switches switches = {};
  Limits limits = {};
  bool distinct = false;  ///< count the different positions among the nodes; costs time and memory
};

/// The state of one search on one thread.
template <Position P, Evaluation<P> E, class S>
class Searcher {
 public:
  using Game = P;
  using Move = typename P::Move;
  using Stats = S;
  static constexpr bool is_chess = chess::ChessPosition<P>;

  P position;
  S stats;

  /// Throws InputError if the memory for a table is not to be had.
  /// `game`: the keys of the positions before the root, for repetitions.
  Searcher(P root, E evaluation, Settings settings = {}, std::vector<Key> game = {})
      : position(root),
        root_(std::move(root)),
        evaluation_(std::move(evaluation)),
        settings_(settings),
        budget_(settings.limits) {
    const Switches& on = settings_.switches;
    if (on.table > 0) table_.emplace(static_cast<std::size_t>(on.table), on.exact != 0);
    path.start(std::move(game));
    follows_path_ = is_chess && (on.repetition || on.mate_distance || on.continuation ||
                                 on.singular || needs_static_eval(on));
    prunes_ = is_chess && search::prunes(on);
    start_iteration(0);
  }

  // ---- the position ----

  /// What unmake() needs.
  struct Step {
    typename P::Undo undo;
    Value sum;
  };
  Step make(Move move) {
    const Value before = sum_;
    if constexpr (IncrementalEvaluation<E, P>) sum_ += evaluation_.change(position, move);
    stats.down(move);
    const Step step{position.make(move), before};
    if (table_) table_->prefetch(position);
    return step;
  }
  void unmake(Move move, const Step& step) {
    position.unmake(move, step.undo);
    sum_ = step.sum;
  }

  Value evaluate() const {
    if constexpr (IncrementalEvaluation<E, P>)
      return evaluation_(position, sum_);
    else
      return evaluation_(position);
  }
  const E& evaluation() const { return evaluation_; }

  /// The value of a position without moves, or drawn by rule; the root is always searched on.
  std::optional<Value> game_over(std::size_t moves, int ply) const {
    if (moves == 0) return value_of(position.terminal_outcome(), ply);
    if (ply > 0 && position.drawn_by_rule()) return 0;
    return std::nullopt;
  }

  // ---- visits ----

  /// Enters a node above depth 0.
  void enter(int ply, Value alpha, Value beta) {
    visit(ply, alpha, beta);
    stats.interior();
  }
  /// Enters a node at depth 0.
  void enter_leaf(int ply, Value alpha, Value beta) {
    visit(ply, alpha, beta);
    stats.leaf();
  }
  /// Enters a node of the quiescence search.
  void enter_quiescence() {
    budget_.visit();
    stats.count(Event::quiescence);
  }

  // ---- order, and what is learnt for it ----

  /// The move that promises most at the node, from whoever knows one; null if nobody does.
  const Move* best_known(const TTEntry<Move>* entry, int depth) const {
    if (followed_ != nullptr)
      if (const Move* move = followed_->find(position, depth)) return move;
    if (entry != nullptr) return entry->has_move ? &entry->move : nullptr;
    return settings_.order == Order::hash ? best_moves_.find(position) : nullptr;
  }

  void list_moves(MovePicker<P>& moves, int depth, int ply, const Move* best) const {
    auto all = position.generate();
    if (ply == 0 && !root_moves_.empty()) [[unlikely]]
      keep_root_moves(all);
    if constexpr (is_chess)
      moves.start(position, all,
                  Hints<E>{settings_.order, evaluation_, depth, ply, best, killers_.get(),
                           history_.get(), quiet_history_.get(), previous_moves(ply)});
    else
      moves.start(all, settings_.order, best);
  }

  /// Notes a move that raised alpha inside the window, or cut.
  void learn(int depth, int ply, Move move, bool cut) {
    if (!recording_) return;
    if (recorded_ != nullptr) recorded_->learn(position, depth, move);
    if (settings_.order == Order::hash) best_moves_.learn(position, move);
    if constexpr (is_chess) {
      if (!is_quiet(move)) return;
      if (cut && killers_) killers_->learn(ply, move);
      if (history_) history_->learn(position.side_to_move(), move, depth);
    }
  }

  /// What came before the node at the ply.
  PreviousMoves previous_moves(int ply) const { return {path.before(ply, 1), path.before(ply, 2)}; }

  bool has_quiet_history() const { return quiet_history_ != nullptr; }

  /// Notes a quiet move that cut (`good`), or was tried before one that did.
  void learn_quiet_history(int depth, int ply, Move move, bool good) {
    if (quiet_history_ && recording_)
      quiet_history_->learn(position.side_to_move(), move, piece_target(position, move),
                            previous_moves(ply), depth, good);
  }

  // ---- table ----

  /// Whether the value of the position at this depth depends on nothing but the position. Near the
  /// fifty-move limit it depends on the clock: the tree must not reach it. Check extensions at most
  /// double its height, and 20 plies of checks in the quiescence search are more than there are.
  bool storable(int depth) const {
    if constexpr (is_chess)
      // With `deeper` values depend on the way in any case; only the limit itself is kept clear of.
      return settings_.switches.deeper
                 ? position.halfmove_clock() < 84
                 : position.halfmove_clock() + 2 * static_cast<unsigned>(depth) + 20 < 100;
    else
      return !position.drawn_by_rule();
  }
  TranspositionTable<P>* table() { return table_ ? &*table_ : nullptr; }

  /// Off while a line is completed: then nothing is learnt or stored.
  bool recording() const { return recording_; }

  // ---- what happens at the root ----

  /// A move has turned out best at the root; `pv` has the line that begins with it.
  void improve_root(int depth, Move move, Value value) {
    if (!recording_) return;
    change_root(depth, move, value);
    if (observer_.info && goes_on_from_last()) report(depth, value, pv.from(0));
  }
  void change_root(int depth, Move move, Value value) {
    changes_.push_back({depth, move, value, visited(), seconds()});
  }

  /// Whether this iteration searched the last one's best move first: then each root change is an
  /// improvement on it from the moment it is found.
  bool goes_on_from_last() const {
    return earlier_changes_ > 0 && changes_.size() > earlier_changes_ &&
           changes_[earlier_changes_].move == changes_[earlier_changes_ - 1].move;
  }

  /// Tell the observer, if there is one.
  void report(int depth, Value value, std::vector<Move> line) const {
    if (observer_.info) observer_.info({depth, value, std::move(line), visited(), seconds()});
  }
  void end() const {
    if (observer_.ended) observer_.ended(changes_.empty() ? nullptr : &changes_.back());
  }
  void cut_root(Move move) { root_cut_ = move; }

  /// The window of the root was too low: its move is better than was thought, at least as good as
  /// the value.
  void fail_high(int depth, Value value) {
    if (root_cut_) improve_root(depth, *root_cut_, value);
  }

  /// Notes a finished search of the root, or of the root move being searched.
  void note_root_search(int depth, Value alpha, Value beta, Value value) {
    std::vector<Move> line;
    if (value >= beta && root_cut_) line.push_back(*root_cut_);
    if (value > alpha && value < beta) line = pv.from(0);
    note_root_search({depth, alpha, beta, value, visited(), seconds(), std::move(line)});
  }
  void note_root_search(RootSearch<Move> search) {
    if (recording_) root_searches_.push_back(std::move(search));
  }

  PvTable<Move> pv;

  // ---- the way here ----

  Path<Move> path;

  /// Whether a switch asks for the path, and whether one of pruning.h is on.
  bool follows_path() const { return follows_path_; }
  bool prunes() const { return prunes_; }

  // ---- what is exact whatever the window ----

  /// Whether children at depth 0 are: a quiescence search gives bounds, and an extension a subtree.
  bool exact_leaves() const {
    return !settings_.switches.quiescence && !settings_.switches.check_extension;
  }

  /// Whether children at depth 1 that fail low are, in a fail-soft search: they list all leaves.
  bool exact_frontier() const { return exact_leaves() && !settings_.switches.futility; }

  // ---- second searches ----

  /// Counts a second search of a child or of the root, and what it costs.
  auto again(auto&& search) {
    stats.count(Event::research);
    const std::uint64_t before = visited();
    ++researching_;
    const auto value = search();
    if (--researching_ == 0) stats.research_cost(visited() - before);
    return value;
  }

  // ---- for the driver ----

  const Switches& switches() const { return settings_.switches; }
  const Limits& limits() const { return budget_.limits(); }
  const P& root() const { return root_; }
  std::uint64_t visited() const { return budget_.visited(); }
  double seconds() const { return budget_.seconds(); }
  std::vector<RootChange<Move>>& changes() { return changes_; }
  std::vector<RootSearch<Move>>& root_searches() { return root_searches_; }

  /// Different positions among the nodes of this iteration; 0 if they are not counted.
  std::uint64_t distinct() const { return distinct_.size(); }

  /// From now on notes the best move of every node, or follows those that were noted; null: not.
  void record(KnownMoves<P>* moves) { recorded_ = moves; }
  void follow(const KnownMoves<P>* moves) { followed_ = moves; }

  /// From now on the root has these moves only; empty: all of them again.
  void choose_from(std::vector<Move> moves) { root_moves_ = std::move(moves); }

  /// From now on the observer is told.
  void tell(Observer<Move> observer) { observer_ = std::move(observer); }

  /// Sets the position up at the root.
  void set_up() {
    position = root_;
    stats.at_root();
    if constexpr (IncrementalEvaluation<E, P>) sum_ = evaluation_.sum(position);
  }

  /// Prepares an iteration; a line that an earlier one left is forgotten.
  void start_iteration(int depth) {
    set_up();
    pv.clear(0);
    root_cut_.reset();
    researching_ = 0;
    earlier_changes_ = changes_.size();
    after_null_move_ = false;
    distinct_.clear();
    stats = S{};
    if constexpr (is_chess) {
      const Switches& on = settings_.switches;
      if (depth == 0 && on.killers) killers_ = std::make_unique<Killers>();
      if (depth == 0 && on.history) history_ = std::make_unique<ButterflyHistory>();
      if (depth == 0 && (on.gravity || on.continuation))
        quiet_history_ = std::make_unique<QuietHistory>(on.gravity, on.continuation);
    }
  }

  /// Calls a function that searches on the side: no nodes are counted, nothing is recorded, and
  /// only the limits hold that have to do with time.
  auto aside(auto&& search) {
    struct Side {
      Searcher& searcher;
      const Budget budget = searcher.budget_;
      const S counted = searcher.stats;

      explicit Side(Searcher& s) : searcher(s) {
        s.budget_ = Budget({.seconds = s.limits().seconds - s.seconds(), .stop = s.limits().stop});
        s.recording_ = false;
      }
      ~Side() {
        searcher.recording_ = true;
        searcher.budget_ = budget;
        searcher.stats = counted;
      }
    } const side(*this);
    return search();
  }

  /// Whether the move before was a null move: there are no two in a row.
  bool after_null_move() const { return after_null_move_; }
  void set_after_null_move(bool after) { after_null_move_ = after; }

 private:
  struct Seen {
    typename P::Packed packed;
    std::uint64_t hash;
    friend bool operator==(const Seen& a, const Seen& b) { return a.packed == b.packed; }
  };
  struct SeenHash {
    std::size_t operator()(const Seen& seen) const { return seen.hash; }
  };

  void visit(int ply, Value alpha, Value beta) {
    budget_.visit();
    stats.visit(ply, alpha, beta);
    pv.clear(ply);
    if (settings_.distinct) [[unlikely]]
      if (recording_) distinct_.insert({position.packed(), position.key().low});
  }

  void keep_root_moves(typename P::MoveList& all) const {
    typename P::MoveList kept;
    for (const Move move : all)
      if (std::find(root_moves_.begin(), root_moves_.end(), move) != root_moves_.end())
        kept.add(move);
    all = kept;
  }

  P root_;
  E evaluation_;
  Settings settings_;
  Budget budget_;
  Value sum_ = 0;
  std::optional<TranspositionTable<P>> table_;
  BestMoves<P> best_moves_;
  std::unique_ptr<Killers> killers_;
  std::unique_ptr<ButterflyHistory> history_;
  std::unique_ptr<QuietHistory> quiet_history_;
  KnownMoves<P>* recorded_ = nullptr;
  const KnownMoves<P>* followed_ = nullptr;
  bool recording_ = true;
  bool after_null_move_ = false;
  bool follows_path_ = false;
  bool prunes_ = false;
  int researching_ = 0;
  std::optional<Move> root_cut_;
  std::vector<Move> root_moves_;
  Observer<Move> observer_;
  std::vector<RootChange<Move>> changes_;
  std::size_t earlier_changes_ = 0;  // those of earlier iterations
  std::vector<RootSearch<Move>> root_searches_;
  std::unordered_set<Seen, SeenHash> distinct_;
};

}  // namespace plylab::search
