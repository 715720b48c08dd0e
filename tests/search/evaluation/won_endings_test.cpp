// Endings that the selective search wins against the best defence by endgame tables.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gen/base/random.h"
#include "gen/chess/endgames/builder.h"
#include "gen/chess/registry.h"
#include "search/run/run.h"

namespace plylab::search {
namespace {

using chess::white;

/// Moves that `selective` needs to mate against the best defence by the tables; 0 if it does not
/// within twice as many as are needed.
unsigned moves_to_mate(const chess::EndgameTables& tables, const chess::Setup& start) {
  const chess::ValidSetup position(start);
  chess::Mailbox board(position);
  std::vector<chess::Move> played;
  const unsigned needed = tables.probe(board.setup()).value().moves();
  for (unsigned moves = 1; moves <= 2 * needed; ++moves) {
    Job job;
    job.algorithm = "selective";
    job.switches = parse_switches("", "table=4");
    job.limits.nodes = 150'000;
    const auto result = run<chess::Chess>(position, job, {.played = played});
    played.push_back(*result.best_move());
    board.make(played.back());
    std::optional<std::pair<DistanceValue, chess::Move>> best;
    for (const chess::Move move : board.generate()) {
      const auto undo = board.make(move);
      const auto value = tables.probe(board.setup()).value_or(DistanceValue::draw()).before();
      if (!best || value.better_than(best->first)) best = {value, move};
      board.unmake(move, undo);
    }
    if (!best) return board.checkers() != 0 ? moves : 0;
    if (!best->first.is_loss()) return 0;
    played.push_back(best->second);
    board.make(played.back());
  }
  return 0;
}

void expect_wins(const char* name, int starts) {
  chess::EndgameTables tables;
  const auto ending = chess::Ending::parse(name);
  for (const chess::Ending& one : chess::with_successors(std::array{ending}))
    tables.add(chess::build_table(one, tables, 2, nullptr, "test"));
  const chess::EndgameTable& table = *tables.find(ending);
  std::uint64_t seed = 1;
  int wins = 0, played = 0;
  while (played < starts) {
    const std::size_t slot = splitmix64(seed) % table.slots().size();
    if (const auto value = table.value(white, slot); !value.exists() || !value.is_win()) continue;
    const auto start = setup_of(ending, table.slots().placement(slot), white);
    ++played;
    if (moves_to_mate(tables, start) != 0)
      ++wins;
    else
      ADD_FAILURE() << to_string(start) << ": " << to_string(table.value(white, slot));
  }
  EXPECT_EQ(wins, starts);
}

TEST(WonEndings, OfTwoBishopsAreWonInTwiceTheMovesNeeded) { expect_wins("KBBK", 100); }
TEST(WonEndings, OfBishopAndKnightAreWonInTwiceTheMovesNeeded) { expect_wins("KBNK", 100); }

}  // namespace
}  // namespace plylab::search
