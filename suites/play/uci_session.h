// Engines that play by UCI (Huber and Meyer-Kahlen, 2006).
#pragma once

#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include "gen/engines/engine_session.h"
#include "gen/engines/uci_options.h"
#include "suites/play/move_session.h"

namespace plylab::suites::play {

/// A session in UCI. A question is fenced: what comes before the readyok to an isready behind the
/// position is thrown away, so that nothing of the answer before counts for this one.
class UciSession : public MoveSession {
 public:
  /// Waits no longer than `greeting` for uciok. Throws EngineFault, and InputError about options.
  UciSession(const EngineSpec& spec, engines::Seconds greeting, const std::atomic<bool>& stop);

  std::string name() const override { return session_.name(); }
  Protocol protocol() const override { return Protocol::uci; }
  void new_game() override { new_game_ = true; }
  void play(const ChessRequest& request, Reply& reply) override;

 private:
  void set_options();
  void set(const engines::UciOption& option, const std::string& value);
  const engines::UciOption* find_option(std::string_view name) const;
  void set_up(const ChessRequest& request);

  EngineSpec spec_;
  engines::EngineSession session_;
  std::vector<engines::UciOption> options_;
  bool new_game_ = true, in_chess960_ = false;
};

}  // namespace plylab::suites::play
