#include "perft/bench/tables.h"

#include <fmt/format.h>

#include "reports/tables/columns.h"
#include "reports/tables/statistics.h"

namespace plylab::perft::bench {

using reports::Cell;
using reports::Table;

namespace {

/// What is to be said of a contestant's counts on a position: right, wrong, or that there are none.
Cell verdict(const RateComparison& comparison, std::size_t position, std::size_t who) {
  if (comparison.wrong_count(who, position)) return "WRONG";
  if (comparison.score(position, who)) return "right";
  return comparison.contestants()[who].failure.empty() ? Cell() : Cell("failed");
}

}  // namespace

Table positions_table(const RateComparison& comparison, std::size_t rounds) {
  Table table{
      "positions",
      fmt::format("Perft rates, {} round{}", rounds, rounds == 1 ? "" : "s"),
      {reports::columns::perft_record,
       {"contestant", "", "a generator with its kernel, or an engine"},
       reports::columns::depth,
       {"count", "", "right if it equals the suite's, or without one the others', in all rounds"},
       {"rate", "M leaves/s", "median over the rounds", 1},
       {"ratio", "", "median of the rounds' ratios to the reference", 2},
       {"min", "", "the least of the rounds' ratios", 2},
       {"max", "", "the greatest of the rounds' ratios", 2}},
      {},
      {}};
  for (std::size_t position = 0; position < comparison.positions().size(); ++position)
    for (std::size_t who = 0; who < comparison.contestants().size(); ++who) {
      const Contestant& contestant = comparison.contestants()[who];
      const Score score = comparison.score(position, who).value_or(Score{});
      table.add({comparison.positions()[position].name, contestant.name,
                 contestant.goal(comparison.positions()[position]).depth,
                 verdict(comparison, position, who),
                 score.rate > 0 ? Cell(score.rate / 1e6) : Cell(), score.ratio, score.least_ratio,
                 score.greatest_ratio});
    }
  return table;
}

Table means_table(const RateComparison& comparison) {
  Table table{"means",
              "Geometric means of the ratios",
              {{"contestant", "", "a generator with its kernel, or an engine"},
               {"command", "", "that started the engine"},
               {"positions", "", "with a ratio"},
               {"mean", "", "geometric mean of their ratios; none after a wrong count", 2}},
              {},
              {}};
  for (std::size_t who = 0; who < comparison.contestants().size(); ++who) {
    const Contestant& contestant = comparison.contestants()[who];
    const auto ratios = comparison.ratios(who);
    table.add({contestant.name, contestant.is_engine() ? Cell(contestant.command) : Cell(),
               ratios.size(), ratios.empty() ? Cell() : Cell(reports::geometric_mean(ratios))});
  }
  return table;
}

Table rounds_table(const RateComparison& comparison) {
  Table table{"rounds",
              "All rounds",
              {{"round"},
               reports::columns::perft_record,
               {"contestant", "", "a generator with its kernel, or an engine"},
               reports::columns::depth,
               {"leaves", "", "as the contestant counted"},
               {"expected", "", "as the suite states"},
               {"seconds", "s", "wall time; an engine's from the question to its last line", 6}},
              {},
              {}};
  for (const Measurement& measurement : comparison.measurements()) {
    const BenchPosition& position = comparison.positions()[measurement.position];
    const Contestant& contestant = comparison.contestants()[measurement.contestant];
    const BenchPosition::Goal& goal = contestant.goal(position);
    table.add({measurement.round, position.name, contestant.name, goal.depth,
               measurement.timing.leaves.value(), goal.leaves, measurement.timing.seconds});
  }
  return table;
}

}  // namespace plylab::perft::bench
