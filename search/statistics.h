// Statistics policies: what a search counts while it runs.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace plylab::search {

/// Counts nothing and costs nothing.
struct NoStats {
  void interior() {}
  void leaf() {}
  void quiescence() {}
  void cutoff(std::size_t) {}
  void research() {}
};

/// The counters of one search on one thread.
struct alignas(64) Counters {
  /// The histogram's last bin holds this cut index and all beyond.
  static constexpr std::size_t last_bin = 31;

  std::uint64_t interiors = 0;         ///< calls of the search function above depth 0
  std::uint64_t leaves = 0;            ///< calls at depth 0
  std::uint64_t quiescence_nodes = 0;  ///< positions searched below the leaves
  std::uint64_t cutoffs = 0;           ///< beta cutoffs above depth 0
  std::uint64_t researches = 0;        ///< second searches of a child after a null-window fail-high
  std::array<std::uint64_t, last_bin + 1> cut_index{};  ///< cutoffs by the cutting move's place

  void interior() { ++interiors; }
  void leaf() { ++leaves; }
  void quiescence() { ++quiescence_nodes; }
  void cutoff(std::size_t place) {
    ++cutoffs;
    ++cut_index[std::min(place, last_bin)];
  }
  void research() { ++researches; }

  /// Calls of the search function, root included, quiescence not.
  std::uint64_t nodes() const { return interiors + leaves; }

  /// Of all beta cutoffs the share by the first move; 0 without cutoffs.
  double first_move_cutoff_rate() const {
    return cutoffs == 0 ? 0 : static_cast<double>(cut_index[0]) / static_cast<double>(cutoffs);
  }

  Counters& operator+=(const Counters& other) {
    interiors += other.interiors;
    leaves += other.leaves;
    quiescence_nodes += other.quiescence_nodes;
    cutoffs += other.cutoffs;
    researches += other.researches;
    for (std::size_t i = 0; i < cut_index.size(); ++i) cut_index[i] += other.cut_index[i];
    return *this;
  }
  friend bool operator==(const Counters&, const Counters&) = default;
};

}  // namespace plylab::search
