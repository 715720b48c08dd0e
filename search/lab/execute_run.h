// Where a run of an experiment meets the searches.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "gen/position.h"
#include "search/lab/run_record.h"
#include "search/run.h"

namespace plylab::search::lab {

/// The job that a run means.
Job job_of(const Run& run, const std::atomic<bool>& stop);

/// A line of moves from the root, in a game that has no notation of its own.
template <Position P>
std::string line_text(P position, const std::vector<typename P::Move>& moves) {
  std::string text;
  for (const auto move : moves) {
    if (!text.empty()) text += ' ';
    text += move_text(position, move);
    position.make(move);
  }
  return text;
}

/// Does a run on the calling thread. Nothing if `stop` went up before its end.
std::optional<RunRecord> execute_run(const Run& run, const std::atomic<bool>& stop);

}  // namespace plylab::search::lab
