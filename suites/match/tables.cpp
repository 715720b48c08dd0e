#include "suites/match/tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "suites/match/elo.h"

namespace plylab::suites::match {
namespace {

using reports::Cell;
using reports::Table;

bool is_fault(Ending ending) { return ending > Ending::time; }

/// What a player has done, against one opponent or all.
class Tally {
 public:
  /// Adds a game that the player played with this side.
  void add(const Pairing& pairing, const PlayedGame& game, Side side) {
    const double points = points_of(game.verdict, side);
    ++(points == 1 ? wins_ : points == 0 ? losses_ : draws_);
    points_ += points;
    if (points == 0) late_ += game.verdict.ending == Ending::time;
    if (points == 0) faults_ += is_fault(game.verdict.ending);
    Cluster& cluster = clusters_[pairing.opening];
    cluster.points += points;
    ++cluster.games;
    for (const Ply& ply : game.plies)
      if (ply.mover == side && ply.info) add(*ply.info);
  }

  /// Appends what columns_of_results() announces.
  void add_results(std::vector<Cell>& row) const {
    const unsigned games = wins_ + draws_ + losses_;
    for (const unsigned count : {games, wins_, draws_, losses_}) row.emplace_back(count);
    row.push_back(games > 0 ? Cell(100 * points_ / games) : Cell());
    std::vector<Cluster> clusters;
    for (const auto& [opening, cluster] : clusters_) clusters.push_back(cluster);
    const auto rating = rating_of(clusters);
    row.push_back(rating ? Cell(rating->elo) : Cell());
    row.push_back(rating ? Cell(rating->low) : Cell());
    row.push_back(rating ? Cell(rating->high) : Cell());
  }

  /// Appends depth, rate, late and faults.
  void add_work(std::vector<Cell>& row) const {
    row.push_back(depths_ > 0 ? Cell(plies_deep_ / depths_) : Cell());
    row.push_back(seconds_ > 0 ? Cell(nodes_ / seconds_ / 1e6) : Cell());
    row.emplace_back(late_);
    row.emplace_back(faults_);
  }

 private:
  void add(const MoveInfo& info) {
    nodes_ += static_cast<double>(info.nodes);
    seconds_ += info.seconds;
    if (!info.depth) return;
    plies_deep_ += *info.depth;
    ++depths_;
  }

  unsigned wins_ = 0, draws_ = 0, losses_ = 0, late_ = 0, faults_ = 0, depths_ = 0;
  double points_ = 0, nodes_ = 0, seconds_ = 0, plies_deep_ = 0;
  std::map<std::size_t, Cluster> clusters_;  // by opening, whoever the opponents were
};

/// The columns of a tally's results.
std::vector<reports::Column> columns_of_results() {
  return {{"games", "", "that were finished"},
          {"wins"},
          {"draws"},
          {"losses"},
          {"score", "%", "points by games", 1},
          {"elo", "", "what the score stands for, as a difference", 0},
          {"low", "",
           "the least that it may be: 95 % interval from the openings' scores; none where they are "
           "all alike, or where it reaches a score of 0",
           0},
          {"high", "", "the most that it may be; none where it reaches a score of 1", 0}};
}

/// What the reader must know where players have tables of different sizes: "the tables are not
/// equal: plain 4 MiB, null none, Toga II its own". Empty otherwise.
std::string note_of_tables(const std::vector<Contestant>& players) {
  std::set<std::optional<int>> sizes;
  std::vector<std::string> parts;
  for (const Contestant& player : players) {
    sizes.insert(player.table);
    parts.push_back(player.name + (!player.table       ? " its own"
                                   : *player.table > 0 ? fmt::format(" {} MiB", *player.table)
                                                       : " none"));
  }
  return sizes.size() < 2 ? ""
                          : fmt::format("the tables are not equal: {}", fmt::join(parts, ", "));
}

/// Calls visit(pairing, game) for those that were played.
template <class Visit>
void for_each_game(const Match& match, const PlayedGames& games, Visit&& visit) {
  for (std::size_t i = 0; i < games.size(); ++i)
    if (games[i]) visit(match.pairings[i], *games[i]);
}

}  // namespace

Table players_table(const Match& match, const PlayedGames& games) {
  Table table{"players", "Players", {{"player"}}, {}, {}};
  for (auto& column : columns_of_results()) table.columns.push_back(std::move(column));
  table.columns.insert(table.columns.end(),
                       {{"depth", "", "mean of the last iterations", 1},
                        {"rate", "M nodes/s", "nodes by the time of the moves", 2},
                        {"late", "", "games lost on time"},
                        {"faults", "", "games lost by a crash, a hang, an illegal move or none"}});
  std::vector<Tally> tallies(match.players.size());
  for_each_game(match, games, [&](const Pairing& pairing, const PlayedGame& game) {
    for (const Side side : {Side::first, Side::second})
      tallies[pairing.players[index(side)]].add(pairing, game, side);
  });
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    std::vector<Cell> row{match.players[i].name};
    tallies[i].add_results(row);
    tallies[i].add_work(row);
    table.add(std::move(row));
    table.notes.push_back(
        fmt::format("limits of {}: {}", match.players[i].name, to_string(match.players[i].limits)));
  }
  if (std::string note = note_of_tables(match.players); !note.empty())
    table.notes.insert(table.notes.begin(), std::move(note));
  return table;
}

Table head_to_head_table(const Match& match, const PlayedGames& games) {
  Table table{"head_to_head", "Head to head", {{"player"}, {"opponent"}}, {}, {}};
  for (auto& column : columns_of_results()) table.columns.push_back(std::move(column));
  std::map<std::pair<std::size_t, std::size_t>, Tally> tallies;
  for_each_game(match, games, [&](const Pairing& pairing, const PlayedGame& game) {
    const auto [white, black] = pairing.players;
    const bool first_is_white = white < black;
    tallies[std::minmax(white, black)].add(pairing, game,
                                           first_is_white ? Side::first : Side::second);
  });
  for (const auto& [pair, tally] : tallies) {
    std::vector<Cell> row{match.players[pair.first].name, match.players[pair.second].name};
    tally.add_results(row);
    table.add(std::move(row));
  }
  return table;
}

Table games_table(const Match& match, const PlayedGames& games) {
  Table table{"games",
              "Games",
              {{"game"},
               {"opening"},
               {"white"},
               {"black"},
               {"result"},
               {"reason", "", "why it ended; see plylab match --help"},
               {"plies", "", "those of the opening included"},
               {"ending", "", "in words"}},
              {},
              {}};
  const Side white = match.game->white;
  for (const auto& game : games)
    if (game)
      table.add({game->number, game->opening, game->players[index(white)],
                 game->players[index(!white)], result_text(game->verdict, white),
                 game->verdict.reason(), game->plies.size(), game->verdict.what});
  return table;
}

bool any_fault(const PlayedGames& games) {
  return std::any_of(games.begin(), games.end(),
                     [](const auto& game) { return game && is_fault(game->verdict.ending); });
}

}  // namespace plylab::suites::match
