#include "suites/solve/solve.h"

#include <utility>

#include "suites/play/built_in.h"

namespace plylab::suites::solve {

Solution solve(const epd::Record& record, const Goal& goal, play::Player& player,
               const search::Limits& limits) {
  const play::MoveRequest request{.start = chess::ValidSetup(record.setup), .limits = limits};
  player.new_game();
  play::Reply reply = player.play(request);
  Assessment assessment = assess(goal, request.start, reply.lines);
  if (reply.fault) assessment.break_off();
  return {std::move(assessment), std::move(reply)};
}

Solution solve(const epd::Record& record, const Goal& goal, const search::Job& job) {
  play::BuiltIn player(job.algorithm, job);
  return solve(record, goal, player, job.limits);
}

}  // namespace plylab::suites::solve
