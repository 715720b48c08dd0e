// The state of a search on one thread: the position on the board and everything else that the
// search keeps, each part in a file of its own. The algorithms use it through Node.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/chess/board/notation.h"
#include "gen/game/position.h"
#include "search/base/counters.h"
#include "search/base/switches.h"
#include "search/core/budget.h"
#include "search/core/distinct_positions.h"
#include "search/core/evaluation_state.h"
#include "search/core/move_picker.h"
#include "search/core/ordering_tables.h"
#include "search/core/path.h"
#include "search/core/pv_table.h"
#include "search/core/root.h"
#include "search/core/settings.h"
#include "search/core/shared_search.h"
#include "search/core/trace.h"
#include "search/core/transposition_table.h"
#include "search/evaluation/pawn_table.h"

namespace plylab::search {

/// P is the position of a game, E an evaluation of it.
template <Position P, Evaluation<P> E>
class Searcher {
  Settings settings_;
  Budget budget_;

 public:
  using Pos = P;
  using Move = typename P::Move;
  /// Chess or a variant of it, for which the heuristics of chess work.
  static constexpr bool is_chess = chess::AnyChessPosition<P>;
  static constexpr bool is_orthodox = chess::ChessPosition<P>;
  /// Whether a leaf can be evaluated without making the move that leads to it.
  static constexpr bool can_value_unmade = SumEvaluation<E, P> && requires(const P position) {
    position.sure_replies();
  };

  P position;
  Counters stats;
  OrderingTables<P> ordering;
  RootMoves<P> root_moves;
  RootRecord<Move> root_record{budget_};
  PvTable<Move> pv;
  Path<Move> path;

  /// `game`: the keys of the positions before the root, for repetitions. `table`: a table that
  /// someone else owns, to be used in place of an own one. Throws InputError if the memory for a
  /// table cannot be allocated.
  Searcher(P root, E evaluation, Settings settings = {}, std::vector<Key> game = {},
           TranspositionTable<P>* table = nullptr)
      : settings_(settings),
        budget_(settings.limits),
        position(root),
        ordering(settings.order, settings.switches),
        root_(std::move(root)),
        evaluation_(std::move(evaluation)),
        table_(table) {
    const Switches& on = settings_.switches;
    if (table_ == nullptr && on["table"] > 0) table_ = &own_table_.emplace(on);
    if constexpr (requires(E e) { e.use(static_cast<PawnTable*>(nullptr)); })
      if (const int entries = std::max(on["pawn-table"], on["king-pawn-table"]); entries > 0) {
        pawn_table_.emplace(static_cast<std::size_t>(entries), on["king-pawn-table"] > 0);
        evaluation_.evaluation().use(&*pawn_table_);
      }
    path.start(std::move(game));
    if (is_orthodox && on["endgames"] > 0) endgames_ = settings_.endgames;
    follows_path_ = is_chess && search::follows_path(on);
    prunes_ = is_chess && search::prunes(on);
    if constexpr (can_value_unmade)
      values_unmade_ = evaluation_.evaluation().is_sum() && !prunes_ && !on["checks"] &&
                       !on["quiescence"] && on["endgames"] == 0 && !settings_.distinct;
    set_up();
  }
  Searcher(const Searcher&) = delete;
  Searcher& operator=(const Searcher&) = delete;

  // ---- the position ----

  /// What unmake() needs to take a move back.
  struct Step {
    typename P::Undo undo;
    Value evaluation;
  };
  Step make(Move move) {
    trace([&](auto& trace) {
      if (trace.checks_moves) require_legal(move);
      trace.down(move);
    });
    const Value before = evaluation_.advance(position, move);
    const Step step{position.make(move), before};
    if (table_) table_->prefetch(position);
    return step;
  }
  void unmake(Move move, const Step& step) {
    position.unmake(move, step.undo);
    evaluation_.take_back(step.evaluation);
  }

  /// The depth that is left after the move that has just been made at a node of this depth and ply:
  /// a ply less, or with the switch checks as much if it gives check. Node does this by itself.
  int depth_after(int depth, int ply) const {
    if constexpr (is_chess)
      if (settings_.switches["checks"] && may_extend_check(depth, ply) && position.checkers() != 0)
        return depth;
    return depth - 1;
  }

  Value evaluate() {
    stats.count(Event::evaluation);
    return evaluation_.value(position);
  }
  /// The same for a window. With the switch lazy-eval, if material and placement are more than the
  /// margin outside the window, the slow terms are left out, and the result is a bound: material
  /// and placement, moved by the margin towards the window.
  Value evaluate(Value alpha, Value beta) {
    if (const Value margin = settings_.switches["lazy-eval"]; margin > 0) [[unlikely]]
      if (const auto quick = evaluation_.quick(position)) {
        if (*quick - margin >= beta || *quick + margin <= alpha) {
          stats.count(Event::lazy_evaluation);
          return *quick >= beta ? *quick - margin : *quick + margin;
        }
      }
    return evaluate();
  }
  const E& evaluation() const { return evaluation_.evaluation(); }

  /// The value of the leaf after the move, without making the move. Requires values_unmade(), and
  /// that the game is not over at the leaf.
  Value unmade_leaf(Move move, int ply, Value alpha, Value beta) {
    trace([&](auto& trace) { trace.down(move); });
    enter_leaf(ply, alpha, beta);
    stats.count(Event::evaluation);
    const Value value = evaluation_.value_after(position, move);
    leave(ply, value);
    return value;
  }

  /// The value of a position without moves, or drawn by rule; the root is searched even if it is
  /// drawn by rule.
  std::optional<Value> game_over(std::size_t moves, int ply) const {
    if (moves == 0) return value_of(position.terminal_outcome(), ply);
    if (ply > 0 && position.drawn_by_rule()) return 0;
    return std::nullopt;
  }

  /// Whether the position has no more men than the switch endgames allows.
  bool is_endgame() const {
    return count_men() <= static_cast<unsigned>(settings_.switches["endgames"]);
  }

  /// The exact value by the endgame tables, below the root, of a position with is_endgame().
  std::optional<Value> endgame_value(int ply) {
    if (ply == 0 || !is_endgame()) return std::nullopt;
    const auto value = endgames_->value(position.setup());
    if (!value) return std::nullopt;
    stats.count(Event::endgame);
    return at_ply(*value, ply);
  }

  /// The value of the results in the opening book, for the side to move. Of chess, with the switch
  /// book.
  std::optional<Value> book_value() const { return settings_.book->value(position.setup()); }

  /// Lists all moves of the node, the best known one first.
  void list_moves(MovePicker<P>& picker, int depth, int ply, const Move* best) {
    auto moves = position.generate();
    stats.count(Event::generated, moves.size());
    if (ply == 0 && root_moves.restricted()) [[unlikely]]
      root_moves.restrict(moves);
    ordering.start(picker, moves, position, evaluation(), path, depth, ply, best);
  }

  /// The same in stages, where the order allows it: only the captures if there are any. list_rest()
  /// adds the quiet moves when they are needed.
  void list_first_moves(MovePicker<P>& picker, int depth, int ply, const Move* best) {
    if constexpr (MovePicker<P>::in_stages)
      if (ply > 0 && !prunes_ && ordering.captures_first(best)) {
        ordering.start_captures(picker, position, evaluation(), path, depth, ply, best);
        stats.count(Event::generated, picker.size());
        if (picker.size() == 0) list_rest(picker, depth, ply);
        return;
      }
    list_moves(picker, depth, ply, best);
  }

  /// Adds the moves that list_first_moves() left out. They come in the same order as if they had
  /// been listed at once, because killers are learned only at the node's own ply.
  [[gnu::noinline]] void list_rest(MovePicker<P>& picker, int depth,
                                   int ply) requires(MovePicker<P>::in_stages) {
    const std::size_t before = picker.size();
    ordering.add_quiet_moves(picker, position, evaluation(), path, depth, ply);
    stats.count(Event::generated, picker.size() - before);
  }

  // ---- visits ----

  /// Enters a node above depth 0. The depth is for the trace; −1: unknown. Throws Stopped at a
  /// limit, and OutOfMemory beyond max_ply.
  void enter(int ply, Value alpha, Value beta, int depth = -1) {
    visit(ply, alpha, beta, depth);
    stats.interior();
    stats.reach(ply);
  }
  /// Enters a node at depth 0.
  void enter_leaf(int ply, Value alpha, Value beta) {
    visit(ply, alpha, beta, 0);
    stats.leaf();
    stats.reach(ply);
  }
  /// Leaves a node entered by either.
  void leave(int ply, Value value) {
    trace([&](auto& trace) { trace.leave(ply, value, position.key(), stats); });
  }
  /// The search of a node above depth 0 has returned, with this value.
  void returned(int ply, Value value) {
    trace([&](auto& trace) { trace.returned(ply, value, position.key(), stats); });
  }
  /// The table has narrowed the window of the current node.
  void narrow(Value alpha, Value beta) {
    stats.count(Event::tightening);
    trace([&](auto& trace) { trace.narrow(alpha, beta); });
  }
  /// The move at that place has reached beta in the current node.
  void cut(std::size_t place) {
    stats.cutoff(place);
    trace([&](auto& trace) { trace.cutoff(place); });
  }
  /// Enters a node of the quiescence search.
  void enter_quiescence(int ply) {
    budget_.visit();
    stats.count(Event::quiescence);
    stats.reach(ply);
  }

  /// Runs a second search of a child or of the root; counts it and its nodes.
  auto re_search(auto&& search) {
    stats.count(Event::research);
    struct Second {  // ends also if a limit breaks the search off
      Searcher& s;
      const std::uint64_t before = s.stats.nodes();
      ~Second() {
        if (--s.re_searching_ == 0) s.stats.research_cost(s.stats.nodes() - before);
      }
    } const second{*this};
    ++re_searching_;
    return search();
  }

  // ---- for nodes ----

  const Switches& switches() const { return settings_.switches; }
  TranspositionTable<P>* table() { return table_; }

  /// The moves that the threads are searching now, if threads put off moves that another is
  /// searching; else null.
  ActiveMoves* active_moves() { return active_moves_; }

  /// Where to open split points; null: nowhere.
  SplitPoints<Searcher>* split_points() { return split_points_; }
  /// The split point that this thread has joined if its node is at the ply, else null.
  const SplitPoint<Searcher>* joined_at(int ply) const {
    return joined_ != nullptr && joined_->ply == ply ? joined_ : nullptr;
  }

  bool has_endgames() const { return endgames_ != nullptr; }

  /// The depth of this iteration.
  int iteration_depth() const { return iteration_depth_; }

  /// Whether to check the cutoff by a null move that has just happened.
  bool samples_null_cutoff() {
    return settings_.null_samples > 0 && recording_ &&
           ++null_cutoffs_ % settings_.null_samples == 0;
  }

  /// False within search_aside(), which learns and stores nothing.
  bool recording() const { return recording_; }

  /// Whether some switch needs the path, and whether one prunes, reduces or extends selectively.
  bool follows_path() const { return follows_path_; }
  bool prunes() const { return prunes_; }

  /// Whether unmade_leaf() may be used: the evaluation is a sum over the men, and the switches need
  /// nothing else at leaves.
  bool values_unmade() const { return values_unmade_; }

  /// Whether the previous move was a null move: two in a row are not allowed.
  bool after_null_move() const { return after_null_move_; }
  void set_after_null_move(bool after) { after_null_move_ = after; }

  // ---- for the driver ----

  /// Joins the other threads, as the one of that number: from now on counts visits together with
  /// them, and puts off the moves that they are searching unless the switch lazy is on. With ybw
  /// also opens split points, and with lockstep takes turns with them.
  void share(SharedSearch<Searcher>& shared, std::size_t thread) {
    budget_.share(shared.visited);
    if (shared.lockstep)
      budget_.take_turns(*shared.lockstep, thread,
                         static_cast<std::uint64_t>(settings_.switches["lockstep"]));
    if (!settings_.switches["lazy"]) active_moves_ = &shared.active_moves;
    if (settings_.switches["ybw"]) split_points_ = &shared.split_points;
  }
  /// Searches the node of another thread's split point together with it, and returns a value that
  /// says only whether a move is better than the point's alpha. Throws Stopped when the point is
  /// closed, and what a search throws.
  Value join(SplitPoint<Searcher>& point) {
    position = point.position;
    evaluation_.set_up(position);
    path = point.path;
    re_searching_ = 0;
    after_null_move_ = false;
    joined_ = &point;
    stats.count(Event::join);
    budget_.watch(point.closed);
    return point.search(*this, point.depth, point.ply, point.alpha, point.beta);
  }
  /// Adds the visits that are not yet in the shared count to it.
  void flush_visits() { budget_.flush(); }
  /// The thread has been given a turn. Does nothing without lockstep.
  void start_turn() { budget_.start_turn(); }

  /// From now on tells them of every visit, if can_trace; null: nobody.
  void set_trace(Tracers<Move>* trace) { trace_ = trace; }
  /// Returns the visits of this iteration and removes them.
  std::vector<Visit<Move>> take_visits() {
    return trace_ && trace_->visits ? trace_->visits->take() : std::vector<Visit<Move>>();
  }
  /// The same for the counts of its nodes by type.
  NodeTypes take_types() { return trace_ && trace_->types ? trace_->types->take() : NodeTypes(); }

  const Limits& limits() const { return budget_.limits(); }
  std::uint64_t visited() const { return budget_.visited(); }
  /// Adds visits made outside this searcher.
  void add_visits(std::uint64_t visits) { budget_.add(visits); }
  double seconds() const { return budget_.seconds(); }

  /// The counters of this iteration so far.
  Counters counted() const {
    Counters sum = stats;
    if (pawn_table_) {
      sum.count(Event::pawn_probe, pawn_table_->probes());
      sum.count(Event::pawn_hit, pawn_table_->hits());
    }
    return sum;
  }

  /// Different positions among the nodes of this iteration; 0 if they are not counted.
  std::uint64_t distinct() const { return distinct_.size(); }

  /// Returns to the root.
  void set_up() {
    position = root_;
    trace([](auto& trace) { trace.at_root(); });
    evaluation_.set_up(position);
  }

  /// Prepares an iteration, and forgets the line of the last one.
  void start_iteration(int depth) {
    set_up();
    iteration_depth_ = depth;
    pv.clear(0);
    root_record.start_iteration();
    re_searching_ = 0;
    after_null_move_ = false;
    distinct_.clear();
    if (pawn_table_) pawn_table_->clear_counts();
    stats = {};
  }

  /// Calls a function that searches on the side: it counts and records nothing but the probes of
  /// the pawn table, and only the limits of time apply to it.
  auto search_aside(auto&& search) {
    struct Aside {
      Searcher& searcher;
      const Budget budget = searcher.budget_;
      const Counters counted = searcher.stats;
      Tracers<Move>* const trace = std::exchange(searcher.trace_, nullptr);

      explicit Aside(Searcher& s) : searcher(s) {
        s.budget_ = Budget({.seconds = s.limits().seconds - s.seconds(), .stop = s.limits().stop});
        s.recording_ = false;
      }
      ~Aside() {
        searcher.recording_ = true;
        searcher.budget_ = budget;
        searcher.stats = counted;
        searcher.trace_ = trace;
      }
    } const aside(*this);
    return search();
  }

 private:
  /// Tells the trace, if there is one.
  void trace(auto&& tell) {
    if constexpr (can_trace<P>)
      if (trace_ != nullptr) [[unlikely]]
        tell(*trace_);
  }

  [[gnu::cold, gnu::noinline]] void require_legal(Move move) const {
    const auto legal = position.generate();
    if (std::find(legal.begin(), legal.end(), move) != legal.end()) return;
    constexpr std::size_t most = 8;
    std::vector<std::string> texts;
    for (const Move one : legal)
      if (texts.size() < most) texts.emplace_back(move_text(position, one));
    if (legal.size() > most) texts.emplace_back("…");
    const std::string text =
        texts.empty() ? fmt::format("{}, where no move is legal", move_text(position, move))
                      : fmt::format("{}, where the legal moves are {}", move_text(position, move),
                                    fmt::join(texts, " "));
    throw IllegalMoveMade(text);
  }

  unsigned count_men() const {
    if constexpr (requires { position.planes(); }) {
      return static_cast<unsigned>(std::popcount(position.planes().occupied()));
    } else {
      unsigned men = 0;
      position.for_each_piece([&men](chess::Piece, chess::Square) { ++men; });
      return men;
    }
  }

  /// The arrays by ply would overflow. Searches of the laboratory never get there.
  [[noreturn, gnu::cold, gnu::noinline]] static void throw_too_deep(int ply) {
    throw OutOfMemory(fmt::format("it is {} plies deep: does it end?", ply));
  }

  void visit(int ply, Value alpha, Value beta, int depth) {
    if (ply > max_ply) [[unlikely]]
      throw_too_deep(ply);
    budget_.visit();
    trace([&](auto& trace) { trace.visit(ply, alpha, beta, depth, position.key(), stats); });
    pv.clear(ply);
    if (settings_.distinct) [[unlikely]]
      if (recording_) distinct_.add(position);
  }

  P root_;
  EvaluationState<P, E> evaluation_;
  std::optional<TranspositionTable<P>> own_table_;
  TranspositionTable<P>* table_ = nullptr;
  ActiveMoves* active_moves_ = nullptr;
  SplitPoints<Searcher>* split_points_ = nullptr;
  const SplitPoint<Searcher>* joined_ = nullptr;
  std::optional<PawnTable> pawn_table_;
  DistinctPositions<P> distinct_;
  Tracers<Move>* trace_ = nullptr;
  const KnownValues* endgames_ = nullptr;
  bool recording_ = true;
  bool after_null_move_ = false;
  bool follows_path_ = false;
  bool prunes_ = false;
  bool values_unmade_ = false;
  int re_searching_ = 0;
  int iteration_depth_ = settings_.limits.depth;
  std::uint64_t null_cutoffs_ = 0;  // since the search began, if they are sampled
};

}  // namespace plylab::search
