#include "suites/solve/solve.h"

#include <utility>

#include "suites/play/built_in.h"

namespace plylab::suites::solve {

Solution solve(const epd::Record& record, const Goal& goal, play::Player& player,
               const search::Limits& limits) {
  const play::Turn turn{.start = chess::Setup(record.fen), .limits = limits};
  player.new_game();
  play::Reply reply = player.play(turn);
  Assessment assessment = assess(goal, turn.start, reply.history);
  if (reply.trouble) assessment.break_off();
  return {std::move(assessment), std::move(reply)};
}

Solution solve(const epd::Record& record, const Goal& goal, const search::Job& job) {
  play::BuiltIn player(job.algorithm, job);
  return solve(record, goal, player, job.limits);
}

}  // namespace plylab::suites::solve
