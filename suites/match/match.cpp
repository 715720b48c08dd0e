#include "suites/match/match.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "gen/base/parallel.h"

namespace plylab::suites::match {
namespace {

/// Players that wait for their next game. A game at the same time needs players of its own.
class PlayerPool {
 public:
  explicit PlayerPool(const std::vector<Contestant>& contestants)
      : contestants_(contestants), waiting_(contestants.size()) {}

  std::unique_ptr<play::Player> take(std::size_t who) {
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

  void give_back(std::size_t who, std::unique_ptr<play::Player> player) {
    const std::lock_guard lock(mutex_);
    waiting_[who].push_back(std::move(player));
  }

 private:
  const std::vector<Contestant>& contestants_;
  std::mutex mutex_;
  std::vector<std::vector<std::unique_ptr<play::Player>>> waiting_;
};

}  // namespace

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
    auto game = play_game(*match.game, match.openings[pairing.opening],
                          {PlayerSlot{first.get(), match.players[white].limits},
                           PlayerSlot{second.get(), match.players[black].limits}},
                          match.rules, *match.stop, over);
    pool.give_back(white, std::move(first));
    pool.give_back(black, std::move(second));
    if (!game) return;
    game->number = pairing.number;
    game->players = {match.players[white].name, match.players[black].name};
    game->definitions = {match.players[white].definition, match.players[black].definition};
    const std::lock_guard lock(mutex);
    if (over) return;
    games[place] = std::move(game);
    over = !finished(place);
  });
}

}  // namespace plylab::suites::match
