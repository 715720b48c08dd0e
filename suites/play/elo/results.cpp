#include "suites/play/elo/results.h"

#include <utility>

#include "reports/tables/columns.h"

namespace plylab::suites::play::elo {

using reports::Cell;
using reports::Table;

namespace {

std::vector<Cluster> clusters_of(const std::map<std::size_t, Cluster>& openings) {
  std::vector<Cluster> clusters;
  for (const auto& [opening, cluster] : openings) clusters.push_back(cluster);
  return clusters;
}

}  // namespace

void Results::add(double points, std::size_t opening) {
  ++(points == 1 ? wins : points == 0 ? losses : draws);
  Cluster& cluster = openings[opening];
  cluster.points += points;
  ++cluster.games;
}

std::vector<Cluster> Results::clusters() const { return clusters_of(openings); }

void PairResults::add(double points, std::size_t opening) {
  counts.add(points);
  Cluster& cluster = openings[opening];
  cluster.points += points;
  cluster.games += 2;
}

reports::TableOf<PairResults> pairs_table() {
  using Row = PairResults;
  const auto count = [](std::size_t place) {
    return [place](const Row& row) { return row.counts.counts[place]; };
  };
  const auto name = [](const std::string& text) { return text.empty() ? Cell() : Cell(text); };
  reports::ColumnsOf<Row> columns{
      {reports::columns::player, [=](const Row& row) { return name(row.player); }},
      {{"opponent"}, [=](const Row& row) { return name(row.opponent); }},
      {{"pairs", "", "of games, one with each side"},
       [](const Row& row) { return row.counts.total(); }},
      {{"ll", "", "in which the player got 0 points"}, count(0)},
      {{"ld", "", "1/2"}, count(1)},
      {{"wl_dd", "", "1"}, count(2)},
      {{"wd", "", "1 1/2"}, count(3)},
      {{"ww", "", "2"}, count(4)}};
  for (auto& column : statistic_columns<Row>("pairs", [](const Row& row) {
         return statistics_of(row.counts, clusters_of(row.openings));
       }))
    columns.push_back(std::move(column));
  return {"pairs", "Pairs of games with the same opening", std::move(columns)};
}

reports::Schema sprt_table(bool of_pairs) {
  return {"sprt",
          "Sequential test",
          {{"elo0", "", "the difference under H0", 2},
           {"elo1", "", "the difference under H1", 2},
           {"model", "", "the scale of both"},
           {"alpha", "", "the probability of accepting H1 if H0 is true", 3},
           {"beta", "", "the probability of accepting H0 if H1 is true", 3},
           {of_pairs ? "pairs" : "games", "",
            of_pairs ? "of games that the test has used" : "that the test has used"},
           {"llr", "", "the log-likelihood ratio of H1 to H0", 3},
           {"lower", "", "where H0 is accepted", 3},
           {"upper", "", "where H1 is accepted", 3},
           {"accepted", "", "H0, H1, or undecided if the test has not ended"}}};
}

Table sprt_table(const Sprt& sprt, std::uint64_t number, double llr, Decision decision,
                 bool of_pairs) {
  const auto accepted = name_of(decision);
  Table table(sprt_table(of_pairs));
  table.add({sprt.elo0, sprt.elo1, name_of(sprt.model), sprt.alpha, sprt.beta, number, llr,
             sprt.lower_bound(), sprt.upper_bound(), accepted.empty() ? "undecided" : accepted});
  return table;
}

}  // namespace plylab::suites::play::elo
