// The stored record of a run: one line of JSON.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/base/statistics.h"
#include "search/base/value.h"
#include "search/lab/experiment.h"

namespace plylab::search::lab {

/// One iteration of a run.
struct RunIteration {
  int depth = 0;
  bool complete = false;       ///< false: a limit was reached on the way
  Value value = 0;             ///< of the last root change if incomplete
  std::string line = {};       ///< the principal variation, as players write it
  std::string move = {};       ///< its first move, without a number
  bool drawn = false;          ///< the game is drawn where the line ends
  Counters counts = {};        ///< of this iteration alone
  std::uint64_t distinct = 0;  ///< different positions; 0: not counted
  double seconds = 0;

  /// Nodes, and positions of the quiescence search.
  std::uint64_t visited() const { return counts.nodes() + counts[Event::quiescence]; }

  friend bool operator==(const RunIteration&, const RunIteration&) = default;
};

/// The record of a run. The variant `minimal` has one iteration: its counts are the minimal tree's.
struct RunRecord {
  std::string id = {};    ///< of the run
  bool complete = false;  ///< whether the depth was reached; otherwise all costs are censored
  int depth = 0;          ///< the depth asked for
  std::vector<RunIteration> iterations = {};
  std::string obstacle = {};              ///< why it ended early, unless because of a limit
  std::optional<Minimal> minimal = {};    ///< without its value, which is not stored
  std::optional<TableCensus> table = {};  ///< its table at the end, if examined

  /// The last iteration. There is always one.
  const RunIteration& last() const {
    assert(!iterations.empty());
    return iterations.back();
  }

  /// The last iteration that was completed, or null.
  const RunIteration* last_complete() const;

  /// The iteration at this depth if it was completed, or null.
  const RunIteration* completed(int at_depth) const;

  /// Sums over all iterations.
  std::uint64_t nodes() const;
  std::uint64_t visited() const;
  double seconds() const;
  Counters counts() const;

  friend bool operator==(const RunRecord&, const RunRecord&) = default;
};

/// The records of an experiment in the order of its runs; none for a run that was not done.
using RunRecords = std::vector<std::optional<RunRecord>>;

/// The record of a search's result.
RunRecord record_of(const Run& run, const TextResult& result);

/// The record as a line without line end: first the run, then its results. Only fields named
/// "seconds" may differ between machines.
std::string to_line(const Run& run, const RunRecord& record);

/// Parses a record. Throws InputError, whose message begins with `where`, if the line is not a
/// record.
RunRecord parse_record(std::string_view line, const std::string& where);

}  // namespace plylab::search::lab
