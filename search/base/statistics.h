// Statistics policies: what a search counts while it runs.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace plylab::search {

/// The events that can be counted, other than nodes and cutoffs.
enum class Event : std::uint8_t {
  quiescence,    ///< a position searched below the leaves
  research,      ///< a second search of a child, or of the root, with another window
  tightening,    ///< a bound from the table that narrowed a node's window
  probe,         ///< a look into the table
  hit,           ///< that found the position
  table_cutoff,  ///< and ended the node there
  collision,     ///< an entry of the table replaced by another position's
  endgame,       ///< a node ended by the value of an endgame table
  null_try,      ///< a null move tried
  null_cutoff,   ///< that ended the node
  extension,     ///< a move searched deeper because it gives check
  reduction,     ///< a late move searched less deep at first
  futile,        ///< a move left out as futile
  razored,       ///< a node searched one ply less deep
  deferral,      ///< a move put off because another thread is searching it
  count_of_events
};

/// Counts nothing and costs nothing.
struct NoStats {
  void interior() {}
  void leaf() {}
  void cutoff(std::size_t) {}
  void count(Event) {}
  void research_cost(std::uint64_t) {}
};

/// The counters of one search on one thread.
struct alignas(64) Counters {
  /// The histogram's last bin holds this cut index and all beyond.
  static constexpr std::size_t last_bin = 31;

  std::uint64_t interiors = 0;       ///< calls of the search function above depth 0
  std::uint64_t leaves = 0;          ///< calls at depth 0
  std::uint64_t cutoffs = 0;         ///< beta cutoffs above depth 0, by moves
  std::uint64_t research_nodes = 0;  ///< nodes of second searches, quiescence included
  std::uint64_t waiting = 0;         ///< nanoseconds that threads waited for the first, added
  std::array<std::uint64_t, last_bin + 1> cut_index{};  ///< cutoffs by the cutting move's place
  std::array<std::uint64_t, static_cast<std::size_t>(Event::count_of_events)> events{};

  void interior() { ++interiors; }
  void leaf() { ++leaves; }
  void cutoff(std::size_t place) {
    ++cutoffs;
    ++cut_index[std::min(place, last_bin)];
  }
  void count(Event event) { ++events[static_cast<std::size_t>(event)]; }
  void research_cost(std::uint64_t nodes) { research_nodes += nodes; }

  std::uint64_t operator[](Event event) const { return events[static_cast<std::size_t>(event)]; }

  /// Calls of the search function, root included, quiescence not.
  std::uint64_t nodes() const { return interiors + leaves; }

  /// Of all beta cutoffs the share by the first move; 0 without cutoffs.
  double first_move_cutoff_rate() const {
    return cutoffs == 0 ? 0 : static_cast<double>(cut_index[0]) / static_cast<double>(cutoffs);
  }

  Counters& operator+=(const Counters& other) {
    interiors += other.interiors;
    leaves += other.leaves;
    cutoffs += other.cutoffs;
    research_nodes += other.research_nodes;
    waiting += other.waiting;
    for (std::size_t i = 0; i < cut_index.size(); ++i) cut_index[i] += other.cut_index[i];
    for (std::size_t i = 0; i < events.size(); ++i) events[i] += other.events[i];
    return *this;
  }
  friend bool operator==(const Counters& a, const Counters& b) {
    return a.interiors == b.interiors && a.leaves == b.leaves && a.cutoffs == b.cutoffs &&
           a.research_nodes == b.research_nodes && a.waiting == b.waiting &&
           a.cut_index == b.cut_index && a.events == b.events;
  }
};

}  // namespace plylab::search
