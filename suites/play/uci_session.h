// Engines that play by UCI (Huber and Meyer-Kahlen, 2006).
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suites/play/channel.h"
#include "suites/play/move_session.h"
#include "suites/play/reply_builder.h"

namespace plylab::suites::play {

/// An option that an engine offers: "option name Hash type spin default 16 min 1 max 1024".
struct UciOption {
  std::string name;
  std::string type = {};           ///< spin, check, combo, button or string
  std::optional<long> least = {};  ///< of a spin
  std::optional<long> most = {};   ///< of a spin
};

/// A session in UCI. A question is fenced: what comes before the readyok to an isready behind the
/// position is thrown away, so that nothing of the answer before counts for this one.
class UciSession : public MoveSession {
 public:
  /// Waits no longer than `timeout` for uciok. Throws EngineFault, and InputError about options.
  UciSession(const EngineSpec& spec, engines::Seconds timeout, const std::atomic<bool>& stop);

  std::string name() const override { return name_; }
  Protocol protocol() const override { return Protocol::uci; }
  void new_game() override { new_game_ = true; }
  void play(const MoveRequest& request, Reply& reply) override;

 private:
  void greet(engines::Seconds timeout);
  void set_options();
  void set(const UciOption& option, const std::string& value);
  const UciOption* find_option(std::string_view name) const;
  void set_up(const MoveRequest& request);
  void synchronise(engines::Seconds limit);
  std::string best_move(const MoveRequest& request, const std::string& question,
                        ReplyBuilder& builder);

  EngineSpec spec_;
  Channel channel_;
  std::string name_;
  std::vector<UciOption> options_;
  bool new_game_ = true, in_chess960_ = false;
};

}  // namespace plylab::suites::play
