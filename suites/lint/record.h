// Everything about one record that does not need the others.
#pragma once

#include <atomic>
#include <cstdint>

#include "gen/epd/epd.h"
#include "suites/lint/finding.h"
#include "suites/lint/mates.h"

namespace plylab::suites::lint {

/// How much work a record is worth.
struct Effort {
  /// A stated perft count is recounted if the one a ply before is at most this: with bulk counting
  /// about so many moves are made.
  std::uint64_t recount = 20'000;
  /// Asked about every record; may be empty.
  MateJudge mates = judge_by_exhaustive_search(most_nodes);

  static constexpr std::uint64_t most_nodes = 1'000'000;  ///< to prove a mate
};

/// Appends what check_operations(), check_moves() and the judge of mates find, and
/// - unreadable: a part of the text that is no operation,
/// - suspicious: a position that no game leads to (see chess::examine),
/// - en_passant: an e.p. square where nobody can capture,
/// - game_over: no legal move, in a record that is not there to be counted,
/// - goal: dm without bm, or nothing to solve or count at all,
/// - count: a wrong perft count.
///
/// When `stop` goes up, a recount that is not finished is not told.
void check_record(const epd::Record& record, const Effort& effort, Findings& findings,
                  const std::atomic<bool>* stop = nullptr);

}  // namespace plylab::suites::lint
