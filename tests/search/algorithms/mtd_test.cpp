// The test drivers: where each of them puts its next null window.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gen/tree/games.h"
#include "search/run/run.h"
#include "tests/search/search_jobs.h"
#include "tests/support/random_trees.h"

namespace plylab::search {
namespace {

using RootTest = RootSearch<tree::Tree::Move>;

/// The tests of the root in one search without deepening, of which the last decides the value.
std::vector<RootTest> root_tests(const tree::Spec& spec, const std::string& driver) {
  const Job job = testing::search_job(driver, "generation", static_cast<int>(spec.depth),
                                      "table=1,no-deepening");
  std::vector<RootTest> tests;
  for (const RootTest& search : run<tree::SyntheticTree>(spec, job).root_searches)
    if (search.place == 0) tests.push_back(search);
  return tests;
}

/// The upper end of the next window, by the bounds that are proved and the last value.
using Next = std::function<Value(Value lower, Value upper, Value value)>;

TEST(TestDrivers, PutTheirWindowsWhereTheirListingsDo) {
  struct Driver {
    const char* name;
    Value first;
    Next next;
  };
  const Driver drivers[] = {
      {"mtdf", 0, [](Value l, Value, Value value) { return value == l ? value + 1 : value; }},
      {"mt-sss", infinity, [](Value, Value upper, Value) { return upper; }},
      {"mt-dual", 1 - infinity, [](Value lower, Value, Value) { return lower + 1; }},
      {"mtd-step", infinity,
       [](Value l, Value, Value value) { return std::max(l + 1, value - 50); }},
      {"mtd-bi", 0, [](Value lower, Value upper, Value) { return (lower + upper + 1) >> 1; }}};
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    tree::Spec spec = testing::random_spec(seed);
    spec.range = 1000;
    for (const Driver& driver : drivers) {
      Value lower = -infinity, upper = infinity, guess = driver.first;
      for (const RootTest& test : root_tests(spec, driver.name)) {
        ASSERT_LT(lower, upper) << driver.name << ' ' << tree::to_string(spec);
        EXPECT_EQ(test.beta, guess) << driver.name << ' ' << tree::to_string(spec);
        EXPECT_EQ(test.alpha, guess - 1);
        if (test.value < guess)
          upper = std::min(upper, test.value);
        else
          lower = std::max(lower, test.value);
        guess = driver.next(lower, upper, test.value);
      }
      EXPECT_EQ(lower, upper) << driver.name;
      EXPECT_EQ(lower, tree::Tree(spec).true_value()) << driver.name;
    }
  }
}

// What the larger steps are for: where values are many, SSS* needs a test for nearly each of them.
TEST(TestDrivers, NeedFewerTestsByLargerSteps) {
  std::size_t by_sss = 0, by_step = 0, by_bisection = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    tree::Spec spec;
    spec.seed = seed;
    spec.min_width = spec.max_width = 6;
    spec.depth = 4;
    spec.order = spec.quarter = 0.2;
    spec.range = 1000;
    by_sss += root_tests(spec, "mt-sss").size();
    by_step += root_tests(spec, "mtd-step").size();
    const std::size_t bisection = root_tests(spec, "mtd-bi").size();
    EXPECT_LE(bisection, 17U);  // there are fewer than 2^16 values
    by_bisection += bisection;
  }
  EXPECT_LT(by_step, by_sss);
  EXPECT_LT(by_bisection, by_sss);
}

}  // namespace
}  // namespace plylab::search
