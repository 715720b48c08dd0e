// What searches choose on synthetic trees: their limits, and best-first minimax against a slow one.
#include "search/lab/regret.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/tree/spec.h"
#include "tests/support/random_trees.h"
#include "tests/support/report.h"

namespace plylab::search::lab {
namespace {

const std::atomic<bool> never_stopped{false};

tree::Spec noisy_tree(std::uint64_t seed) {
  tree::Spec spec;
  spec.seed = seed;
  spec.min_width = 2;
  spec.max_width = 6;
  spec.depth = 6;
  spec.order = spec.quarter = 0.3;
  return spec;
}

/// A node of the slow search, with its value computed afresh.
struct SlowNode {
  tree::Tree at;
  std::vector<SlowNode> children = {};

  int value() const {
    if (children.empty()) return at.value();
    return -best().value();
  }
  const SlowNode& best() const { return children[best_place()]; }
  std::size_t best_place() const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < children.size(); ++i)
      if (children[i].value() < children[best].value()) best = i;
    return best;
  }
};

// Korf and Chickering 1996: always the leaf at the end of the principal variation.
TEST(BestFirstMinimax, ExpandsThePrincipalLeaf) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SlowNode root{tree::Tree(noisy_tree(seed))};
    std::uint64_t visited = 1;
    for (int expansions = 0; expansions < 20; ++expansions) {
      SlowNode* leaf = &root;
      std::uint64_t ply = 0;
      for (; !leaf->children.empty(); ++ply) leaf = &leaf->children[leaf->best_place()];
      if (leaf->at.is_leaf()) break;
      for (const auto move : leaf->at.generate()) {
        leaf->children.push_back({leaf->at});
        leaf->children.back().at.make(move);
      }
      visited += ply + leaf->children.size();
      const Choice choice =
          choices("best-first", noisy_tree(seed), {visited}, never_stopped).front();
      ASSERT_EQ(choice.visited, visited);
      ASSERT_EQ(choice.move, root.best_place());
    }
  }
}

TEST(Choices, KeepToTheLimitAndGoOnFromOneToTheNext) {
  const std::vector<std::uint64_t> limits = {1, 10, 100, 1000};
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    for (const std::string search : {"alphabeta", "best-first", "uct"}) {
      const auto together = choices(search, noisy_tree(seed), limits, never_stopped);
      for (std::size_t i = 0; i < limits.size(); ++i) {
        EXPECT_LE(together[i].visited, limits[i]) << search;
        EXPECT_LT(together[i].evaluations, together[i].visited) << search;
        const Choice alone = choices(search, noisy_tree(seed), {limits[i]}, never_stopped).front();
        EXPECT_EQ(alone.move, together[i].move) << search;
        EXPECT_EQ(alone.visited, together[i].visited) << search;
      }
    }
}

TEST(Choices, AreBestWhereTheSearchSeesTheTruth) {
  int by_uct = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    tree::Spec spec = noisy_tree(seed);
    spec.depth = 4;
    const auto regret_of = [&](const char* search, std::uint64_t limit) {
      return regret(spec, choices(search, spec, {limit}, never_stopped).front().move);
    };
    EXPECT_EQ(regret_of("alphabeta", 1'000'000), 0);  // the whole tree
    by_uct += regret_of("uct", 50'000) == 0;
    spec.noise = 0;
    EXPECT_EQ(regret_of("best-first", 1 + spec.max_width), 0);  // static values are minimax's
  }
  EXPECT_GT(by_uct, 25);
}

TEST(Regret, IsWhatTheMoveGivesAway) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const tree::Spec spec = testing::random_spec(seed);
    tree::Tree root(spec);
    for (const auto move : root.generate()) {
      tree::Tree after = root;
      after.make(move);
      EXPECT_EQ(regret(spec, move), root.true_value() + after.true_value());
      EXPECT_GE(regret(spec, move), 0);
    }
    EXPECT_EQ(regret(spec, root.best_child()), 0);
  }
}

TEST(RegretStudy, ShowsEachSearchAtEachLimit) {
  const auto report = testing::report_of(
      {"study", "regret", "--seeds", "1..8", "--nodes", "50,500", "--algo", "pvs,best-first,uct"});
  const auto rows = testing::rows_of(report, "regret");
  ASSERT_EQ(rows.size(), 6U);
  for (const auto& row : rows) {
    EXPECT_EQ(row["trees"], 8);
    EXPECT_LE(row["visited"], row["at_most"]);
    EXPECT_LE(row["low"], row["regret"]);
    EXPECT_GE(row["high"], row["regret"]);
  }
}

}  // namespace
}  // namespace plylab::search::lab
