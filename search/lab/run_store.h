// The file in which runs are kept as they are done, so that an interrupted experiment goes on where
// it stopped, and one that has been extended runs only what is new.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "reports/formats/journal_file.h"
#include "search/lab/comparison.h"
#include "search/lab/run_record.h"

namespace plylab::search::lab {

/// The form of the file.
inline constexpr reports::JournalKind runs_kind{"plylab-runs", 2, "runs"};

/// An open file of runs. Only one process at a time can have it open.
class RunStore {
 public:
  /// Begins the file, or goes on with it: complete lines are read, and a last line that a crash
  /// tore is dropped. What is to be compared is stored as the default for those who read the file.
  /// The runs may be those of an experiment that this one extends. Throws InputError if the file
  /// cannot be opened, is in use, is something else, or belongs to another experiment or another
  /// version of the program, and says what differs.
  RunStore(std::string path, const Experiment& experiment, const SearchableGames& games,
           const reports::Provenance& made_by, const ComparisonSpec& comparison = {});

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

/// What a file of runs holds.
struct StoredRuns {
  Experiment experiment;
  ComparisonSpec comparison;
  reports::Provenance provenance;  ///< of the last header
  std::vector<std::string> cpus;   ///< of all headers
  std::vector<Run> runs;           ///< of the experiment
  RunRecords records;              ///< theirs; nothing for a run that is not in the file
};

/// Reads it without the experiment's own file; a last line that is torn does not count. Throws
/// InputError, which `where` begins, and as refuse_stored_game() does for a game that is not among
/// these.
StoredRuns read_runs(std::string_view text, const std::string& where, const SearchableGames& games);

/// Everything that decides about the runs, as one line of JSON: two experiments with the same
/// description are the same.
std::string description(const Experiment& experiment);

/// The first thing that an earlier experiment has and this one has not, or has otherwise: "there
/// the group 'chess' has the depth '5'". Empty if this one extends it: it has the same name and
/// limits, and each run of the earlier one is one of its runs.
std::string first_incompatibility(const Experiment& earlier, const Experiment& now);

}  // namespace plylab::search::lab
