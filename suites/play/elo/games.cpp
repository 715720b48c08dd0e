#include "suites/play/elo/games.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/pgn/reader.h"

namespace plylab::suites::play::elo {
namespace {

/// Numbers texts from 0 in the order of first appearance.
class Numbers {
 public:
  std::size_t of(const std::string& text) {
    const auto [entry, is_new] = numbers_.try_emplace(text, texts_.size());
    if (is_new) texts_.push_back(text);
    return entry->second;
  }
  /// A new number without a text.
  std::size_t fresh() {
    texts_.emplace_back();
    return texts_.size() - 1;
  }
  const std::vector<std::string>& texts() const { return texts_; }

 private:
  std::map<std::string, std::size_t> numbers_;
  std::vector<std::string> texts_;
};

/// The opening as text; empty if the game does not tell it: where the game began, and in games of
/// plylab the moves before the players were asked.
std::string opening_of(const pgn::FileGame& game) {
  std::string text(game.tag("FEN"));
  if (const auto moves = game.tag("OpeningMoves"); !moves.empty())
    text += fmt::format(" {}", moves);
  return text;
}

/// Whether a tag names a player: PGN writes "?" for an unknown one.
bool names_player(std::string_view name) { return !name.empty() && name != "?"; }

}  // namespace

std::optional<double> white_points(std::string_view result) {
  if (result == "1-0") return 1;
  if (result == "0-1") return 0;
  return result == "1/2-1/2" ? std::optional(0.5) : std::nullopt;
}

Games read_games(const std::vector<std::string>& files, const std::vector<std::string>& players,
                 const std::atomic<bool>& stop) {
  Games all;
  Numbers names, openings;
  std::set<std::string> others;  // who is not among the players asked for
  for (const std::string& player : players) names.of(player);
  const auto is_asked = [&](const std::string& name) {
    if (players.empty() || std::ranges::find(players, name) != players.end()) return true;
    others.insert(name);
    return false;
  };
  const auto read = pgn::read_games(
      files, {.wanted = pgn::Wanted::tags, .stop = &stop},
      [&](const pgn::FileGame& game, std::size_t) {
        const std::string white(game.tag("White")), black(game.tag("Black"));
        if (!names_player(white) || !names_player(black)) {
          ++all.unnamed;
          return;
        }
        const bool white_asked = is_asked(white), black_asked = is_asked(black);
        if (!white_asked || !black_asked || white == black) return;
        const auto points = white_points(game.result());
        if (!points) {
          ++all.unfinished;
          return;
        }
        const std::string opening = opening_of(game);
        const std::size_t first = names.of(white), second = names.of(black);
        all.games.push_back(
            {first, second, *points, opening.empty() ? openings.fresh() : openings.of(opening)});
      });
  all.issues = read.issues;
  all.players = names.texts();
  std::size_t absent = 0;  // the first player without a game
  while (absent < players.size() && std::ranges::any_of(all.games, [&](const Game& game) {
           return game.white == absent || game.black == absent;
         }))
    ++absent;
  if (stop && (all.games.empty() || absent < players.size()))
    throw InputError("elo: interrupted before enough games were read");
  if (absent < players.size())
    throw InputError(fmt::format(
        "--player: no finished game of '{}' with another of the players asked for; others are {}",
        players[absent], others.empty() ? "none" : fmt::format("{}", fmt::join(others, ", "))));
  if (all.games.empty())
    throw InputError(
        fmt::format("elo: no finished game between two players in {}", fmt::join(files, ", ")));
  return all;
}

Duel duel_of(const Games& games) {
  Duel duel{{games.players[0], games.players[1]}, {games.players[0], games.players[1]}, {}, {}};
  struct Waiting {
    std::size_t white;
    double points;
  };
  std::map<std::size_t, std::deque<Waiting>> without_pair;  // by opening; all of one White
  for (const Game& game : games.games) {
    const double points = game.white == 0 ? game.points : 1 - game.points;
    duel.results.add(points, game.opening);
    duel.points.push_back(points);
    auto& waiting = without_pair[game.opening];
    if (waiting.empty() || waiting.front().white == game.white) {
      waiting.push_back({game.white, points});
      continue;
    }
    duel.pairs.add(waiting.front().points + points, game.opening);
    duel.points_of_pairs.push_back(waiting.front().points + points);
    waiting.pop_front();
  }
  return duel;
}

}  // namespace plylab::suites::play::elo
