#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "suites/match/elo.h"
#include "suites/match/tables.h"

namespace plylab::suites::match {
namespace {

/// Whether the games at this place and the next one are a pair: of one opening and the same
/// players, who have changed sides.
bool is_pair(const std::vector<Pairing>& pairings, std::size_t place) {
  const Pairing &one = pairings[place], &other = pairings[place + 1];
  return one.opening == other.opening && one.players[0] == other.players[1] &&
         one.players[1] == other.players[0];
}

}  // namespace

reports::Table pairs_table(const Match& match, const PlayedGames& games) {
  reports::Table table{
      "pairs",
      "Pairs of games with the same opening",
      {{"player"},
       {"opponent"},
       {"pairs", "", "of games, one with each side"},
       {"ll", "", "in which the player got 0 points"},
       {"ld", "", "1/2"},
       {"wl_dd", "", "1"},
       {"wd", "", "1 1/2"},
       {"ww", "", "2"},
       {"los", "%", "likelihood of superiority: that the player is the better one", 1},
       {"nelo", "", "normalised Elo", 1},
       {"nelo_error", "", "half the width of its 95 % interval", 1}},
      {},
      {}};
  struct Pairs {
    Pentanomial counts;
    std::map<std::size_t, Cluster> openings;
  };
  std::map<std::pair<std::size_t, std::size_t>, Pairs> all;
  for (std::size_t i = 0; i + 1 < games.size(); ++i) {
    if (!games[i] || !games[i + 1] || !is_pair(match.pairings, i)) continue;
    const auto [one, other] = match.pairings[i].players;
    const Side side = one < other ? Side::first : Side::second;
    const double points =
        points_of(games[i]->verdict, side) + points_of(games[i + 1]->verdict, !side);
    Pairs& pairs = all[std::minmax(one, other)];
    pairs.counts.add(points);
    Cluster& opening = pairs.openings[match.pairings[i].opening];
    opening.points += points;
    opening.games += 2;
    ++i;
  }
  for (const auto& [players, pairs] : all) {
    std::vector<reports::Cell> row{match.players[players.first].name,
                                   match.players[players.second].name, pairs.counts.pairs()};
    for (const auto count : pairs.counts.counts) row.emplace_back(count);
    std::vector<Cluster> openings;
    for (const auto& [opening, cluster] : pairs.openings) openings.push_back(cluster);
    if (const auto statistics = statistics_of(pairs.counts, openings))
      row.insert(row.end(), {100 * statistics->los, statistics->nelo, statistics->nelo_error});
    else
      row.resize(table.columns.size());
    table.add(std::move(row));
  }
  return table;
}

reports::Table sprt_table(const Sprt& sprt, const RunningScore& score) {
  reports::Table table{"sprt",
                       "Sequential test",
                       {{"elo0", "", "the difference by H0", 2},
                        {"elo1", "", "the difference by H1", 2},
                        {"model", "", "which Elo they are"},
                        {"alpha", "", "the probability of accepting H1 where H0 is true", 3},
                        {"beta", "", "the probability of accepting H0 where H1 is true", 3},
                        {"pairs", "", "of games that it looked at"},
                        {"llr", "", "the log-likelihood ratio of H1 to H0", 3},
                        {"lower", "", "where H0 is accepted", 3},
                        {"upper", "", "where H1 is accepted", 3},
                        {"accepted", "", "H0 or H1; undecided if it has not come to an end"}},
                       {},
                       {}};
  const auto accepted = name_of(score.decision());
  table.add({sprt.elo0, sprt.elo1, name_of(sprt.model), sprt.alpha, sprt.beta,
             score.pairs().pairs(), score.llr(), sprt.lower_bound(), sprt.upper_bound(),
             accepted.empty() ? "undecided" : accepted});
  return table;
}

}  // namespace plylab::suites::match
