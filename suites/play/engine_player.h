// Other people's chess engines as players: child processes that speak UCI or xboard.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "gen/engines/restarting_session.h"
#include "suites/play/engine_spec.h"
#include "suites/play/move_session.h"
#include "suites/play/player.h"

namespace plylab::suites::play {

/// An engine in a process of its own, which ends with this object or with plylab, however that
/// ends. After a fault the process is ended, and the next request starts a new one.
class EnginePlayer : public Player {
 public:
  /// Starts the engine. Waiting for it ends at once when `stop` goes up, which must outlive the
  /// player. Throws EngineFault, and InputError about its options.
  EnginePlayer(EngineSpec spec, const std::atomic<bool>& stop);
  EnginePlayer(const EnginePlayer&) = delete;
  EnginePlayer& operator=(const EnginePlayer&) = delete;

  std::string name() const override { return name_; }
  /// What it calls itself; empty if it does not.
  const std::string& own_name() const { return own_name_; }
  /// With the spec's `restart`, or if the engine plays one game only, it ends the process; the next
  /// request starts a new one.
  void new_game() override;
  /// Times are measured here, from the question on; nodes and depths are as the engine tells them.
  /// A position without a legal move is answered without asking it. Throws as check() does.
  Reply play(const MoveRequest& request) override;

  /// Throws InputError if the engine's protocol does not know the kind of limit.
  void check(const search::Limits& limits) const;

  /// How the engine is spoken with: never auto_detect.
  Protocol protocol() const { return spec_.protocol; }

 private:
  EngineSpec spec_;
  bool used_ = false;  // by a request since the process began
  engines::RestartingSession<MoveSession> session_;
  std::string own_name_, name_;
};

/// Starts an engine for a command's --engine. Throws InputError, which names it, if it cannot be
/// started, and EngineFault only if it was stopped meanwhile.
std::unique_ptr<EnginePlayer> start_engine(const EngineSpec& spec, const std::atomic<bool>& stop);

}  // namespace plylab::suites::play
