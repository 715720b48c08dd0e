#include "suites/solve/solve.h"

#include <utility>

#include "gen/chess/board/notation.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/registry.h"
#include "suites/play/built_in.h"

namespace plylab::suites::solve {

Solution judged(const epd::Record& record, const Goal& goal, engines::Reply reply) {
  Assessment assessment = assess(goal, chess::ValidSetup(record.setup), reply.lines);
  if (reply.fault) assessment.break_off();
  return {std::move(assessment), std::move(reply)};
}

Solution solve(const epd::Record& record, const Goal& goal, play::Player& player,
               const search::Limits& limits) {
  const play::MoveRequest request{
      .start = AnyStart::of<chess::Chess>(chess::ValidSetup(record.setup)), .limits = limits};
  player.new_game();
  return judged(record, goal, player.play(request));
}

Solution solve(const epd::Record& record, const Goal& goal, const search::Job& job) {
  play::BuiltIn player(job.algorithm, search::searchable_chess(), job);
  return solve(record, goal, player, job.limits);
}

std::string played_san(const epd::Record& record, const engines::Reply& reply) {
  const chess::Mailbox board{chess::ValidSetup(record.setup)};
  return chess::to_san(board, chess::move_from_text(board, reply.move.value()).value());
}

}  // namespace plylab::suites::solve
