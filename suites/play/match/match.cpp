#include "suites/play/match/match.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "gen/base/parallel.h"
#include "gen/base/text.h"
#include "gen/engines/uci.h"
#include "search/run/searches.h"
#include "suites/players/engine_player.h"

namespace plylab::suites::play::match {
namespace {

/// An engine that is started with its first move, so that a failure loses a game, not the match.
class LateStarter : public players::Player {
 public:
  LateStarter(engines::EngineSpec spec, const std::atomic<bool>& stop)
      : spec_(std::move(spec)), stop_(stop) {}

  std::string name() const override { return spec_.name; }

  void new_game() override {
    if (engine_) engine_->new_game();
  }

  engines::Reply play(const players::MoveRequest& request) override {
    try {
      if (!engine_) engine_ = std::make_unique<players::EnginePlayer>(spec_, stop_);
    } catch (const engines::EngineFault& error) {
      return {.fault = error};
    }
    return engine_->play(request);
  }

 private:
  engines::EngineSpec spec_;
  const std::atomic<bool>& stop_;
  std::unique_ptr<players::EnginePlayer> engine_;
};

/// The size of the engine's table by --hash or by its option of that name.
std::optional<int> table_of(const engines::EngineSpec& engine) {
  for (const engines::EngineOption& option : engine.options)
    if (engines::same_name(option.name, "Hash")) return parse_number<int>(option.value);
  return engine.hash;
}

/// Players that wait for their next game. Each game at the same time needs players of its own.
class PlayerPool {
 public:
  explicit PlayerPool(const std::vector<Contestant>& contestants)
      : contestants_(contestants), waiting_(contestants.size()) {}

  std::unique_ptr<players::Player> take(std::size_t who) {
    {
      const std::lock_guard lock(mutex_);
      if (!waiting_[who].empty()) {
        auto player = std::move(waiting_[who].back());
        waiting_[who].pop_back();
        return player;
      }
    }
    return contestants_[who].start();
  }

  void give_back(std::size_t who, std::unique_ptr<players::Player> player) {
    const std::lock_guard lock(mutex_);
    waiting_[who].push_back(std::move(player));
  }

 private:
  const std::vector<Contestant>& contestants_;
  std::mutex mutex_;
  std::vector<std::vector<std::unique_ptr<players::Player>>> waiting_;
};

}  // namespace

Contestant contestant(const search::SearchableGame& game, const players::SearchSpec& search,
                      const PlayerLimits& limits) {
  return {search.name, definition(search, game), limits,
          [search, &game] { return std::make_unique<players::BuiltIn>(search, game); },
          search::table_size(search.job.algorithm, search.job.switches)};
}

Contestant contestant(engines::EngineSpec engine, const PlayerLimits& limits,
                      const std::atomic<bool>& stop) {
  const auto trial = players::start_engine(engine, stop);
  engine.name = trial->name();
  engine.protocol = trial->protocol();
  return {engine.name, definition(engine, trial->own_name()), limits,
          [engine, &stop] { return std::make_unique<LateStarter>(engine, stop); },
          table_of(engine)};
}

std::vector<Pairing> pairings(std::size_t players, std::size_t openings, std::size_t games,
                              bool gauntlet) {
  const std::size_t hosts = gauntlet ? 1 : players;
  std::vector<Pairing> all;
  for (std::size_t first = 0; first < games; first += 2)
    for (std::size_t one = 0; one < hosts; ++one)
      for (std::size_t other = one + 1; other < players; ++other)
        for (std::size_t game = first; game < std::min(first + 2, games); ++game) {
          const bool changed = game % 2 == 1;
          all.push_back({all.size() + 1,
                         first / 2 % openings,
                         {changed ? other : one, changed ? one : other}});
        }
  return all;
}

void play_all(const Match& match, PlayedGames& games,
              const std::function<bool(std::size_t)>& finished) {
  PlayerPool pool(match.players);
  std::mutex mutex;
  std::atomic<bool> over = false;
  in_parallel(match.pairings.size(), match.jobs, match.stop, [&](std::size_t place, std::size_t) {
    if (over || games[place]) return;
    const Pairing& pairing = match.pairings[place];
    const auto& [white, black] = pairing.players;
    auto first = pool.take(white), second = pool.take(black);
    auto game = play_game(
        *match.game, match.openings[pairing.opening], pairing.number, {first.get(), second.get()},
        {match.players[white].limits, match.players[black].limits}, match.rules, *match.stop, over);
    pool.give_back(white, std::move(first));
    pool.give_back(black, std::move(second));
    if (!game) return;
    game->players = {match.players[white].name, match.players[black].name};
    game->definitions = {match.players[white].definition, match.players[black].definition};
    const std::lock_guard lock(mutex);
    if (over) return;
    games[place] = std::move(game);
    over = !finished(place);
  });
}

void RunningScore::advance(const PlayedGames& games) {
  if (match_.players.size() != 2) return;
  for (; decision_ == elo::Decision::none && taken_ < games.size() && games[taken_]; ++taken_) {
    const Pairing& pairing = match_.pairings[taken_];
    const double points =
        points_of(games[taken_]->verdict, pairing.players[0] == 0 ? Side::first : Side::second);
    ++(points == 1 ? wins_ : points == 0 ? losses_ : draws_);
    if (taken_ % 2 == 0) {
      points_of_pair_ = points;
      continue;
    }
    pairs_.add(points_of_pair_ + points);
    if (!sprt_) continue;
    llr_ = log_likelihood_ratio(*sprt_, pairs_);
    decision_ = sprt_->decide(llr_);
  }
}

std::optional<std::size_t> RunningScore::end() const {
  return decision_ == elo::Decision::none ? std::nullopt : std::optional(taken_);
}

std::string RunningScore::to_string() const {
  if (taken_ == 0) return "";
  const double points = static_cast<double>(2 * wins_ + draws_) / 2;
  std::string text = fmt::format("+{} -{} ={}, {:.1f} %", wins_, losses_, draws_,
                                 100 * points / static_cast<double>(taken_));
  if (sprt_)
    text += fmt::format(", LLR {:.2f} ({:.2f} to {:.2f})", llr_, sprt_->lower_bound(),
                        sprt_->upper_bound());
  return text;
}

}  // namespace plylab::suites::play::match
