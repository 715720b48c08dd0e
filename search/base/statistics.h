// The counters of a search.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace plylab::search {

/// The events that can be counted, other than nodes and cutoffs.
enum class Event : std::uint8_t {
  quiescence,       ///< a position searched below the leaves
  research,         ///< a second search of a child, or of the root, with another window
  tightening,       ///< a bound from the table that narrowed a node's window
  probe,            ///< a look into the table
  hit,              ///< a probe that found the position
  table_cutoff,     ///< a hit that ended the node
  collision,        ///< an entry of the table replaced by another position's
  endgame,          ///< a node ended by the value of an endgame table
  repetition,       ///< a node that is a draw because its position was repeated
  generated,        ///< a legal move listed in a node or in the quiescence search
  picked,           ///< a move taken from a node's list, to be searched or skipped
  evaluation,       ///< a static value computed
  lazy_evaluation,  ///< a value without slow terms, far outside the window
  pawn_probe,       ///< a probe of the pawn table
  pawn_hit,         ///< a pawn probe that found the pawns
  null_try,         ///< a null move tried
  null_cutoff,      ///< a null move that ended the node
  null_sample,      ///< a null cutoff checked by a search without null move
  null_wrong,       ///< a checked null cutoff that was wrong
  // A move or a node searched a ply deeper, by reason:
  check_extension,          ///< the move gives check
  reply_extension,          ///< it is the only legal answer to a check
  recapture_extension,      ///< it captures on the square of the previous capture
  pawn_extension,           ///< it is a pawn move to the seventh rank
  threat_extension,         ///< a null move would be answered by mate
  king_extension,           ///< the move newly threatens the king
  interposition_extension,  ///< it answers a check by a piece that can be taken for nothing
  singular_extension,       ///< it is clearly better than all other moves
  reduction,                ///< a late move searched less deep at first
  futile,                   ///< a move skipped as futile
  razored,                  ///< a node searched one ply less deep
  deferral,                 ///< a move deferred because another thread is searching it
  join,                     ///< a split point that a thread has joined
  count_of_events
};
/// The names of their counters in records and in the comments of games.
inline constexpr std::array<std::string_view, 32> event_names = {"quiescence",
                                                                 "researches",
                                                                 "tightenings",
                                                                 "probes",
                                                                 "hits",
                                                                 "table_cutoffs",
                                                                 "collisions",
                                                                 "endgames",
                                                                 "repetitions",
                                                                 "generated",
                                                                 "picked",
                                                                 "evaluations",
                                                                 "lazy_evaluations",
                                                                 "pawn_probes",
                                                                 "pawn_hits",
                                                                 "null_tries",
                                                                 "null_cutoffs",
                                                                 "null_samples",
                                                                 "null_wrong",
                                                                 "check_extensions",
                                                                 "reply_extensions",
                                                                 "recapture_extensions",
                                                                 "pawn_extensions",
                                                                 "threat_extensions",
                                                                 "king_extensions",
                                                                 "interposition_extensions",
                                                                 "singular_extensions",
                                                                 "reductions",
                                                                 "futile",
                                                                 "razored",
                                                                 "deferrals",
                                                                 "joins"};
static_assert(event_names.size() == static_cast<std::size_t>(Event::count_of_events));

/// The class of a move before it is searched: the first that applies.
enum class MoveClass : std::uint8_t {
  hash,          ///< the best known move
  recapture,     ///< captures on the square of the previous capture
  good_capture,  ///< a capture or promotion that loses nothing by static exchange
  bad_capture,   ///< a capture or promotion that does
  killer,        ///< of its ply
  history,       ///< a quiet move with a history of success
  pawn,          ///< another move of a pawn
  rest,
  count_of_classes
};
inline constexpr std::array<std::string_view, 8> move_class_names = {
    "hash", "recapture", "good capture", "bad capture", "killer", "history", "pawn", "rest"};
static_assert(move_class_names.size() == static_cast<std::size_t>(MoveClass::count_of_classes));

/// The counters of one search on one thread.
struct alignas(64) Counters {
  /// The histogram's last bin holds this cut index and all beyond.
  static constexpr std::size_t last_bin = 31;

  std::uint64_t interiors = 0;       ///< calls of the search function above depth 0
  std::uint64_t leaves = 0;          ///< calls at depth 0
  std::uint64_t cutoffs = 0;         ///< beta cutoffs above depth 0, by moves
  std::uint64_t research_nodes = 0;  ///< nodes of second searches, quiescence included
  std::uint64_t waiting = 0;         ///< total nanoseconds that threads waited for the first
  int deepest = 0;                   ///< maximum ply from the root, quiescence included
  std::array<std::uint64_t, last_bin + 1> cut_index{};  ///< cutoffs by the cutting move's index
  std::array<std::uint64_t, move_class_names.size()> cut_classes{};  ///< by its class; chess
  std::array<std::uint64_t, static_cast<std::size_t>(Event::count_of_events)> events{};

  void interior() { ++interiors; }
  void leaf() { ++leaves; }
  void reach(int ply) { deepest = std::max(deepest, ply); }
  void cutoff(std::size_t place) {
    ++cutoffs;
    ++cut_index[std::min(place, last_bin)];
  }
  void cutoff_by(MoveClass kind) { ++cut_classes[static_cast<std::size_t>(kind)]; }
  void count(Event event) { ++events[static_cast<std::size_t>(event)]; }
  void count(Event event, std::size_t times) { events[static_cast<std::size_t>(event)] += times; }
  void research_cost(std::uint64_t nodes) { research_nodes += nodes; }

  std::uint64_t operator[](Event event) const { return events[static_cast<std::size_t>(event)]; }

  /// Moves and nodes searched a ply deeper, for any reason.
  std::uint64_t extensions() const {
    std::uint64_t sum = 0;
    for (Event event = Event::check_extension; event <= Event::singular_extension;
         event = static_cast<Event>(static_cast<int>(event) + 1))
      sum += (*this)[event];
    return sum;
  }

  /// Calls of the search function, including the root, excluding quiescence.
  std::uint64_t nodes() const { return interiors + leaves; }

  /// The share of beta cutoffs by the first move; 0 without cutoffs.
  double first_move_cutoff_rate() const {
    return cutoffs == 0 ? 0 : static_cast<double>(cut_index[0]) / static_cast<double>(cutoffs);
  }

  /// Adds the counts, and takes the larger `deepest`.
  Counters& operator+=(const Counters& other) {
    interiors += other.interiors;
    leaves += other.leaves;
    cutoffs += other.cutoffs;
    research_nodes += other.research_nodes;
    waiting += other.waiting;
    deepest = std::max(deepest, other.deepest);
    const auto add = [](auto& sums, const auto& more) {
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += more[i];
    };
    add(cut_index, other.cut_index);
    add(cut_classes, other.cut_classes);
    add(events, other.events);
    return *this;
  }
  friend bool operator==(const Counters&, const Counters&) = default;
};

}  // namespace plylab::search
