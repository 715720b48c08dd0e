#include "suites/play/engine_player.h"

#include <fmt/format.h>

#include <utility>

#include "gen/input_error.h"
#include "suites/play/move_request.h"

namespace plylab::suites::play {

EnginePlayer::EnginePlayer(EngineSpec spec, const std::atomic<bool>& stop)
    : spec_(std::move(spec)), stop_(stop), talk_(start_talk(spec_, stop)), name_(spec_.name) {
  spec_.language = talk_->language();
  if (name_.empty()) name_ = talk_->name();
  if (name_.empty()) name_ = spec_.command;
}

void EnginePlayer::new_game() {
  if (talk_ && used_ && (spec_.fresh || !talk_->reusable())) talk_.reset();
  if (talk_) talk_->new_game();
}

void EnginePlayer::check(const search::Limits& limits) const {
  if (language() == Language::xboard && limits.nodes != search::Limits().nodes)
    throw InputError(fmt::format(
        "--engine '{}': xboard engines know no limit of nodes; give time or depth", spec_.command));
}

Reply EnginePlayer::play(const Turn& turn) {
  check(turn.limits);
  Reply reply;
  if (board_of(turn).count() == 0) return reply;
  try {
    if (!talk_) {
      talk_ = start_talk(spec_, stop_);
      used_ = false;
    }
    used_ = true;
    talk_->play(turn, reply);
  } catch (const engines::SubjectError& error) {
    talk_.reset();
    reply.move.reset();
    reply.trouble = {error.failure(), error.what()};
  }
  return reply;
}

std::unique_ptr<EnginePlayer> start_engine(const EngineSpec& spec, const std::atomic<bool>& stop) {
  try {
    return std::make_unique<EnginePlayer>(spec, stop);
  } catch (const engines::SubjectError& error) {
    if (error.failure() == engines::Failure::stopped) throw;
    throw InputError(fmt::format("--engine '{}' {}", spec.command, error.what()));
  }
}

}  // namespace plylab::suites::play
