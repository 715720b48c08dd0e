// The file in which runs are kept as they are done, so that an interrupted experiment goes on where
// it stopped, and one that has been extended runs only what is new.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reports/formats/journal_file.h"
#include "search/lab/comparison.h"
#include "search/lab/run_record.h"

namespace plylab::search::lab {

/// The form of the file.
inline constexpr reports::JournalFile::Kind runs_kind{"plylab-runs", 1, "runs"};

/// An open journal. Only one process at a time can have it open.
class Journal {
 public:
  /// Begins the file, with what is to be compared as a default for whoever reads it, or goes on
  /// with it: complete lines are read, and a last line that a crash tore is dropped. The runs may
  /// be those of an experiment that this one extends. Throws InputError if the file cannot be
  /// opened, is in use, is something else, or belongs to another experiment or another version of
  /// the program, and says what differs.
  Journal(std::string path, const Experiment& experiment, const reports::Provenance& made_by,
          const ComparisonSpec& comparison = {});

  /// What the file already had, by the run's id.
  const std::map<std::string, RunRecord>& kept() const { return kept_; }

  /// The processors on which the runs were done.
  const std::vector<std::string>& cpus() const { return file_.cpus(); }

  /// Adds a line, as reports::JournalFile does.
  void add(const Run& run, const RunRecord& record) { file_.add(to_line(run, record)); }

 private:
  reports::JournalFile file_;
  std::map<std::string, RunRecord> kept_;
};

}  // namespace plylab::search::lab
