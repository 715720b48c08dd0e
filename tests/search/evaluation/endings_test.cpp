// What the positional evaluation knows of endings.
#include <gtest/gtest.h>

#include <vector>

#include "gen/base/random.h"
#include "gen/chess/bitboard/bitboard.h"
#include "gen/chess/endgames/builder.h"
#include "gen/chess/registry.h"
#include "search/evaluation/chess_evaluation.h"
#include "search/run/run.h"

namespace plylab::search {
namespace {

using chess::black;
using chess::white;

Value value_of(const char* fen) {
  return ChessEvaluation(ChessEvaluation::Kind::positional)(chess::Mailbox(chess::ValidSetup(fen)));
}

TEST(Endings, KnowWhatCannotBeWon) {
  EXPECT_EQ(value_of("8/8/4k3/8/8/3NNK2/8/8 w - - 0 1"), 0);     // two knights
  EXPECT_EQ(value_of("8/8/4k3/8/8/2B1BK2/8/8 w - - 0 1"), 0);    // bishops of one colour
  EXPECT_EQ(value_of("1k6/8/8/P7/8/4BK2/8/8 w - - 0 1"), 0);     // the wrong bishop
  EXPECT_GT(value_of("1k6/8/8/P7/8/5K2/4B3/8 w - - 0 1"), 250);  // the right one
  EXPECT_GT(value_of("8/8/8/8/8/K7/2p4Q/1k6 w - - 0 1"), 250);
  EXPECT_EQ(value_of("6K1/8/8/8/8/8/2p4Q/1k6 w - - 0 1"), 0);  // bishop's pawn, stalemate
}

TEST(Endings, KnowTheSquareOfThePawn) {
  EXPECT_GT(value_of("8/8/7k/P7/8/8/8/K7 w - - 0 1"), 250);
  EXPECT_GT(value_of("8/8/4k3/P7/8/8/8/K7 b - - 0 1"), -100);
  EXPECT_LT(value_of("8/8/5k2/P7/8/8/8/K7 b - - 0 1"), -250);
}

TEST(Endings, KnowStalemateWithoutMoves) {
  EXPECT_EQ(value_of("k7/P7/1K6/8/8/8/8/8 b - - 0 1"), 0);
  EXPECT_EQ(value_of("8/8/8/8/8/p5q1/P3k3/7K w - - 0 1"), 0);
  EXPECT_LT(value_of("8/8/8/8/8/p5q1/P3k1P1/7K w - - 0 1"), -300);  // the pawn can move
}

/// The example of Hossa's documents: White has two bishops and no way in.
TEST(Endings, KnowABlockedPosition) {
  const Value value = value_of("4k3/8/1p1p4/pPpPp1p1/P1P1PpPp/5P1P/2BB4/K7 b - - 0 1");
  EXPECT_LT(value, 100);
  EXPECT_GT(value, -150);
  EXPECT_LT(value_of("4k3/8/1p1p4/pPpPp1p1/P1P1PpPp/5P1P/2BR4/K7 b - - 0 1"), -400);
}

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

TEST(Endings, OfTwoBishopsAreWonInTwiceTheMovesNeeded) { expect_wins("KBBK", 3); }
TEST(Endings, OfBishopAndKnightAreWonInTwiceTheMovesNeeded) { expect_wins("KBNK", 3); }

}  // namespace
}  // namespace plylab::search
