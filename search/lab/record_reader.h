// The lines of a file of runs, held against the experiment.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "search/lab/run_record.h"

namespace plylab::search::lab {

/// Reads the lines of runs one after the other.
class RecordReader {
 public:
  explicit RecordReader(const std::vector<Run>& runs);

  /// Throws InputError, which `where` begins, unless the line is one that to_line() makes of a run
  /// of the experiment, whatever else it may say, and no line before was another one of that run.
  void read(std::string_view line, const std::string& where);

  /// What has been read, by the run's id.
  const std::map<std::string, RunRecord>& records() const { return records_; }

 private:
  std::map<std::string, Run> runs_;  // by their ids
  std::map<std::string, RunRecord> records_;
};

}  // namespace plylab::search::lab
