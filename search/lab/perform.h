// Where a run of an experiment meets the searches.
#pragma once

#include <atomic>
#include <optional>

#include "search/lab/record.h"
#include "search/run.h"

namespace plylab::search::lab {

/// The job that a run means.
Job job_of(const Run& run, const std::atomic<bool>& stop);

/// Does a run on the calling thread. Nothing if `stop` went up before its end.
std::optional<Record> perform(const Run& run, const std::atomic<bool>& stop);

}  // namespace plylab::search::lab
