// The transposition table: what is stored is found, bounds meet, the deep stay, keys may collide.
#include "search/core/transposition_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <map>
#include <optional>

#include "gen/chess/mailbox/mailbox.h"
#include "tests/support/random_games.h"
#include "tests/support/toy_games.h"

namespace plylab::search {
namespace {

using toys::UniformTree;
using Entry = TTEntry<UniformTree::Move>;

/// The position after these moves.
template <class Game = UniformTree>
Game at(std::initializer_list<unsigned> path) {
  Game tree(9, 0);
  for (const unsigned move : path) tree.make(static_cast<UniformTree::Move>(move));
  return tree;
}

Entry entry(int lower, int upper, int depth, int move = -1) {
  return {static_cast<std::int16_t>(lower), static_cast<std::int16_t>(upper),
          static_cast<std::uint8_t>(depth), move >= 0,
          static_cast<UniformTree::Move>(std::max(move, 0))};
}

void expect_found(const std::optional<Entry>& found, const Entry& expected) {
  ASSERT_TRUE(found);
  EXPECT_EQ(found->lower, expected.lower);
  EXPECT_EQ(found->upper, expected.upper);
  EXPECT_EQ(found->depth, expected.depth);
  EXPECT_EQ(found->has_move, expected.has_move);
  if (expected.has_move) {
    EXPECT_EQ(found->move, expected.move);
  }
}

TEST(TranspositionTable, FindsWhatWasStoredAndNothingElse) {
  TranspositionTable<UniformTree> table(1, false);
  EXPECT_FALSE(table.find(at({1, 2})));
  EXPECT_FALSE(table.store(at({1, 2}), entry(-5, 7, 3, 4)));
  expect_found(table.find(at({1, 2})), entry(-5, 7, 3, 4));
  EXPECT_FALSE(table.find(at({2, 1})));
  EXPECT_FALSE(table.find(at({})));
}

TEST(TranspositionTable, TakesTheMemoryThatWasPrepared) {
  Switches on;
  on["table"] = 3;
  for (const int exact : {0, 1}) {
    on["exact"] = exact;
    TranspositionTable<UniformTree>::prepare(on);
    ASSERT_TRUE(spare_table.memory);
    const void* const memory = spare_table.memory->data();
    TranspositionTable<UniformTree>::prepare(on);
    EXPECT_EQ(spare_table.memory->data(), memory);
    const TranspositionTable<UniformTree> table(on);
    EXPECT_FALSE(spare_table.memory);
  }
}

TEST(TranspositionTable, CombinesBoundsOfOneDepth) {
  TranspositionTable<UniformTree> table(1, false);
  table.store(at({1}), entry(10, infinity, 4, 2));
  table.store(at({1}), entry(-infinity, 30, 4));
  expect_found(table.find(at({1})), entry(10, 30, 4, 2));  // the move is kept too
  table.store(at({1}), entry(20, infinity, 4, 3));
  expect_found(table.find(at({1})), entry(20, 30, 4, 3));
  // Bounds that contradict each other: the newest hold.
  table.store(at({1}), entry(40, infinity, 4));
  expect_found(table.find(at({1})), entry(40, infinity, 4, 3));
  // Another depth says nothing about this one.
  table.store(at({1}), entry(-infinity, 5, 2));
  expect_found(table.find(at({1})), entry(-infinity, 5, 2, 3));
}

TEST(TranspositionTable, KeepsTheDeepestOfABucket) {
  TranspositionTable<UniformTree> table(0, false);  // one bucket of two
  EXPECT_FALSE(table.store(at({1}), entry(1, 1, 5)));
  EXPECT_FALSE(table.store(at({2}), entry(2, 2, 3)));
  EXPECT_TRUE(table.store(at({3}), entry(3, 3, 1)));  // in the place that is always replaced
  EXPECT_FALSE(table.find(at({2})));
  expect_found(table.find(at({1})), entry(1, 1, 5));
  expect_found(table.find(at({3})), entry(3, 3, 1));
  EXPECT_TRUE(table.store(at({4}), entry(4, 4, 5)));  // as deep, and newer
  EXPECT_FALSE(table.find(at({1})));
  expect_found(table.find(at({3})), entry(3, 3, 1));
  expect_found(table.find(at({4})), entry(4, 4, 5));
}

// What an earlier search stored is found, but defends no place.
TEST(TranspositionTable, PrefersTheEntriesOfThisSearch) {
  TranspositionTable<UniformTree> table(0, false);  // one bucket of two
  table.store(at({1}), entry(1, 1, 5));
  table.store(at({2}), entry(2, 2, 3));
  EXPECT_EQ(table.census().before, 0U);
  for (int searches = 1; searches <= 130; ++searches) {
    table.start_search();
    if (searches % 128 != 0) {
      EXPECT_EQ(table.census().before, 2U) << searches;
    }
    expect_found(table.find(at({1})), entry(1, 1, 5));
  }
  EXPECT_TRUE(table.store(at({3}), entry(3, 3, 1, 4)));  // in the place of the deepest
  EXPECT_FALSE(table.find(at({1})));
  expect_found(table.find(at({2})), entry(2, 2, 3));
  expect_found(table.find(at({3})), entry(3, 3, 1, 4));
  EXPECT_EQ(table.census().before, 1U);
  EXPECT_EQ(table.census().filled, 2U);
  table.store(at({2}), entry(2, 9, 3));  // found again: an entry of this search
  EXPECT_EQ(table.census().before, 0U);
}

/// All of its positions have one key.
struct OneKey : UniformTree {
  using UniformTree::UniformTree;
  Key key() const { return {1, 1}; }
};

TEST(TranspositionTable, TellsEqualKeysApartIfItIsExact) {
  TranspositionTable<OneKey> by_key(1, false), exact(1, true);
  for (auto* table : {&by_key, &exact}) table->store(at<OneKey>({1}), entry(1, 1, 5));
  EXPECT_TRUE(by_key.find(at<OneKey>({2})));
  EXPECT_FALSE(exact.find(at<OneKey>({2})));
  exact.store(at<OneKey>({2}), entry(2, 2, 1));
  expect_found(exact.find(at<OneKey>({1})), entry(1, 1, 5));
  expect_found(exact.find(at<OneKey>({2})), entry(2, 2, 1));
}

// A table that is far too small forgets, but never tells what was not stored for the position.
TEST(TranspositionTable, TellsTheTruthOrNothing) {
  for (const bool exact : {false, true}) {
    TranspositionTable<chess::Mailbox> table(0, exact);
    std::map<std::string, TTEntry<chess::Move>> stored;
    int found = 0, forgotten = 0, number = 0;
    testing::random_positions(3'000, 60, [&](const chess::Setup& fen, const auto&, auto next) {
      const chess::Mailbox board{chess::ValidSetup(fen)};
      const std::string text = epd_fields(fen);
      if (const auto entry = table.find(board)) {
        ++found;
        ASSERT_TRUE(stored.contains(text)) << text;
        EXPECT_EQ(entry->lower, stored[text].lower);
        EXPECT_EQ(entry->depth, stored[text].depth);
        EXPECT_EQ(entry->move, stored[text].move);
      } else {
        forgotten += stored.contains(text);
      }
      const auto value = static_cast<std::int16_t>(++number);
      const TTEntry<chess::Move> fresh{value, value, static_cast<std::uint8_t>(1 + number % 5),
                                       true, next};
      table.store(board, fresh);
      stored[text] = fresh;
      ASSERT_TRUE(table.find(board));
      EXPECT_EQ(table.find(board)->move, next);
    });
    EXPECT_GT(forgotten, 0);
  }
}

/// What the next table of the same thread finds where this one had stored.
TEST(TranspositionTable, LeavesNothingToTheNextOne) {
  for (const bool exact : {false, true}) {
    for (int games = 0; games < 3; ++games) {
      TranspositionTable<OneKey> table(1, exact);
      EXPECT_FALSE(table.find(at<OneKey>({1})));
      EXPECT_FALSE(table.store(at<OneKey>({1}), entry(1, 1, 5)));
      EXPECT_EQ(!table.find(at<OneKey>({2})), exact);
    }
    TranspositionTable<UniformTree> other(1, exact);  // as many bytes for another game
    for (unsigned first = 0; first < 9; ++first)
      EXPECT_FALSE(other.store(at({first}), entry(2, 2, 5)));
  }
}

/// The system need not zero 256 MiB for each of many short searches.
TEST(TranspositionTable, TouchesOnlyWhatIsUsed) {
#ifdef PLYLAB_SANITIZED
  GTEST_SKIP() << "AddressSanitizer touches pages of its own";
#endif
  const auto faults = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt;
  };
  const auto use = [] {
    TranspositionTable<UniformTree> table(256, false);
    for (unsigned first = 0; first < 9; ++first)
      for (unsigned second = 0; second < 9; ++second)
        table.store(at({first, second}), entry(0, 0, 1));
  };
  use();
  const auto before = faults();
  for (int i = 0; i < 100; ++i) use();
  EXPECT_LT(faults() - before, 1000);
}

/// Too many entries to be cleared one by one: the next table is new.
TEST(TranspositionTable, IsEmptyAfterALargeOne) {
  constexpr unsigned games = 100;
  for (int round = 0; round < 2; ++round) {
    TranspositionTable<UniformTree> table(8, false);
    UniformTree root = at({});
    std::uint64_t stored = 0;
    for (unsigned i = 0; i < games * 1000; ++i) {
      UniformTree tree = root;
      for (unsigned rest = i, ply = 0; ply < 6; ++ply, rest /= 9)
        tree.make(static_cast<UniformTree::Move>(rest % 9));
      if (i == 0) {
        EXPECT_FALSE(table.find(tree));
      }
      stored += !table.store(tree, entry(0, 0, 1));
    }
    EXPECT_GT(stored, std::uint64_t{1} << 16);
  }
}

TEST(TranspositionTable, KeepsMatesByTheirDistance) {
  EXPECT_EQ(from_ply(mate_value - 5, 3), mate_value - 2);  // a mate in 2 plies from there
  EXPECT_EQ(at_ply(mate_value - 2, 7), mate_value - 9);
  for (const Value value : {-infinity, -mate_value + 4, -300, 0, 300, mate_value - 4, infinity})
    for (const int ply : {0, 1, 9}) {
      EXPECT_EQ(at_ply(from_ply(value, ply), ply), value);
      EXPECT_EQ(from_ply(value, ply), -from_ply(-value, ply));
      if (!is_mate(value) || std::abs(value) == infinity) {
        EXPECT_EQ(from_ply(value, ply), value);
      }
    }
}

TEST(TranspositionTable, IsNotAskedWhereTheClockDecides) {
  const auto at_clock = [](int clock) {
    return chess::Mailbox(
        chess::ValidSetup(fmt::format("4k3/8/8/8/8/8/4P3/R3K3 w - - {} 90", clock)));
  };
  Switches on;
  EXPECT_TRUE(storable(at_clock(0), 30, on));
  EXPECT_TRUE(storable(at_clock(59), 10, on));
  EXPECT_FALSE(storable(at_clock(60), 10, on));
  on["deeper"] = 1;
  EXPECT_TRUE(storable(at_clock(83), 30, on));
  EXPECT_FALSE(storable(at_clock(84), 1, on));
}

}  // namespace
}  // namespace plylab::search
