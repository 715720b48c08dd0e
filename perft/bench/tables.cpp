#include "perft/bench/tables.h"

#include <fmt/format.h>

#include "reports/medians.h"

namespace plylab::perft::bench {

using reports::Cell;
using reports::Table;

namespace {

/// What is to be said of a contestant's counts on a leg: right, wrong, or that there are none.
Cell verdict(const Race& race, std::size_t leg, std::size_t who) {
  if (race.wrong_turn(who, leg)) return "WRONG";
  if (race.score(leg, who)) return "right";
  return race.contestants()[who].failure.empty() ? Cell() : Cell("failed");
}

}  // namespace

Table positions_table(const Race& race, std::size_t rounds) {
  Table table{"positions",
              fmt::format("Perft rates, {} round{}", rounds, rounds == 1 ? "" : "s"),
              {{"position", "", "of the six its id in suites/data/perft.epd"},
               {"contestant", "", "a generator with its kernel, or an engine"},
               {"depth", "", "plies"},
               {"count", "", "right if it equals the suite's, or where there is none the others', in all rounds"},
               {"rate", "M leaves/s", "median over the rounds", 1},
               {"ratio", "", "median of the rounds' ratios to the reference", 2},
               {"min", "", "the least of the rounds' ratios", 2},
               {"max", "", "the greatest of the rounds' ratios", 2}},
              {},
              {}};
  for (std::size_t leg = 0; leg < race.legs().size(); ++leg)
    for (std::size_t who = 0; who < race.contestants().size(); ++who) {
      const Contestant& contestant = race.contestants()[who];
      const Score score = race.score(leg, who).value_or(Score{});
      table.add({race.legs()[leg].name, contestant.name, contestant.goal(race.legs()[leg]).depth,
                 verdict(race, leg, who), score.rate > 0 ? Cell(score.rate / 1e6) : Cell(),
                 score.ratio, score.least_ratio, score.greatest_ratio});
    }
  return table;
}

Table means_table(const Race& race) {
  Table table{"means",
              "Geometric means of the ratios",
              {{"contestant", "", "a generator with its kernel, or an engine"},
               {"command", "", "that started the engine"},
               {"positions", "", "with a ratio"},
               {"mean", "", "geometric mean of their ratios; none after a wrong count", 2}},
              {},
              {}};
  for (std::size_t who = 0; who < race.contestants().size(); ++who) {
    const Contestant& contestant = race.contestants()[who];
    const auto ratios = race.ratios(who);
    table.add({contestant.name, contestant.is_engine() ? Cell(contestant.command) : Cell(),
               ratios.size(), ratios.empty() ? Cell() : Cell(reports::geometric_mean(ratios))});
  }
  return table;
}

Table rounds_table(const Race& race) {
  Table table{"rounds",
              "All rounds",
              {{"round"},
               {"position", "", "of the six its id in suites/data/perft.epd"},
               {"contestant", "", "a generator with its kernel, or an engine"},
               {"depth", "", "plies"},
               {"leaves", "", "as the contestant counted"},
               {"expected", "", "as the suite states"},
               {"seconds", "s", "wall time; an engine's from the question to its last line", 6}},
              {},
              {}};
  for (const Turn& turn : race.turns()) {
    const Leg& leg = race.legs()[turn.leg];
    const Contestant& contestant = race.contestants()[turn.contestant];
    const Leg::Goal& goal = contestant.goal(leg);
    table.add({turn.round, leg.name, contestant.name, goal.depth, turn.timing.leaves.value(),
               goal.leaves, turn.timing.seconds});
  }
  return table;
}

}  // namespace plylab::perft::bench
