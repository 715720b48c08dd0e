// Stores each run when it is done, so that an interrupted experiment can be resumed, and an
// extended one does only the new runs.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "reports/formats/journal_file.h"
#include "search/lab/comparison.h"
#include "search/lab/run_record.h"
#include "search/lab/side_by_side.h"

namespace plylab::search::lab {

/// The kind and version of the file.
inline constexpr reports::JournalKind runs_kind{"plylab-runs", 8, "runs"};

/// The results in a file of runs.
struct StoredRecords {
  std::map<std::string, RunRecord> runs = {};      ///< by run id
  std::map<std::string, OtherRecord> others = {};  ///< by their ids
  std::vector<std::string> order_of_others = {};   ///< these ids, by the first line of each
  std::size_t strangers = 0;  ///< lines for runs that the experiment does not have

  friend bool operator==(const StoredRecords&, const StoredRecords&) = default;
};

/// An open file of runs. Only one process at a time can open it.
class RunStore {
 public:
  /// Creates the file of the experiment's runs, or continues it: reads complete lines, and drops an
  /// incomplete last line. The file also stores what to compare, as the default for its readers.
  /// Its runs may be those of an experiment that this one extends.
  ///
  /// Throws InputError if the file cannot be opened, is in use, is not such a file, or belongs to
  /// another experiment or another version of the program; the message says what differs.
  RunStore(std::string path, const Experiment& experiment, const std::vector<Run>& runs,
           const SearchableGames& games, const reports::Provenance& made_by,
           const ComparisonSpec& comparison = {});

  /// The results that the file already had.
  const StoredRecords& kept() const { return kept_; }

  /// The processors on which the runs were done.
  const std::vector<std::string>& cpus() const { return file_.cpus(); }
  /// The builds of this program that did them.
  const std::vector<std::string>& builds() const { return file_.builds(); }

  /// Add a line, as reports::JournalFile does.
  void add(const Run& run, const RunRecord& record) { file_.add(to_line(run, record)); }
  void add(const OtherRecord& record);

 private:
  reports::JournalFile file_;
  StoredRecords kept_;
};

/// The content of a file of runs.
struct StoredRuns {
  Experiment experiment;
  ComparisonSpec comparison;
  reports::Provenance provenance;        ///< of the last header
  std::vector<std::string> cpus;         ///< of all headers
  std::vector<std::string> builds;       ///< the same: of the program that wrote them
  std::vector<Run> runs = {};            ///< of the experiment
  RunRecords records = {};               ///< their records; none for a run that is not in the file
  std::vector<OtherRecord> others = {};  ///< of contestants that are not plylab's searches, as
                                         ///< they first appear in the file
  std::size_t strangers = 0;             ///< lines for runs that the experiment does not have
};

/// Reads a file of runs without the experiment's own file; ignores an incomplete last line. Throws
/// InputError, whose message begins with `where`, also for a game that is not one of these, as
/// refuse_stored_game() does.
StoredRuns read_runs(std::string_view text, const std::string& where, const SearchableGames& games);

/// A note on an engine whose stored results are of another program, and so do not count.
std::string note_on_another_program(std::string_view name, std::size_t number,
                                    std::string_view results);

/// Everything that determines the runs, as one line of JSON: two experiments with the same
/// description are the same.
std::string description(const Experiment& experiment);

/// The first part of an earlier experiment that this one lacks or has differently: "there the group
/// 'chess' has the depth '5'". Empty if this one extends it, that is, has the same name and limits,
/// and all its runs.
std::string first_incompatibility(const Experiment& earlier, const Experiment& now);

}  // namespace plylab::search::lab
