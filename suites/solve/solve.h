// Solving: does a player find what a record asks for, when, and does it keep it?
#pragma once

#include <string>

#include "search/run/run.h"
#include "suites/play/player.h"
#include "suites/solve/criteria.h"

namespace plylab::suites::solve {

/// One record as a player answered it.
struct Solution {
  Assessment assessment;
  engines::Reply reply;
};

/// The solution that a reply is. After a fault there is no answer at the end.
Solution judged(const epd::Record& record, const Goal& goal, engines::Reply reply);

/// Asks the player about the record's position, as a new game, and judges the answers. Throws
/// what the player throws.
Solution solve(const epd::Record& record, const Goal& goal, play::Player& player,
               const search::Limits& limits);

/// The same with a built-in search, within the job's limits.
Solution solve(const epd::Record& record, const Goal& goal, const search::Job& job);

/// The move that was played, in SAN; there must be one.
std::string played_san(const epd::Record& record, const engines::Reply& reply);

}  // namespace plylab::suites::solve
