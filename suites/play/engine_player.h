// Other people's engines as players: child processes that speak UCI or xboard.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "suites/play/engine_spec.h"
#include "suites/play/player.h"
#include "suites/play/talk.h"

namespace plylab::suites::play {

/// An engine in a process of its own, which ends with this object or with plylab, however that
/// ends. After a trouble the process is ended, and the next turn starts a new one.
class EnginePlayer : public Player {
 public:
  /// Starts the engine. Waiting for it ends at once when `stop` goes up, which must outlive the
  /// player. Throws SubjectError, and InputError about its options.
  EnginePlayer(EngineSpec spec, const std::atomic<bool>& stop);

  std::string name() const override { return name_; }
  /// With the spec's `fresh`, or if the engine plays one game only, it ends the process; the next
  /// turn starts a new one.
  void new_game() override;
  /// Times are measured here, from the question on; nodes and depths are as the engine tells them.
  /// A position without a legal move is answered without asking it. Throws as check() does.
  Reply play(const Turn& turn) override;

  /// Throws InputError if the engine's protocol does not know the kind of limit.
  void check(const search::Limits& limits) const;

  /// How the engine is talked with: never find_out.
  Language language() const { return spec_.language; }

 private:
  EngineSpec spec_;
  const std::atomic<bool>& stop_;
  std::unique_ptr<Talk> talk_;
  std::string name_;
  bool used_ = false;  // by a turn since the process began
};

/// Starts an engine for a command's --engine. Throws InputError, which names it, if it cannot be
/// started, and SubjectError only if it was stopped meanwhile.
std::unique_ptr<EnginePlayer> start_engine(const EngineSpec& spec, const std::atomic<bool>& stop);

}  // namespace plylab::suites::play
