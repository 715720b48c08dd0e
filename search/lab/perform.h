// Where a run of an experiment meets the searches.
#pragma once

#include <atomic>
#include <optional>

#include "search/lab/record.h"

namespace plylab::search::lab {

/// Does a run on the calling thread. Nothing if `stop` went up before its end.
std::optional<Record> perform(const Run& run, const std::atomic<bool>& stop);

}  // namespace plylab::search::lab
