// The file in which runs are kept as they are done, so that an interrupted experiment goes on where
// it stopped: JSON lines, a header first.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <string>

#include "gen/append_file.h"
#include "reports/record.h"
#include "search/lab/comparison.h"
#include "search/lab/run_record.h"

namespace plylab::search::lab {

/// An open journal. Only one process at a time can have it open.
class Journal {
 public:
  /// Begins the file, with what is to be compared as a default for whoever reads it, or goes on
  /// with it: complete lines are read, and a last line that a crash
  /// tore is dropped. Throws InputError if the file cannot be opened, is in use, is something else,
  /// or belongs to another experiment or another version of the program.
  Journal(std::string path, const Experiment& experiment, const reports::Provenance& made_by,
          const ComparisonSpec& comparison = {});

  /// What the file already had, by the run's id.
  const std::map<std::string, RunRecord>& kept() const { return kept_; }

  /// Adds a line; from any thread. It survives the death of the process at once, and that of the
  /// machine after a second or so. Throws InputError if it cannot be written.
  void add(const Run& run, const RunRecord& record);

 private:
  using Clock = std::chrono::steady_clock;

  void check_header(std::string_view line, const std::string& expected) const;
  std::size_t read(std::string_view text);

  AppendFile file_;
  std::map<std::string, RunRecord> kept_;
  std::mutex mutex_;  // guards what follows, and the order of lines
  Clock::time_point synced_ = Clock::now();
};

}  // namespace plylab::search::lab
