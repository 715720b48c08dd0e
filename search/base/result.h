// The results of a search: while it runs, by iterations, and as a whole.
#pragma once

#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gen/base/fields.h"
#include "gen/game/position.h"
#include "search/base/counters.h"
#include "search/base/node_types.h"
#include "search/base/switches.h"
#include "search/base/value.h"

namespace plylab::search {

/// A new best move at the root, and when it was found.
template <class Move>
struct RootChange {
  int depth;
  Move move;
  Value value;
  std::uint64_t nodes;  ///< visited since the search began, quiescence included
  double seconds;       ///< since the search began
};

/// One search of the root with one window, or of one of its moves that became the best or failed
/// high in a null window, for `--trace`.
template <class Move>
struct RootSearch {
  int depth;
  std::size_t place;  ///< of the move, 1 for the first searched; 0: the whole root
  Value alpha, beta;  ///< the window searched; alpha is below beta
  Value value;        ///< exact inside the window; outside, a fail-high or fail-low bound
  std::uint64_t nodes;
  double seconds;          ///< both since the search began
  std::vector<Move> line;  ///< if exact, the variation; if fail-high, the move; else empty
};

/// A finished iteration, or a reliable new best move at the root within one.
template <class Move>
struct SearchInfo {
  int depth;
  Value value;
  std::vector<Move> line;  ///< begins with the best move; may be incomplete
  std::uint64_t nodes;     ///< visited since the search began, quiescence included
  double seconds;          ///< since the search began
};

/// Callbacks for results before the search ends. The searching thread calls them, unless they are
/// empty.
template <class Move>
struct Observer {
  std::function<void(const SearchInfo<Move>&)> info = {};
  /// Called when the search has ended, with the last root change or null. Releasing a large table,
  /// which can take a good part of a second, comes after this.
  std::function<void(const RootChange<Move>*)> ended = {};
};

/// What a visit of a node is, apart from the moves that lead there.
struct VisitFacts {
  Value alpha, beta;              ///< the window searched, from the view of the side to move there
  Value given_alpha, given_beta;  ///< the same before the table narrowed it
  int ply;
  int depth;              ///< plies left, as the search says; −1 if it does not
  Key key;                ///< of the position
  Value value = 0;        ///< what the visit returned
  bool cutoff = false;    ///< a move's value reached beta
  bool by_table = false;  ///< the table has settled it
  bool finished = false;  ///< it has returned
  bool strayed = false;   ///< when it returned the position was another: a move was not taken back
  bool lost = false;      ///< it is not known which moves lead there: a null move is one of them
  bool aside = false;  ///< a search of the same node within itself, such as without its best move
  /// The visit of the iteration within which it was made, 0 for the first: its parent's, or if it
  /// is aside, the same node's. None for the root, and in a search by a list.
  std::optional<std::size_t> parent = {};
};

/// One visit of a node.
template <class Move>
struct Visit : VisitFacts {
  std::vector<Move> path;  ///< from the root; empty if it is lost
};

/// What one iteration has cost, whether it was finished or not.
struct IterationCosts {
  int depth = 0;
  Counters counts = {};        ///< of this iteration alone
  std::uint64_t distinct = 0;  ///< different positions among its nodes; 0 if they were not counted
  double seconds = 0;

  friend bool operator==(const IterationCosts&, const IterationCosts&) = default;
  static constexpr Fields<&IterationCosts::depth, &IterationCosts::counts,
                          &IterationCosts::distinct, &IterationCosts::seconds>
      fields = {};
};

/// A finished iteration.
template <class Move>
struct Iteration : IterationCosts {
  Value value = 0;
  std::vector<Move> line = {};           ///< the principal variation; empty if the game is over
  std::vector<Visit<Move>> visits = {};  ///< only if recorded
  NodeTypes types = {};                  ///< only if counted
};

/// An iteration that was broken off. It has no value: that of its depth is not known.
template <class Move>
struct UnfinishedIteration : IterationCosts {
  std::vector<Move> best = {};           ///< a line of the best move found in it; empty if none was
  std::string obstacle = {};             ///< why it ended, unless because of a limit
  std::vector<Visit<Move>> visits = {};  ///< only if recorded
};

/// The nodes that alpha-beta visits if it knows the best moves beforehand.
struct Minimal {
  std::uint64_t tree = 0;  ///< nodes without a table: the critical tree (Knuth and Moore 1975)
  std::uint64_t tree_leaves = 0;  ///< of these, those at depth 0
  std::uint64_t graph = 0;        ///< nodes with the table of the switches; 0 without
  Value value = 0;                ///< of the root

  friend bool operator==(const Minimal&, const Minimal&) = default;
  static constexpr Fields<&Minimal::tree, &Minimal::tree_leaves, &Minimal::graph, &Minimal::value>
      fields = {};
};

/// The contents of a transposition table at the end of a search.
struct TableCensus {
  std::uint64_t entries = 0;    ///< capacity
  std::uint64_t filled = 0;     ///< entries in use, of which:
  std::uint64_t exact = 0;      ///< with an exact value
  std::uint64_t lower = 0;      ///< with only a lower bound
  std::uint64_t upper = 0;      ///< with only an upper bound
  std::uint64_t both = 0;       ///< with two different bounds
  std::uint64_t with_move = 0;  ///< with a best or cutting move
  std::uint64_t before = 0;     ///< stored by earlier searches: see KeptTable

  friend bool operator==(const TableCensus&, const TableCensus&) = default;
  static constexpr Fields<&TableCensus::entries, &TableCensus::filled, &TableCensus::exact,
                          &TableCensus::lower, &TableCensus::upper, &TableCensus::both,
                          &TableCensus::with_move, &TableCensus::before>
      fields = {};
};

/// A move of the root, and its index in the generator's order.
template <class Move>
struct ListedMove {
  Move move;
  std::size_t generated;          ///< 0 is the first
  std::optional<MoveClass> kind;  ///< of chess
};

/// The result of a search by iterations, with the game's own moves.
template <class Move>
struct ResultOf {
  std::vector<Iteration<Move>> iterations;              ///< the finished ones
  std::optional<UnfinishedIteration<Move>> unfinished;  ///< after them, if it was broken off
  bool ended_by_mate = false;  ///< by one of iteration 0, or as Limits::until_mate says
  std::vector<RootChange<Move>> changes;
  std::vector<RootSearch<Move>> root_searches;  ///< for a trace
  Switches switches;  ///< effective ones: a test driver switches a table on by itself
  std::optional<Minimal> minimal;
  /// If visits are recorded, those of the minimal graph, or without a table of the minimal tree.
  std::vector<Visit<Move>> minimal_visits;
  std::optional<TableCensus> table;     ///< if the job asks for it, and there is one
  std::vector<ListedMove<Move>> order;  ///< for a traced job: the order in a further search
  std::uint64_t visited = 0;            ///< all iterations, quiescence included
  double seconds = 0;

  /// The last finished iteration, or null.
  const Iteration<Move>* last_finished() const {
    return iterations.empty() ? nullptr : &iterations.back();
  }

  /// The counters of all iterations, with that of the unfinished one.
  Counters counts() const {
    Counters sum;
    for (const auto& iteration : iterations) sum += iteration.counts;
    if (unfinished) sum += unfinished->counts;
    return sum;
  }

  /// The move to play: the last root change's. Null if there is no legal move, or none was
  /// searched.
  const Move* best_move() const { return changes.empty() ? nullptr : &changes.back().move; }

  /// The effective branching factor by its two definitions, for the index of a finished iteration:
  /// nodes(d) / nodes(d − 1), and the square root of nodes(d) / nodes(d − 2); 0 where there are too
  /// few.
  double branching_factor(std::size_t iteration) const {
    return iteration < 1 ? 0 : nodes(iteration) / nodes(iteration - 1);
  }
  double branching_factor_over_two(std::size_t iteration) const {
    return iteration < 2 ? 0 : std::sqrt(nodes(iteration) / nodes(iteration - 2));
  }

 private:
  double nodes(std::size_t iteration) const {
    assert(iteration < iterations.size());
    return static_cast<double>(iterations[iteration].counts.nodes());
  }
};

}  // namespace plylab::search
