// Engines that play by UCI (Huber and Meyer-Kahlen, 2006).
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suites/play/channel.h"
#include "suites/play/reply_builder.h"
#include "suites/play/talk.h"

namespace plylab::suites::play {

/// An option that an engine offers: "option name Hash type spin default 16 min 1 max 1024".
struct UciOption {
  std::string name;
  std::string type = {};           ///< spin, check, combo, button or string
  std::optional<long> least = {};  ///< of a spin
  std::optional<long> most = {};   ///< of a spin
};

/// A talk in UCI. A question is fenced: what comes before the readyok to an isready behind the
/// position is thrown away, so that nothing of the answer before counts for this one.
class Uci : public Talk {
 public:
  /// Waits no longer than `patience` for uciok. Throws SubjectError, and InputError about options.
  Uci(const EngineSpec& spec, engines::Seconds patience, const std::atomic<bool>& stop);

  std::string name() const override { return name_; }
  Language language() const override { return Language::uci; }
  void new_game() override { new_game_ = true; }
  void play(const Turn& turn, Reply& reply) override;

 private:
  void greet(engines::Seconds patience);
  void set_options();
  void set(const UciOption& option, const std::string& value);
  const UciOption* find_option(std::string_view name) const;
  void set_up(const Turn& turn);
  void synchronise(engines::Seconds limit);
  std::string best_move(const Turn& turn, const std::string& question, Scribe& scribe);

  EngineSpec spec_;
  Channel channel_;
  std::string name_;
  std::vector<UciOption> options_;
  bool new_game_ = true, in_chess960_ = false;
};

}  // namespace plylab::suites::play
