#include "suites/match/contestants.h"

#include <memory>
#include <utility>

#include "gen/base/text.h"
#include "gen/engines/uci_options.h"
#include "search/run/table_size.h"
#include "suites/play/built_in.h"
#include "suites/play/engine_player.h"

namespace plylab::suites::match {
namespace {

/// An engine whose start is a part of its first move, so that a match does not end with it.
class LateStarter : public play::Player {
 public:
  LateStarter(play::EngineSpec spec, const std::atomic<bool>& stop)
      : spec_(std::move(spec)), stop_(stop) {}

  std::string name() const override { return spec_.name; }

  void new_game() override {
    if (engine_) engine_->new_game();
  }

  play::Reply play(const play::MoveRequest& request) override {
    try {
      if (!engine_) engine_ = std::make_unique<play::EnginePlayer>(spec_, stop_);
    } catch (const engines::EngineFault& error) {
      return {.fault = error};
    }
    return engine_->play(request);
  }

 private:
  play::EngineSpec spec_;
  const std::atomic<bool>& stop_;
  std::unique_ptr<play::EnginePlayer> engine_;
};

/// The table that the engine was told to have, by --hash or by its option of that name.
std::optional<int> table_of(const play::EngineSpec& engine) {
  for (const play::EngineOption& option : engine.options)
    if (engines::same_name(option.name, "Hash")) return parse_number<int>(option.value);
  return engine.hash;
}

}  // namespace

Contestant contestant(const search::SearchableGame& game, const play::SearchSpec& search,
                      const PlayerLimits& limits) {
  return {
      search.name, definition(search, game), limits,
      [search, &game] { return std::make_unique<play::BuiltIn>(search.name, game, search.job); },
      search::table_size(search.job.algorithm, search.job.switches)};
}

Contestant contestant(play::EngineSpec engine, const PlayerLimits& limits,
                      const std::atomic<bool>& stop) {
  const auto trial = play::start_engine(engine, stop);
  engine.name = trial->name();
  engine.protocol = trial->protocol();
  return {engine.name, definition(engine, trial->own_name()), limits,
          [engine, &stop] { return std::make_unique<LateStarter>(engine, stop); },
          table_of(engine)};
}

}  // namespace plylab::suites::match
