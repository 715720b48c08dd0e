// Where a run of an experiment meets the searches.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "search/lab/run_record.h"
#include "search/run/searchable_game.h"

namespace plylab::search::lab {

/// The job that a run means, by a kernel or, if that is empty, the fastest.
Job job_of(const Run& run, const std::string& kernel, const std::atomic<bool>& stop);

/// Does a run on the calling thread; its game must be among `games`. Nothing if `stop` went up
/// before its end. Throws InputError.
std::optional<RunRecord> execute_run(const Run& run, const std::vector<SearchableGame>& games,
                                     const std::string& kernel, const std::atomic<bool>& stop);

}  // namespace plylab::search::lab
