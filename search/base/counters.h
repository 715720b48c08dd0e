// The counters of a search.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace plylab::search {

/// The events that can be counted, other than nodes and cutoffs. `counters` below defines them.
enum class Event : std::uint8_t {
  quiescence,
  research,
  tightening,
  probe,
  hit,
  table_cutoff,
  etc_cutoff,
  collision,
  endgame,
  repetition,
  generated,
  picked,
  evaluation,
  lazy_evaluation,
  pawn_probe,
  pawn_hit,
  null_try,
  null_cutoff,
  null_sample,
  null_wrong,
  probcut_try,
  probcut,
  check_extension,
  reply_extension,
  recapture_extension,
  pawn_extension,
  threat_extension,
  king_extension,
  interposition_extension,
  singular_extension,
  reduction,
  futile,
  razored,
  deferral,
  join,
  count_of_events
};

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

/// The counts of a search, first of each thread, then of all. `counters` below defines each of
/// them.
struct alignas(64) Counters {
  /// The histogram's last bin holds this cut index and all beyond.
  static constexpr std::size_t last_bin = 31;

  std::uint64_t interiors = 0, leaves = 0;
  std::uint64_t cutoffs = 0;
  std::uint64_t research_nodes = 0;
  std::uint64_t waiting = 0;     ///< in nanoseconds
  std::uint64_t by_helpers = 0;  ///< visited by other threads than the first
  int deepest = 0;
  std::array<std::uint64_t, last_bin + 1> cut_index{};  ///< cutoffs by the cutting move's index
  std::array<std::uint64_t, move_class_names.size()> cut_classes{};  ///< by its class; chess
  std::array<std::uint64_t, static_cast<std::size_t>(Event::count_of_events)> events{};

  constexpr void interior() { ++interiors; }
  void leaf() { ++leaves; }
  void reach(int ply) { deepest = std::max(deepest, ply); }
  void cutoff(std::size_t place) {
    ++cutoffs;
    ++cut_index[std::min(place, last_bin)];
  }
  void cutoff_by(MoveClass kind) { ++cut_classes[static_cast<std::size_t>(kind)]; }
  constexpr void count(Event event) { ++events[static_cast<std::size_t>(event)]; }
  void count(Event event, std::size_t times) { events[static_cast<std::size_t>(event)] += times; }
  void research_cost(std::uint64_t nodes) { research_nodes += nodes; }

  constexpr std::uint64_t operator[](Event event) const {
    return events[static_cast<std::size_t>(event)];
  }

  constexpr std::uint64_t extensions() const;

  /// Whether the search lists moves by itself, as a guest's may: then neither the ordering nor what
  /// plylab does with a node's moves has a part in it. With plylab's quiescence search, which lists
  /// moves, too, that is not known.
  bool lists_own_moves() const { return leaves > 0 && (*this)[Event::generated] == 0; }

  constexpr std::uint64_t nodes() const { return interiors + leaves; }
  constexpr std::uint64_t visited() const { return nodes() + (*this)[Event::quiescence]; }
  /// Visited by the first thread, which never waits: the time of the search, if a visit takes one
  /// unit of time.
  constexpr std::uint64_t steps() const { return visited() - by_helpers; }

  /// The share of the first move in the cutoffs; 0 without cutoffs.
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
    by_helpers += other.by_helpers;
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

/// What is counted: headings, help, records, the comments of games and the guides take its name and
/// its definition from here (`plylab list counters`).
struct Counter {
  std::string_view name;
  std::string_view unit;  ///< empty for a number of what the definition names
  std::string_view definition;
  std::uint64_t (*of)(const Counters& counts);
  bool is_extension = false;  ///< it counts events of which `extensions` is the sum
};

namespace detail {

template <Event event>
constexpr Counter counter_of(std::string_view name, std::string_view definition) {
  return {name, "", definition, [](const Counters& counts) { return counts[event]; }};
}
template <Event event>
constexpr Counter extension(std::string_view name, std::string_view definition) {
  Counter counter = counter_of<event>(name, definition);
  counter.is_extension = true;
  return counter;
}

}  // namespace detail

/// The number of counters in the following list that are no event.
inline constexpr std::size_t counters_before_events = 11;

/// All counters: those of nodes and cutoffs, then those of the events in their order.
inline constexpr auto counters = std::to_array<Counter>({
    {"nodes", "", "calls of the search function, root included, quiescence not",
     [](const Counters& counts) { return counts.nodes(); }},
    {"interior", "", "nodes above depth 0; in iteration 0 the mate solver's positions",
     [](const Counters& counts) { return counts.interiors; }},
    {"leaves", "", "nodes at depth 0", [](const Counters& counts) { return counts.leaves; }},
    {"visited", "", "nodes + quiescence, without an iteration 0 that found no mate",
     [](const Counters& counts) { return counts.visited(); }},
    {"deepest", "plies", "greatest distance from the root, quiescence included",
     [](const Counters& counts) { return static_cast<std::uint64_t>(counts.deepest); }},
    {"cutoffs", "", "nodes ended by a move whose value reached beta",
     [](const Counters& counts) { return counts.cutoffs; }},
    {"research_nodes", "", "nodes of second searches, finished or not",
     [](const Counters& counts) { return counts.research_nodes; }},
    {"waiting_ns", "ns", "time that threads waited for work or for the end of an iteration",
     [](const Counters& counts) { return counts.waiting; }},
    {"by_helpers", "", "visited by other threads than the first",
     [](const Counters& counts) { return counts.by_helpers; }},
    {"steps", "", "visited by the first thread: in lockstep the time of the search, otherwise not",
     [](const Counters& counts) { return counts.steps(); }},
    {"extensions", "", "moves and nodes searched a ply deeper, for any reason",
     [](const Counters& counts) { return counts.extensions(); }},
    detail::counter_of<Event::quiescence>("quiescence",
                                          "positions of the quiescence search, below the leaves"),
    detail::counter_of<Event::research>(
        "researches", "second searches of a move or the root: another window, or the full depth"),
    detail::counter_of<Event::tightening>("tightenings", "nodes whose window the table narrowed"),
    detail::counter_of<Event::probe>("probes", "probes of the transposition table"),
    detail::counter_of<Event::hit>("hits", "probes that found the position"),
    detail::counter_of<Event::table_cutoff>(
        "table_cutoffs", "hits that ended the node, or a position of the quiescence search"),
    detail::counter_of<Event::etc_cutoff>(
        "etc_cutoffs", "table_cutoffs by the position after a move that was not searched"),
    detail::counter_of<Event::collision>("collisions",
                                         "entries of the table replaced by another position's"),
    detail::counter_of<Event::endgame>(
        "endgames", "nodes, and positions of the quiescence search, ended by an endgame table"),
    detail::counter_of<Event::repetition>("repetitions", "nodes that are draws by repetition"),
    detail::counter_of<Event::generated>("generated", "legal moves listed, quiescence included"),
    detail::counter_of<Event::picked>("picked",
                                      "moves taken from the lists of nodes, searched or skipped"),
    detail::counter_of<Event::evaluation>("evaluations", "static values with all terms"),
    detail::counter_of<Event::lazy_evaluation>(
        "lazy_evaluations", "static values without slow terms, far outside the window"),
    detail::counter_of<Event::pawn_probe>("pawn_probes", "probes of the pawn table"),
    detail::counter_of<Event::pawn_hit>("pawn_hits", "pawn probes that found the pawns"),
    detail::counter_of<Event::null_try>("null_tries", "null moves tried"),
    detail::counter_of<Event::null_cutoff>("null_cutoffs", "null moves that ended the node"),
    detail::counter_of<Event::null_sample>("null_samples",
                                           "null cutoffs checked by a search without null move"),
    detail::counter_of<Event::null_wrong>("null_wrong", "checked null cutoffs that were wrong"),
    detail::counter_of<Event::probcut_try>(
        "probcut_tries", "searches to about half the depth by the switch probcut"),
    detail::counter_of<Event::probcut>("probcuts", "nodes that such a search ended"),
    detail::extension<Event::check_extension>("check_extensions", "of moves that give check"),
    detail::extension<Event::reply_extension>("reply_extensions",
                                              "of the only legal answer to a check"),
    detail::extension<Event::recapture_extension>(
        "recapture_extensions", "of captures on the square of the previous capture"),
    detail::extension<Event::pawn_extension>("pawn_extensions",
                                             "of pawn moves to the seventh rank"),
    detail::extension<Event::threat_extension>("threat_extensions",
                                               "of nodes where a null move is answered by mate"),
    detail::extension<Event::king_extension>("king_extensions",
                                             "of moves that newly threaten the king"),
    detail::extension<Event::interposition_extension>(
        "interposition_extensions",
        "of answers to a check by a piece that can be taken for nothing"),
    detail::extension<Event::singular_extension>("singular_extensions",
                                                 "of moves clearly better than all others"),
    detail::counter_of<Event::reduction>("reductions", "late moves first searched less deeply"),
    detail::counter_of<Event::futile>("futile",
                                      "picked moves skipped by futility, lmp or see-pruning; of "
                                      "those that lmp drops together, at most the first"),
    detail::counter_of<Event::razored>("razored", "nodes that razoring searches a ply less deeply"),
    detail::counter_of<Event::deferral>(
        "deferrals",
        "moves put off, or left out at a joined node, because another thread was searching them"),
    detail::counter_of<Event::join>("joins", "how often a thread has joined a split point"),
});
static_assert(counters.size() ==
                  counters_before_events + static_cast<std::size_t>(Event::count_of_events),
              "each Event has a line of counters");

/// The counter of an event.
constexpr const Counter& counter_of(Event event) {
  return counters[counters_before_events + static_cast<std::size_t>(event)];
}
constexpr std::uint64_t Counters::extensions() const {
  std::uint64_t sum = 0;
  for (const Counter& counter : counters)
    if (counter.is_extension) sum += counter.of(*this);
  return sum;
}
static_assert(
    [] {
      for (std::size_t i = 0; i < static_cast<std::size_t>(Event::count_of_events); ++i) {
        Counters counts;
        counts.count(static_cast<Event>(i));
        if (counter_of(static_cast<Event>(i)).of(counts) != 1) return false;
      }
      return true;
    }(),
    "the counters of events are in the order of Event");

/// The counter of that name, which must exist.
consteval const Counter& counter(std::string_view name) {
  for (const Counter& one : counters)
    if (one.name == name) return one;
  throw "there is no such counter";
}

}  // namespace plylab::search
