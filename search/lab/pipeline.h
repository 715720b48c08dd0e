// The pipeline for experiments and plylab search: runs, their records, the store, the report.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "search/lab/comparison.h"
#include "search/lab/overlap.h"
#include "search/lab/position_tables.h"
#include "search/lab/run_jobs.h"
#include "search/lab/run_record.h"
#include "search/lab/side_by_side.h"
#include "search/lab/tree_picture.h"
#include "search/lab/type_tables.h"

namespace plylab::cli {
class Command;
class Session;
}  // namespace plylab::cli

namespace plylab::search::lab {

/// The options that both commands have besides those of the experiment.
struct SharedOptions : ComparisonOptions {
  std::string runs = {};  ///< the store's path; empty: none
  int threads = 1;
  std::shared_ptr<OtherContestants> others = {};  ///< null: there can be none

  void add_to(cli::Command command);
};

/// Does a run on the calling thread, with this kernel or, if it is empty, the fastest. If `stop`
/// was set before the end, returns none, unless the incomplete result is wanted. If the job counts
/// nodes by type, `types` gets those of the last finished iteration. Throws InputError.
std::optional<RunRecord> execute_run(const Run& run, const std::string& kernel,
                                     const std::atomic<bool>& stop, bool unfinished = false,
                                     Trace* trace = nullptr, NodeTypes* types = nullptr);

/// What is shown of the visits of searches, for which some are searched again.
struct VisitOptions {
  bool trace = false;        ///< the searches of the root, and every visit if possible
  bool overlap = false;      ///< which positions searches share
  TreePicture picture = {};  ///< drawn if it has a path
};

/// Runs the experiment, or the runs missing in the store, and publishes its tables. `kernel` is for
/// generators with several, empty for the fastest. Notes a difference if searches that must agree
/// do not, or if an engine fails. Throws InputError, before the first run if some run is impossible
/// or a requested table cannot be made.
void run_experiment(Experiment experiment, const ComparisonSpec& comparison,
                    const SharedOptions& how, const std::string& kernel,
                    const SearchableGames& games, GiveKnownValues give_known_values,
                    cli::Session& session, const VisitOptions& visits = {});

}  // namespace plylab::search::lab
