// Everything about one record that does not need the others.
#pragma once

#include <cstdint>

#include "suites/epd/epd.h"
#include "suites/lint/finding.h"
#include "suites/lint/refute.h"

namespace plylab::suites::lint {

/// How much work a record is worth.
struct Effort {
  /// A stated perft count is recounted if the one a ply before is at most this: with bulk counting
  /// about so many moves are made.
  std::uint64_t recount = 20'000;
  /// Asked about every record with dm; may be empty.
  Refuter refute = refuted_by_search;
};

/// Appends what check_operations() and check_moves() find, and
/// - suspicious: a position that no game leads to (see chess::examine),
/// - en_passant: an e.p. square where nobody can capture,
/// - game_over: no legal move, in a record that is not there to be counted,
/// - goal: dm without bm, or nothing to solve or count at all,
/// - count: a wrong perft count,
/// - refuted: a mate that does not hold.
void check_record(const Record& record, const Effort& effort, Findings& findings);

}  // namespace plylab::suites::lint
