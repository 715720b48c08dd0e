// The transposition table for perft: it may only ever change the time.
#include "perft/walk/table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <optional>
#include <thread>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/chess/registry.h"
#include "perft/walk/last_move_kinds.h"
#include "perft/walk/run.h"
#include "perft/walk/tasks.h"
#include "tests/support/random_games.h"
#include "tests/support/toy_games.h"

namespace plylab::perft {
namespace {

using Board = chess::Mailbox;
using TicTacToe = tictactoe::Board;

constexpr std::string_view kiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
constexpr std::size_t mebibyte = std::size_t{1} << 20;

/// A game whose keys take only `Keys` values: what an attacker of the table would wish for.
template <class Game, std::uint64_t Keys>
struct Colliding : Game {
  using Game::Game;
  explicit Colliding(const Game& game) : Game(game) {}
  Key key() const { return {Game::key().high % Keys, 0}; }
};

struct Counted {
  Count leaves;
  TableUse use;
};

template <Identity identity, Position P>
Counted count(const P& root, int depth, std::size_t bytes, int threads = 1) {
  Table<P, Count, identity> table(bytes);
  const Job job{.depth = depth, .threads = threads};
  Counted counted;
  const Bulk leaves;
  const auto division =
      divide(root, leaves, job, detail::TableWalk<P, Bulk, identity>(leaves, table));
  for (const auto& branch : division.branches) counted.leaves += branch.total;
  for (const ThreadShare& share : division.threads) counted.use += share.table;
  return counted;
}

template <class T>
class CollidingKeys : public ::testing::Test {};
using Collisions =
    ::testing::Types<Colliding<Board, 1>, Colliding<Board, 7>, Colliding<chess::X88, 1>>;
TYPED_TEST_SUITE(CollidingKeys, Collisions);

TYPED_TEST(CollidingKeys, FoolTheTableOfKeysButNotTheExactOne) {
  for (int threads : {1, 3}) {
    const TypeParam root(chess::ValidSetup{kiwipete});
    EXPECT_NE(count<Identity::key>(root, 4, mebibyte, threads).leaves, Count(4085603));
    const Counted exact = count<Identity::exact>(root, 4, mebibyte, threads);
    EXPECT_EQ(exact.leaves, Count(4085603));
    EXPECT_GT(exact.use.collisions, 0U);
  }
}

TEST(ExactTable, IsNotFooledInToyGames) {
  const Colliding<TicTacToe, 1> root{TicTacToe()};
  EXPECT_NE(count<Identity::key>(root, 9, mebibyte).leaves, Count(127872));
  const Counted exact = count<Identity::exact>(root, 9, mebibyte);
  EXPECT_EQ(exact.leaves, Count(127872));
  EXPECT_GT(exact.use.collisions, 0U);
}

TEST(Table, CountsToyGames) {
  // Their keys are no random numbers: the table has to spread them itself.
  const Counted played = count<Identity::key>(TicTacToe(), 9, mebibyte);
  EXPECT_EQ(played.leaves, Count(127872));
  EXPECT_GT(played.use.hits, played.use.probes / 2);
  EXPECT_EQ(count<Identity::exact>(TicTacToe(), 9, mebibyte).leaves, Count(127872));
  const Counted tree = count<Identity::exact>(toys::UniformTree(5, 1), 6, mebibyte);
  EXPECT_EQ(tree.leaves, Count(15625));
  EXPECT_EQ(tree.use.hits, 0U);  // no node of a tree is met twice
}

TEST(Table, FindsWhatItStoredAndNothingElse) {
  Table<TicTacToe, Count, Identity::exact> table(mebibyte);
  TableUse use;
  TicTacToe game;
  const auto empty = table.label(game, 3);
  game.make(4);
  const auto center = table.label(game, 3);
  EXPECT_FALSE(table.find(center, use));
  table.store(center, 42, use);
  EXPECT_EQ(table.find(center, use), Count(42));
  EXPECT_FALSE(table.find(table.label(game, 2), use));
  EXPECT_FALSE(table.find(empty, use));
  EXPECT_EQ(use.probes, 4U);
  EXPECT_EQ(use.hits, 1U);
  EXPECT_EQ(use.stored, 1U);
}

TEST(Table, HoldsTotalsUpTo64Bits) {
  Table<TicTacToe, Count, Identity::key> table(mebibyte);
  TableUse use;
  const Count max = std::numeric_limits<std::uint64_t>::max();
  const auto label = table.label(TicTacToe(), 300), shallower = table.label(TicTacToe(), 200);
  table.store(shallower, max + Count(1), use);
  EXPECT_FALSE(table.find(shallower, use));
  table.store(shallower, max, use);
  EXPECT_EQ(table.find(shallower, use), max);
  table.store(label, 1, use);  // nor depths of more than 8 bits
  EXPECT_FALSE(table.find(label, use));
}

TEST(Table, CountsBeyond64Bits) {
  // 16^17 = 2^68 leaves in one subtree after another.
  struct Same : toys::UniformTree {
    Same() : UniformTree(16, 1) {}
    Key key() const { return {}; }  // all subtrees of a depth are alike
  };
  const Counted counted = count<Identity::key>(Same(), 18, mebibyte);
  EXPECT_EQ(counted.leaves, Count::from_value(Uint128{1} << 72));
  EXPECT_GT(counted.use.hits, 0U);
}

TEST(Table, PrefersDeepWorkButNotForEver) {
  using Single = Table<Colliding<TicTacToe, 1>, Statistics<10>, Identity::key>;
  Single table(1);
  ASSERT_EQ(table.capacity(), 1U);
  TableUse use;
  const Colliding<TicTacToe, 1> game{TicTacToe()};
  const auto deep = table.label(game, 4), shallow = table.label(game, 3);
  table.store(deep, {}, use);
  table.store(shallow, {}, use);
  EXPECT_TRUE(table.find(deep, use));
  for (int attempt = 0; attempt < 1000; ++attempt) table.store(shallow, {}, use);
  EXPECT_TRUE(table.find(shallow, use));
  EXPECT_FALSE(table.find(deep, use));
}

/// Stores totals of N kinds, whose bits together should be kept up to `room`.
template <std::size_t N>
void keep_statistics(unsigned room) {
  std::uint64_t random = 1;
  int kept = 0;
  for (int i = 0; i < 10'000; ++i) {
    Statistics<N> total;
    total.leaves.full = splitmix64(random) >> 2;
    unsigned bits = 0;
    for (Count& kind : total.kinds) {
      const std::uint64_t number = splitmix64(random) >> (24 + splitmix64(random) % 40);
      bits += static_cast<unsigned>(std::bit_width(number));
      kind = number;
    }
    const auto words = to_words(total);
    ASSERT_EQ(words.has_value(), bits <= room) << bits;
    if (!words) continue;
    Statistics<N> same;
    from_words(*words, same);
    ASSERT_EQ(same, total);
    ++kept;
  }
  EXPECT_GT(kept, 1000) << N;
  EXPECT_LT(kept, 9000) << N;
}

TEST(Table, KeepsStatisticsOfAnyWidthsThatFit) {
  keep_statistics<10>(4 * 64 - 10 * 6);
  keep_statistics<12>(5 * 64 - 12 * 6);
  keep_statistics<15>(6 * 64 - 15 * 6);
}

TEST(Table, HasRoomForMoreKinds) {
  using Wide = Table<toys::UniformTree, Statistics<40>, Identity::exact>;
  Wide table(1024);
  Statistics<40> total;
  for_each_count(total, [](Count& count) { count = 40'000; });
  TableUse use;
  const auto label = table.label(toys::UniformTree(16, 1), 2);
  table.store(label, total, use);
  EXPECT_EQ(table.find(label, use), total);
}

TEST(Table, IsNeverHalfWritten) {
  // All threads write to the same few entries totals whose counters are all alike.
  Table<toys::UniformTree, Statistics<10>, Identity::exact> table(1024);
  std::atomic<std::uint64_t> hits = 0, wrong = 0;
  const auto hammer = [&](std::uint64_t seed) {
    TableUse use;
    for (int i = 0; i < 200'000; ++i) {
      toys::UniformTree tree(16, 1);
      const auto child = static_cast<std::uint8_t>(splitmix64(seed) % 16);
      tree.make(child);
      const auto label = table.label(tree, 2);
      if (const auto found = table.find(label, use)) {
        std::uint64_t sum = 0;
        for_each_count(*found,
                       [&](Count count) { sum += static_cast<std::uint64_t>(count.value()); });
        wrong += sum != 12U * (sum / 12) || sum / 12 % 16 != child;
      } else {
        Statistics<10> total;
        const std::uint64_t value = (seed >> 48) / 16 * 16 + child;  // they must fit together
        for_each_count(total, [&](Count& count) { count = value; });
        table.store(label, total, use);
      }
    }
    hits += use.hits;
  };
  std::vector<std::thread> threads;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) threads.emplace_back(hammer, seed);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0U);
  EXPECT_GT(hits, 0U);
}

TEST(Table, RefusesMoreMemoryThanThereIs) {
  using Absurd = Table<TicTacToe, Count, Identity::key>;
  EXPECT_THROW(Absurd(std::size_t{1} << 60), InputError);
}

TEST(Table, AFullOneDoesNoHarm) {
  const Board root(chess::ValidSetup{kiwipete});
  constexpr std::size_t bytes = 1 << 16;
  const auto expect_right = [](const Counted& counted, std::size_t capacity) {
    EXPECT_EQ(counted.leaves, Count(193690690));
    EXPECT_GT(counted.use.stored, 2 * capacity);
  };
  for (int threads = 1; threads <= 3; ++threads) {
    expect_right(count<Identity::key>(root, 5, bytes, threads),
                 Table<Board, Count, Identity::key>(bytes).capacity());
    expect_right(count<Identity::exact>(root, 5, bytes, threads),
                 Table<Board, Count, Identity::exact>(bytes).capacity());
  }
}

TEST(Tasks, MergeTranspositions) {
  // A083276: different positions after n plies.
  const Board root(chess::ValidSetup{chess::startpos_fen});
  Tasks<Board> merged(root, true), every_path(root, false);
  for (std::size_t distinct : {20U, 400U, 5362U}) {
    EXPECT_EQ(merged.all().size(), distinct);
    Count paths;
    for (const auto& task : merged.all()) paths += task.multiplicity();
    EXPECT_EQ(paths, Count(every_path.all().size()));
    EXPECT_TRUE(std::ranges::is_sorted(merged.all(), {}, [](const auto& task) {
      return std::bit_cast<std::array<unsigned char, sizeof(chess::Packed)>>(
          task.position.packed());
    }));
    merged.deepen();
    every_path.deepen();
  }
}

// Each ply of kiwipete has 48 times as many positions as the one above, or fewer.
TEST(Tasks, AreDeepenedWhileThereAreFew) {
  const Board root(chess::ValidSetup{kiwipete});
  const auto tasks_and_plies = [&](int depth, std::optional<int> lowest) {
    const auto divided = detail::divided_tasks(root, {.depth = depth}, lowest);
    return std::pair(divided.tasks.all().size(), divided.below);
  };
  EXPECT_EQ(tasks_and_plies(9, std::nullopt), std::pair(std::size_t{2039}, 7));
  const auto [tasks, below] = tasks_and_plies(9, 3);
  EXPECT_EQ(below, 6);
  EXPECT_LT(tasks, 97862U);
  EXPECT_EQ(tasks_and_plies(7, 3), std::pair(tasks, 4)) << "the table needs a ply of its own";
  EXPECT_EQ(tasks_and_plies(6, 3).second, 4);
}

class WithTable : public ::testing::TestWithParam<std::string> {};

TEST_P(WithTable, TheResultIsTheSame) {
  const auto suite = testing::shipped_suite("perft");
  for (std::size_t i = 0; i < suite.size(); i += 3)
    for (const Mode mode : {Mode::bulk, Mode::unbulked, Mode::statistics}) {
      Job job{.generator = GetParam(), .depth = i < 6 ? 4 : 3, .mode = mode};
      const Result expected = run<chess::Chess>(chess::ValidSetup(suite[i].setup), job);
      for (const std::size_t mib : {1U, 5U})
        for (const bool exact : {false, true})
          for (job.threads = 1; job.threads <= 3; ++job.threads) {
            job.hash_mib = mib;
            job.exact = exact;
            const Result result = run<chess::Chess>(chess::ValidSetup(suite[i].setup), job);
            EXPECT_EQ(result.branches, expected.branches) << to_string(suite[i].setup);
            EXPECT_EQ(result.kinds, expected.kinds) << to_string(suite[i].setup);
            ASSERT_TRUE(result.table);
            EXPECT_EQ(result.table->use.collisions, 0U);
          }
    }
}

INSTANTIATE_TEST_SUITE_P(Registry, WithTable, ::testing::ValuesIn(generator_names<chess::Chess>()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace plylab::perft
