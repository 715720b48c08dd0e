// The table of the mate solvers: never another position's value, and what cost least gives way.
#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <map>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "gen/base/random.h"
#include "search/mate/solver_base.h"

namespace plylab::search::mate {
namespace {

using Table = PositionTable<std::uint32_t>;

constexpr std::size_t one_bucket = 64;  // bytes, with four entries of such values
constexpr unsigned entries = 4;

Key draw_key(std::uint64_t& seed) {
  const std::uint64_t high = splitmix64(seed);
  return {high, splitmix64(seed)};
}

TEST(PositionTable, FindsWhatWasStored) {
  Table table(one_bucket);
  EXPECT_EQ(table.find({1, 2}), std::nullopt);
  EXPECT_EQ(table.find({0, 0}), std::nullopt);  // as empty entries are labelled
  table.store({1, 2}, 10, 0);
  table.store({0, 0}, 20, 0);
  ASSERT_NE(table.find({1, 2}), std::nullopt);
  EXPECT_EQ(*table.find({1, 2}), 10U);
  ASSERT_NE(table.find({0, 0}), std::nullopt);
  EXPECT_EQ(*table.find({0, 0}), 20U);
  EXPECT_EQ(table.find({2, 2}), std::nullopt);
}

TEST(PositionTable, ReplacesAKeysOwnValueWhateverItCost) {
  Table table(one_bucket);
  table.store({1, 0}, 10, 1'000'000);
  table.store({1, 0}, 11, 0);
  EXPECT_EQ(*table.find({1, 0}), 11U);
}

TEST(PositionTable, ReplacesTheCheapestEntry) {
  Table table(one_bucket);
  const std::uint64_t work[entries] = {50, 10, 1ULL << 40, 30};
  for (unsigned i = 0; i < entries; ++i) table.store({i + 1, 0}, i, work[i]);
  table.store({99, 0}, 99, 20);  // in place of the second
  EXPECT_EQ(table.find({2, 0}), std::nullopt);
  table.store({98, 0}, 98, 0);  // in place of the one before: the newest is always kept
  EXPECT_EQ(table.find({99, 0}), std::nullopt);
  for (const unsigned kept : {0U, 2U, 3U}) {
    ASSERT_NE(table.find({kept + 1, 0}), std::nullopt) << kept;
    EXPECT_EQ(*table.find({kept + 1, 0}), kept);
  }
  EXPECT_EQ(*table.find({98, 0}), 98U);
}

TEST(PositionTable, HasABucketHoweverFewTheBytes) {
  Table table(1);
  for (unsigned i = 0; i < 100; ++i) table.store({i + 1, i}, i, i);
  unsigned kept = 0;
  for (unsigned i = 0; i < 100; ++i) kept += table.find({i + 1, i}) != std::nullopt;
  EXPECT_EQ(kept, entries);
}

/// In place of the table a map that forgets nothing: what the table still has must be the same.
TEST(PositionTable, HasTheLatestValueOrNone) {
  for (const std::size_t bytes :
       {std::size_t{1} << 12, std::size_t{1} << 18, std::size_t{1} << 19, std::size_t{4} << 20}) {
    Table table(bytes);
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> latest;
    std::vector<Key> keys;
    std::uint64_t seed = bytes;
    for (std::uint32_t value = 0; value < 100'000; ++value) {
      const bool again = !keys.empty() && splitmix64(seed) % 4 == 0;
      const Key key = again ? keys[splitmix64(seed) % keys.size()] : draw_key(seed);
      if (!again) keys.push_back(key);
      table.store(key, value, splitmix64(seed) % 1000);
      latest[{key.high, key.low}] = value;
      ASSERT_NE(table.find(key), std::nullopt);
      ASSERT_EQ(*table.find(key), value);
    }
    std::size_t found = 0;
    for (const auto& [key, value] : latest)
      if (const auto kept = table.find({key.first, key.second})) {
        ASSERT_EQ(*kept, value);
        ++found;
      }
    const std::size_t max = bytes / one_bucket * entries;
    EXPECT_LE(found, max);
    EXPECT_GT(found, std::min(max, latest.size()) / 2) << bytes << " bytes";
  }
}

TEST(NumberedKey, IsAnotherForEachNumber) {
  std::uint64_t seed = 1;
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
  for (int i = 0; i < 100; ++i) {
    const Key position = draw_key(seed);
    for (int number = 0; number <= 100; ++number) {
      const Key key = numbered_key(position, number);
      EXPECT_EQ(key, numbered_key(position, number));
      seen.insert({key.high, key.low});
    }
  }
  EXPECT_EQ(seen.size(), 100U * 101);
}

struct Large {
  std::uint64_t first, second;
};

// Entries that two threads write together are lost, not mixed up.
TEST(PositionTable, HasNoValueOfAnotherKeyWhereThreadsMeet) {
  PositionTable<Large> shared(one_bucket);
  constexpr std::uint64_t keys = 6;
  const auto key_of = [](std::uint64_t number) {
    std::uint64_t seed = number;
    return draw_key(seed);
  };
  const auto value_of = [](std::uint64_t number) {
    std::uint64_t seed = ~number;
    return Large{splitmix64(seed), splitmix64(seed)};
  };
  std::atomic<std::uint64_t> found = 0, wrong = 0;
  std::latch start(3);
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t thread = 0; thread < 3; ++thread)
      threads.emplace_back([&, thread] {
        std::uint64_t seed = thread;
        start.arrive_and_wait();
        for (int i = 0; i < 1'000'000; ++i) {
          const std::uint64_t number = splitmix64(seed) % keys;
          const Key key = key_of(number);
          const Large right = value_of(number);
          if (i % 2 == 0) {
            shared.store(key, right, splitmix64(seed) % 100);
          } else if (const auto value = shared.find(key)) {
            ++found;
            wrong += value->first != right.first || value->second != right.second;
          }
        }
      });
  }
  EXPECT_GT(found, 1'000U);
  EXPECT_EQ(wrong, 0U);
}

}  // namespace
}  // namespace plylab::search::mate
