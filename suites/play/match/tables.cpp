#include "suites/play/match/tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "reports/tables/columns.h"
#include "suites/play/elo/results.h"

namespace plylab::suites::play::match {
namespace {

using reports::Cell;
using reports::ColumnsOf;
using reports::Table;

bool is_fault(Ending ending) { return ending > Ending::time; }

/// The results and the work of a player, against one opponent or all.
struct Tally : elo::Results {
  unsigned late = 0, faults = 0, depths = 0, moves = 0, book_moves = 0;
  double nodes = 0, seconds = 0, plies = 0;  // nodes and seconds of the moves with nodes

  /// Adds a game that the player played with this side.
  void add(const Pairing& pairing, const PlayedGame& game, Side side) {
    const double won = points_of(game.verdict, side);
    Results::add(won, pairing.opening);
    if (won == 0) late += game.verdict.ending == Ending::time;
    if (won == 0) faults += is_fault(game.verdict.ending);
    for (const Ply& ply : game.plies)
      if (ply.mover == side && ply.info) add(*ply.info);
  }

 private:
  void add(const MoveInfo& info) {
    ++moves;
    book_moves += info.from_book;
    if (info.nodes) {
      nodes += static_cast<double>(*info.nodes);
      seconds += info.seconds;
    }
    if (!info.depth) return;
    plies += *info.depth;
    ++depths;
  }
};

/// A column of figures, which is empty where the condition does not hold.
Cell figure(bool condition, double value) { return condition ? Cell(value) : Cell(); }

/// What the reader must know if players have tables of different sizes: "the tables are not equal:
/// plain 4 MiB, null none, Toga II its own". Empty otherwise.
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

/// Calls visit(pairing, game) for the games that were played.
template <class Visit>
void for_each_game(const Match& match, const PlayedGames& games, Visit&& visit) {
  for (std::size_t i = 0; i < games.size(); ++i)
    if (games[i]) visit(match.pairings[i], *games[i]);
}

/// Whether the game at this place and the next one are a pair: with one opening and the same
/// players, who have changed sides.
bool is_pair(const std::vector<Pairing>& pairings, std::size_t place) {
  const Pairing &one = pairings[place], &other = pairings[place + 1];
  return one.opening == other.opening && one.players[0] == other.players[1] &&
         one.players[1] == other.players[0];
}

reports::TableOf<Tally> players_table() {
  ColumnsOf<Tally> columns = {{reports::columns::player, &Tally::player}};
  for (auto& column : elo::result_columns<Tally>()) columns.push_back(std::move(column));
  columns.insert(
      columns.end(),
      {{{"depth", "", "mean depth of the last iteration known to be finished", 1},
        [](const Tally& one) { return figure(one.depths > 0, one.plies / one.depths); }},
       {{"rate", "M nodes/s", "nodes divided by the time of the moves for which they are told", 2},
        [](const Tally& one) { return figure(one.seconds > 0, one.nodes / one.seconds / 1e6); }},
       {{"late", "", "games lost on time"}, &Tally::late},
       {{"faults", "",
         "games lost by a crash, a hang, an unreadable answer, an illegal move, or no move"},
        &Tally::faults}});
  return {"players", "Players", std::move(columns), {elo::score_picture}};
}

reports::TableOf<Tally> head_to_head_table() {
  ColumnsOf<Tally> columns = {{reports::columns::player, &Tally::player},
                              {{"opponent"}, &Tally::opponent}};
  for (auto& column : elo::result_columns<Tally>()) columns.push_back(std::move(column));
  return {"head_to_head", "Head to head", std::move(columns)};
}

reports::TableOf<const PlayedGame*> games_table(Side white) {
  using Row = const PlayedGame*;
  return {"games",
          "Games",
          {{{"game"}, [](const Row& game) { return game->number; }},
           {{"opening"}, [](const Row& game) { return game->opening; }},
           {{"white"}, [white](const Row& game) { return game->players[index(white)]; }},
           {{"black"}, [white](const Row& game) { return game->players[index(!white)]; }},
           {{"result"}, [white](const Row& game) { return result_text(game->verdict, white); }},
           {{"reason", "", "why it ended; see plylab match --help"},
            [](const Row& game) { return game->verdict.reason(); }},
           {{"plies", "", "those of the opening included"},
            [](const Row& game) { return game->plies.size(); }},
           {{"ending", "", "in words"}, [](const Row& game) { return game->verdict.what; }}}};
}

}  // namespace

std::vector<reports::Schema> declared_tables(bool several_players, bool tests) {
  std::vector<reports::Schema> all{players_table()};
  if (several_players) all.emplace_back(head_to_head_table());
  all.emplace_back(elo::pairs_table());
  if (tests) all.push_back(elo::sprt_table());
  all.emplace_back(games_table(Side::first));
  return all;
}

Table players_table(const Match& match, const PlayedGames& games) {
  std::vector<Tally> tallies;
  for (const Contestant& player : match.players) tallies.push_back({{player.name}});
  for_each_game(match, games, [&](const Pairing& pairing, const PlayedGame& game) {
    for (const Side side : {Side::first, Side::second})
      tallies[pairing.players[index(side)]].add(pairing, game, side);
  });
  Table table = players_table().with(tallies);
  if (std::string note = note_of_tables(match.players); !note.empty())
    table.notes.push_back(std::move(note));
  for (const Tally& one : tallies)
    if (one.book_moves > 0)
      table.notes.push_back(fmt::format("{} took {} of its {} moves from its book", one.player,
                                        one.book_moves, one.moves));
  for (const Contestant& player : match.players)
    table.notes.push_back(fmt::format("limits of {}: {}", player.name, to_string(player.limits)));
  return table;
}

Table head_to_head_table(const Match& match, const PlayedGames& games) {
  std::map<std::pair<std::size_t, std::size_t>, Tally> tallies;
  for_each_game(match, games, [&](const Pairing& pairing, const PlayedGame& game) {
    const auto [first, second] = pairing.players;
    const auto pair = std::minmax(first, second);
    Tally& tally = tallies[pair];
    tally.player = match.players[pair.first].name;
    tally.opponent = match.players[pair.second].name;
    tally.add(pairing, game, first < second ? Side::first : Side::second);
  });
  std::vector<Tally> rows;
  for (auto& [pair, tally] : tallies) rows.push_back(std::move(tally));
  return head_to_head_table().with(rows);
}

Table pairs_table(const Match& match, const PlayedGames& games) {
  std::map<std::pair<std::size_t, std::size_t>, elo::PairResults> all;
  for (std::size_t i = 0; i + 1 < games.size(); ++i) {
    if (!games[i] || !games[i + 1] || !is_pair(match.pairings, i)) continue;
    const auto [one, other] = match.pairings[i].players;
    const auto players = std::minmax(one, other);
    const Side side = one < other ? Side::first : Side::second;
    const double points =
        points_of(games[i]->verdict, side) + points_of(games[i + 1]->verdict, !side);
    elo::PairResults& pairs = all[players];
    pairs.player = match.players[players.first].name;
    pairs.opponent = match.players[players.second].name;
    pairs.add(points, match.pairings[i].opening);
    ++i;
  }
  std::vector<elo::PairResults> rows;
  for (auto& [players, pairs] : all) rows.push_back(std::move(pairs));
  return elo::pairs_table().with(rows);
}

Table games_table(const Match& match, const PlayedGames& games) {
  std::vector<const PlayedGame*> rows;
  for (const auto& game : games)
    if (game) rows.push_back(&*game);
  return games_table(match.game->white).with(rows);
}

std::vector<reports::Check> checks_of(const Match& match, const PlayedGames& games,
                                      const std::optional<elo::Sprt>& sprt,
                                      const RunningScore& score) {
  std::vector<reports::Check> all;
  for (const Contestant& player : match.players) {
    reports::Check& check =
        all.emplace_back(reports::Check{.name = player.name + " plays by the rules"});
    for (const auto& game : games) {
      if (!game || !is_fault(game->verdict.ending) || !game->verdict.winner) continue;
      if (game->players[index(!*game->verdict.winner)] != player.name) continue;
      check.result = reports::CheckResult::failed;
      if (!check.message.empty()) check.message += '\n';
      check.message += fmt::format("game {}: {}", game->number, game->verdict.what);
    }
  }
  if (!sprt) return all;
  reports::Check& test = all.emplace_back(
      reports::Check{.name = fmt::format("{} against {}: {}", match.players[0].name,
                                         match.players[1].name, to_string(*sprt))});
  if (score.decision() == elo::Decision::h1) return all;
  const bool refuted = score.decision() == elo::Decision::h0;
  test.result = refuted ? reports::CheckResult::failed : reports::CheckResult::skipped;
  test.message =
      fmt::format("{} after {} pairs of games: {}", refuted ? "H0 is accepted" : "undecided",
                  score.pairs().total(), score.to_string());
  return all;
}

}  // namespace plylab::suites::play::match
