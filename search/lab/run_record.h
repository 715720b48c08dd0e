// The stored record of a run: one line of JSON.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/base/counters.h"
#include "search/base/value.h"
#include "search/lab/experiment.h"

namespace plylab::search::lab {

/// A finished iteration of a run.
struct RunIteration : IterationCosts {
  Value value = 0;
  std::string line = {};  ///< the principal variation, as players write it
  std::string move = {};  ///< its first move, without a number
  bool drawn = false;     ///< the game is drawn where the line ends

  friend bool operator==(const RunIteration&, const RunIteration&) = default;
  static constexpr auto fields =
      IterationCosts::fields + Fields<&RunIteration::value, &RunIteration::line,
                                      &RunIteration::move, &RunIteration::drawn>();
};

/// An iteration that was broken off. It has no value.
struct UnfinishedRunIteration : IterationCosts {
  /// False for the variant `minimal`: without the best moves nothing of its tree is known.
  bool counted = true;
  std::string best = {};      ///< a line of the best move found in it; empty if none was
  std::string obstacle = {};  ///< why it ended, unless because of a limit

  friend bool operator==(const UnfinishedRunIteration&, const UnfinishedRunIteration&) = default;
  static constexpr auto fields =
      IterationCosts::fields +
      Fields<&UnfinishedRunIteration::counted, &UnfinishedRunIteration::best,
             &UnfinishedRunIteration::obstacle>();
};

/// The record of a run: a finished iteration, an unfinished one, or both. The variant `minimal` has
/// one iteration: its counts are the minimal tree's.
struct RunRecord {
  std::string id = {};                                    ///< of the run
  int depth = 0;                                          ///< the depth asked for
  std::vector<RunIteration> iterations = {};              ///< the finished ones
  std::optional<UnfinishedRunIteration> unfinished = {};  ///< after them, if it was broken off
  std::optional<Minimal> minimal = {};
  std::optional<TableCensus> table = {};  ///< its table at the end, if examined

  /// Whether it has reached its depth. A limit can break it off: then its costs are censored. A
  /// mate of iteration 0 or the opening book can end it before: then its costs are whole.
  bool complete() const { return !unfinished && iterations.back().depth >= depth; }

  /// Whether it has costs.
  bool has_costs() const { return !unfinished || unfinished->counted; }

  /// The last finished iteration, or null.
  const RunIteration* last_finished() const {
    return iterations.empty() ? nullptr : &iterations.back();
  }
  /// The finished iteration at this depth, or null.
  const RunIteration* finished(int at_depth) const;

  /// The costs of the last iteration, finished or not.
  const IterationCosts& last_costs() const {
    assert(unfinished || !iterations.empty());
    return unfinished ? static_cast<const IterationCosts&>(*unfinished) : iterations.back();
  }

  /// Sums over all iterations, with the unfinished one.
  std::uint64_t nodes() const;
  std::uint64_t visited() const;
  std::uint64_t steps() const;
  double seconds() const;
  Counters counts() const;

  friend bool operator==(const RunRecord&, const RunRecord&) = default;
  static constexpr Fields<&RunRecord::id, &RunRecord::depth, &RunRecord::iterations,
                          &RunRecord::unfinished, &RunRecord::minimal, &RunRecord::table>
      fields = {};
};

/// The records of an experiment in the order of its runs; none for a run that was not done.
using RunRecords = std::vector<std::optional<RunRecord>>;

/// Whether the run has this count. Of the minimal tree only the nodes are counted, inside and at
/// the leaves, and none in quiescence.
bool is_known(const Run& run, const RunRecord& record, const Counter& counter);

/// How long a search took and how long all its threads together waited, for work or for the end of
/// an iteration: in seconds, or in visits of one thread.
struct ThreadsTime {
  double elapsed, waiting;
};
/// `lockstep`: in visits, as the switch simulates them.
ThreadsTime time_of(const RunRecord& record, int threads, bool lockstep);

/// The record of a search's result.
RunRecord record_of(const Run& run, const TextResult& result);

/// The record as a line without line end: first the run, then its results. Only fields named
/// "seconds" may differ between machines.
std::string to_line(const Run& run, const RunRecord& record);

/// Parses a record. Throws InputError, whose message begins with `where`, if the line is not a
/// record.
RunRecord parse_record(std::string_view line, const std::string& where);

/// Throws InputError, whose message begins with `where`, if members of the record's line that
/// follow from the run and from its iterations say something else.
void check_line(std::string_view line, const Run& run, const RunRecord& record,
                const std::string& where);

}  // namespace plylab::search::lab
