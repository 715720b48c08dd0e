// What the mate solvers say about the moves of a record.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "gen/epd/epd.h"
#include "suites/lint/finding.h"

namespace plylab::suites::lint {

/// Appends what a record says wrongly about mates. Must be safe to call from several threads.
using MateJudge = std::function<void(const epd::Record&, Findings&)>;

/// A judge that proves all it says by exhaustive search. For a record with dm it looks at no more
/// than so many positions:
/// - refuted (error): there is no mate in dm moves, there is a shorter one, a move of bm does not
///   mate in dm, or a move of am does;
/// - second_key (warning): a move that is not in bm mates in dm too;
/// - undecided (note): the positions were too few. It tells what was proved all the same, and what
///   mate proof-number search has found.
///
/// The other records with bm or am get a two-thousandth of that for each question, enough for every
/// mate in 1 and many in 2; what is not decided is not told:
/// - refuted (error): a move of am mates as soon as any; or the other side mates after a move of bm
///   and not after all others;
/// - mate_missed (warning): there is a mate, and no move of bm mates so soon.
///
/// When `stop` goes up it gives up: what it has proved by then is told, and nothing undecided.
MateJudge judge_by_exhaustive_search(std::uint64_t nodes, const std::atomic<bool>* stop = nullptr);

}  // namespace plylab::suites::lint
