// Tables of the results of players, shared by match and elo.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/tables/table.h"
#include "suites/play/elo/elo_difference.h"

namespace plylab::suites::play::elo {

/// The results of a player against one opponent or all.
struct Results {
  std::string player, opponent = {};
  std::uint64_t wins = 0, draws = 0, losses = 0;
  std::map<std::size_t, Cluster> openings = {};  ///< by number

  /// Adds a game with this opening: 1, ½ or 0 points.
  void add(double points, std::size_t opening);

  std::uint64_t games() const { return wins + draws + losses; }
  double points() const { return static_cast<double>(2 * wins + draws) / 2; }
  std::vector<Cluster> clusters() const;
};

/// The ratings of players, from the table of that name.
inline const reports::Picture score_picture{.name = "score",
                                            .summary = "score with its interval",
                                            .form = reports::Form::lines,
                                            .of = "elo",
                                            .label = "Elo",
                                            .title = "Elo ratings and their 95 % intervals",
                                            .low = "low",
                                            .high = "high",
                                            .number = 1};

/// Columns of results: games, wins, draws, losses, score, and Elo with its interval. A row is a
/// Results, or derived from it.
template <class Row>
reports::ColumnsOf<Row> result_columns() {
  using reports::Cell;
  const auto elo = [](auto&& of) {
    return [of](const Row& row) {
      const auto rating = rating_of(row.clusters());
      return rating ? Cell(of(*rating)) : Cell();
    };
  };
  return {
      {{"games", "", "finished ones"}, &Row::games},
      {{"wins"}, &Row::wins},
      {{"draws"}, &Row::draws},
      {{"losses"}, &Row::losses},
      {{"score", "%", "points per game, in %", 1, reports::Role::remark},
       [](const Row& row) {
         return row.games() > 0 ? Cell(100 * row.points() / static_cast<double>(row.games()))
                                : Cell();
       }},
      {{"elo", "", "the rating difference that corresponds to the score", 0},
       elo([](const Rating& rating) { return rating.elo; })},
      {{"low", "",
        "the lower end of elo's 95 % interval, from the scores of the openings; none if these are "
        "equal, or if the interval reaches a score of 0",
        0},
       elo([](const Rating& rating) { return rating.low; })},
      {{"high", "", "its upper end; none if it reaches a score of 1", 0},
       elo([](const Rating& rating) { return rating.high; })},
  };
}

/// The columns los, nelo and nelo_error of statistics(row), which may be none. They are computed
/// from the scores of what `scored` names: "openings", "pairs".
template <class Row>
reports::ColumnsOf<Row> statistic_columns(std::string_view scored, auto statistics) {
  using reports::Cell;
  const auto cell = [=](double ScoreStatistics::*field, double factor = 1) {
    return [=](const Row& row) {
      const auto found = statistics(row);
      return found ? Cell(factor * ((*found).*field)) : Cell();
    };
  };
  return {{{"los", "%",
            fmt::format("likelihood of superiority by the scores of the {}: the probability that "
                        "the player is the better one",
                        scored),
            1},
           cell(&ScoreStatistics::los, 100)},
          {{"nelo", "", "normalised Elo", 1}, cell(&ScoreStatistics::nelo)},
          {{"nelo_error", "", "half the width of its 95 % interval", 1},
           cell(&ScoreStatistics::nelo_error)}};
}

/// Pairs of games between two players.
struct PairResults {
  std::string player, opponent;
  Pentanomial counts = {};
  std::map<std::size_t, Cluster> openings = {};  ///< by number

  /// Adds a pair with this opening, in which the player got these points.
  void add(double points, std::size_t opening);
};

/// The table "pairs": for each two players, the numbers of pairs of games by points of the first
/// player, with the statistics.
reports::TableOf<PairResults> pairs_table();

/// The table "sprt": a test after so many pairs of games, or single games.
reports::Schema sprt_table(bool of_pairs = true);
reports::Table sprt_table(const Sprt& sprt, std::uint64_t number, double llr, Decision decision,
                          bool of_pairs = true);

}  // namespace plylab::suites::play::elo
