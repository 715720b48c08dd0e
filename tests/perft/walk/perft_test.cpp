#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <map>

#include "gen/chess/registry.h"
#include "perft/games/countable_game.h"
#include "perft/walk/divide.h"
#include "tests/support/random_games.h"
#include "tests/support/toy_games.h"

namespace plylab::perft {
namespace {

constexpr std::string_view kiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
constexpr std::string_view pos3 = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

TEST(Walk, ReportsAnOverflow) {
  // A tree whose leaves already count for 2^126 each.
  struct Huge {
    using Total = Count;
    Count operator()(toys::UniformTree&) const { return Count::from_value(Uint128{1} << 126); }
    Count one(toys::UniformTree, toys::UniformTree::Move) const { return 1; }
  };
  const Huge leaves;
  const detail::PlainWalk<toys::UniformTree, Huge> walk(leaves);
  EXPECT_THROW(divide(toys::UniformTree(2, 1), leaves, {.depth = 4}, walk), std::overflow_error);
}

TEST(Perft, OfDepthZeroIsOne) {
  EXPECT_EQ(perft(chess::Mailbox(chess::ValidSetup(kiwipete)), 0), Count(1));
}

// The columns of the Chess Programming Wiki's tables, "Perft Results".
struct Row {
  std::string_view fen;
  int depth;
  std::uint64_t leaves, captures, en_passant, castles, promotions, checks, discovered, doubled,
      mates;
};
constexpr Row wiki_rows[] = {
    {"startpos", 5, 4865609, 82719, 258, 0, 0, 27351, 6, 0, 347},
    {kiwipete, 4, 4085603, 757163, 1929, 128013, 15172, 25523, 42, 6, 43},
    {pos3, 6, 11030083, 940350, 33325, 0, 7552, 452473, 26067, 0, 2733},
};

/// The columns that the program prints.
std::vector<Count> columns(const char* convention, const Result& result) {
  const CountableGame& game = find_game(countable_games(), "chess");
  return game.columns_in(game.find_convention("", convention), result.kinds);
}

class Statistic : public ::testing::TestWithParam<std::string> {};

TEST_P(Statistic, EqualsTheWiki) {
  for (const Row& row : wiki_rows) {
    Job job{.generator = GetParam(), .depth = row.depth};
    job.mode = Mode::statistics;
    const Result result = run<chess::Chess>(chess::ValidSetup(row.fen), job);
    EXPECT_EQ(result.leaves, row.leaves);
    EXPECT_EQ(columns("wiki", result),
              (std::vector<Count>{row.captures, row.en_passant, row.castles, row.promotions,
                                  row.checks, row.discovered, row.doubled, row.mates}));
  }
}

TEST_P(Statistic, HasTwoConventionsForChecks) {
  Job job{.generator = GetParam(), .depth = 4};
  job.mode = Mode::statistics;
  const Result result = run<chess::Chess>(chess::ValidSetup(chess::startpos_fen), job);
  EXPECT_EQ(columns("wiki", result)[4], Count(469));
  EXPECT_EQ(columns("split", result)[4], Count(461));
  EXPECT_EQ(columns("wiki", result)[7], Count(8));
  EXPECT_EQ(columns("all", result)[4], Count(469));
}

// Chess Programming Wiki, "Perft Results", position 2, depth 5: of the double checks eight mate.
TEST(StatisticConventions, DifferInDoubleChecksThatMate) {
  Job job{.generator = "bitboard", .depth = 5};
  job.mode = Mode::statistics;
  const Result result = run<chess::Chess>(chess::ValidSetup(kiwipete), job);
  EXPECT_EQ(columns("wiki", result)[4], Count(3309887));
  EXPECT_EQ(columns("wiki", result)[6], Count(2637));
  EXPECT_EQ(columns("split", result)[6], Count(2637));
  EXPECT_EQ(columns("all", result)[6], Count(2645));
}

TEST_P(Statistic, CountsTheSameInEveryMode) {
  for (const auto& record : testing::shipped_suite("perft"))
    for (int depth : {1, 3}) {
      Job job{.generator = GetParam(), .depth = depth};
      const Result bulk = run<chess::Chess>(chess::ValidSetup(record.setup), job);
      job.mode = Mode::unbulked;
      EXPECT_EQ(run<chess::Chess>(chess::ValidSetup(record.setup), job).branches, bulk.branches);
      job.mode = Mode::statistics;
      EXPECT_EQ(run<chess::Chess>(chess::ValidSetup(record.setup), job).branches, bulk.branches);
    }
}

TEST_P(Statistic, DoesNotDependOnTheThreads) {
  Job job{.generator = GetParam(), .depth = 4};
  job.mode = Mode::statistics;
  const Result one = run<chess::Chess>(chess::ValidSetup(kiwipete), job);
  for (int threads : {2, 3, 7}) {
    job.threads = threads;
    const Result many = run<chess::Chess>(chess::ValidSetup(kiwipete), job);
    EXPECT_EQ(many.branches, one.branches);
    EXPECT_EQ(many.leaves, one.leaves);
    EXPECT_EQ(many.kinds, one.kinds);
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, Statistic, ::testing::ValuesIn(generator_names<chess::Chess>()),
                         [](const auto& test) { return test.param; });

TEST(Divide, SumsUpToPerft) {
  const Result result =
      run<chess::Chess>(chess::ValidSetup(kiwipete), {.generator = "bitboard", .depth = 3});
  Count sum;
  for (const RootMove& branch : result.branches) sum += branch.leaves;
  EXPECT_EQ(sum, Count(97862));
  EXPECT_EQ(result.leaves, sum);
  EXPECT_EQ(result.branches.size(), 48U);
}

TEST(Divide, OfAFinishedGameIsEmpty) {
  const Result result = run<chess::Chess>(chess::ValidSetup("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
                                          {.generator = "bitboard", .depth = 3});
  EXPECT_TRUE(result.branches.empty());
  EXPECT_EQ(result.leaves, Count(0));
  EXPECT_TRUE(result.complete);
}

TEST(Divide, SaysWhatEachThreadDid) {
  Job job{.generator = "bitboard", .depth = 4};
  job.threads = 3;
  for (const std::size_t mib : {0U, 1U}) {
    job.hash_mib = mib;
    const Result result = run<chess::Chess>(chess::ValidSetup(kiwipete), job);
    ASSERT_EQ(result.threads.size(), 3U);
    Count sum;
    for (const ThreadShare& share : result.threads) {
      sum += share.leaves;
      EXPECT_GT(share.seconds, 0);
      EXPECT_LE(share.seconds, result.seconds);
    }
    EXPECT_EQ(sum, result.leaves);
  }
}

TEST(Divide, GivesTheFirstThreadWhatIsFoundBeforeThereIsAnythingToShare) {
  Job job;
  job.threads = 2;
  for (const int depth : {1, 2, 9}) {  // games end before 9, where the tree is divided, too
    job.depth = depth;
    const Result result =
        run<tictactoe::TicTacToe>(tictactoe::TicTacToe::parse(tictactoe::TicTacToe::start), job);
    Count sum;
    for (const ThreadShare& share : result.threads) sum += share.leaves;
    EXPECT_EQ(sum, result.leaves) << depth;
    EXPECT_EQ(result.threads.size(), depth == 9 ? 2U : 1U) << "a few leaves are not shared out";
  }
}

TEST(Divide, ReportsProgressUpToTheEnd) {
  double last = 0;
  Count leaves;
  Job job{.generator = "bitboard", .depth = 4};
  job.threads = 2;
  job.progress = [&](double share, double so_far) {
    EXPECT_GT(share, last);
    last = share;
    leaves = Count(static_cast<std::uint64_t>(so_far));
  };
  run<chess::Chess>(chess::ValidSetup(kiwipete), job);
  EXPECT_EQ(last, 1.0);
  EXPECT_EQ(leaves, Count(4085603));
}

TEST(Divide, StopsEarlyAndSaysSo) {
  for (const std::size_t mib : {0U, 1U}) {
    std::atomic<bool> stop = false;
    Job job{.generator = "bitboard", .depth = 6};
    job.threads = 2;
    job.stop = &stop;
    job.progress = [&](double share, double) { stop = share > 0.05; };
    job.hash_mib = mib;
    const Result result = run<chess::Chess>(chess::ValidSetup(kiwipete), job);
    EXPECT_FALSE(result.complete);
    EXPECT_GT(result.leaves, Count(0));
    EXPECT_LT(result.leaves, Count(8031647685));
    EXPECT_EQ(result.branches.size(), 48U);
    job.stop = nullptr;
    job.progress = {};
    const Result whole = run<chess::Chess>(chess::ValidSetup(kiwipete), job);
    for (std::size_t i = 0; i < 48; ++i)
      if (result.branches[i].complete) {
        EXPECT_EQ(result.branches[i], whole.branches[i]);
      }
  }
}

// Each thread has one task, so that only the progress would exceed 128 bits.
TEST(Divide, ReportsProgressBeyond128Bits) {
  const Count huge = Count::from_value(~Uint128{0});
  std::latch both(2);
  double last = 0;
  Job job;
  job.progress = [&](double, double so_far) { last = so_far; };
  detail::count_tasks(2, job, 2, [&](std::size_t, const std::atomic<bool>&, TableUse&) {
    both.arrive_and_wait();
    return huge;
  });
  EXPECT_EQ(last, 2 * static_cast<double>(huge));
}

// No path comes down to where a walk of full depth looks at the flag.
TEST(Walk, StopsWhereAllGamesEndAboveItsHorizon) {
  const std::atomic<bool> stop = true;
  FirstBoard<tictactoe::TicTacToe> root(tictactoe::TicTacToe::parse(tictactoe::TicTacToe::start));
  EXPECT_THROW(walk(root, 20, Bulk{}, stop), Stopped);
  FirstBoard<tictactoe::TicTacToe> again(tictactoe::TicTacToe::parse(tictactoe::TicTacToe::start));
  EXPECT_THROW(walk(again, 20, BulkWithEarly{}, stop), Stopped);
  FirstBoard<tictactoe::TicTacToe> third(tictactoe::TicTacToe::parse(tictactoe::TicTacToe::start));
  EXPECT_THROW(walk(third, 20, Unbulked{true}, stop), Stopped);
}

TEST(Walk, CountsTwoPliesAtOnceWhereThePositionCan) {
  // Counts its own way, to be told apart.
  struct Seven : toys::UniformTree {
    using UniformTree::UniformTree;
    std::uint64_t count_grandchildren() const { return 7; }
  };
  const Seven root(5, 1);
  EXPECT_EQ(perft(root, 1), Count(5));
  EXPECT_EQ(perft(root, 2), Count(7));
  EXPECT_EQ(perft(root, 4), Count(25 * 7));
  std::atomic<bool> never = false;
  Seven position = root;
  EXPECT_EQ(walk(position, 4, Unbulked{}, never), (FullAndEarly{625, 0}));
}

TEST(Walk, CountsThreePliesAtOnceWhereThePositionCan) {
  struct Nine : toys::UniformTree {
    using UniformTree::UniformTree;
    std::uint64_t count_great_grandchildren() const { return 9; }
  };
  const Nine root(5, 1);
  EXPECT_EQ(perft(root, 2), Count(25));
  EXPECT_EQ(perft(root, 3), Count(9));
  EXPECT_EQ(perft(root, 5), Count(25 * 9));
  std::atomic<bool> never = false;
  Nine position = root;
  EXPECT_EQ(walk(position, 5, Unbulked{}, never), (FullAndEarly{3125, 0}));
  const std::atomic<bool> stop = true;
  EXPECT_THROW(walk(position, 3, Bulk{}, stop), Stopped);
}

TEST(Perft, CountsToyGames) {
  // 9·8·…: no game of tic-tac-toe ends before the fifth move.
  EXPECT_EQ(perft(tictactoe::Board(), 4), Count(3024));
  EXPECT_EQ(perft(tictactoe::Board(), 9),
            Count(127872));  // games that fill the board: 46080 + 81792
  EXPECT_EQ(perft(toys::UniformTree(5, 1), 6), Count(15625));
}

}  // namespace
}  // namespace plylab::perft
