// Runs that may be compared with each other.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "search/lab/run_record.h"

namespace plylab::search::lab {

/// The runs of one group that differ in nothing but the start and the level of the factor that is
/// compared: by level, then by start.
struct Block {
  std::string name;
  const Run* example;  ///< one of the runs, which has the levels of all other factors
  std::map<std::string, std::map<std::string, const RunRecord*>>
      by_level;  ///< only those that were done

  /// The record of a level on a start, or null.
  const RunRecord* find(const std::string& level, const std::string& start) const {
    const auto runs = by_level.find(level);
    if (runs == by_level.end()) return nullptr;
    const auto run = runs->second.find(start);
    return run == runs->second.end() ? nullptr : run->second;
  }
};

/// The blocks of a group in the order of its runs.
std::vector<Block> blocks_of(const Group& group, const std::vector<Run>& runs,
                             const RunRecords& records, Factor compared);

}  // namespace plylab::search::lab
