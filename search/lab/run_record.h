// What is kept of a run: one line of JSON.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "search/base/value.h"
#include "search/lab/experiment.h"

namespace plylab::search::lab {

/// Counts by name, in a fixed order.
using Counts = std::vector<std::pair<std::string, std::uint64_t>>;

/// One iteration of a run.
struct Step {
  int depth = 0;
  bool complete = false;  ///< false: a limit was reached on the way
  Value value = 0;
  std::string line;  ///< the principal variation
  Counts counts;     ///< of this iteration alone
  double seconds = 0;

  /// The count of that name, 0 if there is none.
  std::uint64_t count(std::string_view name) const;

  friend bool operator==(const Step&, const Step&) = default;
};

/// The result of a run.
struct RunRecord {
  std::string id;         ///< of the run
  bool complete = false;  ///< the depth was reached; otherwise all costs are censored
  std::vector<Step> steps;
  std::string obstacle = {};  ///< what was in the way of the depth if that was no limit
  int depth = 0;              ///< that was asked for

  /// The last iteration. There is always one.
  const Step& last() const {
    assert(!steps.empty());
    return steps.back();
  }

  /// The sum of a count over all iterations.
  std::uint64_t total(std::string_view count) const;
  double seconds() const;

  friend bool operator==(const RunRecord&, const RunRecord&) = default;
};

/// The records of an experiment in the order of its runs; nothing for a run that was not done.
using RunRecords = std::vector<std::optional<RunRecord>>;

/// The line, without its end: what was run, then what came out. Only the fields named "seconds"
/// may differ from machine to machine.
std::string to_line(const Run& run, const RunRecord& record);

/// The record in a line. Throws InputError, which `where` begins, if it is no such line.
RunRecord parse_record(std::string_view line, const std::string& where);

}  // namespace plylab::search::lab
