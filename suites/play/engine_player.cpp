#include "suites/play/engine_player.h"

#include <fmt/format.h>

#include <utility>

#include "gen/base/input_error.h"

namespace plylab::suites::play {

EnginePlayer::EnginePlayer(EngineSpec spec, const std::atomic<bool>& stop)
    : spec_(std::move(spec)),
      session_([this, &stop] {
        used_ = false;
        return start_session(spec_, stop);
      }),
      own_name_(session_.get()->name()),
      name_(spec_.name.empty() ? own_name_ : spec_.name) {
  spec_.protocol = session_.get()->protocol();
  if (name_.empty()) name_ = spec_.command;
}

void EnginePlayer::new_game() {
  MoveSession* session = session_.get();
  if (session && used_ && (spec_.restart || !session->reusable()))
    session_.end();
  else if (session)
    session->new_game();
}

void EnginePlayer::check(const search::Limits& limits) const {
  if (protocol() == Protocol::xboard && limits.nodes != search::Limits().nodes)
    throw InputError(fmt::format(
        "--engine '{}': xboard engines know no limit of nodes; give time or depth", spec_.command));
}

Reply EnginePlayer::play(const MoveRequest& request) {
  check(request.limits);
  Reply reply;
  const ChessRequest asked(request);
  if (asked.board.count() == 0) return reply;
  try {
    session_.with([&](MoveSession& session) {
      used_ = true;
      session.play(asked, reply);
    });
  } catch (const engines::EngineFault& error) {
    reply.move.reset();
    reply.fault = error;
  }
  return reply;
}

std::unique_ptr<EnginePlayer> start_engine(const EngineSpec& spec, const std::atomic<bool>& stop) {
  try {
    return std::make_unique<EnginePlayer>(spec, stop);
  } catch (const engines::EngineFault& error) {
    if (error.kind() == engines::FaultKind::stopped) throw;
    throw InputError(fmt::format("--engine '{}' {}", spec.command, error.what()));
  }
}

}  // namespace plylab::suites::play
